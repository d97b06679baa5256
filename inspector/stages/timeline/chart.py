"""The chart of a timeline: a column a request by kind, the window, compactions, turns, the cache.

It is drawn per pixel: of requests that share a column of pixels the one with the most is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from inspector.core.arrays import Bools, Float64
from inspector.core.timeline.report import RequestRow, TimelineReport
from inspector.core.timeline.simulation import Simulation
from inspector.language import localized, tr
from inspector.present.drawing import (
    Anchor,
    Box,
    Drawing,
    Hit,
    Item,
    Mark,
    Measure,
    Path,
    Rule,
    Shade,
    Words,
    fitted,
    round_step,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Pattern, Shape
from inspector.stages.timeline.chart_layout import (
    BlockLayout,
    View,
    part_of,
    request_of,
    short,
    whole_view,
)
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.summary import headline
from inspector.stages.timeline.tables import dollars, request_key

_SVG = (1040.0, 420.0)


class Backdrop(NamedTuple):
    """What of a picture stays while requests are selected: areas and hits, by what was made."""

    key: tuple[object, ...]
    shown: list[tuple[int, float, float]]
    items: tuple[Item, ...]
    hits: tuple[Hit, ...]


def timeline_ground(
    report: TimelineReport, view: View, size: tuple[float, float], selected: str
) -> Backdrop:
    """Return the areas of a timeline, with the selected block at their base."""
    layout = BlockLayout(report, view, *size)
    shown = layout.shown()
    items = (*_grid(layout), *_areas(layout, shown, selected))
    key = (id(report), view, size, _block_of(selected))
    return Backdrop(key, shown, items, tuple(_hits(layout, shown)))


def timeline_drawing(
    report: TimelineReport,
    view: View,
    size: tuple[float, float],
    measure: Measure,
    selected: str = "",
    simulation: Simulation | None = None,
    ground: Backdrop | None = None,
) -> Drawing:
    """Return the picture of a timeline: what is selected, and what would have been, over it.

    A ``ground`` that was made of the same before is taken as it is.
    """
    if ground is None or ground.key != (id(report), view, size, _block_of(selected)):
        ground = timeline_ground(report, view, size, selected)
    layout = BlockLayout(report, view, *size)
    items: list[Item] = list(ground.items)
    items += _simulated(layout, ground.shown, simulation)
    items += _window(layout)
    items += _compactions(layout, measure, selected)
    items += _selected(layout, selected)
    items += _tracks(layout, measure)
    return Drawing(*size, headline(report), tuple(items), ground.hits)


def _grid(layout: BlockLayout) -> Iterator[Item]:
    step = int(round_step(layout.most / 4, whole=True))
    for tokens in range(0, int(layout.most) + 1, step):
        y = layout.y(tokens)
        yield Rule(layout.left, y, layout.right, y, "line")
        said = short(tokens)
        yield Words(layout.left - 8, y + 4, said, "muted", "end")


def _areas(
    layout: BlockLayout, shown: list[tuple[int, float, float]], selected: str
) -> Iterator[Item]:
    """Yield an area for each group, the selected block's at the base, so that it is flat."""
    report = layout.report
    chosen = _block_of(selected)
    row = next((one for one in report.blocks if one.number == chosen), None)
    heights = np.array([report.requests[one].by_kind for one, _, _ in shown], dtype=np.float64)
    heights = np.clip(heights, 0, None)
    base = np.zeros(len(shown))
    if row is not None and row.block is not None:
        carried = report.carriers(row.number)
        base = np.array([row.tokens if carried[one] else 0 for one, _, _ in shown], dtype=float)
        place = _group_place(report, row.number)
        heights[:, place] = np.clip(heights[:, place] - base, 0, None)
    totals = np.array([report.requests[one].total for one, _, _ in shown], dtype=np.float64)
    low = np.zeros(len(shown))
    ribbon: list[Item] = []
    for place in range(len(report.groups)):
        high = np.minimum(low + heights[:, place], totals)
        if (high > low).any():
            yield from _area(layout, shown, low, high, part_of(report, place))
        low = np.maximum(low, high)
        if place == 0 and row is not None and base.any():  # on the system prompt, which is flat
            part = part_of(report, _group_place(report, row.number))
            ribbon = list(_area(layout, shown, low, low + base, part))
            ribbon += _outlines(layout, shown, low, base)
            low = low + base
    yield from ribbon


def _area(
    layout: BlockLayout,
    shown: list[tuple[int, float, float]],
    low: Float64,
    high: Float64,
    part: str,
) -> Iterator[Item]:
    look = LIGHT.parts[part]
    empty = look.pattern is Pattern.EMPTY
    fill = f"part:{part}-fill"
    pattern = Pattern.BACK_DIAGONAL if empty else look.pattern
    for start, end in _runs(high > low):
        corners = _edge(layout, shown[start:end], high[start:end])
        corners += reversed(_edge(layout, shown[start:end], low[start:end]))
        yield Shade(tuple(corners), fill, 0.5 if empty else 1, pattern)


