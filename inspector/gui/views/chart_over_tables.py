"""The middle column of a lens: a chart above its tables, or a sentence where there is neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QWidget

_FAIR = 0.6  # of the height for the chart, at most


class ChartRows(QSplitter):
    """A chart above tables. Once somebody has set their heights, these stay; sizes are in pixels.

    Until then ``share`` may give the chart the height that it needs.
    """

    def __init__(self, name: str, rows: Sequence[QWidget], sizes: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for row in rows:
            self.addWidget(row)
        self.setSizes(sizes)
        self._arranged = False
        self.splitterMoved.connect(self._keep)

    @property
    def arranged(self) -> bool:
        """Whether somebody has set the heights, now or at another time."""
        return self._arranged

    def share(self, wanted: int, fair: float = _FAIR) -> None:
        """Give the chart ``wanted`` pixels, as far as that is a ``fair`` part of the height."""
        whole = sum(self.sizes())
        if not self._arranged and whole > 0:
            chart = min(wanted, round(whole * fair))
            self.setSizes([chart, whole - chart])

    def view_state(self) -> list[int]:
        """Return the heights, none where nobody has set them."""
        return self.sizes() if self._arranged else []

    def restore_view_state(self, saved: Any) -> None:
        """Take heights that were saved, if that is what they are."""
        if isinstance(saved, list) and len(saved) == 2 and all(map(_is_height, saved)):
            self.setSizes(saved)
            self._arranged = True

    def _keep(self) -> None:
        self._arranged = True


class ChartOverTables(QStackedWidget):
    """Shows ``nothing`` at first."""

    def __init__(
        self, names: tuple[str, str], nothing: str, rows: Sequence[QWidget], sizes: Sequence[int]
    ) -> None:
        """``names`` are the object names of the rows and of the sentence."""
        super().__init__()
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        sentence = QLabel(nothing, self)
        sentence.setObjectName(names[1])
        sentence.setProperty("role", "muted")
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sentence.setWordWrap(True)
        self.rows = ChartRows(names[0], rows, sizes)
        self.addWidget(sentence)
        self.addWidget(self.rows)

    def show_rows(self, *, shown: bool) -> None:
        """Show chart and tables, or the sentence."""
        self.setCurrentIndex(1 if shown else 0)


def _is_height(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
