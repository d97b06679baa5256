"""How lines and areas of a plot are drawn in a theme: in its fields as in its legend."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.keyboard import is_by_keys
from inspector.gui.views.painting import ChartStyle
from inspector.present.drawing import color_of
from inspector.present.plot import AxisStretch, Dash, Ribbon
from inspector.present.plot_svg import FOOT_SHADE, SHADE

_STYLES = {
    Dash.SOLID: Qt.PenStyle.SolidLine,
    Dash.DASHED: Qt.PenStyle.DashLine,
    Dash.DOTTED: Qt.PenStyle.DotLine,
    Dash.DASH_DOTTED: Qt.PenStyle.DashDotLine,
}


def line_pen(style: ChartStyle, color: str, width: float, dash: Dash = Dash.SOLID) -> QPen:
    """Return how a line is drawn."""
    pen = QPen(QColor(color_of(style.colors, color)), width, _STYLES[dash])
    pen.setCosmetic(True)  # else its width would be in numbers of the axes
    return pen


def shade(one: Ribbon | AxisStretch, style: ChartStyle, times: float = 1) -> QColor:
    """Return what an area is filled with."""
    ink = QColor(color_of(style.colors, one.color))
    at_foot = isinstance(one, AxisStretch) and one.at_foot
    ink.setAlphaF(FOOT_SHADE if at_foot else min(1.0, SHADE[type(one)] * times))
    return ink


def paint_focus(painter: QPainter, style: ChartStyle, width: float, height: float) -> None:
    """Show that the keyboard is here, where it came by keys."""
    if is_by_keys():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(style.color("accent"), 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(1, 1, width - 3, height - 3))
