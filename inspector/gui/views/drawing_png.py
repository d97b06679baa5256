"""Pictures as PNG files."""

from __future__ import annotations

import math

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter

from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.present.drawing import Drawing

_SHARPNESS = 2  # pixels of a PNG for each pixel of the drawing


def drawing_png(drawing: Drawing, style: ChartStyle) -> bytes:
    """Return a picture as a PNG file, with twice as many pixels in each direction, so that it is
    sharp on any screen.
    """
    size = QSize(math.ceil(drawing.width), math.ceil(drawing.height))
    image = QImage(size * _SHARPNESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SHARPNESS)
    painter = QPainter(image)
    painter.fillRect(QRectF(QPointF(0, 0), size), style.color("base"))
    painter.translate(*drawing.origin)
    paint_items(painter, drawing.items, style)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(data.data())
