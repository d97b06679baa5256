"""The middle of the lens: what waits for a result, or the budget (a refusal) above the pages.

The decision about a bundle stands above the picture of its budget."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QStackedWidget, QWidget

from inspector.core.builder.inputs import OPTIONAL_ROOM
from inspector.gui.boxes import STRETCH, HBox, VBox, grow, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.explanation_pane import VerdictPanel
from inspector.gui.views.stage_lens import ChartRows
from inspector.language import tr, tr_n
from inspector.present.strips import Strips
from inspector.stages.builder.actions import SEND_OPTIONAL
from inspector.stages.builder.charts import budget_bar
from inspector.stages.builder.pages import refusal_page
from inspector.stages.builder.runs import BuildPhase
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.view.tabs import BuilderTabs
from inspector.stages.builder.view.why_pane import RefusalView
from inspector.stages.builder.words import banner, decision_chip, phase_text


class BudgetPanel(VerdictPanel):
    """Object names: ``chart.optional``, ``chart.overrides``, ``chart.bar``."""

    action_asked = Signal(object)
    """Somebody presses the button of an ``Action``."""
    rules_asked = Signal()
    """Somebody wants to see the overridden rules."""

    bar: Strips | None = None
    """The numbers of the picture."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        tip = tr("Default rules that this project takes back, with reasons")
        self._overrides = with_name(QPushButton(self), "chart.overrides", tip=tip, role="link")
        self._overrides.clicked.connect(self.rules_asked)
        self._optional = with_name(
            QPushButton(SEND_OPTIONAL.title, self), "chart.optional", role="link"
        )
        self._optional.clicked.connect(lambda: self.action_asked.emit(SEND_OPTIONAL))
        self.view = DrawingView("chart.bar", tr("Budget of the bundle"), theme, self, grows=False)
        self._lay_out(self.view, self._optional, self._overrides, left=8)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the picture."""
        return self._around(self.view.sizeHint().height())

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        bar = self.bar = budget_bar(shown)
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
        self.view.show_strips(bar)


_PAUSE = 400  # milliseconds; what is done sooner shows no progress


class BusyStrip(QWidget):
    """Object names: ``busy.text``, ``busy.progress``, ``busy.stop``."""

    stop_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        with_name(self, "busy", role="notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = with_name(QLabel(self), "busy.text")
        self._bar = with_name(QProgressBar(self), "busy.progress", tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=120)
        self._stop = with_name(QPushButton(tr("Cancel"), self), "busy.stop", role="link")
        self._stop.clicked.connect(self.stop_asked)
        HBox(self, margins=(12, 2, 12, 2)).hold((self._text, 1), self._bar, self._stop)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.show)
        self.hide()

    def set_busy(self, *, busy: bool) -> None:
        """Show, after a moment, that something is under way, or no longer."""
        if busy:
            self._text.setText(tr("Building …"))
            self._bar.setMaximum(0)
            self._pause.start()
        else:
            self._pause.stop()
            self.hide()

    def show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        """Say how far it is."""
        self._text.setText(phase_text(phase, done, total))
        self._bar.setMaximum(total)
        self._bar.setValue(done)


_WIDE = 360  # pixels


class WaitingPage(QWidget):
    """Object names: ``waiting.title``, ``.text``, ``.choose``, ``.progress``, ``.stop``."""

    choose_asked = Signal()
    run_asked = Signal()
    stop_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._title = with_name(QLabel(self), "waiting.title", font=theme.font(FontRole.TITLE))
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text = text_label("waiting.text", self, role="muted")
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._bar = with_name(QProgressBar(self), "waiting.progress", tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=_WIDE)
        self._choose = with_name(
            QPushButton(tr("Choose a project folder…"), self), "waiting.choose", role="primary"
        )
        self._run = with_name(QPushButton(tr("Index the project"), self), "waiting.run")
        self._stop = with_name(QPushButton(tr("Cancel"), self), "waiting.stop")
        layout = VBox(self, margins=(24, 24, 24, 24), spacing=12)
        layout.addStretch(2)
        layout.hold(self._title, self._text)
        for widget in (self._bar, self._choose, self._run, self._stop):
            row = HBox().hold(STRETCH, widget, STRETCH)
            layout.addLayout(row)
        layout.addStretch(3)
        self._choose.clicked.connect(self.choose_asked)
        self._run.clicked.connect(self.run_asked)
        self._stop.clicked.connect(self.stop_asked)
        self.invite("")

    def invite(self, problem: str, *, stopped: bool = False) -> None:
        """Ask for a folder; ``problem`` says what is wrong with the one there is."""
        title = (
            tr("Cancelled")
            if stopped
            else tr("No project is open")
            if not problem
            else tr("No bundle")
        )
        self._title.setText(title)
        self._text.setText(
            tr("The project was not indexed.")
            if stopped
            else problem
            or tr(
                "Choose or drop the folder of a project to see what one call may see of it,"
                " and why."
            )
        )
        self._show(busy=False, stopped=stopped)

    def show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        """Say how far a run is."""
        self._title.setText(tr("Building the bundle"))
        self._text.setText(phase_text(phase, done, total))
        self._bar.setMaximum(total)
        self._bar.setValue(done)
        self._show(busy=True, stopped=False)

    def _show(self, *, busy: bool, stopped: bool) -> None:
        self._bar.setVisible(busy)
        self._stop.setVisible(busy)
        self._choose.setVisible(not busy)
        self._run.setVisible(stopped)


_SIZES = (236, 480)  # pixels: budget, pages
_FAIR = 0.5  # of the height for the budget or a refusal, at most


class BuilderMiddle(QStackedWidget):
    """Shows one build, or that there is none yet. The splitter is named ``builder.rows``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
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
        self.rows.fit_to(self._wanted_height, _FAIR)
        self.rows.setStretchFactor(1, 1)
        result = QWidget()
        VBox(result, spacing=0).hold(self.busy, (self.rows, 1))
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
        self.rows.fit()

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

    def _wanted_height(self) -> int:
        refused = self._top.currentIndex() == 1
        return self.refusal.wanted_height if refused else self.chart.wanted_height
