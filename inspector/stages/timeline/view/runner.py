"""Reads the session's log and makes its timeline whenever what is asked of it changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.timeline.runs import TimelineResult, run_timeline


class TimelineRunner(BackgroundRunner[TimelineResult]):
    """Answers every change of the timeline's part in a worker; without a log, at once."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("reading a session"), parent)

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return (session.part("timeline"),)

    def _at_once(self, session: Session) -> TimelineResult | None:
        return None if session.part("timeline").log else run_timeline(session)

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], TimelineResult]:
        def work() -> TimelineResult:
            result = run_timeline(session)
            _ = result.simulation, result.children  # worked out here, where nobody waits
            return result

        return work
