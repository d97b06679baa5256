"""Texts inside charts are read off what is painted behind them, in either theme."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from inspector.gui.views.chart_view import ChartView
from tests.shared.pixels import contrast, painted, part, pixels_of, place_in_window

_GROUND = 0.1  # of the pixels behind a text: a colour that has as many is seen as its ground
_GROUP = re.compile(r"<g ([^>]*)>|</g>|<text ([^>]*)>\s*([^<]*?)\s*</text>")
_FIELD = re.compile(r'([a-z-]+)="([^"]*)"')


def texts_in(view: QWidget) -> Iterator[tuple[str, QRectF, str]]:
    """Yield the texts that a chart draws: what, where in it, in which colour."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(view.size())
    generator.setResolution(96)
    painter = QPainter(generator)
    view.render(painter, QPoint())
    painter.end()
    groups: list[dict[str, str]] = []
    for found in _GROUP.finditer(kept.data().decode()):
        if found.group(0) == "</g>":
            groups.pop()
        elif found.group(1) is not None:
            above = groups[-1] if groups else {}
            groups.append(above | dict(_FIELD.findall(found.group(1))))
        else:
            given = groups[-1] | dict(_FIELD.findall(found.group(2)))
            if found.group(3):
                yield found.group(3), _box(found.group(3), given), given["fill"]


def _box(text: str, given: dict[str, str]) -> QRectF:
    font = QFont(given["font-family"].split(",")[0].strip("' "))
    font.setPixelSize(round(float(given["font-size"])))
    font.setWeight(QFont.Weight(int(given.get("font-weight", 400))))
    box = QFontMetricsF(font).tightBoundingRect(text)
    box.translate(float(given["x"]), float(given["y"]))
    numbers = [float(one) for one in re.findall(r"[-\d.e]+", given.get("transform", ""))]
    return (QTransform(*numbers) if len(numbers) == 6 else QTransform()).mapRect(box)


def grounds(pixels: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """Return the colours that are seen behind a text; those of its own edges are few each."""
    colors, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    others = (np.abs(colors.astype(int) - ink).sum(axis=1) > 0) & (counts >= _GROUND * counts.sum())
    return colors[others]


def weakest(view: Any) -> list[tuple[float, str]]:
    """Return the least contrast of each text of a chart, the weakest first."""
    place = place_in_window(view)
    whole = part(pixels_of(painted(view.window(), 1)), place, 1)
    found = []
    for text, box, fill in texts_in(view):
        inside = box.toAlignedRect().intersected(QRect(0, 0, place.width(), place.height()))
        if inside.width() < 2 or inside.height() < 2:
            continue
        ink = np.array(QColor(fill).getRgb()[:3])
        behind = grounds(part(whole, inside, 1), ink)
        if len(behind):
            found.append((float(contrast(behind, ink[None]).min()), text))
    return sorted(found)


def measured(window: QWidget) -> list[tuple[float, str]]:
    """Return the least contrast of each text in the charts of a window that can be seen."""
    shown = [view for view in window.findChildren(ChartView) if view.isVisible()]
    return [one for view in shown for one in weakest(view)]
