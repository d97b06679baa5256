"""Commits of the project replayed: recall over the budget, and why each missed file is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from inspector.analysis.replay import CommitReplay
from inspector.analysis.watched_counter import StoppedError
from inspector.core.tokens import VocabularyError
from inspector.gui.boxes import VBox, grown_size
from inspector.gui.messages import Failure
from inspector.gui.table import TablePanel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.plot_view import PlotView
from inspector.gui.views.steps_grid import reading_label
from inspector.gui.views.worker import Worker
from inspector.language import marked, tr, tr_n
from inspector.present.table import cell_value
from inspector.project.commits import CommitError
from inspector.stages.builder.replay_lines import (
    MISSED_COLUMNS,
    budget_words,
    missed_table,
    replay_plot,
)
from inspector.stages.builder.runs import ReplayPhase, ReplayWatch

_SIZE = (900, 680)
_DOING = {
    ReplayPhase.READING: marked("Reading commits: {done:,} of {most:,}"),
    ReplayPhase.REPLAYING: marked("Replaying commits: {done:,} of {most:,}"),
}


class ReplayDialog(QDialog):
    """Replays while it is open. Closing it ends the replay; *Stop* shows what was done until then.

    Object names: ``replay.said``, ``replay.plot``, ``replay.missed``, ``replay.why``,
    ``replay.stop``.
    """

    def __init__(
        self,
        job: Callable[[ReplayWatch], CommitReplay],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """``job`` replays in a thread of the dialog's; it is told when to stop."""
        super().__init__(parent)
        theme.dress(self)
        self.setObjectName("replay-dialog")
        self.setWindowTitle(tr("Replay of commits"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._stopped = Event()
        self._worker = Worker(self)
        self._said = reading_label("replay.said", theme, FontRole.STRONG, self)
        style = ChartStyle.of(theme)
        keys = tr("Left and Right go from budget to budget.")
        self._plot = PlotView(style, ("replay.plot", tr("Recall over the budget"), keys), self)
        self._missed = TablePanel("replay.missed", tr("Missed files"), theme.table_style(), self)
        self._missed.set_empty_text(tr("No file was missed."))
        self._missed.current_changed.connect(self._show_why)
        self._why = reading_label("replay.why", theme, FontRole.BODY, self)
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole
        self._stop = buttons.addButton(tr("Stop"), role.ActionRole)
        self._stop.setObjectName("replay.stop")
        self._stop.clicked.connect(self._stopped.set)
        buttons.addButton(tr("Close"), role.RejectRole)
        buttons.rejected.connect(self.reject)
        VBox(self, margins=(20, 20, 20, 16), spacing=10).hold(
            self._said, (self._plot, 2), (self._missed, 3), self._why, buttons
        )
        self.resize(grown_size(*_SIZE))
        self._said.setText(tr("Reading commits"))
        self._worker.do("replaying commits", partial(self._replayed, job), self._take)

    def done(self, result: int) -> None:
        """End the replay with the dialog."""
        self._stopped.set()
        self._worker.close()
        super().done(result)

    def _replayed(self, job: Callable[[ReplayWatch], CommitReplay]) -> CommitReplay | str:
        """Return the replay, or why there is none."""
        try:
            return job(self._watch)
        except CommitError as error:
            return tr("Nothing can be replayed: {error}", error=error)
        except (ValueError, VocabularyError) as error:
            return tr("Tokens cannot be counted: {error}", error=error)

    def _watch(self, phase: ReplayPhase, done: int, most: int) -> bool:
        words = tr(_DOING[phase], done=done, most=most)
        self._worker.say(lambda: self._said.setText(words))
        return not self._stopped.is_set()

    def _take(self, outcome: CommitReplay | str | Failure | StoppedError) -> None:
        self._stop.setEnabled(False)
        if isinstance(outcome, StoppedError):
            return
        if isinstance(outcome, Failure):
            outcome = outcome.what
        elif not isinstance(outcome, str) and not outcome.cases:
            outcome = tr("No commit touches two source files; there is nothing to replay.")
        if isinstance(outcome, str):
            self._said.setText(outcome)
            return
        commits = len(outcome.cases)
        said = tr_n("1 commit replayed", "{n:,} commits replayed", commits, n=commits)
        self._said.setText(f"{said}. {budget_words(outcome.budgets[-1])}")
        whole = ". ".join(budget_words(one) for one in outcome.budgets)
        self._plot.show_plot(replay_plot(outcome), whole)
        self._missed.set_data(missed_table(outcome))

    def _show_why(self, key: str) -> None:
        data = self._missed.data
        row = data.row_of(key) if key else None
        if row is None:
            self._why.setText("")
            return
        shown = {column.id: cell_value(data, column, row) for column in MISSED_COLUMNS}
        self._why.setText("\n".join(str(shown[name]) for name in ("file", "why", "subject")))
