"""Audits the session's manifest whenever it or its inputs change, and every one of the inbox."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import StoppedError
from inspector.gui.views.worker import BackgroundRunner, SessionRunner, Wanted
from inspector.language import tr
from inspector.session.audit_edits import inbox_of
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.audit.inbox import InboxVerdict, Key, key_of, verdict_of
from inspector.stages.audit.runs import AuditView, audit_view, audited_inputs


def audit_runner(store: Store, runs: InjectionRuns, parent: QObject) -> SessionRunner[AuditView]:
    """Return what audits the session's manifest while somebody looks.

    One thread at a time may use ``runs``: nobody else while the runner is busy.
    """
    return SessionRunner(
        store,
        tr("auditing the manifest"),
        lambda session, watch: audit_view(session, runs, watch),
        audited_inputs,
        lambda session: session.audit.manifest is None,
        parent,
        active=False,
    )


Verdicts = Mapping[Key, InboxVerdict]
_TOLD_SECONDS = 1.0


class InboxRunner(BackgroundRunner[Verdicts]):
    """Keeps the verdicts of the manifests that are there; only new ones are audited."""

    found = Signal(object)
    """Several ``InboxVerdict``, before the others of their run are known."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("auditing the inbox"), parent, active=False)
        self._known: dict[Key, InboxVerdict] = {}
        self._runs = InjectionRuns()
        self.found.connect(self._keep)

    @property
    def verdicts(self) -> Verdicts:
        """What is known by now."""
        return self._known

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return tuple(map(key_of, inbox_of(session)))

    def _at_once(self, session: Session) -> Verdicts | None:
        inbox = inbox_of(session)
        known = {key_of(one): self._known.get(key_of(one)) for one in inbox}
        if None in known.values():
            return None
        self._known = {key: one for key, one in known.items() if one is not None}
        return self._known

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], Verdicts]:
        todo = [one for one in inbox_of(session) if key_of(one) not in self._known]
        known = dict(self._known)

        def job() -> Verdicts:
            told, new = time.monotonic(), list[InboxVerdict]()
            for one in todo:
                if not wanted():
                    raise StoppedError
                made = verdict_of(one, session, self._runs, lambda _done, _all: wanted())
                known[key_of(one)] = made
                new.append(made)
                if time.monotonic() - told > _TOLD_SECONDS:  # the list is shown anew each time
                    self._worker.say(partial(self.found.emit, tuple(new)))
                    told, new = time.monotonic(), []
            self._worker.say(partial(self.found.emit, tuple(new)))
            return known

        return job

    def _keep(self, verdicts: Iterable[InboxVerdict]) -> None:
        self._known |= {key_of(one.of): one for one in verdicts}
