"""The decision about a bundle above the picture of its budget."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.builder.config import OPTIONAL_ROOM
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.verdict_panel import VerdictPanel
from inspector.language import tr, tr_n
from inspector.present.drawing import Drawing, Measure
from inspector.present.strips import Strips, strips_drawing
from inspector.stages.builder.actions import SEND_OPTIONAL
from inspector.stages.builder.bar import budget_bar
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.summary import banner, decision_chip


class BudgetPanel(VerdictPanel):
    """Object names: ``chart.optional``, ``chart.overrides``, ``chart.bar``."""

    action_asked = Signal(object)
    """Somebody presses the button of an ``Action``."""
    rules_asked = Signal()
    """Somebody wants to see the overridden rules."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bar: Strips | None = None
        self._overrides = QPushButton(self)
        self._overrides.setObjectName("chart.overrides")
        self._overrides.setProperty("role", "link")
        self._overrides.setToolTip(tr("Default rules that this project takes back, with reasons"))
        self._overrides.clicked.connect(self.rules_asked)
        self._optional = QPushButton(SEND_OPTIONAL.title, self)
        self._optional.setObjectName("chart.optional")
        self._optional.setProperty("role", "link")
        self._optional.clicked.connect(lambda: self.action_asked.emit(SEND_OPTIONAL))
        self.view = DrawingView("chart.bar", tr("Budget of the bundle"), theme, self, grows=False)
        self._lay_out(self.view, self._optional, self._overrides, left=8)

    @property
    def bar(self) -> Strips | None:
        """The numbers of the picture."""
        return self._bar

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the picture."""
        return self._around(self.view.sizeHint().height())

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        bar = self._bar = budget_bar(shown)
        self._chip.set_verdict(*decision_chip(shown.report))
        self._headline.setText(banner(shown.report))
        room = next((one for one in shown.report.problems if one.code == OPTIONAL_ROOM), None)
        self._optional.setToolTip(room.message if room else "")
        self._optional.setVisible(room is not None)
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
            return strips_drawing(bar, width, measure, selected)

        self.view.show_picture(make)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        super().change_theme()
        self.view.refresh_colors()
