"""The budget bar as a picture of any width: PNG or SVG, in the light theme, with its title."""

from __future__ import annotations

import math

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from inspector.gui.theme import FontRole, font
from inspector.gui.views.drawing_view import ChartStyle
from inspector.present.palette import LIGHT
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_geometry import BarGeometry, bar_geometry
from inspector.stages.injection.bar_items import bar_svg
from inspector.stages.injection.view.bar_paint import paint_bar

WIDTHS = (800, 1200, 1600, 2400)  # pixels
LEAST_WIDTH = 400
_MARGIN, _TITLE = 16, 34
_SHARPNESS = 2  # pixels of a PNG for each pixel of the layout


def bar_png(bar: BudgetBar, title: str, width: int) -> bytes:
    """Return the chart as a PNG file. ``width`` is in pixels of the layout, at least 400.

    The picture has twice as many in each direction, so that it is sharp on any screen.
    """
    geometry, style, size = _layout(bar, width)
    image = QImage(size * _SHARPNESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SHARPNESS)
    _draw(QPainter(image), geometry, style, title, size)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(data.data())


def bar_svg_file(bar: BudgetBar, title: str, width: int) -> bytes:
    """Return the chart as an SVG file. ``width`` is in pixels, at least 400."""
    style = _style()
    wide = max(width, LEAST_WIDTH)
    return bar_svg(bar, LIGHT, wide, heading=title, measure=style.measure).encode()


def _style() -> ChartStyle:
    return ChartStyle(LIGHT, font(FontRole.SMALL), font(FontRole.SECTION))


def _layout(bar: BudgetBar, width: int) -> tuple[BarGeometry, ChartStyle, QSize]:
    style, wide = _style(), max(width, LEAST_WIDTH)
    geometry = bar_geometry(bar.without_expectations, wide - 2 * _MARGIN, style.measure)
    return geometry, style, QSize(wide, math.ceil(geometry.height) + _TITLE + 2 * _MARGIN)


def _draw(
    painter: QPainter, geometry: BarGeometry, style: ChartStyle, title: str, size: QSize
) -> None:
    painter.fillRect(QRectF(QPointF(0, 0), size), QColor(style.colors.base))
    painter.setFont(font(FontRole.TITLE))
    painter.setPen(QColor(style.colors.text))
    painter.drawText(QPointF(_MARGIN, _MARGIN + 16), title)
    painter.translate(_MARGIN, _MARGIN + _TITLE)
    paint_bar(painter, geometry, style, marks=None)
    painter.end()