def _edge(
    layout: BlockLayout, shown: list[tuple[int, float, float]], tokens: Float64
) -> list[tuple[float, float]]:
    """Return the steps of an edge; equal neighbours are one."""
    heights = layout.y(tokens).tolist()
    points: list[tuple[float, float]] = []
    for (_, left, right), y in zip(shown, heights, strict=True):
        if points and points[-1][1] == y and left - points[-1][0] < 1:
            points[-1] = (right, y)
        else:
            points += [(left, y), (right, y)]
    return points


def _runs(there: Bools) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], there.astype(np.int8), [0]))))
    yield from ((int(one), int(other)) for one, other in edges.reshape(-1, 2))


def _outlines(
    layout: BlockLayout,
    shown: list[tuple[int, float, float]],
    low: Float64,
    base: Float64,
) -> Iterator[Item]:
    """Yield a line around each stretch in which a block was sent."""
    for start, end in _runs(base > 0):
        part = shown[start:end]
        top = _edge(layout, part, low[start:end] + base[start:end])
        top += reversed(_edge(layout, part, low[start:end]))
        yield Path((*top, top[0]), "text", 2)


def _group_place(report: TimelineReport, block: int) -> int:
    from inspector.core.timeline.report import group_of

    return report.groups.index(group_of(report.log.blocks[block]))


def _block_of(selected: str) -> int:
    kind, _, number = selected.partition(":")
    return int(number) if kind == "block" and number.isdecimal() else -1


def _simulated(
    layout: BlockLayout, shown: list[tuple[int, float, float]], simulation: Simulation | None
) -> Iterator[Item]:
    """Yield a line at what requests would have sent."""
    if simulation is None or simulation.first_change is None:
        return
    points: list[tuple[float, float]] = []
    for number, left, right in shown:
        if number >= simulation.first_change:
            y = layout.y(simulation.requests[number].total)
            points += [(left, y), (right, y)]
    if points:
        yield Path(tuple(points), "base", 4)
        yield Path(tuple(points), "accent", 2, (5, 3))


def _window(layout: BlockLayout) -> Iterator[Item]:
    if layout.window is None:
        known = max((row.window.tokens for row in layout.report.requests), default=0)
        said = tr("Window {window:,}, above the picture", window=known)
        yield Words(layout.left, layout.top - 17 * layout.scale, said, "muted")
        return
    y = layout.y(layout.window)
    yield Rule(layout.left, y, layout.right, y, "error", 1.5, (6, 4))
    said = tr("Window {window:,}", window=layout.window)
    base = y - 5 if y > layout.top + 20 * layout.scale else layout.top - 17 * layout.scale
    yield Words(layout.right, base, said, "error", "end", strong=True)


def _compactions(layout: BlockLayout, measure: Measure, selected: str) -> Iterator[Item]:
    free = layout.left
    for one in layout.report.compactions:
        if not layout.view.first <= one.request < layout.view.last:
            continue
        x = layout.x(one.request) - 0.5
        strong = selected == f"compaction:{one.request + 1}"
        color = "accent" if strong else "text"
        yield Rule(x, layout.top - 14 * layout.scale, x, layout.bottom, color, 2 if strong else 1.5)
        said = tr("Compaction: {before:,} → {after:,}", before=one.before, after=one.after)
        # Above the columns, and below what is said of a window that is above the picture.
        wide, y = measure(said) + 12, layout.top - 3 * layout.scale
        if x + wide <= layout.right and x >= free:
            yield Words(x + 6, y, said, color, "start", strong=True, plate="base")
            free = x + wide
        elif x - wide >= free:
            yield Words(x - 6, y, said, color, "end", strong=True, plate="base")
            free = x


def _selected(layout: BlockLayout, selected: str) -> Iterator[Item]:
    number = request_of(selected)
    if number is None or not layout.view.first <= number < layout.view.last:
        return
    row = layout.report.requests[number]
    left, top = layout.x(number), layout.y(row.total)
    wide = max(layout.step, 2)
    yield Box(left - 1, top - 2, wide + 2, layout.bottom - top + 3, "", Pattern.EMPTY, "accent", 2)
    yield Words(
        left + wide / 2, top - 7, localized(row.total), "text", "middle", strong=True, plate="base"
    )


