"""Auditing the manifest of a session, alone or with the inputs that the session holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.analysis.audit.audit import (
    Audit,
    as_manifest_says,
    audit_alone,
    audit_with_inputs,
)
from inspector.analysis.audit.check import Check
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.session.session import Session


def audit_of(
    value: Any,
    problems: tuple[Problem, ...],
    session: Session,
    runs: InjectionRuns,
    watch: Watch = unwatched,
) -> Audit:
    """Audit a manifest's JSON value; replay it where the session has a request to replay.

    ``problems`` are those of reading the manifest. Raises ``StoppedError`` when ``watch`` says so.
    """
    audit = _audited(value, problems, session, runs, watch)
    changes = session.audit.bundle.changes if session.audit.bundle else 0
    if not changes:
        return audit
    message = f"The bundle that it came in was changed or damaged in {changes:,} places."
    found = (Check.BUNDLE_CHANGED.found(message), *audit.findings)
    return replace(audit, findings=found)


def _audited(
    value: Any, problems: tuple[Problem, ...], session: Session, runs: InjectionRuns, watch: Watch
) -> Audit:
    if session.request is None:
        return audit_alone(value, problems)
    asked = as_manifest_says(session, value)
    result = runs.run(asked, watch)
    if result.report is None:
        return audit_alone(value, problems, result.problems)

    def run(other: Session) -> InjectionReport | None:
        if not watch(0, 0):
            raise StoppedError
        return runs.run(other, watch).report

    return audit_with_inputs(value, problems, asked, run, result.problems)
