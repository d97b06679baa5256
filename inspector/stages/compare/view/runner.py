"""Compares two sides in a worker, explains single changes, and writes what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from inspector.analysis.comparison import ChangeCause, Compared, CompareRuns, Explained, Source
from inspector.analysis.injection_runs import CannotRunError
from inspector.analysis.watched_counter import StoppedError
from inspector.core.problems import Problem
from inspector.files.history import StoredRun
from inspector.files.history.differences import run_differences
from inspector.gui.messages import Failure
from inspector.gui.views.lens_exports import File, json_text, rows
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.compare.picture import compare_svg
from inspector.stages.compare.results import comparison_result
from inspector.stages.compare.words import change_table, recorded_table

AnySource = Source | StoredRun


@dataclass(frozen=True, slots=True, eq=False)
class CompareResult:
    """What came of comparing: ``compared`` is None where a side cannot be run.

    ``recorded`` is what differs between two recorded runs of a stage, as the command has it.
    """

    compared: Compared | None
    causes: Mapping[int, ChangeCause]
    problems: tuple[Problem, ...]
    recorded: Mapping[str, Any] | None = None


class CompareRunner(QObject):
    """Of the pairs that wait only the newest is compared; what is explained is of that pair."""

    finished = Signal(object)
    """The ``CompareResult`` of the newest pair."""
    explained = Signal(object, object)
    """The ``Compared`` and the ``Explained`` of one of its changes (None: nothing explains it)."""
    busy_changed = Signal(bool)
    failed = Signal(object)

    busy: bool = False
    """Whether a pair is being compared."""

    def __init__(self, runs: CompareRuns | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = runs or CompareRuns()
        self._worker = Worker(self)
        self._worker.failed.connect(self.failed)
        self._number = 0  # of the newest pair
        self._question = 0  # of the newest change to be explained
        self._waiting: tuple[AnySource, AnySource] | None = None

    def compare(self, a: AnySource, b: AnySource) -> None:
        """Compare a pair, instead of whatever waits."""
        self._number += 1
        self._question += 1
        if self.busy:
            self._waiting = (a, b)
            return
        self._start(a, b)

    def explain(self, compared: Compared, index: int) -> None:
        """Explain one change, instead of whatever was asked before."""
        self._question += 1
        question = self._question

        def watch(_done: int, _total: int) -> bool:
            return question == self._question

        def job() -> Explained | None:
            if question != self._question:
                return None
            try:
                return self._runs.explained(compared, index, watch)
            except (CannotRunError, StoppedError):
                return None

        def take(found: Explained | None) -> None:
            if question == self._question:
                self.explained.emit(compared, found)

        self._worker.ask(tr("explaining a change"), job, take)

    def forget(self) -> None:
        """End what is under way and forget what waits; nothing is said of either."""
        self._waiting = None
        self._number += 1
        self._question += 1

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        self.forget()
        self._worker.close()

    def _start(self, a: AnySource, b: AnySource) -> None:
        self.busy = True
        number = self._number

        def watch(_done: int, _total: int) -> bool:
            return number == self._number

        def job() -> CompareResult:
            if isinstance(a, StoredRun) and isinstance(b, StoredRun):
                return CompareResult(None, {}, (), run_differences(a, b))
            if isinstance(a, StoredRun) or isinstance(b, StoredRun):
                return CompareResult(None, {}, ())
            try:
                compared = self._runs.compared(a, b, watch)
                return CompareResult(compared, self._runs.causes(compared), compared.problems)
            except CannotRunError as error:
                return CompareResult(None, {}, error.problems)

        self._worker.do(tr("comparing two runs"), job, partial(self._take, number))
        self.busy_changed.emit(self.busy)

    def _take(self, number: int, outcome: CompareResult | Failure | StoppedError) -> None:
        self.busy = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._start(*waiting)
        elif isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif isinstance(outcome, CompareResult) and number == self._number:
            self.finished.emit(outcome)
        if not self.busy:
            self.busy_changed.emit(self.busy)


def files(names: Callable[[], tuple[str, str]]) -> tuple[File, ...]:
    """Return what can be written of a comparison; ``names`` returns what its sides are."""
    return (
        File(
            "comparison.json",
            tr("comparison as JSON"),
            tr("Both sides, what differs, every change and its cause."),
            lambda shown: _json(shown, names()),
        ),
        rows("changes.csv", tr("Changes"), _rows),
        File(
            "comparison.svg",
            tr("comparison as SVG"),
            tr("The mirrored bars and the matrix in the light theme; it can be scaled."),
            lambda compared: compare_svg(compared.comparison),
            lambda shown: shown.compared,
        ),
    )


def _rows(shown: CompareResult) -> TableData | None:
    if shown.recorded is not None:
        return recorded_table(shown.recorded)
    compared = shown.compared
    return None if compared is None else change_table(compared.comparison, shown.causes)


def _json(shown: CompareResult, names: tuple[str, str]) -> str:
    compared = shown.compared
    if compared is None:
        return json_text(shown.recorded)
    differences = compared.attribution.differences if compared.attribution else None
    return json_text(comparison_result(compared.comparison, names, differences, shown.causes, {}))
