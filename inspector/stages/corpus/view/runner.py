"""Works a corpus out on all cores, off the window's thread; can be stopped, and goes on later."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.analysis.corpus.running import on_cores, run_workload
from inspector.analysis.corpus.study import CorpusStudy, study_of
from inspector.analysis.corpus.workload import (
    Corpus,
    Curves,
    Variant,
    usual_range,
    with_recorded,
    workload,
)
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.watched_counter import StoppedError
from inspector.core.problems import Problem, Severity
from inspector.core.tokens import counter_by_name
from inspector.gui.messages import Failure
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.session.session import Session
from inspector.stages.corpus.corpora import GridAxis, grid_policies, inbox_corpus, load_corpora
from inspector.stages.corpus.journal import (
    default_journal_path,
    open_journal,
    refused_by_system,
    workload_key,
)
from inspector.stages.corpus.names import RECORDED, grid_name

_TOLD_SECONDS = 0.1
_FIRST_TOLD = 100  # requests after which there is something to look at; then twice as many


class CorpusRunner(QObject):
    """Answers a wish with a ``CorpusStudy``, one at a time."""

    finished = Signal(object, object)
    """The ``Session`` that was run, and its ``CorpusStudy``."""
    arrived = Signal(object, object)
    """The ``Session`` that is run, and a ``CorpusStudy`` of the requests that are done."""
    refused = Signal(str)
    """Why it could not be run."""
    stopped = Signal(int, int)
    """It was stopped: requests that are done and kept, and all."""
    left_out = Signal(str)
    """What of further corpora could not be used, "" for nothing; the rest is run."""
    progress = Signal(int, int)
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(self, parent: QObject | None = None, *, processes: int | None = None) -> None:
        """``processes`` are as many as there are cores unless it is said."""
        super().__init__(parent)
        self._processes = processes
        self._worker = Worker(self)
        self._busy = self._stop = False
        self._todo: list[Callable[[], CorpusStudy | str]] = []
        self._asked_for: Session | None = None  # whose study somebody waits for
        self._done = (0, 0)
        self._told = 0.0

    @property
    def busy(self) -> bool:
        """Whether a corpus is being worked out."""
        return self._busy

    def run(
        self,
        session: Session,
        axes: Sequence[Axis],
        seed: int,
        others: Sequence[Path] = (),
        grid: Sequence[GridAxis] = (),
    ) -> None:
        """Work out the session's corpus over one axis after the other, unless something is.

        It is its requests, and the receipts that it has under audit.

        ``others`` are files of requests of further corpora, run under the same policies: that of
        the session, and over the first axis those of ``grid``.
        """
        if self._busy or not axes:
            return
        self._busy, self._stop = True, False
        self._asked_for = session
        self._todo = [
            self._work(session, axis, seed, tuple(others), () if place else tuple(grid))
            for place, axis in enumerate(axes)
        ]
        self._begin(session)
        self.busy_changed.emit(True)  # noqa: FBT003  # Qt's

    def _begin(self, session: Session) -> None:
        self._done = (0, 0)
        work = self._todo.pop(0)
        self._worker.do(tr("running the corpus"), work, partial(self._take, session))

    def stop(self) -> None:
        """End what is under way; what is done is kept for the next time."""
        self._todo = []
        self._stop = True

    def forget(self) -> None:
        """End what is under way without a word; what is done is kept for the next time."""
        self._asked_for = None
        self.stop()

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        self.stop()
        self._worker.close()

    def _watch(self, done: int, total: int) -> bool:
        self._done = (done, total)
        now = time.monotonic()
        if now - self._told > _TOLD_SECONDS or done == total:
            self._told = now
            self._worker.say(partial(self.progress.emit, done, total))
        return not self._stop

    def _work(
        self,
        session: Session,
        axis: Axis,
        seed: int,
        others: tuple[Path, ...],
        grid: tuple[GridAxis, ...],
    ) -> Callable[[], CorpusStudy | str]:
        def work() -> CorpusStudy | str:
            try:
                corpora, left_out = _corpora(session, others)
                self._worker.say(partial(self.left_out.emit, left_out))
                span = usual_range(axis, session.policy, session.overrides, corpora)
            except ValueError as error:
                return str(error)
            names = tuple(corpus.name for corpus in corpora)

            def study(found: dict[int, Curves]) -> CorpusStudy:
                made = study_of(load, found, names, refused=refused, seed=seed, corpora=corpora)
                # Worked out here, not while painting.
                _ = made.recommendations, made.front, made.losses, made.best_curves, made.regrets
                for one in made.by_corpus:
                    _ = one.recommendation, one.losses
                return made

            try:
                load, refused = workload(
                    corpora,
                    with_recorded(_variants(session, grid), corpora, session.strategy, RECORDED),
                    span,
                    counter_by_name,
                    strategy=session.strategy,
                    settings=session.settings,
                    overrides=session.overrides,
                )
                key = workload_key(load, corpora)
                with open_journal(default_journal_path(key), key) as journal:
                    known: dict[int, Curves] = journal.known
                    done = dict(known)
                    told = max(_FIRST_TOLD, 2 * len(done))

                    def keep(place: int, curves: Curves) -> None:
                        nonlocal told
                        journal.keep(place, curves)
                        done[place] = curves
                        if told <= len(done) < len(load.jobs):
                            told = 2 * len(done)
                            self._worker.say(partial(self._tell, session, study(done)))

                    found = run_workload(
                        load, on_cores(self._processes), known=known, keep=keep, watch=self._watch
                    )
                    journal.remove()
            except (OSError, ValueError) as error:
                return refused_by_system(error)
            return study(found)

        return work

    def _tell(self, session: Session, study: CorpusStudy) -> None:
        if self._asked_for is session:
            self.arrived.emit(session, study)

    def _take(self, session: Session, outcome: object) -> None:
        self._busy = bool(self._todo) and isinstance(outcome, CorpusStudy)
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif self._asked_for is not session:
            pass
        elif isinstance(outcome, StoppedError):
            self.stopped.emit(*self._done)
        elif isinstance(outcome, str):
            self.refused.emit(outcome)
        else:
            self.finished.emit(session, outcome)
        if self._busy and self._todo:
            self._begin(session)
            return
        self._busy, self._todo = False, []
        self.busy_changed.emit(False)  # noqa: FBT003  # Qt's


def _variants(session: Session, grid: tuple[GridAxis, ...]) -> tuple[Variant, ...]:
    """Return the policy of the session and those of a grid, each by what it varies."""
    others = grid_policies(session.policy, grid) if grid else ()
    return (
        Variant(tr("as it is"), session.policy),
        *(Variant(grid_name(point), policy) for point, policy in others),
    )


def _corpora(session: Session, paths: tuple[Path, ...]) -> tuple[tuple[Corpus, ...], str]:
    """Return the corpora of a session and of files, and what of them could not be used, "" for
    nothing.

    Raises ``ValueError`` where a file has no corpus that could be used.
    """
    corpora: list[Corpus] = []
    problems: list[Problem] = []
    receipts = inbox_corpus(session, problems)
    requests = session.all_requests if receipts is None else session.requests
    if requests:
        name = session.title or session.candidates.set_id
        corpora.append(Corpus(name, session.candidates, requests, session))
    corpora += [] if receipts is None else [receipts]
    said = [str(one) for one in problems]
    for path in paths:
        loaded = load_corpora([path])
        errors = [one for one in loaded.problems if one.severity is Severity.ERROR]
        lines = [f"{one.place.file}: {one.message}" for one in errors]
        if loaded.value is None:
            raise ValueError(lines[0] if lines else str(path))
        corpora += loaded.value
        said += lines
    if not corpora:
        raise ValueError(tr("there is no receipt that can be used"))
    return tuple(corpora), "\n".join(said)
