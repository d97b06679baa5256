"""The timeline of what a session holds, read and run.

A log that was read is kept while its files stay.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from threading import Lock

from inspector.core.model_facts import KnownModel, model_facts
from inspector.core.problems import Problem
from inspector.core.timeline.log import SessionLog
from inspector.core.timeline.making import timeline
from inspector.core.timeline.report import TimelineReport
from inspector.core.timeline.simulation import Simulation, SimulationRule, simulate
from inspector.files.account import Account
from inspector.files.bounds import USUAL_MB, most
from inspector.files.documents import check
from inspector.files.findings import Findings, Parsed
from inspector.files.models import load_models
from inspector.files.session_logs.reading import ReadLogs, read_logs
from inspector.session.session import Session
from inspector.session.timeline_stage import TimelineStage


@dataclass(frozen=True, eq=False)
class TimelineResult:
    """What a session led to; ``report`` is None where there is no log to read."""

    session: Session
    logs: ReadLogs | None
    report: TimelineReport | None
    facts: Callable[[str], KnownModel | None] = model_facts
    problems: tuple[Problem, ...] = ()
    lacks_prices: bool = False
    """Whether prices of one's own were named that cannot be used; costs are by the shipped."""

    @property
    def stage(self) -> TimelineStage:
        """What was asked."""
        held: TimelineStage = self.session.part("timeline")
        return held

    @property
    def account(self) -> Account:
        """What became of the records of the log."""
        return self.logs.account if self.logs is not None else Account()

    @cached_property
    def simulation(self) -> Simulation | None:
        """What would have been under the rule of the session; None without one."""
        rule = rule_of(self.stage)
        if self.report is None or not rule.changes:
            return None
        models = {one.model for one in self.report.log.requests}
        return simulate(self.report, rule, {model: self.facts(model) for model in models})

    @cached_property
    def sessions(self) -> tuple[TimelineReport, ...]:
        """The timelines of all sessions of a folder. May take seconds."""
        if self.logs is None:
            return ()
        made = self.report
        return tuple(
            made
            if made is not None and made.log is log
            else timeline(log, self.facts, window=self.stage.window)
            for log in self.logs.sessions
        )

    @cached_property
    def children(self) -> tuple[tuple[int, TimelineReport], ...]:
        """The timelines of the subagents, each with the request that started it."""
        if self.report is None:
            return ()
        return tuple(
            (number, timeline(log, self.facts, window=self.stage.window))
            for number, log in self.report.log.children
        )


def rule_of(stage: TimelineStage) -> SimulationRule:
    """Return the rule that a session asks for."""
    asked = stage.what_if
    return SimulationRule(asked.clear_results_after, asked.keep_turns, asked.compact_at)


@dataclass(slots=True)
class _Kept:
    """What was read last, and of which files."""

    key: object = None
    logs: ReadLogs | None = None
    lock: Lock = field(default_factory=Lock)


_KEPT = _Kept()


def logs_of(path: str) -> ReadLogs:
    """Return the sessions of a log; read again where a file of it, or the size allowed, changed."""
    key = _key(path)
    with _KEPT.lock:
        if key is None or key != _KEPT.key or _KEPT.logs is None:
            _KEPT.logs = None  # before the next one is read: two large logs would be held
            _KEPT.logs, _KEPT.key = read_logs(path), key
        return _KEPT.logs


def is_read(path: str) -> bool:
    """Whether a log was read before, and has not changed since."""
    key = _key(path)
    return key is not None and key == _KEPT.key


def _key(path: str) -> object:
    """Return what changes when files of a log or bounds do, None where there are no files."""
    place = Path(path)
    own = place.with_suffix("") / "subagents"
    try:
        files = [place] if place.is_file() else []
        for folder in (own, place):
            if folder.is_dir():
                files += sorted(one for one in folder.rglob("*.json*") if one.is_file())
        return (
            path,
            most(USUAL_MB),
            *((os.fspath(one), one.stat().st_mtime_ns, one.stat().st_size) for one in files),
        )
    except OSError:
        return None


def run_timeline(session: Session) -> TimelineResult:
    """Read the session's log and make its timeline."""
    stage: TimelineStage = session.part("timeline")
    if not stage.log:
        return TimelineResult(session, None, None)
    logs = logs_of(stage.log)
    facts, problems = facts_of(stage.prices)
    chosen = chosen_log(logs, stage.session)
    report = None if chosen is None else timeline(chosen, facts, window=stage.window)
    return TimelineResult(
        session,
        logs,
        report,
        facts,
        (*logs.problems, *problems),
        facts is model_facts and bool(stage.prices),
    )


def chosen_log(logs: ReadLogs, name: str) -> SessionLog | None:
    """Return the session of a name, else the first; None where there is none."""
    named = next((one for one in logs.sessions if one.title == name), None)
    return named or next(iter(logs.sessions), None)


def facts_of(prices: str) -> tuple[Callable[[str], KnownModel | None], tuple[Problem, ...]]:
    """Return what tells the facts of a model, a file of one's own first."""
    if not prices:
        return model_facts, ()
    own = load_models(prices)
    if own.value is None:
        return model_facts, own.problems
    return partial(model_facts, own_file=own.value), own.problems


def timeline_part(parsed: Parsed, found: Findings, folder: str) -> TimelineStage | None:
    """Return the stage of a parsed value; relative paths in it start at ``folder``."""
    stage = check(TimelineStage, parsed, found, what="timeline stage")
    if stage is None:
        return None
    paths = {
        name: os.path.normpath(os.path.join(folder, path))  # noqa: PTH118  # accepts any text
        for name in ("log", "prices")
        if (path := getattr(stage, name))
    }
    return stage.model_copy(update=paths)
