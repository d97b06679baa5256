"""What the colours and lines of a chart are, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.growing import grown
from inspector.gui.views.painting import ChartStyle

_ROW, _BESIDE, _APART = 18, 6, 14  # pixels: of a row, between sample and title, between entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a chart: its title, and what draws a sample of it into an area."""

    title: str
    draw: Callable[[QPainter, QRectF], None]


class Legend(QWidget):
    """Shows entries, each with a sample of this width and height in pixels."""

    def __init__(self, style: ChartStyle, sample: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as the chart it belongs to
        self._style = style
        self._sample = sample
        self._entries: tuple[Entry, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_entries(self, entries: Sequence[Entry], style: ChartStyle) -> None:
        """Show these entries in a style."""
        self._entries, self._style = tuple(entries), style
        self.setAccessibleName(", ".join(entry.title for entry in entries))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return one row at least."""
        return QSize(200, grown(_ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Take as many rows as the width asks for."""
        super().resizeEvent(event)
        self._fit()

    def _places(self) -> list[tuple[float, int]]:
        """Return where each entry begins, and in which row."""
        x, row, places = 0.0, 0, []
        for entry in self._entries:
            wide = self._sample[0] + _BESIDE + self._style.measure(entry.title)
            if x and x + wide > self.width():
                x, row = 0.0, row + 1
            places.append((x, row))
            x += wide + _APART
        return places

    def _fit(self) -> None:
        rows = max((row for _, row in self._places()), default=0) + 1
        self.setFixedHeight(grown(_ROW) * rows)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a sample and a title for each."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setFont(self._style.font)
        row_high, (wide, high) = grown(_ROW), self._sample
        for entry, (x, row) in zip(self._entries, self._places(), strict=True):
            top = row * row_high
            entry.draw(painter, QRectF(x, top + (row_high - high) / 2, wide, high))
            painter.setPen(QColor(self._style.colors.muted))
            left = x + wide + _BESIDE
            area = QRectF(left, top, self.width() - left, row_high)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, entry.title)
