"""A chart with what was decided about the whole above it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.boxes import Column, Row
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Beside
from inspector.gui.views.why.explanation_pane import scrolled
from inspector.gui.views.why.why_view import VerdictChip
from inspector.language import tr

_AROUND = 20  # pixels above, between and below headline and chart


class VerdictPanel(QWidget):
    """Object names: ``chart.verdict``, ``chart.headline``, ``chart.old``, ``chart.scroll``."""

    whole_asked = Signal()
    """Somebody wants to see what was decided about the whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = VerdictChip("chart.verdict", theme, self)
        self._headline = OneLineButton("", self)
        self._headline.setObjectName("chart.headline")
        self._headline.setProperty("role", "link")
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._headline.setToolTip(tr("Explain what was decided about the whole"))
        self._headline.clicked.connect(self.whole_asked)
        self._old = QLabel(tr("older result"), self)
        self._old.setObjectName("chart.old")
        self._old.setProperty("role", "chip-warning")
        self._old.hide()
        self.setMinimumHeight(120)

    def _lay_out(self, chart: QWidget, *beside: QWidget, left: int = 0) -> None:
        """Put the chart, ``left`` pixels in, below the headline that ``beside`` stand beside."""
        told, tools = QWidget(self), QWidget(self)
        for part, widgets in ((told, (self._chip, self._headline, self._old)), (tools, beside)):
            line = Row(part, spacing=4).hold(*widgets)
            if part is told:
                line.addStretch(1)
        tools.setVisible(bool(beside))
        row = Column(margins=(8, 0, 8, 0)).hold(Beside(told, tools, self))
        scroll = scrolled("chart.scroll", chart, (left, 0, 0, 0))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        Column(self, margins=(4, 8, 4, 4), spacing=4).hold(row, (scroll, 1))

    def _around(self, chart: int) -> int:
        """Return the height in pixels that shows all of a chart of this height."""
        return chart + self._headline.sizeHint().height() + _AROUND

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self._old.setVisible(is_old)
