"""Measures on painted pictures: luminance and contrast as WCAG 2 defines them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

Pixels = np.ndarray  # rows, columns, (red, green, blue) from 0 to 255


def pixels_of(image: QImage) -> Pixels:
    """Return a picture's colours."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : 3 * image.width()].reshape(image.height(), -1, 3).copy()


_SHARE = np.arange(256) / 255
_LINEAR = np.where(_SHARE <= 0.04045, _SHARE / 12.92, ((_SHARE + 0.055) / 1.055) ** 2.4)


def luminance(pixels: Pixels) -> np.ndarray:
    """Return the relative luminance of each pixel."""
    return _LINEAR[pixels] @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: Pixels, other: Pixels) -> np.ndarray:
    """Return the contrast of colours, from 1 to 21."""
    first, second = luminance(one), luminance(other)
    return (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)


def strongest_contrast(pixels: Pixels) -> float:
    """Return the contrast of what stands out most from the ground, which most pixels have."""
    one_number = pixels.reshape(-1, 3).astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    colors, counts = np.unique(one_number, return_counts=True)
    split = np.stack([colors >> 16, (colors >> 8) & 255, colors & 255], axis=1)
    return float(contrast(split, split[counts.argmax()]).max())


def painted(widget: QWidget, ratio: float) -> QImage:
    """Return a window as it is painted at a number of pixels for each point."""
    picture = QPixmap(widget.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    widget.render(picture)
    return picture.toImage()


def place_in_window(widget: QWidget) -> QRect:
    """Return where a widget is seen in its window, in points."""
    seen = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(widget.window(), seen.topLeft()), seen.size())


def part(pixels: Pixels, place: QRect, ratio: float) -> Pixels:
    """Return a part of a picture of a window."""
    corner, size = QPoint(place.topLeft()), place.size()
    left, top = round(corner.x() * ratio), round(corner.y() * ratio)
    return pixels[
        top : top + round(size.height() * ratio), left : left + round(size.width() * ratio)
    ]
