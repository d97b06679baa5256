"""Runs the injection step for the store's session, in a worker where it takes longer."""

from __future__ import annotations

from pydantic import ValidationError
from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit_runs import AUDITED_AT_ONCE, own_audit
from inspector.analysis.injection_runs import (
    InjectionDetails,
    InjectionResult,
    InjectionRuns,
    manifest_fingerprint,
)
from inspector.analysis.steps_before import parts_of_steps
from inspector.analysis.watched_counter import StoppedError
from inspector.core.problems import Problem, Severity
from inspector.core.tokens import TokenCounter
from inspector.gui.messages import Failure
from inspector.gui.views.worker import outcome_of
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store

PAUSE_BEFORE_FACTS = 150  # milliseconds without a new result

_STOPPED = Problem(
    Severity.NOTE,
    "run.stopped",
    tr("The run was stopped before it was done."),
    tr("Run it again."),
)
_FAILED = Problem(
    Severity.ERROR,
    "run.failed",
    tr("The run ended with a mistake of the program."),
    tr("Take the last change back, or run it again."),
)


class Runner(QObject):
    """Answers every change of the session's inputs with a result.

    Where only the policy or as little has changed, the answer comes at once, within the call that
    made the change. Anything else goes to a worker: one run at a time, and of those that wait only
    the newest is kept. An answer that arrives when a newer one has been shown, or when the session
    has other inputs by then, is dropped.
    """

    finished = Signal(object)
    """An ``InjectionResult``. One without a report leaves the last good one on screen, outdated."""
    facts_ready = Signal(object)
    """The ``InjectionDetails`` of ``good``, once nothing has changed for a moment."""
    audit_ready = Signal(object)
    """The ``Audit`` of the manifest of ``good``, of a set that is not too large for that."""
    fingerprint_ready = Signal(object)
    """The SHA-256 (str) of the manifest of ``good``, or the ``Problem`` that leaves it without."""
    outdated_changed = Signal(bool)
    busy_changed = Signal(bool)
    progress = Signal(int, int)
    """Texts counted, texts in all."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    baseline_changed = Signal()
    """Another result is kept to be compared with."""

    _answered = Signal(int, object)  # run number, InjectionResult | Failure | StoppedError
    _worked_out = Signal(int, object)  # run number, anything that came of the facts

    def __init__(
        self, store: Store, runs: InjectionRuns | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.result: InjectionResult | None = None
        self.good: InjectionResult | None = None
        self.baseline: InjectionResult | None = None
        self.facts: InjectionDetails | None = None
        self.fingerprint: str | None = None
        self.audit: Audit | None = None
        self._store = store
        self._runs = runs or InjectionRuns()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)  # a run never waits for the facts of the last one
        self._asked = 0  # number of the newest run that was asked for
        self._shown = 0
        self._running: int | None = None
        self._wanted: Session | None = None
        self._pending: tuple[int, Session] | None = None
        self._stopped_at = 0  # runs up to this number are to end early
        self._closed = False
        self._is_new = False  # a session was opened, and not run yet
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_BEFORE_FACTS)
        self._pause.timeout.connect(self._work_out_facts)
        self._answered.connect(self._take_answer)
        self._worked_out.connect(self._take_facts)
        self._endings = (store.subscribe(self._follow), store.before_opening(self._forget))

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self._running is not None

    def works(self) -> bool:
        """Whether a run, or what takes longer to know about a result, is worked out."""
        return self.busy or self._pool.activeThreadCount() > 0

    @property
    def outdated(self) -> bool:
        """Whether what is on screen is an older result, because the newer input has no result."""
        return self.good is not None and self.result is not self.good

    def run(self) -> None:
        """Run the store's session, at once if that is quick."""
        session = self._store.session
        if self.run_now(session) is None:
            self.schedule(session)

    def run_now(self, session: Session) -> InjectionResult | None:
        """Run within this call if that takes a few milliseconds, and show the result."""
        if self._running is not None or not self._runs.ready(session):
            return None
        result = self._runs.run(session)
        self._asked += 1
        self._show(self._asked, result)
        return result

    def schedule(self, session: Session) -> None:
        """Run in the worker, instead of whatever waited."""
        if self._closed:
            return
        self._asked += 1
        self._wanted = session
        self._pause.stop()
        if self._running is not None:
            self._pending = (self._asked, session)
            return
        self._start(self._asked, session)

    def keep_baseline(self) -> None:
        """Keep the result that is shown, to compare others with it.

        What was opened is kept at first, before anything is changed.
        """
        if self.good is not None and self.baseline is not self.good:
            self.baseline = self.good
            self.baseline_changed.emit()

    def stop(self) -> None:
        """End the run under way and forget the one that waits."""
        if self._running is not None:
            self._pending = None
            self._stopped_at = self._asked

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is run or sent any more."""
        if self._closed:
            return
        self._closed = True
        for end in self._endings:
            end()
        self._pause.stop()
        self._pending = None
        self._stopped_at = self._asked
        self._pool.waitForDone()

    def _forget(self) -> None:
        """Forget everything of the session that is open: another one takes its place."""
        was_outdated = self.outdated
        self.result = self.good = self.baseline = self.facts = self.fingerprint = None
        self._pause.stop()
        self.stop()
        self._shown = self._asked  # whatever is still under way comes too late
        self._is_new = True
        if was_outdated:
            self.outdated_changed.emit(self.outdated)

    # The worker --------------------------------------------------------------------------

    def _start(self, number: int, session: Session) -> None:
        was_busy, self._running = self.busy, number
        self._pool.start(lambda: self._answer(number, session))
        if not was_busy:
            self.busy_changed.emit(self.busy)

    def _answer(self, number: int, session: Session) -> None:
        def watch(done: int, total: int) -> bool:
            self.progress.emit(done, total)
            return number > self._stopped_at and not self._superseded(session)

        what = tr("running the injection step")
        outcome = outcome_of(what, lambda: self._runs.run(session, watch))
        self._answered.emit(number, outcome)

    def _superseded(self, session: Session) -> bool:
        """Whether a run that waits has another set, so that this one is no use to anybody."""
        wanted = self._wanted
        return wanted is not None and wanted.candidates is not session.candidates

    def _take_answer(self, number: int, outcome: InjectionResult | Failure | StoppedError) -> None:
        if self._closed:
            return
        self._running = None
        pending, self._pending = self._pending, None
        if pending is not None:
            self._start(*pending)
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        if number <= self._shown:
            pass  # of a session that is not open any more
        elif isinstance(outcome, Failure):
            self._show(number, InjectionResult(self._store.session, None, (_FAILED,)))
        elif isinstance(outcome, StoppedError):
            if number <= self._stopped_at:
                self._show(number, InjectionResult(self._store.session, None, (_STOPPED,)))
        elif self._is_current(outcome.session):
            self._show(number, outcome)
        if not self.busy:
            self.busy_changed.emit(self.busy)

    def _is_current(self, session: Session) -> bool:
        now = self._store.session
        return session.candidates is now.candidates and session.request is now.request

    def _show(self, number: int, result: InjectionResult) -> None:
        was_outdated = self.outdated
        self._shown = number
        self.result = result
        if result.report is not None:
            self.good = result
            self.facts = self.fingerprint = self.audit = None
            self._pause.start()
            unchanged = self._store.undo_label is None and self._store.redo_label is None
            if self.baseline is None or unchanged:
                self.keep_baseline()
        self.finished.emit(result)
        if self.outdated is not was_outdated:
            self.outdated_changed.emit(self.outdated)

    def _follow(self, old: Session, new: Session) -> None:
        if self._is_new or _differ(old, new):
            self._is_new = False
            self.run()

    # Facts -------------------------------------------------------------------------------

    def _work_out_facts(self) -> None:
        result, number = self.good, self._shown
        if result is None or self._running is not None or self._closed:
            return
        report = result.report

        def watch(_done: int, _total: int) -> bool:
            return number == self._asked and number > self._stopped_at

        def work() -> None:
            what = tr("comparing the result")
            facts = outcome_of(what, lambda: self._runs.facts(result, watch))
            self._worked_out.emit(number, facts)
            if isinstance(facts, StoppedError) or report is None or not watch(0, 0):
                return
            tokens = self._runs.counter_of(result)
            if tokens is not None and len(report.prepared.cards.order) <= AUDITED_AT_ONCE:
                what = tr("auditing the manifest")
                audit = outcome_of(what, lambda: _audit(result, tokens))
                self._worked_out.emit(number, audit)
            if watch(0, 0):  # last: whoever waits for it has everything by then
                what = tr("taking the manifest's fingerprint")
                found = outcome_of(
                    what,
                    lambda: manifest_fingerprint(report, lambda: watch(0, 0)),
                )
                self._worked_out.emit(number, found)

        self._pool.start(work)

    def _take_facts(self, number: int, outcome: object) -> None:
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        if number != self._shown or self._closed:
            return
        if isinstance(outcome, InjectionDetails):
            self.facts = outcome
            self.facts_ready.emit(outcome)
        elif isinstance(outcome, Audit):
            self.audit = outcome
            self.audit_ready.emit(outcome)
        elif isinstance(outcome, str | Problem):
            self.fingerprint = outcome if isinstance(outcome, str) else None
            self.fingerprint_ready.emit(outcome)


def _audit(result: InjectionResult, tokens: TokenCounter) -> Audit | None:
    """Audit a run's own manifest; None where there is none, which its fingerprint tells."""
    try:
        return own_audit(result, tokens)
    except ValidationError:
        return None


def _differ(old: Session, new: Session) -> bool:
    """Whether results of two sessions differ. Sets and requests are compared by identity."""
    return (
        old.policy != new.policy
        or old.candidates is not new.candidates
        or old.request is not new.request
        or (old.strategy, old.settings, old.overrides)
        != (new.strategy, new.settings, new.overrides)
        or [*map(id, parts_of_steps(old).values())] != [*map(id, parts_of_steps(new).values())]
    )
