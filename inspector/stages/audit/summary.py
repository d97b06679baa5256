"""What an audit comes to, in few words, what is under audit, and the budget of a manifest as a bar.

The bar is drawn from nothing but what the manifest says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePath
from typing import Any

from inspector.analysis.audit.audit import Audit, Outcome, as_manifest_says, lacks_request_of
from inspector.analysis.audit.contents import BUCKET, KNOWLEDGE, TOTAL, USED, Contents, ManifestRow
from inspector.analysis.audit.finding import Finding
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.manifest import ManifestCard
from inspector.language import localized, tr
from inspector.present.finding_lines import counts_line, decision, sign_off_line
from inspector.present.palette import LIGHT, Pattern, Shape
from inspector.present.shares import counted_cards, counted_files
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.session.audit_edits import with_audited_inputs
from inspector.session.audit_stage import manifest_sha256
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.audit.runs import AuditView
from inspector.stages.injection.bar_cells import group_title

_QUOTED = 80  # characters of a question
OUTCOME_TITLES = {
    Outcome.FAILED: tr("Failed"),
    Outcome.NOT_COMPARABLE: tr("Not comparable"),
    Outcome.NOT_REPLAYED: tr("Not replayed"),
    Outcome.VERIFIED: tr("Verified"),
}
MARKS = {
    Outcome.VERIFIED: ("included", Shape.DISC),
    Outcome.NOT_COMPARABLE: ("reduced", Shape.HALF),
    Outcome.FAILED: ("refused", Shape.STOP),
    Outcome.NOT_REPLAYED: ("balance", Shape.DOTTED),
}
"""The verdict of the palette by which an outcome is drawn, and its mark."""


@dataclass(frozen=True, slots=True)
class Banner:
    """The outcome with its lines of text."""

    outcome: Outcome
    headline: str
    detail: str
    signed: str
    tokens: tuple[str, ...] = ()


def banner_of(view: AuditView) -> Banner:
    """Return what stands above an audit. Raises ``ValueError`` for a view without one."""
    audit = view.done
    counts, done = counts_line(view.findings), audit.replay
    if done is not None:
        detail = tr(
            "{request} · {rows:,} rows replayed with strategy {strategy} · {counts}",
            request=_asked(audit.value, done.session),
            rows=audit.rows,
            strategy=done.session.strategy.value,
            counts=counts,
        )
    elif audit.input_problems:
        detail = tr(
            "The inputs cannot be run: {message} {detail}",
            message=audit.input_problems[0].message,
            detail=f"{counts}.",
        )
    else:
        detail = tr(
            "{request} · not replayed: {why} · {counts}",
            request=request_of(audit.value),
            why=tr(audit.not_replayed),
            counts=counts,
        )
    word = view.session.audit.sign_off
    signed = sign_off_line(word, view.fingerprint, view.signature) or ""
    return Banner(audit.outcome, decision(audit), detail, signed, _tokens(audit))


def _asked(value: Any, session: Session) -> str:
    """Return the request that a manifest is about, with how its question begins.

    An id that is the question says it already.
    """
    named = request_of(value)
    words = "" if session.request is None else " ".join(session.request.user_message.split())
    if named.startswith(words[:_QUOTED]):
        return named
    if len(words) > _QUOTED:
        words = f"{words[:_QUOTED].rsplit(' ', 1)[0]} …"
    return f"{named}, “{words}”"


def _tokens(audit: Audit) -> tuple[str, ...]:
    """Return what is used, in the manifest and in the replay."""
    used = audit.contents.number(USED)
    lines = [] if used is None else [tr("{used:,} tokens in the manifest", used=used)]
    if audit.replay is not None:
        replayed = audit.replay.plain.manifest[USED]
        lines.append(tr("{used:,} tokens in the replay", used=replayed))
    return tuple(lines)


def request_of(value: Any) -> str:
    """Return the request that a manifest's JSON value is about, "?" where it says none."""
    trace_id = value.get("trace_id") if isinstance(value, dict) else None
    return trace_id if isinstance(trace_id, str) and trace_id else "?"


