"""Two requests of a timeline beside each other: what came, what went, by kind."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.timeline.report import TimelineReport
from inspector.language import localized, tr
from inspector.present.why import Step, Why
from inspector.stages.timeline.chart_layout import request_of
from inspector.stages.timeline.names import group_title
from inspector.stages.timeline.runs import TimelineResult

_MOST = 8  # blocks that are named on each side


def why_difference(result: TimelineResult, before: int | None, key: str) -> Why | None:
    """Explain a request beside another, from 0; None for anything but two requests."""
    report, after = result.report, request_of(key)
    if report is None or before is None or after is None or before == after:
        return None
    if not (0 <= after < len(report.requests) and before < len(report.requests)):
        return None
    old, new = report.requests[before], report.requests[after]
    return Why(
        key=key,
        name=tr("Request {before:,} → {after:,}", before=before + 1, after=after + 1),
        kind=tr("comparison"),
        verdict=None,
        reason="",
        rule="N2",
        sentence=tr(
            "{old:,} → {new:,} tokens: {change:+,}.",
            old=old.total,
            new=new.total,
            change=new.total - old.total,
        ),
        help=tr("By kind, then the blocks that only one of the two sent, the largest first."),
        tokens=new.total,
        steps=tuple(_steps(report, before, after)),
        passages=(),
        remedies=(),
    )


def _steps(report: TimelineReport, before: int, after: int) -> Iterator[Step]:
    old, new = report.requests[before].by_kind, report.requests[after].by_kind
    for at, group in enumerate(report.groups):
        change = int(new[at] - old[at])
        if change:
            working = f"{localized(int(old[at]))} → {localized(int(new[at]))}"
            yield Step(group_title(group), working, f"{change:+,}")
    here, there = set(report.path(before)), set(report.path(after))
    for title, blocks in ((tr("Came"), there - here), (tr("Went"), here - there)):
        order = sorted(blocks, key=lambda one: (-report.sizes.tokens[one], one))
        for one in order[:_MOST]:
            yield Step(title, report.log.blocks[one].name, localized(report.sizes.tokens[one]))
        rest = sum(report.sizes.tokens[one] for one in order[_MOST:])
        if rest:
            many = len(order) - _MOST
            yield Step(title, tr("{many:,} more blocks", many=many), localized(rest))
