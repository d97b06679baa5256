"""Builds the bundle of the session whenever its builder stage changes, always in a worker."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.builder_runs import BuilderResult, BuilderRuns, BuildPhase
from inspector.analysis.watched_counter import StoppedError
from inspector.gui.failures import Failure, failure_of
from inspector.present.builder.shown import Shown, shown_of
from inspector.present.builder.target_search import TargetSearch
from inspector.present.builder.told_paths import NOTHING_HIDDEN, told_paths
from inspector.session.session import Session
from inspector.session.store import Store

_BETWEEN_REPORTS = 0.05  # seconds between two words about how far a run is


class BuilderRunner(QObject):
    """Answers every change of the builder stage with what can be shown of its result.

    One run at a time, and of those that wait only the newest. A run that nobody waits for any more
    ends early, and its answer is dropped.
    """

    finished = Signal(object, object)
    """The ``BuilderResult`` of the newest session, and what is ``Shown`` of it or None."""
    searchable = Signal(object)
    """A ``TargetSearch`` of another index."""
    busy_changed = Signal(bool)
    progress = Signal(object, int, int)
    """The ``BuildPhase``, how much is done, and of how much (0: not known)."""
    stopped = Signal()
    """A run ended because somebody wanted it to."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object, object, object)

    def __init__(
        self, store: Store, runs: BuilderRuns | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._runs = BuilderRuns.with_user_cache() if runs is None else runs
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._running: Session | None = None
        self._wanted: Session | None = None  # what the worker is to answer in the end
        self._searched: object = None  # the index that was made searchable last
        self._told = NOTHING_HIDDEN
        self._forget = False
        self._closed = False
        self._active = False
        self._old = True
        self._answered.connect(self._take)
        self._unsubscribe = store.subscribe(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a run is under way."""
        return self._running is not None

    def set_active(self, *, active: bool) -> None:
        """Follow the session only while somebody looks; what was missed is run then."""
        self._active = active
        if active and self._old:
            self.run()

    def run(self) -> None:
        """Build the bundle of the store's session."""
        session = self._store.session
        self._old = False
        self._wanted = session
        if self._running is None:
            self._start(session)

    def index_again(self) -> None:
        """Look at the project's files anew, then build."""
        self._forget = True
        self._wanted = None  # a run under way is of files as they were
        self.run()

    def stop(self) -> None:
        """End the run under way. The next change of the session, or ``run``, begins another."""
        self._wanted = None

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if self._closed:
            return
        self._closed = True
        self._wanted = None
        self._unsubscribe()
        self._pool.waitForDone()

    def _start(self, session: Session) -> None:
        was_busy, self._running = self.busy, session
        forget, self._forget = self._forget, False
        self._pool.start(lambda: self._answer(session, forget=forget))
        if not was_busy:
            self.busy_changed.emit(self.busy)

    def _answer(self, session: Session, *, forget: bool) -> None:
        told = 0.0

        def watch(phase: BuildPhase, done: int, total: int) -> bool:
            nonlocal told
            if monotonic() - told >= _BETWEEN_REPORTS:
                told = monotonic()
                self.progress.emit(phase, done, total)
            return self._wanted is session

        outcome: BuilderResult | Failure | None
        extra: tuple[Shown | None, TargetSearch | None] = (None, None)
        try:
            if forget:
                self._runs.forget_index()
            outcome = self._runs.run(session, watch)
            extra = self._extra(outcome)
        except StoppedError:
            outcome = None
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            outcome = failure_of(error, "building the bundle")
        self._answered.emit(session, outcome, extra)

    def _extra(self, result: BuilderResult) -> tuple[Shown | None, TargetSearch | None]:
        """Return what is shown of a result, and a search where the index is another one."""
        if result.index is None:
            return None, None
        another = result.index is not self._searched
        if another:
            self._told = told_paths(result.index.files)
        shown = shown_of(result, self._told)
        if not another or shown is None:
            return shown, None
        self._searched = result.index
        return shown, TargetSearch(result.index, shown.hidden)

    def _take(
        self,
        session: Session,
        outcome: BuilderResult | Failure | None,
        extra: tuple[Shown | None, TargetSearch | None],
    ) -> None:
        if self._closed:
            return
        shown, search = extra
        if search is not None:
            self.searchable.emit(search)
        if self._wanted is not None and (self._wanted is not session or self._forget):
            self._start(self._wanted)
            return
        self._running = None
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif outcome is not None and self._wanted is session:
            self.finished.emit(outcome, shown)
        else:
            self._old = True
            self.stopped.emit()
        self.busy_changed.emit(self.busy)

    def _follow(self, old: Session, new: Session) -> None:
        if old.builder == new.builder and old.sources == new.sources:
            return
        self._old = True
        if self._active:
            self.run()
