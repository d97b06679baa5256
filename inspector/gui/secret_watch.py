"""Looks for secrets in the store's session, in a worker, once nothing has changed for a while."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.watched_counter import StoppedError
from inspector.gui.messages import Failure
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.project.secrets import ScannerProcess

if TYPE_CHECKING:
    from inspector.analysis.secret_lint import HeldSecret, SecretLints
    from inspector.core.problems import Problem
    from inspector.project.findings import SecretScanner
    from inspector.session.session import Session
    from inspector.session.store import Store

STANDS_STILL = 1_500  # milliseconds without another session


def lens_of_holder(held: HeldSecret) -> tuple[str, str]:
    """Return the lens that shows a subject, and what to select there."""
    from inspector.analysis.secret_lint import stage_of

    return stage_of(held.holder), f"{held.holder}:{held.subject}"


class SecretWatch(QObject):
    """Keeps the list of what holds a secret, and excludes it when asked to.

    Without a ``scanner`` nothing is looked for. Nothing ever waits for the watch: a session that is
    replaced stops its lint.
    """

    changed = Signal()
    """``problems`` are others."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(
        self, store: Store, scanner: SecretScanner | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._scanner = scanner
        self._found: tuple[HeldSecret, ...] = ()
        self._lints: SecretLints | None = None
        self._wanted: Session | None = None
        self._worker = Worker(self)
        self._pause = QTimer(self, singleShot=True, interval=STANDS_STILL)
        self._pause.timeout.connect(self._start)
        self._endings = (
            store.subscribe(self._follow, may_wait=True),
            store.before_opening(self._forget),
        )

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
        """End the lint and the scanner's process. Nothing is looked for or sent any more."""
        if not self._worker.closed:
            self._wanted = None
            for end in self._endings:
                end()
            self._pause.stop()
            if isinstance(self._scanner, ScannerProcess):
                self._scanner.close()  # whose rules may take seconds to be loaded
            self._worker.close()

    def _follow(self, _old: Session, new: Session) -> None:
        if self._scanner is not None and new is not self._wanted:
            self._wanted = None
            self._pause.start()

    def _forget(self) -> None:
        """Forget what the session holds that is open: another one takes its place."""
        self._wanted = None
        self._set(())

    def _start(self) -> None:
        scanner = self._scanner
        if self._worker.busy or scanner is None:
            return
        session = self._wanted = self._store.session
        lint = partial(self._lint, session, scanner)
        self._worker.do(tr("looking for secrets"), lint, partial(self._take, session))

    def _lint(self, session: Session, scanner: SecretScanner) -> tuple[HeldSecret, ...]:
        from inspector.analysis.secret_lint import SecretLints, has_texts

        if not has_texts(session):
            return ()
        self._lints = self._lints or SecretLints(scanner)
        return self._lints.lint(session, lambda _done, _total: self._wanted is session)

    def _take(
        self, session: Session, outcome: tuple[HeldSecret, ...] | Failure | StoppedError
    ) -> None:
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif session is not self._store.session:
            self._pause.start()
        elif not isinstance(outcome, StoppedError):
            self._set(outcome)

    def _set(self, found: tuple[HeldSecret, ...]) -> None:
        if found != self._found:
            self._found = found
            self.changed.emit()
