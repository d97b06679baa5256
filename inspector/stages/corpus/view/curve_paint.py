"""Draws the curves of a corpus with any painter."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.analysis.corpus.means import Measure
from inspector.gui.views.bar_paint import (
    BarStyle,
    ValueMarks,
    aged,
    paint_axes,
    paint_focus,
    paint_hovered,
    steps_of,
)
from inspector.language import tr
from inspector.present.axis_names import rounded
from inspector.stages.corpus.chart import LOOKS, LOWER, CurveGeometry

_PENS = {
    Measure.SUPPRESSION: Qt.PenStyle.DashLine,
    Measure.CARDS_STARVED: Qt.PenStyle.DotLine,
    Measure.FILES_STARVED: Qt.PenStyle.DashDotLine,
}


def measure_pen(style: BarStyle, measure: Measure) -> QPen:
    """Return how the line of a measure is drawn: a colour and a pattern of its own."""
    ink = QColor(style.colors.verdicts[LOOKS[measure]].ink)
    return QPen(ink, 2, _PENS.get(measure, Qt.PenStyle.SolidLine))


def paint_curves(
    painter: QPainter, geometry: CurveGeometry, style: BarStyle, marks: ValueMarks
) -> None:
    """Draw the whole chart from (0, 0) on."""
    painter.setFont(style.font)
    with aged(painter, old=marks.old):
        _paint_grounds(painter, geometry, style)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for measure in (*LOWER, Measure.RECALL):
            painter.setPen(measure_pen(style, measure))
            painter.drawPolyline(steps_of(geometry.left, geometry.line(measure)))
        _paint_limits(painter, geometry, style)
        paint_axes(painter, geometry, style, geometry.width, notches=False)
    _paint_values(painter, geometry, style, marks)
    if marks.focused:
        paint_focus(painter, style, geometry.width, geometry.height)


def best_pen(style: BarStyle) -> QPen:
    """Return how the best possible recall is drawn."""
    return QPen(QColor(style.colors.verdicts[LOOKS[Measure.RECALL]].ink), 1, Qt.PenStyle.DashLine)


def ceiling_pen(style: BarStyle) -> QPen:
    """Return how the ceiling of recall is drawn."""
    return QPen(QColor(style.colors.muted), 1, Qt.PenStyle.DotLine)


def _paint_limits(painter: QPainter, geometry: CurveGeometry, style: BarStyle) -> None:
    if geometry.best_possible is not None:
        painter.setPen(best_pen(style))
        painter.drawPolyline(steps_of(geometry.left, geometry.best_possible))
    if geometry.ceiling is not None:
        painter.setPen(ceiling_pen(style))
        right = geometry.left + geometry.inner
        painter.drawLine(QLineF(geometry.left, geometry.ceiling, right, geometry.ceiling))


def _paint_grounds(painter: QPainter, geometry: CurveGeometry, style: BarStyle) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if geometry.likely is not None:
        low, high = geometry.likely
        ground = QColor(style.colors.accent)
        ground.setAlphaF(0.10)
        painter.setBrush(ground)
        area = QRectF(low, geometry.top, high - low, geometry.upper_bottom - geometry.top)
        painter.drawRect(area)
    if geometry.plateau is not None:
        low, high = geometry.plateau
        ground = QColor(style.colors.accent)
        ground.setAlphaF(0.5)
        painter.setBrush(ground)
        painter.drawRect(QRectF(low, geometry.upper_bottom - 4, high - low, 4))
    low_y, high_y = geometry.band
    ground = QColor(style.colors.verdicts[LOOKS[Measure.UTILISATION]].ink)
    ground.setAlphaF(0.14)
    painter.setBrush(ground)
    outline = [*steps_of(geometry.left, high_y), *reversed(steps_of(geometry.left, low_y))]
    painter.drawPolygon(QPolygonF(outline))


def _paint_values(
    painter: QPainter, geometry: CurveGeometry, style: BarStyle, marks: ValueMarks
) -> None:
    study, colors = geometry.study, style.colors
    lines = [
        (what, value, colors.accent if row else colors.text, row)
        for row, (what, value) in enumerate(geometry.marked)
    ]
    if marks.value is not None and marks.value not in [value for _, value, _, _ in lines]:
        lines.append((tr("cursor"), marks.value, colors.accent, len(lines)))
    if marks.hovered is not None:
        paint_hovered(painter, geometry, style, marks.hovered)
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
