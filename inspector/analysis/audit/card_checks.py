"""Cards: ids, flags against reasons, and the order in which they were given room.

Numbers against each other: budgets, their halves, what is used, and what the sum leaves over.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.contents import (
    BUCKET,
    BUCKETS,
    CARDS,
    KNOWLEDGE,
    NUMBERS,
    TOTAL,
    USED,
    WHAT_IF_REASONS,
    Contents,
    ManifestRow,
)
from inspector.analysis.audit.finding import Check, Finding, term
from inspector.core.candidates.card import Tier
from inspector.core.injection.manifest import ManifestCard
from inspector.core.injection.overrides import NO_OVERRIDES
from inspector.core.injection.prepare import CEILINGS
from inspector.core.reasons import REASONS_BY_CODE, Reason
from inspector.plurals import count_of

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
            message = f"A card has {count_of(card.entry.token_count, 'token')}."
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
        term("knowledge budget", knowledge),
        term("file budget", bucket),
        term("both budgets", knowledge + bucket),
        term("total", total),
    )
    if knowledge + bucket > total:
        both = count_of(knowledge + bucket, "token")
        message = f"The budgets add up to {both}, the total is {total:,}."
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
        allowed, why = one_sided, "No card is listed, so one budget has the whole total"
    else:
        if knowledge + bucket < total:
            left = total - knowledge - bucket
            message = f"{count_of(left, 'token')} of the total are unallocated."
            if left > 1:  # one may be lost by rounding down
                yield Check.UNALLOCATED.found(message, TOTAL, terms=terms)
        return
    if (knowledge, bucket) not in allowed:
        message = f"{why}; the budgets are {knowledge:,} and {bucket:,} of {total:,}."
        yield Check.ONE_SIDED.found(message, KNOWLEDGE, terms=terms)


def _used(contents: Contents) -> Iterator[Finding]:
    total, knowledge, bucket, used = map(contents.number, (TOTAL, KNOWLEDGE, BUCKET, USED))
    if total is not None and used is not None and used > total:
        message = f"{count_of(used, 'token')} used, the total is {total:,}."
        terms = (term("used", used), term("total", total), term("over", used - total))
        yield Check.USED_OVER_TOTAL.found(message, USED, terms=terms)
    in_buckets = contents.bucket_tokens
    if bucket is not None and in_buckets is not None and in_buckets > bucket:
        message = (
            f"The buckets take {count_of(in_buckets, 'token')}, the file budget is {bucket:,}."
        )
        taken = (term("tokens of all buckets", in_buckets), term("file budget", bucket))
        yield Check.BUCKETS_OVER_HALF.found(message, BUCKET, terms=taken)
    cards, layout = contents.card_tokens, contents.card_layout
    if knowledge is None or cards is None:
        return
    around = max(0, layout or 0)
    if cards + around > knowledge:
        message = (
            f"The injected cards take {count_of(cards + around, 'token')} with what is left around"
            f" them, the knowledge budget is {knowledge:,}."
        )
        terms = (
            term("injected cards", cards),
            term("layout around them", around, "used − cards − buckets, at least 0"),
            term("knowledge budget", knowledge),
        )
        yield Check.KNOWLEDGE_OVER_HALF.found(message, KNOWLEDGE, terms=terms)


def _sum(contents: Contents) -> Iterator[Finding]:
    """Used tokens are cards, buckets and the layout around cards; that of buckets is theirs."""
    layout, count = contents.card_layout, len(contents.injected)
    if layout is None:
        return
    terms = (
        term("injected cards", contents.card_tokens, f"{count_of(count, 'card')}"),
        term("buckets", contents.bucket_tokens),
        term("used", contents.number(USED)),
        term("left over for the layout", layout, "used − cards − buckets"),
    )
    if layout < 0:
        message = f"The parts take {count_of(-layout, 'token')} more than are said to be used."
        yield Check.SUM.found(message, USED, terms=terms)
    elif not count and layout:
        message = f"No card is in, but {layout:,} of the used tokens belong to no part."
        yield Check.SUM.found(message, USED, terms=terms)
    elif count and layout not in {h + count * s for h, s in LAYOUTS.values()}:
        message = (
            f"{count_of(layout, 'token')} left over for the headings and separators of"
            f" {count_of(count, 'card')}: no counter of this program leaves just that."
        )
        yield Check.LAYOUT.found(message, USED, terms=terms)


_NO_ROOM = Reason.KNOWLEDGE_BUDGET.code
_CEILINGS = {cap.dropped.code: cap.kind for cap in CEILINGS}
_IN_TURN = {_NO_ROOM, *_CEILINGS}  # reasons of the strategies that give cards room in turn
_AT_ONCE = Reason.OUTWEIGHED.code  # that of the one that weighs all cards together
_WITHOUT_TOKENS = {Reason.NO_RENDERING.code, Reason.UNCOUNTABLE.code}
OUT_REASONS = {
    Reason.BUCKET_FILE_OVERLAP.code,
    Reason.NOTHING_TO_INJECT.code,
    Reason.NO_VALUE.code,
    _AT_ONCE,
    *_IN_TURN,
    *_WITHOUT_TOKENS,
}
_LARGEST_SEPARATOR = max(separator for _, separator in LAYOUTS.values())
_LARGEST_HEADING = max(heading for heading, _ in LAYOUTS.values())


def card_checks(contents: Contents) -> Iterator[Finding]:
    """Check what the manifest says of its cards (Injection §3.3, §4.6e, §5)."""
    seen: dict[str, int] = {}
    for row in contents.readable_cards:
        first = seen.setdefault(row.entry.node_id, row.index)
        if first != row.index:
            message = f"The card is listed before, as number {first + 1:,} of the cards."
            yield _at(Check.REPEATED_CARD, row, message, "node_id")
        yield from _flags(row, contents.overrides is not None)
    yield from _strategies(contents)
    if contents.cards is not None:
        yield from _turns(contents, contents.cards)


def _at(check: Check, row: ManifestRow[ManifestCard], message: str, *field: str) -> Finding:
    return check.found(message, CARDS, row.index, *field, subject=row.entry.node_id)


def _flags(row: ManifestRow[ManifestCard], what_if: bool) -> Iterator[Finding]:
    card, reason = row.entry, row.entry.suppression_reason
    where = "suppression_reason"
    if not card.node_id:
        yield _at(Check.NO_ID, row, "The card's id is empty.", "node_id")
    if not card.suppressed:
        if reason is not None:
            message = "The card is in, and has a reason for being out."
            yield _at(Check.REASON_WITHOUT_FLAG, row, message, where)
        if card.token_count == 0:
            yield _at(Check.EMPTY_CARD, row, "The card is in with 0 tokens.", "token_count")
        return
    if not reason:
        yield _at(Check.REASON_MISSING, row, "The card is out, and no reason says why.")
    elif reason in WHAT_IF_REASONS and what_if:
        return
    elif reason not in OUT_REASONS and reason in REASONS_BY_CODE:
        known = REASONS_BY_CODE[reason]
        message = f"The reason {reason} is not one for keeping a card out ({known.rule})."
        yield _at(Check.REASON_OF_ANOTHER, row, message, where)
    elif reason not in OUT_REASONS:
        message = "The reason is none of this core's."
        yield _at(Check.REASON_UNKNOWN, row, message, where)
    elif _CEILINGS.get(reason, card.node_kind) != card.node_kind:
        message = f"{reason} holds for cards of kind {_CEILINGS[reason]} only; this is another."
        yield _at(Check.CEILING_OF_ANOTHER_KIND, row, message, where)
    elif reason in _WITHOUT_TOKENS and card.token_count:
        named = count_of(card.token_count, "token")
        message = f"{reason} means that there is nothing to count, but {named}"
        yield _at(Check.NOTHING_YET_TOKENS, row, f"{message} are named.", "token_count")


def _strategies(contents: Contents) -> Iterator[Finding]:
    """Cards are given room in turn or weighed all at once; no manifest comes from both."""
    in_turn = next(
        (row for row in contents.readable_cards if row.entry.suppression_reason in _IN_TURN), None
    )
    at_once = next(
        (row for row in contents.readable_cards if row.entry.suppression_reason == _AT_ONCE), None
    )
    if in_turn is None or at_once is None:
        return
    message = (
        f"{_AT_ONCE} comes of weighing all cards at once,"
        f" {(in_turn.entry.suppression_reason or '').replace('_', ' ')} of"
        f" {in_turn.entry.canonical_name} of giving them room in turn."
    )
    yield _at(Check.STRATEGIES_MIXED, at_once, message, "suppression_reason")


def _turns(contents: Contents, cards: tuple[ManifestRow[ManifestCard], ...]) -> Iterator[Finding]:
    """Cards have their turn in order of relevance, then id; a pass only ever uses room up.

    Pinned ones have theirs before all others.
    """
    overrides = contents.overrides or NO_OVERRIDES
    pinned = {*overrides.pin} - {*overrides.exclude, *overrides.list_only, *overrides.inline}

    def turn(row: ManifestRow[ManifestCard]) -> tuple[bool, float, str]:
        card = row.entry
        return (card.node_id not in pinned, -card.relevance_score, card.node_id)

    ranked = sorted(cards, key=turn)
    moved = next((row for row, turn in zip(cards, ranked, strict=True) if row is not turn), None)
    if moved is not None:
        message = "From here on cards are not in order of relevance, then id."
        yield _at(Check.CARD_ORDER, moved, message)
    yield from _room_left(contents, ranked)
    yield from _overtaken(ranked)


def _room_left(contents: Contents, ranked: list[ManifestRow[ManifestCard]]) -> Iterator[Finding]:
    """A card that found no room at its turn fits even less when all cards have had theirs."""
    half, used, layout = contents.number(KNOWLEDGE), contents.card_tokens, contents.card_layout
    if half is None or used is None or layout is None or layout < 0:
        return
    count = len(contents.injected)
    around = max(_LARGEST_SEPARATOR, layout // count) if count else 0
    around = around or _LARGEST_SEPARATOR + _LARGEST_HEADING
    left = half - used - layout
    # Larger renderings that take fewer tokens may have given room back after the first turns.
    if any(row.entry.rendering_tier != Tier.COMPACT.label for row in contents.injected):
        return
    for row in ranked:
        card = row.entry
        if card.suppression_reason == _NO_ROOM and card.token_count + around <= left:
            message = (
                "The card is said to have found no room for"
                f" {count_of(card.token_count, 'token')}, but"
                f" {left:,} are left of the knowledge budget."
            )
            yield Check.DROPPED_WITH_ROOM.found(
                message,
                CARDS,
                row.index,
                subject=card.node_id,
                terms=(
                    term("knowledge budget", half),
                    term("injected cards", used),
                    term("layout around them", layout),
                    term("left", left),
                    term("the card needs, at most", card.token_count + around, "with separator"),
                ),
            )


def _overtaken(ranked: list[ManifestRow[ManifestCard]]) -> Iterator[Finding]:
    """What was left at a turn was left at every turn before."""
    least: ManifestRow[ManifestCard] | None = None
    for row in ranked:
        card = row.entry
        if card.suppression_reason == _NO_ROOM:
            if least is None or card.token_count < least.entry.token_count:
                least = row
        elif (
            least is not None
            and not card.suppressed
            and card.rendering_tier == Tier.COMPACT.label
            and card.token_count >= least.entry.token_count
        ):
            message = (
                f"There was no room for {count_of(least.entry.token_count, 'token')}, yet a card"
                " after it,"
                f" {card.canonical_name}, got {card.token_count:,}."
            )
            yield Check.OVERTAKEN.found(
                message,
                CARDS,
                least.index,
                subject=least.entry.node_id,
                terms=(
                    term("found no room", least.entry.token_count, least.entry.node_id),
                    term("came later and is in", card.token_count, card.node_id),
                ),
            )
            return
