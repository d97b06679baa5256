"""The middle of the lens: what waits for a result, or the budget (a refusal) above the pages."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.builder_runs import BuildPhase
from inspector.gui.theme import Theme
from inspector.gui.views.builder.busy_strip import BusyStrip
from inspector.gui.views.builder.chart_panel import BudgetPanel
from inspector.gui.views.builder.refusal_view import RefusalView
from inspector.gui.views.builder.tabs import BuilderTabs
from inspector.gui.views.builder.waiting_page import WaitingPage
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
        self._arranged = False  # by somebody; until then the budget takes the height it needs
        self.waiting = WaitingPage(theme)
        self.busy = BusyStrip()
        self.chart = BudgetPanel(theme)
        self.refusal = RefusalView(theme)
        self.tabs = BuilderTabs(theme)
        self._top = QStackedWidget()
        self._top.addWidget(self.chart)
        self._top.addWidget(self.refusal)
        self._rows = QSplitter(Qt.Orientation.Vertical)
        self._rows.setObjectName("builder.rows")
        self._rows.setHandleWidth(1)
        self._rows.setChildrenCollapsible(False)
        self._rows.addWidget(self._top)
        self._rows.addWidget(self.tabs)
        self._rows.setStretchFactor(1, 1)
        self._rows.setSizes(_SIZES)
        self._rows.splitterMoved.connect(self._keep_height)
        result = QWidget()
        layout = QVBoxLayout(result)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.busy)
        layout.addWidget(self._rows, 1)
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

    def change_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours."""
        self.chart.change_theme()
        self.refusal.refresh_colors()
        self.tabs.set_theme(theme)

    # Heights -----------------------------------------------------------------------------

    @property
    def heights(self) -> list[int]:
        """The heights that somebody has chosen, in pixels; none until then."""
        return self._rows.sizes() if self._arranged else []

    def restore_heights(self, saved: Any) -> None:
        """Take heights that were saved, if that is what they are."""
        if isinstance(saved, list) and len(saved) == 2 and all(type(one) is int for one in saved):
            self._rows.setSizes(saved)
            self._arranged = True

    def _share_height(self) -> None:
        """Give the budget the height it needs, as far as that is fair, unless somebody has."""
        whole = sum(self._rows.sizes())
        if self._arranged or whole <= 0:
            return
        refused = self._top.currentIndex() == 1
        wanted = self.refusal.wanted_height if refused else self.chart.wanted_height
        top = min(wanted, round(whole * _FAIR))
        self._rows.setSizes([top, whole - top])

    def _keep_height(self) -> None:
        self._arranged = True

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new height."""
        super().resizeEvent(event)
        self._share_height()
