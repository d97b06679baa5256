"""The middle column of a lens: a chart above its tables, or a sentence where there is neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QWidget


class ChartOverTables(QStackedWidget):
    """Shows ``nothing`` at first. ``rows`` is the splitter; sizes are in pixels, chart first."""

    def __init__(
        self, names: tuple[str, str], nothing: str, rows: Sequence[QWidget], sizes: Sequence[int]
    ) -> None:
        """``names`` are the object names of the splitter and of the sentence."""
        super().__init__()
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        sentence = QLabel(nothing, self)
        sentence.setObjectName(names[1])
        sentence.setProperty("role", "muted")
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sentence.setWordWrap(True)
        self.rows = QSplitter(Qt.Orientation.Vertical)
        self.rows.setObjectName(names[0])
        self.rows.setHandleWidth(1)
        self.rows.setChildrenCollapsible(False)
        for row in rows:
            self.rows.addWidget(row)
        self.rows.setSizes(sizes)
        self.addWidget(sentence)
        self.addWidget(self.rows)

    def show_rows(self, *, shown: bool) -> None:
        """Show chart and tables, or the sentence."""
        self.setCurrentIndex(1 if shown else 0)

    def restore(self, saved: Any) -> bool:
        """Take heights that were saved; tell whether they could be used."""
        usable = isinstance(saved, list) and len(saved) == 2 and all(map(_is_height, saved))
        if usable:
            self.rows.setSizes(saved)
        return usable


def _is_height(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