def _tracks(layout: BlockLayout, measure: Measure) -> Iterator[Item]:
    top = layout.bottom + layout.gap
    yield from _turn_track(layout, top, measure)
    yield from _cache_track(layout, top + layout.track + layout.gap, measure)
    base = top + 2 * (layout.track + layout.gap) + 12 * layout.scale
    yield Words(layout.left - 8, base, tr("Request"), "muted", "end")
    view = layout.view
    step = int(round_step(view.count / max((layout.right - layout.left) / 70, 1), whole=True))
    last = view.last
    for number in dict.fromkeys((view.first + 1, *range(step, last, step), last)):
        at = layout.x(number - 1) + layout.step / 2
        crowded = number != last and layout.x(last - 1) - at < measure(localized(last)) + 14
        if number > view.first and not crowded:
            side: Anchor = "middle"
            if number in (view.first + 1, last):
                side = "start" if number != last else "end"
            yield Words(at, base, localized(number), "muted", side)


def _turn_track(layout: BlockLayout, top: float, measure: Measure) -> Iterator[Item]:
    yield Words(layout.left - 8, top + 12 * layout.scale, tr("Turn"), "muted", "end")
    drawn = layout.left - 1
    for turn in layout.report.turns:
        inside = [one for one in turn.requests if layout.view.first <= one < layout.view.last]
        if not inside:
            continue
        left, right = layout.x(inside[0]), layout.x(inside[-1]) + layout.step
        if right - drawn < 1:  # it shares its pixel with the one before
            continue
        wide = max(right - left - 1, 1)
        drawn = left + wide
        yield Box(left, top, wide, layout.track, "selected_quiet")
        said = f"{turn.number} {turn.said}" if turn.said else localized(turn.number)
        if words := fitted(said, right - left - 10, measure):
            yield Words(left + 5, top + 12 * layout.scale, words, "text")


def _cache_track(layout: BlockLayout, top: float, measure: Measure) -> Iterator[Item]:
    report, y = layout.report, top + layout.track / 2
    if not any(row.log.usage is not None and row.log.usage.caches for row in report.requests):
        return
    yield Words(layout.left - 8, y + 4 * layout.scale, tr("Cache"), "muted", "end")
    yield Rule(layout.left, y, layout.right, y, "verdict:included", 2)
    places = [
        (layout.x(miss.request) + layout.step / 2, miss)
        for miss in report.misses
        if layout.view.first <= miss.request < layout.view.last
    ]
    ends = [x - 8 for x, _ in places[1:]] + [layout.right]
    for (x, miss), end in zip(places, ends, strict=False):  # without a miss there is an end more
        yield Mark(x, y, Shape.DIAMOND, "error", 9)
        said = tr("{tokens:,} again", tokens=miss.tokens)
        if miss.cost is not None:
            said += f" · {dollars(miss.cost)}"
        if x + 8 + measure(said) <= end:
            yield Words(x + 8, y + 4 * layout.scale, said, "error", plate="base")


def _hits(layout: BlockLayout, shown: list[tuple[int, float, float]]) -> Iterator[Hit]:
    report = layout.report
    high = layout.bottom - layout.top
    for number, left, right in shown:
        wide = max(right - left, 1)
        yield Hit(
            request_key(number), request_tip(report.requests[number]), left, layout.top, wide, high
        )
    for one in report.compactions:
        if layout.view.first <= one.request < layout.view.last:
            tip = tr(
                "Compaction: {before:,} → {after:,} tokens", before=one.before, after=one.after
            )
            x = layout.x(one.request)
            # Where it is said, above the columns: these are their requests'.
            high = 14 * layout.scale
            key = f"compaction:{one.request + 1}"
            yield Hit(key, tip, x - 4, layout.top - high, 230, high)
    top = layout.bottom + 2 * layout.gap + layout.track
    for miss in report.misses:
        if layout.view.first <= miss.request < layout.view.last:
            x = layout.x(miss.request) + layout.step / 2
            tip = tr("Cache miss: {tokens:,} tokens sent again", tokens=miss.tokens)
            yield Hit(request_key(miss.request), tip, x - 7, top, 14, layout.track)


@lru_cache(maxsize=4_096)
def request_tip(row: RequestRow) -> str:
    """Say what a request sent."""
    said = tr(
        "Request {number:,}: {total:,} tokens, {known}",
        number=row.number + 1,
        total=row.total,
        known=row.known.value,
    )
    if row.cost is not None:
        said += f" · {dollars(row.cost.total)}"
    return said + (" · " + tr("abandoned by a rewind") if row.log.abandoned else "")


def timeline_svg(
    result: TimelineResult, selected: str = "", width: float = _SVG[0], height: float = _SVG[1]
) -> str:
    """Return the chart as SVG, "" without a report."""
    report = result.report
    if report is None:
        return ""
    size = (width, height)
    made = result.simulation
    drawing = timeline_drawing(report, whole_view(report), size, measured, selected, made)
    return drawing_svg(drawing)
