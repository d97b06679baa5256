"""Numbers against each other: budgets, their halves, what is used, and what the sum leaves over."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.check import Check
from inspector.analysis.audit.contents import (
    BUCKET,
    BUCKETS,
    CARDS,
    KNOWLEDGE,
    NUMBERS,
    TOTAL,
    USED,
    Contents,
)
from inspector.analysis.audit.finding import Finding, term

LAYOUTS = {
    "o200k_base": (3, 1),
    "cl100k_base": (3, 1),
    "discipline@1": (4, 1),
    "business@1": (4, 1),
    "code@1": (4, 1),
    "general@1": (4, 1),
    "chars": (13, 2),
}
"""Tokens of the heading over all cards, and of the separator after each, by counter."""


def budget_checks(contents: Contents) -> Iterator[Finding]:
    """Check the manifest's own numbers (Injection §2.2, §5)."""
    yield from _negative(contents)
    yield from _halves(contents)
    yield from _used(contents)
    yield from _sum(contents)


def _negative(contents: Contents) -> Iterator[Finding]:
    for name in NUMBERS:
        number = contents.number(name)
        if number is not None and number < 0:
            yield Check.NEGATIVE.found(f"{name} is negative: {number:,}.", name)
    for card in contents.readable_cards:
        if card.entry.token_count < 0:
            message = f"A card has {card.entry.token_count:,} tokens."
            where = (CARDS, card.index, "token_count")
            yield Check.NEGATIVE.found(message, *where, subject=card.entry.node_id)
    for bucket in contents.readable_buckets:
        for name in ("token_count", "files_inlined", "files_manifested"):
            number = getattr(bucket.entry, name)
            if number < 0:
                message = f"{name} of a bucket is negative: {number:,}."
                where = (BUCKETS, bucket.index, name)
                yield Check.NEGATIVE.found(message, *where, subject=bucket.entry.bucket_id)


def _halves(contents: Contents) -> Iterator[Finding]:
    total, knowledge, bucket = map(contents.number, (TOTAL, KNOWLEDGE, BUCKET))
    if total is None or knowledge is None or bucket is None:
        return
    terms = (
        term("knowledge half", knowledge),
        term("bucket half", bucket),
        term("both halves", knowledge + bucket),
        term("total", total),
    )
    if knowledge + bucket > total:
        message = f"The halves add up to {knowledge + bucket:,} tokens, the total is {total:,}."
        yield Check.HALVES_OVER_TOTAL.found(message, TOTAL, terms=terms)
    if contents.cards is None or contents.buckets is None:
        return
    content_in = any(
        row.entry.files_inlined
        or row.entry.files_manifested
        or row.entry.background_included
        or row.entry.background_suppressed_by_overlap
        for row in contents.buckets
    )
    one_sided = {(0, total), (total, 0)}
    if not contents.buckets:
        allowed, why = {(total, 0)}, "No bucket is listed, so cards have the whole total"
    elif not contents.cards and content_in:
        allowed, why = {(0, total)}, "No card is listed, so buckets have the whole total"
    elif not contents.cards:
        allowed, why = one_sided, "No card is listed, so one half has the whole total"
    else:
        if knowledge + bucket < total:
            left = total - knowledge - bucket
            message = f"{left:,} tokens of the total belong to neither half."
            if left > 1:  # one may be lost by rounding down
                yield Check.UNALLOCATED.found(message, TOTAL, terms=terms)
        return
    if (knowledge, bucket) not in allowed:
        message = f"{why}; the halves are {knowledge:,} and {bucket:,} of {total:,}."
        yield Check.ONE_SIDED.found(message, KNOWLEDGE, terms=terms)


def _used(contents: Contents) -> Iterator[Finding]:
    total, knowledge, bucket, used = map(contents.number, (TOTAL, KNOWLEDGE, BUCKET, USED))
    if total is not None and used is not None and used > total:
        message = f"{used:,} tokens are used, the total is {total:,}."
        terms = (term("used", used), term("total", total), term("over", used - total))
        yield Check.USED_OVER_TOTAL.found(message, USED, terms=terms)
    in_buckets = contents.bucket_tokens
    if bucket is not None and in_buckets is not None and in_buckets > bucket:
        message = f"The buckets take {in_buckets:,} tokens, their half is {bucket:,}."
        taken = (term("tokens of all buckets", in_buckets), term("bucket half", bucket))
        yield Check.BUCKETS_OVER_HALF.found(message, BUCKET, terms=taken)
    cards, layout = contents.card_tokens, contents.card_layout
    if knowledge is None or cards is None:
        return
    around = max(0, layout or 0)
    if cards + around > knowledge:
        message = f"The injected cards take {cards + around:,} tokens, their half is {knowledge:,}."
        terms = (
            term("injected cards", cards),
            term("layout around them", around, "used − cards − buckets"),
            term("knowledge half", knowledge),
        )
        yield Check.KNOWLEDGE_OVER_HALF.found(message, KNOWLEDGE, terms=terms)


def _sum(contents: Contents) -> Iterator[Finding]:
    """Used tokens are cards, buckets and the layout around cards; that of buckets is theirs."""
    layout, count = contents.card_layout, len(contents.injected)
    if layout is None:
        return
    terms = (
        term("injected cards", contents.card_tokens, f"{count:,} cards"),
        term("buckets", contents.bucket_tokens),
        term("used", contents.number(USED)),
        term("left over for the layout", layout, "used − cards − buckets"),
    )
    if layout < 0:
        message = f"The parts take {-layout:,} tokens more than are said to be used."
        yield Check.SUM.found(message, USED, terms=terms)
    elif not count and layout:
        message = f"No card is in, but {layout:,} of the used tokens belong to no part."
        yield Check.SUM.found(message, USED, terms=terms)
    elif count and layout not in {h + count * s for h, s in LAYOUTS.values()}:
        message = (
            f"{layout:,} tokens are left over for the headings and separators of {count:,} cards;"
            " no counter of this program leaves so many."
        )
        yield Check.LAYOUT.found(message, USED, terms=terms)
