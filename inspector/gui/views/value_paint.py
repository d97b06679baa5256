"""What charts over the values of a policy have in common, drawn with any painter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.views.drawing_view import ChartStyle
from inspector.present.value_axis import ValuePanels

_AWAY = Qt.AlignmentFlag.AlignVCenter
OLD = 0.45
"""How solid a chart is whose input is not the newest."""


@dataclass(frozen=True, slots=True)
class ValueMarks:
    """What is marked: the value looked at, the one under the pointer, the focus, the age."""

    value: float | None = None
    hovered: float | None = None
    focused: bool = False
    old: bool = False


def steps_of(left: float, rows: npt.NDArray[np.float64]) -> list[QPointF]:
    """Return the corners of a line of steps, two where it changes."""
    points = [QPointF(left, float(rows[0]))]
    for column in (np.flatnonzero(np.diff(rows)) + 1).tolist():
        points.append(QPointF(left + column, float(rows[column - 1])))
        points.append(QPointF(left + column, float(rows[column])))
    points.append(QPointF(left + len(rows), float(rows[-1])))
    return points


def paint_axes(
    painter: QPainter, panels: ValuePanels, style: ChartStyle, width: float, *, notches: bool
) -> None:
    """Draw the axes of both panels with their labels; ``notches`` mark the labelled values."""
    colors, right = style.colors, panels.left + panels.inner
    painter.setPen(QPen(QColor(colors.edge), 1))
    for y in (panels.upper_bottom, panels.bottom):
        painter.drawLine(QLineF(panels.left, y, right, y))
    line_height = style.metrics.height()
    painter.setPen(QColor(colors.muted))
    for level in panels.levels:
        box = QRectF(0, level.at - line_height / 2, panels.left - 6, line_height)
        painter.drawText(box, _AWAY | Qt.AlignmentFlag.AlignRight, level.text)
    for tick in panels.ticks:
        wide = style.measure(tick.text) + 4
        left = min(max(0.0, tick.at - wide / 2), width - wide)
        box = QRectF(left, panels.bottom + 4, wide, line_height)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, tick.text)
        if notches:
            painter.drawLine(QLineF(tick.at, panels.bottom, tick.at, panels.bottom + 3))


def paint_hovered(painter: QPainter, panels: ValuePanels, style: ChartStyle, value: float) -> None:
    """Draw the value under the pointer."""
    painter.setPen(QPen(QColor(style.colors.muted), 1, Qt.PenStyle.DotLine))
    x = round(panels.x_of(value))
    painter.drawLine(QLineF(x, panels.top, x, panels.bottom))


@contextmanager
def aged(painter: QPainter, *, old: bool) -> Iterator[None]:
    """Draw less solid where the input is not the newest."""
    painter.setOpacity(OLD if old else 1.0)
    yield
    painter.setOpacity(1.0)


def paint_focus(painter: QPainter, style: ChartStyle, width: float, height: float) -> None:
    """Show that the keyboard is here."""
    painter.setPen(QPen(QColor(style.colors.accent), 1, Qt.PenStyle.DotLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(1, 1, width - 3, height - 3))
