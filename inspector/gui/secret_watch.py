"""Looks for secrets in the store's session, in a worker, once nothing has changed for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from inspector.analysis.watched_counter import StoppedError
from inspector.gui.messages import Failure, failure_of
from inspector.language import tr

if TYPE_CHECKING:
    from inspector.analysis.secret_lint import HeldSecret, SecretLints
    from inspector.core.problems import Problem
    from inspector.project.findings import SecretScanner
    from inspector.session.session import Session
    from inspector.session.store import Store

STANDS_STILL = 1_500  # milliseconds without another session
_AT_WORK, _AT_REST = 0.010, 0.005  # seconds: results and the window go before


def lens_of_holder(held: HeldSecret) -> tuple[str, str]:
    """Return the lens that shows a subject, and what to select there."""
    from inspector.analysis.secret_lint import stage_of

    return stage_of(held.holder), f"{held.holder}:{held.subject}"


class SecretWatch(QObject):
    """Keeps the list of what holds a secret, and excludes it when asked to.

    ``make_scanner`` is called in the worker, because loading rules takes seconds; None looks for
    nothing. Nothing ever waits for the watch: a session that is replaced stops its lint, and the
    lint stands still while ``gives_way`` says that something is run.
    """

    changed = Signal()
    """``problems`` are others."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object, object)  # Session, what was found | Failure | None (stopped)

    def __init__(
        self,
        store: Store,
        make_scanner: Callable[[], SecretScanner] | None,
        parent: QObject | None = None,
        *,
        gives_way: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._loading = _Loading(make_scanner) if make_scanner is not None else None
        self._gives_way = gives_way
        self._found: tuple[HeldSecret, ...] = ()
        self._lints: SecretLints | None = None
        self._wanted: Session | None = None
        self._busy = self._closed = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pause = QTimer(self, singleShot=True, interval=STANDS_STILL)
        self._pause.timeout.connect(self._start)
        self._answered.connect(self._take)
        self._endings = (store.subscribe(self._follow), store.before_opening(self._forget))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """A problem for every subject that holds a secret."""
        return tuple(one.problem for one in self._found)

    def held(self, problem: Problem) -> HeldSecret | None:
        """Return the subject that a problem is about, None for a problem of something else."""
        return next((one for one in self._found if one.problem == problem), None)

    def may_exclude(self, problem: Problem | None) -> bool:
        """Whether the subject of a problem can be excluded."""
        held = None if problem is None else self.held(problem)
        return held is not None and held.exclusion is not None

    def exclude(self, problem: Problem) -> None:
        """Keep the subject of a problem out of the session, as one change."""
        held = self.held(problem)
        edit = None if held is None else held.exclusion
        if held is None or edit is None:
            return
        self._set(tuple(one for one in self._found if one is not held))
        self._store.commit(tr("Exclude the {holder}", holder=held.holder), edit)

    def close(self) -> None:
        """Stop the lint and wait for the worker. Nothing is looked for or sent any more."""
        if not self._closed:
            self._closed = True
            self._wanted = None
            for end in self._endings:
                end()
            self._pause.stop()
            self._pool.waitForDone()

    def _follow(self, _old: Session, new: Session) -> None:
        if self._loading is not None and new is not self._wanted:
            self._wanted = None
            self._pause.start()

    def _forget(self) -> None:
        """Forget what the session holds that is open: another one takes its place."""
        self._wanted = None
        self._set(())

    def _start(self) -> None:
        loading = self._loading
        if self._busy or self._closed or loading is None:
            return
        self._busy = True
        session = self._wanted = self._store.session
        self._pool.start(lambda: self._answered.emit(session, self._answer(session, loading)))

    def _answer(
        self, session: Session, loading: _Loading
    ) -> tuple[HeldSecret, ...] | Failure | None:
        rested = time.monotonic()

        def watch(_done: int, _total: int) -> bool:
            nonlocal rested
            if time.monotonic() - rested > _AT_WORK:
                time.sleep(_AT_REST)
                while self._gives_way() and self._wanted is session:
                    time.sleep(_AT_REST)
                rested = time.monotonic()
            return self._wanted is session

        try:
            from inspector.analysis.secret_lint import SecretLints, has_texts

            if not has_texts(session):
                return ()
            scanner = loading.scanner(lambda: self._wanted is session)
            self._lints = self._lints or SecretLints(scanner)
            return self._lints.lint(session, watch)
        except StoppedError:
            return None
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, tr("looking for secrets"))

    def _take(self, session: Session, outcome: tuple[HeldSecret, ...] | Failure | None) -> None:
        self._busy = False
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif session is not self._store.session:
            self._pause.start()
        elif outcome is not None:
            self._set(outcome)

    def _set(self, found: tuple[HeldSecret, ...]) -> None:
        if found != self._found:
            self._found = found
            self.changed.emit()


class _Loading:
    """Loads the rules once, in a thread that nobody has to wait for.

    Compiling them cannot be stopped, and a window that is closed must not wait for it.
    """

    def __init__(self, make_scanner: Callable[[], SecretScanner]) -> None:
        self._make = make_scanner
        self._thread: Thread | None = None
        self._scanner: SecretScanner | None = None
        self._error: Exception | None = None

    def scanner(self, wanted: Callable[[], bool]) -> SecretScanner:
        """Return the scanner with its rules. Raises ``StoppedError`` once nobody wants it."""
        if self._thread is None:
            self._thread = Thread(target=self._load, name="rules of secrets", daemon=True)
            self._thread.start()
        while self._thread.is_alive():
            if not wanted():
                raise StoppedError
            self._thread.join(_AT_WORK)
        if self._scanner is None:
            self._thread = None  # the next lint tries again
            raise self._error or RuntimeError("the rules were not loaded")
        return self._scanner

    def _load(self) -> None:
        from inspector.project.secrets import LayeredScanner

        try:
            scanner = self._make()
            if isinstance(scanner, LayeredScanner):
                scanner.warm_up()
            self._scanner = scanner
        except Exception as error:  # noqa: BLE001  # raised again where it can be told
            self._error = error
