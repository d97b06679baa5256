"""Draws the chart of a sweep with any painter."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from inspector.gui.views.drawing_view import ChartStyle
from inspector.gui.views.value_paint import (
    ValueMarks,
    aged,
    paint_axes,
    paint_focus,
    paint_hovered,
    steps_of,
)
from inspector.language import localized, tr
from inspector.present.axis_names import LAYERS, MEASURE_TITLES, Measure, layer_part, rounded
from inspector.stages.tuning.sweep_svg import LINE_PARTS, LINES, SweepGeometry

_GRIP = 5.0
_PADDING = 5
_AWAY = Qt.AlignmentFlag.AlignVCenter
_NO_PEN = Qt.PenStyle.NoPen


def paint_sweep(
    painter: QPainter, geometry: SweepGeometry, style: ChartStyle, marks: ValueMarks
) -> None:
    """Draw the whole chart from (0, 0) on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setFont(style.font)
    with aged(painter, old=marks.old):
        _paint_layers(painter, geometry, style)
        _paint_lines(painter, geometry, style)
        _paint_breakpoints(painter, geometry, style)
        _paint_axes(painter, geometry, style)
    _paint_values(painter, geometry, style, marks)
    if marks.focused:
        paint_focus(painter, style, geometry.width, geometry.height)


def _paint_layers(painter: QPainter, geometry: SweepGeometry, style: ChartStyle) -> None:
    floor = np.full(geometry.inner, geometry.upper_bottom)
    painter.setPen(_NO_PEN)
    for layer, edges in zip(LAYERS, geometry.edges, strict=True):
        if (edges < floor).any():
            part = layer_part(layer)
            pattern = style.colors.parts[part].pattern
            ground, shade = style.fill(f"part:{part}-fill", pattern, 1)
            outline = [*steps_of(geometry.left, edges), *reversed(steps_of(geometry.left, floor))]
            area = QPolygonF(outline)
            painter.setBrush(ground)
            painter.drawPolygon(area)
            if shade is not None:
                painter.setBrush(shade)
                painter.drawPolygon(area)
        floor = edges
    total = QPen(QColor(style.colors.muted), 1)
    painter.setPen(total)
    painter.drawPolyline(steps_of(geometry.left, geometry.edges[-1]))


def _paint_lines(painter: QPainter, geometry: SweepGeometry, style: ChartStyle) -> None:
    inks = style.colors.verdicts
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dashed = QPen(QColor(inks[LINE_PARTS[Measure.SUPPRESSED]].ink), 2, Qt.PenStyle.DashLine)
    painter.setPen(dashed)
    painter.drawPolyline(steps_of(geometry.left, geometry.suppressed_y))
    for measure in LINES:
        pen = QPen(QColor(inks[LINE_PARTS[measure]].ink), 2)
        if measure is Measure.VALUE:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawPolyline(steps_of(geometry.left, geometry.line_y(measure)))


def _paint_breakpoints(painter: QPainter, geometry: SweepGeometry, style: ChartStyle) -> None:
    top, bottom = geometry.marks
    painter.setPen(QPen(QColor(style.colors.muted), 1))
    painter.drawLines(
        [
            QLineF(geometry.left + column, top, geometry.left + column, bottom)
            for column in geometry.breakpoint_columns.tolist()
        ]
    )


def _paint_axes(painter: QPainter, geometry: SweepGeometry, style: ChartStyle) -> None:
    paint_axes(painter, geometry, style, geometry.width, notches=True)
    colors, right = style.colors, geometry.left + geometry.inner
    line_height = style.metrics.height()
    for measure, box_left, wide, align in (
        (Measure.ITEMS, 0.0, geometry.left - 6, Qt.AlignmentFlag.AlignRight),
        (Measure.VALUE, right + 6, geometry.width - right - 6, Qt.AlignmentFlag.AlignLeft),
    ):
        painter.setPen(QColor(colors.verdicts[LINE_PARTS[measure]].ink))
        most = localized(geometry.line_most(measure), ",g")
        for y, text in ((geometry.lower_top, most), (geometry.bottom - line_height + 3, "0")):
            painter.drawText(QRectF(box_left, y, wide, line_height), _AWAY | align, text)


def _paint_values(
    painter: QPainter, geometry: SweepGeometry, style: ChartStyle, marks: ValueMarks
) -> None:
    """Draw the current value, the one that is proposed instead, and the one pointed at."""
    sweep = geometry.chart.sweep
    if marks.hovered is not None and marks.hovered != marks.value:
        paint_hovered(painter, geometry, style, marks.hovered)
    moved = marks.value is not None and marks.value != sweep.current
    _paint_value(painter, geometry, style, sweep.current, strong=not moved)
    if marks.value is not None and marks.value != sweep.current:
        _paint_value(painter, geometry, style, marks.value, strong=True)


def _paint_value(
    painter: QPainter,
    geometry: SweepGeometry,
    style: ChartStyle,
    value: float,
    *,
    strong: bool,
) -> None:
    colors, sweep = style.colors, geometry.chart.sweep
    is_now, number = value == sweep.current, rounded(sweep.axis, value)
    ink = QColor(colors.text if is_now else colors.accent)
    end = geometry.left + geometry.inner
    at = round(geometry.x_of(value))
    x = max(round(geometry.left), min(at, round(end)))
    painter.setPen(QPen(ink, 2 if strong else 1))
    painter.drawLine(QLineF(x, geometry.top, x, geometry.bottom))
    text = tr("now {value}", value=number) if is_now else tr("apply? {value}", value=number)
    text = f"{text} →" if at > end + 1 else f"← {text}" if at < geometry.left - 1 else text
    wide, high = style.measure(text) + 2 * _PADDING, style.metrics.height() + 4
    left = x + 7 if x + 7 + wide < end else x - 7 - wide
    box = QRectF(left, geometry.top + (0 if is_now else high + 3), wide, high)
    painter.setPen(_NO_PEN)
    painter.setBrush(QBrush(QColor(colors.base)))
    painter.setOpacity(0.88)
    painter.drawRoundedRect(box, 3, 3)
    painter.setOpacity(1.0)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    if strong:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
        painter.setPen(QPen(QColor(colors.base), 1))
        painter.setBrush(QBrush(ink))
        middle = geometry.upper_bottom + (geometry.marks[1] - geometry.upper_bottom) / 2 + 1
        painter.drawEllipse(QPointF(x, middle), _GRIP, _GRIP)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def line_legend(style: ChartStyle) -> tuple[tuple[str, QColor], ...]:
    """Return what each line is called, and its colour."""
    inks = style.colors.verdicts
    return tuple((MEASURE_TITLES[one], QColor(inks[LINE_PARTS[one]].ink)) for one in Measure)
