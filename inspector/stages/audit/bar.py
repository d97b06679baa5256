"""The budget of a manifest as a picture, from nothing but what the manifest says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from inspector.analysis.audit.contents import BUCKET, KNOWLEDGE, TOTAL, USED, Contents, ManifestRow
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.manifest import ManifestCard
from inspector.language import localized, tr
from inspector.present.palette import LIGHT, Pattern
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.stages.injection.bar_cells import group_title

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
