"""Compares two sides in a worker, and explains single changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.comparison import Cause, Compared, CompareRuns, Explained, Source
from inspector.analysis.injection_runs import CannotRunError
from inspector.analysis.watched_counter import StoppedError
from inspector.core.problems import Problem
from inspector.gui.failures import Failure
from inspector.gui.views.background_runner import guarded
from inspector.gui.views.compare.sides import Loaded


@dataclass(frozen=True, slots=True, eq=False)
class CompareResult:
    """What came of comparing: ``compared`` is None where a side cannot be run."""

    compared: Compared | None
    causes: Mapping[int, Cause]
    problems: tuple[Problem, ...]


class CompareRunner(QObject):
    """Of the pairs that wait only the newest is compared; what is explained is of that pair."""

    finished = Signal(object)
    """The ``CompareResult`` of the newest pair."""
    explained = Signal(object, object)
    """The ``Compared`` and the ``Explained`` of one of its changes (None: nothing explains it)."""
    side_loaded = Signal(int, object)
    """Which side (0: A, 1: B), and the ``Loaded`` that is to be it."""
    busy_changed = Signal(bool)
    failed = Signal(object)

    _answered = Signal(int, object)
    _told = Signal(int, object, object)
    _read = Signal(int, object)

    def __init__(self, runs: CompareRuns | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = runs or CompareRuns()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._number = 0  # of the newest pair
        self._question = 0  # of the newest change to be explained
        self._busy = False
        self._waiting: tuple[Source, Source] | None = None
        self._closed = False
        self._answered.connect(self._take)
        self._told.connect(self._take_explained)
        self._read.connect(self._take_side)

    @property
    def busy(self) -> bool:
        """Whether a pair is being compared."""
        return self._busy

    def compare(self, a: Source, b: Source) -> None:
        """Compare a pair, instead of whatever waits."""
        if self._closed:
            return
        self._number += 1
        self._question += 1
        if self._busy:
            self._waiting = (a, b)
            return
        self._start(a, b)

    def explain(self, compared: Compared, index: int) -> None:
        """Explain one change, instead of whatever was asked before."""
        if self._closed:
            return
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

        def answer() -> None:
            self._told.emit(question, compared, guarded("explaining a change", job))

        self._pool.start(answer)

    def load(self, place: int, job: Callable[[], Loaded]) -> None:
        """Read a file or a recorded run that is to be a side."""
        if not self._closed:
            self._pool.start(lambda: self._read.emit(place, guarded("reading a side", job)))

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        self._closed = True
        self._waiting = None
        self._number += 1
        self._question += 1
        self._pool.clear()
        self._pool.waitForDone()

    def _start(self, a: Source, b: Source) -> None:
        self._busy = True
        number = self._number

        def watch(_done: int, _total: int) -> bool:
            return number == self._number

        def job() -> CompareResult | None:
            try:
                compared = self._runs.compared(a, b, watch)
                return CompareResult(compared, self._runs.causes(compared), compared.problems)
            except CannotRunError as error:
                return CompareResult(None, {}, error.problems)
            except StoppedError:
                return None

        self._pool.start(lambda: self._answered.emit(number, guarded("comparing two runs", job)))
        self.busy_changed.emit(self._busy)

    def _take(self, number: int, outcome: CompareResult | Failure | None) -> None:
        if self._closed:
            return
        self._busy = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._start(*waiting)
        elif isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif outcome is not None and number == self._number:
            self.finished.emit(outcome)
        if not self._busy:
            self.busy_changed.emit(self._busy)

    def _take_side(self, place: int, outcome: Loaded | Failure) -> None:
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            self.side_loaded.emit(place, outcome)

    def _take_explained(
        self, question: int, compared: Compared, outcome: Explained | Failure | None
    ) -> None:
        if self._closed or question != self._question:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            self.explained.emit(compared, outcome)