def manifest_lines(audit: Audit | None, session: Session) -> tuple[tuple[str, str], ...]:
    """Return what is under audit: where it came from and what it says of itself."""
    text = session.audit.manifest
    if text is None or audit is None:
        return ()
    value = audit.value if isinstance(audit.value, dict) else {}
    source, bundle = session.source(Part.AUDIT), session.audit.bundle
    where = PurePath(source).name if source else tr("this session")
    if session.audit.receipt_line is not None:
        where = tr("{file}, line {line:,}", file=where, line=session.audit.receipt_line)
    kinds = Counter(row.kind for row in audit.compared)
    lines = [
        (tr("From"), where),
        (tr("Request"), str(value.get("trace_id", "?"))),
        (tr("Time"), str(value.get("timestamp", "?"))),
        (
            tr("Rows"),
            tr(
                "{rows:,}: {cards:,} cards, {buckets:,} buckets, {fields:,} fields",
                rows=audit.rows,
                cards=kinds["card"],
                buckets=kinds["bucket"],
                fields=kinds["manifest"],
            ),
        ),
        ("SHA-256", manifest_sha256(text)[:16] + "…"),
    ]
    foreign = [one for one in audit.findings if one.kind.value == "foreign"]
    if foreign:
        lines.append((tr("Producer"), tr("Unknown producer (extra fields)")))
    if bundle is not None:
        lines.append(
            (
                tr("Bundle"),
                tr(
                    "{fingerprint}…, version {core_version}",
                    fingerprint=bundle.fingerprint[:16],
                    core_version=bundle.core_version,
                ),
            )
        )
        if bundle.left_out:
            lines.append((tr("Left out"), tr("{left_out:,} texts", left_out=bundle.left_out)))
    return tuple(lines)


def given_lines(view: AuditView) -> tuple[tuple[str, str], ...]:
    """Return the inputs that a view's manifest was replayed with; a receipt brings its own."""
    audit = view.audit
    if audit is None or audit.receipt is None:
        value = None if audit is None else audit.value
        return input_lines(with_audited_inputs(view.session), value)
    receipt = audit.receipt
    counts = [len(receipt.get(name) or ()) for name in ("cards", "files")]
    return (
        (tr("Policy"), tr("in the receipt") if receipt.get("policy") else tr("not recorded")),
        (tr("Candidates"), f"{counted_cards(counts[0])}, {counted_files(counts[1])}"),
        (tr("Strategy"), str(receipt.get("strategy") or tr("not recorded"))),
        (tr("Tokens by"), str(receipt.get("tokenizer") or tr("not recorded"))),
        (tr("Recorded by"), str(receipt.get("engine") or tr("not recorded"))),
    )


def input_lines(session: Session, value: Any = None) -> tuple[tuple[str, str], ...]:
    """Return the inputs that are there to replay a manifest's JSON value with."""

    def named(part: Part, otherwise: str) -> str:
        source = session.source(part)
        return PurePath(source).name if source else otherwise

    if session.request is None:
        return ()
    request = as_manifest_says(session, value).request or session.request
    lacks = isinstance(value, dict) and lacks_request_of(session, value)
    candidates = request.choices(session.candidates)
    cards, buckets = len(candidates.knowledge_cards), len(candidates.buckets)
    return (
        (tr("Policy"), named(Part.POLICY, tr("in the session"))),
        (
            tr("Candidates"),
            tr(
                "{named}: {cards:,} cards, {buckets:,} buckets",
                named=named(Part.CANDIDATES, "in the session"),
                cards=cards,
                buckets=buckets,
            ),
        ),
        (
            tr("Request"),
            tr("none of {count:,} is its own", count=len(session.requests))
            if lacks
            else request.trace_id,
        ),
        (tr("Strategy"), session.strategy.value),
        (tr("Tokens by"), request.model.encoding),
    )


