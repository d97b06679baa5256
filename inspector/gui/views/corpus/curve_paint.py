"""Draws the curves of a corpus with any painter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.analysis.corpus.means import Measure
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.language import tr
from inspector.present.corpus.chart import LOOKS, LOWER, CurveGeometry
from inspector.present.tuning.names import rounded

_AWAY = Qt.AlignmentFlag.AlignVCenter
_OLD = 0.45  # how solid a chart is whose input is not the newest
_PENS = {
    Measure.SUPPRESSION: Qt.PenStyle.DashLine,
    Measure.CARDS_STARVED: Qt.PenStyle.DotLine,
    Measure.FILES_STARVED: Qt.PenStyle.DashDotLine,
}


@dataclass(frozen=True, slots=True)
class CurveMarks:
    """What is marked: the value looked at, the one under the pointer, the focus, the age."""

    value: float | None = None
    hovered: float | None = None
    focused: bool = False
    old: bool = False


def measure_pen(style: BarStyle, measure: Measure) -> QPen:
    """Return how the line of a measure is drawn: a colour and a pattern of its own."""
    ink = QColor(style.colors.verdicts[LOOKS[measure]].ink)
    return QPen(ink, 2, _PENS.get(measure, Qt.PenStyle.SolidLine))


def paint_curves(
    painter: QPainter, geometry: CurveGeometry, style: BarStyle, marks: CurveMarks
) -> None:
    """Draw the whole chart from (0, 0) on."""
    painter.setFont(style.font)
    painter.setOpacity(_OLD if marks.old else 1.0)
    _paint_grounds(painter, geometry, style)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for measure in (*LOWER, Measure.RECALL):
        painter.setPen(measure_pen(style, measure))
        painter.drawPolyline(_points(geometry.left, geometry.line(measure)))
    _paint_axes(painter, geometry, style)
    painter.setOpacity(1.0)
    _paint_values(painter, geometry, style, marks)
    if marks.focused:
        painter.setPen(QPen(QColor(style.colors.accent), 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(1, 1, geometry.width - 3, geometry.height - 3))


def _points(left: float, rows: npt.NDArray[np.float64]) -> list[QPointF]:
    """Return the corners of a line of steps, two where it changes."""
    points = [QPointF(left, float(rows[0]))]
    for column in (np.flatnonzero(np.diff(rows)) + 1).tolist():
        points.append(QPointF(left + column, float(rows[column - 1])))
        points.append(QPointF(left + column, float(rows[column])))
    points.append(QPointF(left + len(rows), float(rows[-1])))
    return points


def _paint_grounds(painter: QPainter, geometry: CurveGeometry, style: BarStyle) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if geometry.likely is not None:
        low, high = geometry.likely
        ground = QColor(style.colors.accent)
        ground.setAlphaF(0.10)
        painter.setBrush(ground)
        area = QRectF(low, geometry.top, high - low, geometry.upper_bottom - geometry.top)
        painter.drawRect(area)
    low_y, high_y = geometry.band
    ground = QColor(style.colors.verdicts[LOOKS[Measure.UTILISATION]].ink)
    ground.setAlphaF(0.14)
    painter.setBrush(ground)
    outline = [*_points(geometry.left, high_y), *reversed(_points(geometry.left, low_y))]
    painter.drawPolygon(QPolygonF(outline))


def _paint_axes(painter: QPainter, geometry: CurveGeometry, style: BarStyle) -> None:
    colors, right = style.colors, geometry.left + geometry.inner
    painter.setPen(QPen(QColor(colors.edge), 1))
    for y in (geometry.upper_bottom, geometry.bottom):
        painter.drawLine(QLineF(geometry.left, y, right, y))
    line_height = style.metrics.height()
    painter.setPen(QColor(colors.muted))
    for level in geometry.levels:
        box = QRectF(0, level.at - line_height / 2, geometry.left - 6, line_height)
        painter.drawText(box, _AWAY | Qt.AlignmentFlag.AlignRight, level.text)
    for tick in geometry.ticks:
        wide = style.measure(tick.text) + 4
        left = min(max(0.0, tick.at - wide / 2), geometry.width - wide)
        box = QRectF(left, geometry.bottom + 4, wide, line_height)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, tick.text)


def _paint_values(
    painter: QPainter, geometry: CurveGeometry, style: BarStyle, marks: CurveMarks
) -> None:
    study, colors = geometry.study, style.colors
    found = study.recommendations[geometry.variant]
    lines = [("now", study.current, colors.text, 0)]
    if found is not None and found.value != study.current:
        lines.append(("best", found.value, colors.accent, 1))
    if marks.value is not None and marks.value not in [value for _, value, _, _ in lines]:
        lines.append((tr("looked at"), marks.value, colors.accent, 2))
    if marks.hovered is not None:
        painter.setPen(QPen(QColor(colors.muted), 1, Qt.PenStyle.DotLine))
        x = round(geometry.x_of(marks.hovered))
        painter.drawLine(QLineF(x, geometry.top, x, geometry.bottom))
    lines = [line for line in lines if line[1] in study.load.range]
    for _, value, ink, _ in lines:
        painter.setPen(QPen(QColor(ink), 2 if value == marks.value else 1))
        x = round(geometry.x_of(value))
        painter.drawLine(QLineF(x, geometry.top, x, geometry.bottom))
    for what, value, ink, row in lines:  # above all lines, so that none runs through a text
        x = round(geometry.x_of(value))
        text = f"{what} {rounded(study.load.range.axis, value)}"
        wide, high = style.measure(text) + 8, style.metrics.height() + 2
        left = x + 5 if x + 5 + wide < geometry.left + geometry.inner else x - 5 - wide
        box = QRectF(left, geometry.upper_bottom - 4 - (row + 1) * (high + 2), wide, high)
        painter.fillRect(box, QColor(colors.base))
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
