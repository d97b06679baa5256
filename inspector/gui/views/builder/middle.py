"""The middle of the lens: what waits for a result, or the budget (a refusal) above the pages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.builder_runs import BuildPhase
from inspector.gui.theme import Theme
from inspector.gui.views.builder.busy_strip import BusyStrip
from inspector.gui.views.builder.chart_panel import BudgetPanel
from inspector.gui.views.builder.refusal_view import RefusalView
from inspector.gui.views.builder.tabs import BuilderTabs
from inspector.gui.views.builder.waiting_page import WaitingPage
from inspector.gui.views.chart_over_tables import ChartRows
from inspector.present.builder.refusal_page import refusal_page
from inspector.present.builder.shown import Shown

_SIZES = (236, 480)  # pixels: budget, pages
_FAIR = 0.5  # of the height for the budget or a refusal, at most


class BuilderMiddle(QStackedWidget):
    """Shows one build, or that there is none yet. The splitter is named ``builder.rows``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._has_result = False
        self.waiting = WaitingPage(theme)
        self.busy = BusyStrip()
        self.chart = BudgetPanel(theme)
        self.refusal = RefusalView(theme)
        self.tabs = BuilderTabs(theme)
        self._top = QStackedWidget()
        self._top.addWidget(self.chart)
        self._top.addWidget(self.refusal)
        self.rows = ChartRows("builder.rows", (self._top, self.tabs), _SIZES)
        self.rows.setStretchFactor(1, 1)
        result = QWidget()
        layout = QVBoxLayout(result)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.busy)
        layout.addWidget(self.rows, 1)
        self.addWidget(self.waiting)
        self.addWidget(result)

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        self._has_result = True
        self.setCurrentIndex(1)
        self.set_old(is_old=False)
        self.chart.set_shown(shown)
        page = refusal_page(shown)
        if page is not None:
            self.refusal.set_page(page)
        self._top.setCurrentIndex(0 if page is None else 1)
        self.tabs.show_source(shown)
        self._share_height()

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self.chart.set_old(is_old=is_old)
        self.refusal.set_old(is_old=is_old)

    def forget(self) -> None:
        """Show that there is no result."""
        self._has_result = False
        self.setCurrentIndex(0)

    def invite(self, problem: str, *, stopped: bool = False) -> None:
        """Ask for a folder, or say what is wrong with the one there is."""
        self.waiting.invite(problem, stopped=stopped)

    def set_busy(self, *, busy: bool) -> None:
        """Show that a run is under way, or no longer."""
        self.busy.set_busy(busy=busy)
        if busy and not self._has_result:
            self.waiting.show_progress(BuildPhase.INDEXING, 0, 0)

    def show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        """Say how far a run is."""
        self.busy.show_progress(phase, done, total)
        if not self._has_result:
            self.waiting.show_progress(phase, done, total)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.chart.change_theme()
        self.refusal.refresh_colors()

    # Heights -----------------------------------------------------------------------------

    def _share_height(self) -> None:
        """Give the budget the height it needs, unless somebody has set one."""
        refused = self._top.currentIndex() == 1
        self.rows.share(self.refusal.wanted_height if refused else self.chart.wanted_height, _FAIR)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new height."""
        super().resizeEvent(event)
        self._share_height()