def status_line(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return the line below everything."""
    return f"{decision(audit)} · {counts_line(findings)}"


_KINDS = (ENTITY, "other", PROCEDURE, INTERACTION_POLICY)
_MOST = 400  # cards that are drawn one by one; of more, each kind is one segment


def manifest_bar(contents: Contents) -> Strips | None:
    """Return the bar of a manifest; None where a number is missing that it is drawn from."""
    numbers = contents.numbers
    total, used = numbers[TOTAL], numbers[USED]
    knowledge, files = numbers[KNOWLEDGE], numbers[BUCKET]
    if total is None or used is None or knowledge is None or files is None:
        return None
    if min(total, used, knowledge, files) < 0 or total == 0:
        return None
    halves = (
        _part("knowledge", knowledge, tr("knowledge {tokens:,}", tokens=knowledge)),
        _part("bucket", files, tr("files {tokens:,}", tokens=files)),
        _part("unallocated", max(0, total - knowledge - files), ""),
    )
    title = tr("{used:,} of {total:,} tokens used, as the manifest says", used=used, total=total)
    strips = (
        Strip(tr("budget"), tuple(one for one in halves if one.tokens), 16, gap=6),
        Strip(tr("manifest"), tuple(_filled(contents, knowledge, files)), 24),
    )
    limit = Limit(total, tr("total {total:,}", total=total))
    return Strips(title, strips, (limit,), gutter=74)


def _part(group: str, tokens: int, caption: str, *, legend: bool = False) -> Segment:
    title = group_title(group)
    tip = tr("{title}: {tokens:,} tokens", title=title, tokens=tokens)
    pattern = LIGHT.parts[group].pattern
    outline = "line" if pattern is Pattern.EMPTY else ""
    said = (caption,) if caption else ()
    shown = f"{title} {localized(tokens)}" if legend else ""
    return Segment(
        f"part:{group}", tokens, tip, f"part:{group}-fill", pattern, said, outline, shown
    )


def _filled(contents: Contents, knowledge: int, files: int) -> Iterator[Segment]:
    """Yield cards by kind, what is around them, and buckets; unused tokens close each half."""
    cards = sorted(contents.injected, key=lambda row: _KINDS.index(_kind(row)))
    for kind, rows in groupby(cards, key=_kind):
        own = list(rows)
        whole = sum(max(0, row.entry.token_count) for row in own)
        legend = f"{group_title(kind)} {localized(whole)}"
        if len(cards) > _MOST:
            yield _part(kind, whole, group_title(kind), legend=True)
            continue
        for row in own:
            yield _card(row, kind, legend)
    layout = max(0, contents.card_layout or 0)
    spent = (contents.card_tokens or 0) + layout
    yield from (
        one
        for one in (
            _part("overhead", layout, "", legend=True),
            _part("unused", max(0, knowledge - spent), tr("unused")),
        )
        if one.tokens
    )
    taken = 0
    for shelf in contents.readable_buckets:
        bucket = shelf.entry
        taken += max(0, bucket.token_count)
        group = "inlined" if bucket.files_inlined else "listed"
        tip = tr("{name}\n{tokens:,} tokens", name=bucket.bucket_title, tokens=bucket.token_count)
        if bucket.token_count > 0:
            yield Segment(
                f"bucket:{bucket.bucket_id}", bucket.token_count, tip, f"part:{group}-fill",
                LIGHT.parts[group].pattern, (bucket.bucket_title,),
                legend=group_title(group),
            )  # fmt: skip
    if files > taken:
        yield _part("unused", files - taken, tr("unused"))


def _kind(row: ManifestRow[ManifestCard]) -> str:
    return row.entry.node_kind if row.entry.node_kind in _KINDS else "other"


def _card(row: ManifestRow[ManifestCard], kind: str, legend: str) -> Segment:
    card = row.entry
    tip = tr(
        "{name}\n{kind} · {tier} · {tokens:,} tokens",
        name=card.canonical_name,
        kind=card.node_kind,
        tier=card.rendering_tier,
        tokens=card.token_count,
    )
    pattern = LIGHT.parts[kind].pattern
    key, tokens = f"card:{card.node_id}", max(0, card.token_count)
    return Segment(
        key, tokens, tip, f"part:{kind}-fill", pattern, (card.canonical_name,), legend=legend
    )
