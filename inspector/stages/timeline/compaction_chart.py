"""A compaction before and after, on one scale: kept, summarised, gone, and what was added."""

from __future__ import annotations

from inspector.core.timeline.compactions import Compaction, Fate
from inspector.core.timeline.report import TimelineReport
from inspector.language import localized, tr
from inspector.present.palette import Pattern
from inspector.present.strips import Segment, Strip, Strips


def compaction_strips(report: TimelineReport, one: Compaction) -> Strips:
    """Return the strips of a compaction."""
    counts = {fate: sum(1 for block in one.blocks if block.fate is fate) for fate in Fate}
    before = (
        _segment(tr("kept word for word"), one.kept, "part:used_before-fill"),
        _segment(tr("not in the log"), one.not_in_log, "part:unused-fill", Pattern.BACK_DIAGONAL),
        _segment(
            tr("summarised: {count:,} blocks", count=counts[Fate.SUMMARISED]),
            one.summarised,
            "part:entity-fill",
        ),
        _segment(
            tr("gone: {count:,} blocks", count=counts[Fate.GONE]),
            one.gone,
            "part:inlined-fill",
            Pattern.DIAGONAL,
        ),
    )
    after = (
        _segment(tr("kept word for word"), one.kept, "part:used_before-fill"),
        _segment(tr("new, not in the log"), one.added, "part:unused-fill", Pattern.BACK_DIAGONAL),
        _segment(tr("summary"), one.summary, "part:other-fill", Pattern.HORIZONTAL),
    )
    again = {block.block for block in one.again}
    read = sum(report.sizes.tokens[block] for block in again)
    title = tr(
        "Compaction at {request:,}: {before:,} → {after:,} tokens · {gone:,} gone · {again:,} read"
        " again later",
        request=one.request + 1,
        before=one.before,
        after=one.after,
        gone=one.gone,
        again=read,
    )
    said = (
        (tr("frees {freed:,}", freed=one.freed), "verdict:included"),
        (tr("{again:,} read again in {count:,} reads", again=read, count=len(again)), "warning"),
    )
    return Strips(
        title,
        (
            Strip(tr("Before"), before, 40, tip=localized(one.before), gap=10),
            Strip(tr("After"), after, 40, captions=said, tip=localized(one.after), gap=10),
        ),
        gutter=64,
    )


def _segment(title: str, tokens: int, fill: str, pattern: Pattern = Pattern.SOLID) -> Segment:
    said = tr("{tokens:,} {title}", tokens=tokens, title=title)
    return Segment(title, max(tokens, 0), said, fill, pattern, (localized(tokens), title))
