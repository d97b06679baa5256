"""The history of runs: found, opened again, audited, removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.problems import Problem
from inspector.files.history import History, RunSummary, ask_history
from inspector.gui.boxes import STRETCH, HBox, VBox, text_label, with_name
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.audit.tables import RunLine, history_table

_MOST_SHOWN = 2_000


@dataclass(frozen=True, slots=True)
class RunContents:
    """What a run is opened again from: the files of its session, and its manifest if it has one."""

    title: str
    sources: Mapping[str, str]
    manifest: dict[str, Any] | None


class HistoryReader(QObject):
    """Reads the history in a worker. Answers come in the order of the questions."""

    listed = Signal(object, object)
    """The table of runs, and a tuple of problems."""
    read = Signal(object, object)
    """The ``RunContents`` of a run (None: it is not there), and a tuple of problems."""
    failed = Signal(object)

    def __init__(self, path: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._worker = Worker(self)
        self._worker.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._worker.busy

    def list_runs(self) -> None:
        """List the newest runs."""
        self._list(_listed, read_only=True)

    def read_run(self, number: int) -> None:
        """Read what a run can be opened again from."""
        ask = partial(_contents, number=number)
        self._worker.ask(
            tr("reading the history"),
            lambda: ask_history(self._path, ask),
            lambda found: self.read.emit(found.value, found.problems),
        )

    def remove(self, number: int) -> None:
        """Remove a run and list what is left."""

        def removed(history: History) -> tuple[RunLine, ...]:
            history.remove([number])
            return _listed(history)

        self._list(removed, read_only=False)

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        self._worker.close()

    def _list(self, ask: Callable[[History], tuple[RunLine, ...]], *, read_only: bool) -> None:
        def job() -> tuple[TableData, tuple[Problem, ...]]:
            found = ask_history(self._path, ask, read_only=read_only)
            return history_table(found.value or ()), found.problems

        self._worker.ask(tr("reading the history"), job, lambda answer: self.listed.emit(*answer))


def _listed(history: History) -> tuple[RunLine, ...]:
    return tuple(map(_line, history.search(limit=_MOST_SHOWN)))


def _line(one: RunSummary) -> RunLine:
    return RunLine(
        one.id,
        one.last_seen,
        one.stage,
        one.title,
        one.times_seen,
        one.series,
        one.version,
        one.inputs,
        one.metrics,
        one.verdicts,
        one.result_fingerprint,
    )


def _contents(history: History, number: int) -> RunContents | None:
    stored = history.get(number)
    if stored is None:
        return None
    configuration, result = stored.record.configuration_value, stored.record.result_value
    sources = configuration.get("sources", {}) if isinstance(configuration, dict) else {}
    manifest = result.get("manifest") if isinstance(result, dict) else None
    return RunContents(stored.summary.title, sources, manifest)


class HistoryPage(QWidget):
    """Lists runs, the newest first. Buttons are ``history.reopen``, ``.audit`` and ``.remove``."""

    reopen_asked = Signal(int)
    audit_asked = Signal(int)
    remove_asked = Signal(int)
    wanted = Signal()
    """The page came in sight and is to be filled."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("history")
        self._panel = TablePanel("audit-history", tr("History"), theme.table_style(), self)
        self._panel.set_empty_text(
            tr("Nothing has been recorded yet. Run > Keep a history of runs switches it on.")
        )
        self._panel.current_changed.connect(lambda _key: self._refresh_buttons())
        self._told = text_label("history.told", self, role="muted", wraps=False)
        self._buttons: dict[str, QPushButton] = {}
        row = HBox(margins=(0, 4, 0, 8), spacing=8)
        for name, text, title, signal in (
            (
                "reopen",
                tr("Open its inputs"),
                tr("Opens the files that the run was made from"),
                self.reopen_asked,
            ),
            (
                "audit",
                tr("Audit it"),
                tr("Compares the run's manifest with the open inputs"),
                self.audit_asked,
            ),
            ("remove", tr("Remove"), tr("Takes the run out of the history"), self.remove_asked),
        ):
            button = with_name(QPushButton(text, self), f"history.{name}", tip=title)
            button.clicked.connect(lambda _on=False, signal=signal: self._send(signal))
            row.addWidget(button)
            self._buttons[name] = button
        row.hold(STRETCH, self._told)
        VBox(self, spacing=0).hold((self._panel, 1), row)
        self._refresh_buttons()

    @property
    def number(self) -> int | None:
        """The number of the run that is selected."""
        key = self._panel.current_key
        return int(key.partition(":")[2]) if key else None

    def refresh(self) -> None:
        """Ask to be filled anew."""
        self.wanted.emit()

    def show_runs(self, runs: TableData, problems: tuple[Problem, ...]) -> None:
        """List other runs."""
        self._panel.set_data(runs)
        self._told.setText(problems[0].message if problems else "")
        self._refresh_buttons()

    def focus_filter(self) -> None:
        """Go to the filter."""
        self._panel.focus_filter()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._panel.set_style(theme.table_style())

    def _send(self, signal: Any) -> None:
        if self.number is not None:
            signal.emit(self.number)

    def _refresh_buttons(self) -> None:
        for button in self._buttons.values():
            button.setEnabled(self.number is not None)


def files_of_run(contents: RunContents) -> tuple[list[Path], str]:
    """Return the files that a run was made from and that are there, and what is missing of them."""
    paths = [Path(path) for path in dict.fromkeys(contents.sources.values())]
    there = [path for path in paths if path.exists()]
    if not paths:
        return [], tr("It was not made from files.")
    missing = ", ".join(path.name for path in paths if path not in there)
    return there, tr("Not there any more: {missing}.", missing=missing) if missing else ""
