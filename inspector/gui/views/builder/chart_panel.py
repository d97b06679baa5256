"""The decision about a bundle above the picture of its budget."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.fonts import FontRole
from inspector.gui.one_line import OneLineButton
from inspector.gui.theme import Theme
from inspector.gui.views.discipline.drawing_view import DrawingView
from inspector.gui.views.why.verdict_chip import VerdictChip
from inspector.language import tr, tr_n
from inspector.present.builder.bar import BudgetBar, bar_drawing, budget_bar
from inspector.present.builder.shown import Shown
from inspector.present.builder.summary import banner, decision_chip
from inspector.present.discipline.drawing import Drawing, Measure


class BudgetPanel(QWidget):
    """Object names: ``chart.verdict``, ``chart.headline``, ``chart.overrides``, ``chart.bar``."""

    whole_asked = Signal()
    """Somebody wants to see what was decided about the whole."""
    rules_asked = Signal()
    """Somebody wants to see the overridden rules."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar: BudgetBar | None = None
        self._chip = VerdictChip("chart.verdict", theme, self)
        self._headline = OneLineButton(self)
        self._headline.setObjectName("chart.headline")
        self._headline.setProperty("role", "link")
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._headline.setToolTip(tr("Explain what was decided about the whole"))
        self._headline.clicked.connect(self.whole_asked)
        self._overrides = QPushButton(self)
        self._overrides.setObjectName("chart.overrides")
        self._overrides.setProperty("role", "link")
        self._overrides.setToolTip(tr("Default rules that this project takes back, with reasons"))
        self._overrides.clicked.connect(self.rules_asked)
        self._old = QLabel(tr("older result"), self)
        self._old.setObjectName("chart.old")
        self._old.setProperty("role", "chip-warning")
        self._old.hide()
        self.view = DrawingView("chart.bar", tr("Budget of the bundle"), theme, self, grows=False)
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self._chip)
        row.addWidget(self._headline)
        row.addWidget(self._old)
        row.addStretch(1)
        row.addWidget(self._overrides)
        inner = QWidget()
        inner.setObjectName("content")
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(8, 0, 0, 0)
        inside.addWidget(self.view)
        inside.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setObjectName("chart.scroll")
        scroll.setProperty("role", "pane")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 8, 4, 4)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(scroll, 1)
        self.setMinimumHeight(120)

    @property
    def bar(self) -> BudgetBar | None:
        """The numbers of the picture."""
        return self._bar

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the picture."""
        return self.view.sizeHint().height() + self._headline.sizeHint().height() + 20

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        bar = self._bar = budget_bar(shown)
        self._chip.set_verdict(*decision_chip(shown.report))
        self._headline.setText(banner(shown.report))
        overrides = len(shown.session.builder.config.deny_overrides)
        self._overrides.setText(
            tr_n(
                "{overrides:,} default rule is overridden",
                "{overrides:,} default rules are overridden",
                overrides,
                overrides=overrides,
            )
        )
        self._overrides.setVisible(bool(overrides))

        def make(width: float, _height: float, measure: Measure, selected: str) -> Drawing:
            return bar_drawing(bar, width, measure, selected)

        self.view.show_picture(make)

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self._old.setVisible(is_old)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.view.refresh_colors()
        self._chip.update()
