"""What charts say under the pointer, at the first and the last pixel of every mark they paint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil, floor
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.sweep import report_at
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.strips_view import StripsView
from inspector.present.axis_names import written
from inspector.present.drawing import Drawing
from inspector.present.strips import StripsDrawing
from inspector.stages.assembly.bands_geometry import BandsGeometry
from inspector.stages.tuning.sweep_geometry import SweepGeometry
from inspector.stages.window.ruler_geometry import RulerGeometry

_MOST = 400  # marks of a chart that are looked at


class Mark(NamedTuple):
    """Something painted, in pixels of its chart, and what is said of it."""

    left: float
    right: float
    y: float
    said: str


def wrong(window: QWidget) -> tuple[list[str], int]:
    """Return what charts in sight say wrongly of their marks, and how many marks there are."""
    found, count = [], 0
    for view in window.findChildren(ChartView):
        if not view.isVisible() or view.geometry_now is None:
            continue
        for mark in list(marks_of(view))[:_MOST]:
            count += 1
            for x in _edges(mark, view.zoom_now):
                at = QPoint(x, floor((mark.y + 0.5) * view.zoom_now))
                said = view.text_at(at)
                on_divider = isinstance(view, StripsView) and said == view.tip_of_divider()
                if not on_divider and not (mark.said and said.startswith(mark.said)):
                    name = view.objectName()
                    found.append(f"{name} at {at.toTuple()}: {said!r}, not {mark.said!r}")
    return found, count


def _edges(mark: Mark, zoom: float) -> tuple[int, ...]:
    """Return the first and the last pixel of a view in which a mark is painted."""
    first, last = ceil(mark.left - 0.5), ceil(mark.right - 0.5) - 1
    if last < first:
        return ()  # too narrow to be painted
    return ceil(first * zoom), ceil((last + 1) * zoom) - 1


def marks_of(view: ChartView[Any]) -> Iterator[Mark]:
    """Yield what a chart paints, but for what lies beneath something else."""
    match view.geometry_now:
        case StripsDrawing() as drawing:
            for box in drawing.boxes:
                for place in range(len(box.cells)):
                    left, right = box.edges(place)
                    said = box.cells.segment(place).tip
                    yield Mark(left, right, box.top + box.height / 2, said)
            yield from _of_hits(drawing)
        case Drawing() as drawing:
            yield from _of_hits(drawing)
        case BandsGeometry() as bands:
            yield from _of_bands(bands)
        case RulerGeometry() as ruler:
            for placed, y in ((True, ruler.line - 1), (False, ruler.below + 1)):
                runs = ruler.runs(placed=placed)
                told = [ruler.ruler.text(placed=placed, place=int(one)) for one in runs.places]
                yield from _topmost(zip(runs.lefts, runs.rights, told, strict=True), y)
        case SweepGeometry() as chart:
            yield from _of_sweep(chart)


def _of_bands(bands: BandsGeometry) -> Iterator[Mark]:
    for top in {tile.top for tile in bands.tiles}:
        row = [tile for tile in bands.tiles if tile.top == top and len(tile.blocks) == 1]
        painted = (
            (round(one.left), max(round(one.right), round(one.left) + 1), one.blocks[0].text)
            for one in row
        )
        if len(row) == sum(tile.top == top for tile in bands.tiles):  # else some stand for several
            yield from _topmost(painted, top + 5)


def _topmost(painted: Iterable[tuple[float, float, str]], y: float) -> Iterator[Mark]:
    """Yield stretches of pixels by what is painted last on each."""
    columns: dict[int, str] = {}
    for left, right, said in painted:
        columns |= dict.fromkeys(range(int(left), int(right)), said)
    for said, run in groupby(sorted(columns), key=columns.__getitem__):
        first, *more = run
        yield Mark(first, (more[-1] if more else first) + 1, y, said)


def _of_sweep(chart: SweepGeometry) -> Iterator[Mark]:
    """Yield pixels of a sweep with what the engine's own run says of the value there."""
    sweep = chart.chart.sweep
    last = chart.left + chart.inner - 1
    for x in (chart.left, chart.left + chart.inner / 2, last):
        value = chart.value_at(x)
        run = report_at(sweep.report, sweep.axis, value)
        used, total = run.total_tokens_used, run.budget.total_budget
        said = f"{written(sweep.axis, value)}: {used:,} of {total:,} tokens used"
        yield Mark(floor(x), floor(x) + 1, 60, said)


def _of_hits(drawing: Drawing) -> Iterator[Mark]:
    for place, hit in enumerate(drawing.hits):
        middle = hit.y + hit.height / 2
        later = drawing.hits[place + 1 :]
        beneath = [one for one in later if one.y <= middle < one.y + one.height]
        left = max([hit.x, *(one.x + one.width for one in beneath if one.x <= hit.x)])
        right = min([hit.x + hit.width, *(one.x for one in beneath if one.x > hit.x)])
        yield Mark(left, min(right, drawing.width), middle, hit.tip)
