"""The small pictures on the first page: what each of the three ways in is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.boxes import grow
from inspector.gui.theme import Theme
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.present.drawing import Box, Item, Rule, part_box

_HIGH = 64  # pixels
_BAR, _GAP = 16, 12
_ROWS = 4


def tuning_items(width: float) -> Iterator[Item]:
    """Yield two bars, the upper one with what is paid twice, and the divider in the lower one."""
    whole, less = width - 2, (width - 2) * 0.74
    yield part_box(0, 2, whole * 0.18, _BAR, "knowledge")
    yield part_box(whole * 0.18, 2, whole * 0.12, _BAR, "duplicated")
    yield part_box(whole * 0.3, 2, whole * 0.7, _BAR, "bucket")
    top = 2 + _BAR + _GAP
    yield part_box(0, top, less * 0.4, _BAR, "knowledge")
    yield part_box(less * 0.4, top, less * 0.6, _BAR, "bucket")
    yield Rule(less * 0.4, top - 4, less * 0.4, top + _BAR + 4, "text", 3)
    for first, last in ((0.34, 0.46), (0.5, 0.62)):
        yield Box(less * first, top + _BAR + 8, less * (last - first), 5, "verdict:included")


def checking_items(width: float) -> Iterator[Item]:
    """Yield rows of two manifests side by side, two of which differ."""
    for row in range(_ROWS):
        top, differs = row * (_HIGH / _ROWS), row in (1, 3)
        ink = "error" if differs else "muted"
        if differs:
            yield Box(0, top + 1, width - 2, _HIGH / _ROWS - 2, "error", opacity=0.14)
        yield Rule(6, top + 8, width * (0.42, 0.55, 0.36, 0.48)[row], top + 8, "text", 4)
        yield Rule(width * 0.68, top + 8, width * 0.76, top + 8, "muted", 4)
        yield Rule(width * 0.86, top + 8, width * (0.94 if not differs else 0.91), top + 8, ink, 4)


def presenting_items(width: float) -> Iterator[Item]:
    """Yield a stage: one headline and one bar on a dark ground."""
    yield Box(0, 0, width - 2, _HIGH - 2, "text")
    yield Rule(16, 20, width * 0.55, 20, "base", 7)
    yield part_box(16, 36, width * 0.24, _BAR - 2, "knowledge")
    yield part_box(16 + width * 0.24, 36, width * 0.36, _BAR - 2, "bucket")


class RolePicture(QWidget):
    """Draws one of the pictures as wide as it is. It says nothing that the card does not say."""

    def __init__(
        self, make: Callable[[float], Iterator[Item]], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._make, self._theme = make, theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        grow(self, fixedHeight=_HIGH)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw it."""
        painter = QPainter(self)
        painter.scale(1.0, self.height() / _HIGH)
        paint_items(painter, self._make(float(self.width())), ChartStyle.of(self._theme))
