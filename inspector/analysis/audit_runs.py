"""Auditing the manifest of a session, alone or with the inputs that the session holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.analysis.audit.audit import (
    NO_REQUEST,
    Audit,
    as_manifest_says,
    audit_alone,
    audit_with_inputs,
    lacks_request_of,
)
from inspector.analysis.audit.finding import Check
from inspector.analysis.audit.receipts import audit_receipt, is_receipt
from inspector.analysis.injection_runs import InjectionResult, InjectionRuns
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.problems import Problem
from inspector.core.tokens import TokenCounter
from inspector.plurals import count_of
from inspector.session.audit_edits import with_audited_inputs
from inspector.session.session import Session

AUDITED_AT_ONCE = 1_000
"""Up to so many cards, every run that has settled is audited; beyond, on demand."""


def audit_of(
    value: Any,
    problems: tuple[Problem, ...],
    session: Session,
    runs: InjectionRuns,
    watch: Watch = unwatched,
) -> Audit:
    """Audit a manifest's JSON value; replay it where the session has a request to replay.

    A receipt is replayed from itself.

    ``problems`` are those of reading the manifest. Raises ``StoppedError`` when ``watch`` says so.
    """
    if is_receipt(value):
        return audit_receipt(value)
    audit = _audited(value, problems, with_audited_inputs(session), runs, watch)
    changes = session.audit.bundle.changes if session.audit.bundle else 0
    if not changes:
        return audit
    message = f"The bundle that it came in was changed or damaged in {count_of(changes, 'place')}."
    found = (Check.BUNDLE_CHANGED.found(message), *audit.findings)
    return replace(audit, findings=found)


def own_audit(result: InjectionResult, tokens: TokenCounter) -> Audit:
    """Audit the manifest of a run with the run's own inputs, counted by ``tokens``.

    Raises ``ValueError`` for a result without a report, ``ValidationError`` for one whose manifest
    cannot be made.
    """
    if result.report is None:
        raise ValueError("a result without a report has no manifest")
    value = result.report.manifest.model_dump(mode="json")
    return audit_with_inputs(value, (), result.session, lambda _session: tokens)


def _audited(
    value: Any, problems: tuple[Problem, ...], session: Session, runs: InjectionRuns, watch: Watch
) -> Audit:
    if session.request is None:
        return audit_alone(value, problems)
    if lacks_request_of(session, value):
        return audit_alone(value, problems, missing=NO_REQUEST)
    asked = as_manifest_says(session, value)
    result = runs.run(asked, watch)
    if result.report is None:
        return audit_alone(value, problems, result.problems)

    def counter(other: Session) -> TokenCounter:
        if not watch(0, 0):
            raise StoppedError
        return runs.counter(other, watch)

    audit = audit_with_inputs(value, problems, asked, counter)
    return replace(audit, input_problems=result.problems, report=result.report)
