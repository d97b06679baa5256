"""Texts inside charts are read off what is painted behind them, in either theme."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from inspector.gui.lenses import LENSES
from inspector.gui.views.chart_view import ChartView
from inspector.resources import resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice
from tests.shared.pixels import contrast, painted, part, pixels_of, place_in_window

LEAST = 4.5  # WCAG 2.2 AA, for text of any size
LEAST_WANTED = {ThemeChoice.CONTRAST: 7.0}  # level AAA, in the theme that is made for it
_GROUND = 0.1  # of the pixels behind a text: a colour that has as many is seen as its ground
_GROUP = re.compile(r"<g ([^>]*)>|</g>|<text ([^>]*)>\s*([^<]*?)\s*</text>")
_FIELD = re.compile(r'([a-z-]+)="([^"]*)"')
_FEW = 5  # texts; a chart that is filled has more
CHARTS = {
    "injection": "securities-fraud",
    "window": "window",
    "assembly": "assembly",
    "tuning": "securities-fraud",
}


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


@pytest.mark.parametrize("lens", CHARTS)
def test_every_text_inside_a_chart_stands_out_from_what_is_painted_behind_it(open_screen, lens):
    shown = [record for record in LENSES if record.id in ("injection", lens)]
    screen = open_screen(resource_path(sample_sessions()[CHARTS[lens]]), lenses=shown)
    screen.window.resize(1300, 860)
    screen.workspace.show_lens(lens)
    screen.settle()
    screen.wait_until(lambda: not screen.workspace.runner.busy)
    screen.settle()

    def charts() -> list[ChartView]:
        found = screen.workspace.lenses.widget.findChildren(ChartView)
        return [view for view in found if view.isVisible()]

    screen.wait_until(lambda: any(len(list(texts_in(view))) > _FEW for view in charts()))
    too_weak = {}
    for theme in (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST):
        screen.workspace.theme.choose(theme)
        screen.settle()
        measured = [one for view in charts() for one in weakest(view)]
        assert len(measured) > _FEW, theme
        least = LEAST_WANTED.get(theme, LEAST)
        too_weak[theme] = [one for one in measured if one[0] < least]
    assert not any(too_weak.values()), too_weak
