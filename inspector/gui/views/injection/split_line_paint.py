"""Draws a row's line: where from 0 to 100 % of the split it is included, and the present split."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from inspector.present.injection.split_lines import SplitLines

_BAR = 8  # pixels high where it is included
_KEPT = 1_000  # rows whose pixels are known


class SplitLinePainter:
    """Draws the lines of the rows in sight; the pixels of a row are worked out once for a width."""

    def __init__(self, included: QColor, axis: QColor) -> None:
        self._included, self._axis = included, axis
        self._lines: SplitLines | None = None
        self._share: float | None = None
        self._pixels: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def set_colors(self, included: QColor, axis: QColor) -> None:
        """Draw in these colours from now on: what is included, and the axis."""
        self._included, self._axis = included, axis

    def set_lines(self, lines: SplitLines | None) -> None:
        """Draw these lines from now on, nothing for None."""
        self._lines = lines
        self._pixels.clear()

    def set_share(self, share: float | None) -> bool:
        """Mark a knowledge share as the present one; tell whether it is another one."""
        changed = share != self._share
        self._share = share
        return changed

    def __call__(self, painter: QPainter, box: QRect, row: int, color: QColor) -> None:
        """Draw the line of one row; ``color`` is that of the present split."""
        lines, left, width = self._lines, box.x(), max(box.width(), 1)
        if lines is None or not lines.has_line(row):
            return
        middle = box.y() + box.height() // 2
        painter.fillRect(left, middle, width, 1, self._axis)
        for first, end in self._runs(lines, row, width):
            painter.fillRect(left + first, middle - _BAR // 2, end - first, _BAR, self._included)
        if self._share is not None:
            at = left + round(min(max(self._share, 0.0), 1.0) * (width - 1))
            painter.fillRect(at, box.y(), 2, box.height(), color)

    def _runs(self, lines: SplitLines, row: int, width: int) -> list[tuple[int, int]]:
        found = self._pixels.get((row, width))
        if found is None:
            if len(self._pixels) >= _KEPT:
                self._pixels.clear()
            found = self._pixels[row, width] = lines.pixels(row, width)
        return found
