"""Where everything of the chart of a timeline lies, and what its groups look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.core.timeline.report import TimelineReport
from inspector.language import localized, tr
from inspector.stages.timeline.tables import group_title

_LEFT, _RIGHT, _TOP = 62.0, 14.0, 28.0
_TRACK, _GAP = 16.0, 4.0
_LEAST_COLUMN = 3.0  # pixels from which on columns have a gap
_REACH = 1.7  # times the peak up to which the window is in the picture

_PART_OF = {
    "outside": "overhead",
    "system": "used_before",
    "injected": "released",
    "call": "entity",
    "assistant": "procedure",
    "thinking": "interaction_policy",
    "user": "met",
    "image": "duplicated",
    "summary": "other",
    "unexplained": "unused",
    "no_longer_sent": "unused",
}
_RESULTS = ("inlined", "background", "listed")


def part_of(report: TimelineReport, place: int) -> str:
    """Return the part of the palette that a group looks like: results by how much they hold."""
    group = report.groups[place]
    if group.kind != "result":
        return _PART_OF.get(group.kind, "unmet")
    results = [one for one in report.groups if one.kind == "result"]
    return _RESULTS[min(results.index(group), len(_RESULTS) - 1)]


@dataclass(frozen=True, slots=True)
class View:
    """The requests in sight, from 0; ``last`` is behind the last one.

    ``scale`` is how large texts are, 1 as usual.
    """

    first: int
    last: int
    scale: float = 1.0

    @property
    def count(self) -> int:
        """How many they are."""
        return max(self.last - self.first, 1)


def whole_view(report: TimelineReport) -> View:
    """Return the view of all requests."""
    return View(0, len(report.requests))


class BlockLayout:
    """Where everything lies."""

    def __init__(self, report: TimelineReport, view: View, width: float, height: float) -> None:
        self.report, self.view = report, view
        self.scale = scale = view.scale
        self.track, self.gap = _TRACK * scale, _GAP
        below = 3 * (self.track + _GAP) + 4  # turns, cache, axis
        self.left = _LEFT * scale
        self.right = max(width - _RIGHT, self.left + 20)
        self.top = _TOP * scale
        self.bottom = max(height - below, self.top + 40)
        self.step = (self.right - self.left) / view.count
        rows = report.requests[view.first : view.last]
        most = max((row.total for row in rows), default=1)
        window = max((row.window.tokens for row in rows), default=0)
        self.window = window if window <= most * _REACH else None
        self.most = max(most, self.window or 0, 1) * 1.04

    def x(self, number: int) -> float:
        """Return where the column of a request begins."""
        return self.left + (number - self.view.first) * self.step

    def y(self, tokens: Any) -> Any:
        """Return how high so many tokens reach, also of an array of them."""
        return self.bottom - (self.bottom - self.top) * tokens / self.most

    def shown(self) -> list[tuple[int, float, float]]:
        """Return the requests that are drawn, each with its left and right edge."""
        if self.step >= 1:
            gap = 1.0 if self.step >= _LEAST_COLUMN else 0.0
            numbers = range(self.view.first, self.view.last)
            return [(one, self.x(one), self.x(one) + self.step - gap) for one in numbers]
        columns: dict[int, int] = {}
        requests = self.report.requests
        for one in range(self.view.first, self.view.last):
            at = int(self.x(one))
            if at not in columns or requests[one].total > requests[columns[at]].total:
                columns[at] = one
        return [(one, float(at), at + 1.0) for at, one in columns.items()]


def short(tokens: int) -> str:
    """Return tokens as an axis writes them."""
    return f"{localized(tokens // 1000)}k" if tokens >= 1000 else localized(tokens)


def legend(report: TimelineReport) -> list[tuple[str, str, int]]:
    """Return each look's title, part of the palette and tokens sent, in the chart's order.

    Tools beyond those that gave the most look the same, and are one.
    """
    totals = report.sent_by_group
    found: dict[str, tuple[str, str, int]] = {}
    for at, group in enumerate(report.groups):
        part = part_of(report, at)
        if totals[at]:
            key = part if group.kind == "result" else f"{part} {group.kind}"
            before = found.get(key)
            title = group_title(group) if before is None else tr("Results: others")
            found[key] = title, part, totals[at] + (0 if before is None else before[2])
    return list(found.values())


def request_of(selected: str) -> int | None:
    """Return the request that is selected, from 0; None for anything else."""
    kind, _, number = selected.partition(":")
    return int(number) - 1 if kind == "request" and number.isdecimal() else None
