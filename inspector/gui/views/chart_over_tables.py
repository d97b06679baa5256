"""The middle column of a lens: a chart above its tables, or a sentence where there is neither."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QWidget

from inspector.gui.views.roomy import Scrolled, least_height

_FAIR = 0.6  # of the height for the chart, at most


class ChartRows(QSplitter):
    """A chart above tables. Once somebody has set their heights, these stay; sizes are in pixels.

    Until then the chart has the height that it needs, where ``fit_to`` says how to ask for it.
    """

    def __init__(self, name: str, rows: Sequence[QWidget], sizes: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._rows = rows
        for row in rows:
            self.addWidget(row)
            row.installEventFilter(self)
        self.setSizes(sizes)
        self._arranged = False
        self._wanted: Callable[[], int] | None = None
        self._fair = 1.0
        self.splitterMoved.connect(self._keep)

    @property
    def arranged(self) -> bool:
        """Whether somebody has set the heights, now or at another time."""
        return self._arranged

    def fit_to(self, wanted: Callable[[], int], fair: float = _FAIR) -> None:
        """Give the chart the height it wants from now on, up to a ``fair`` part of the whole."""
        self._wanted, self._fair = wanted, fair

    def fit(self) -> None:
        """Give the chart the height it wants now."""
        whole = sum(self.sizes())
        if self._wanted is not None and not self._arranged and whole > 0:
            chart = min(self._wanted(), round(whole * self._fair))
            self.setSizes([chart, whole - chart])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new height; a chart may want another one at another width."""
        super().resizeEvent(event)
        self._make_room()
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Make room for what a row says now."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        for row in self._rows:
            least = least_height(row, self.width())
            if least != row.minimumHeight():
                row.setMinimumHeight(least)

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
        self._sentence = sentence = QLabel(nothing, self)
        sentence.setObjectName(names[1])
        sentence.setProperty("role", "muted")
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sentence.setWordWrap(True)
        self.rows = ChartRows(names[0], rows, sizes)
        self.addWidget(sentence)
        self.addWidget(Scrolled(self.rows))

    def say_nothing(self, text: str) -> None:
        """Show another sentence in place of chart and tables."""
        self._sentence.setText(text)
        self.show_rows(shown=False)

    def show_rows(self, *, shown: bool) -> None:
        """Show chart and tables, or the sentence."""
        self.setCurrentIndex(1 if shown else 0)


def _is_height(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
