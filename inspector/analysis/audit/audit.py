"""The audit of one manifest: what it says of itself, and what its inputs lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from inspector.analysis.audit.check import Check
from inspector.analysis.audit.contents import Contents, contents_of
from inspector.analysis.audit.finding import Finding, errors_of
from inspector.analysis.audit.manifest_checks import check_manifest
from inspector.analysis.audit.replay import Key, Replay, replay
from inspector.analysis.audit.replay_findings import replay_findings
from inspector.analysis.audit.suspects import Run, causes_of
from inspector.analysis.comparison.attribution import Cause
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.problems import Problem
from inspector.session.session import Session


class Outcome(StrEnum):
    """What an audit comes to."""

    REPRODUCES = "reproduces"  # the inputs lead to this manifest, and it is right in itself
    CONSISTENT = "consistent"  # right in itself; its inputs are not there
    WRONG = "wrong"  # it breaks the format, contradicts itself, or is not what the inputs lead to


@dataclass(frozen=True, eq=False)
class Audit:
    """The findings about one manifest.

    ``replay`` is None where there are no inputs or they cannot be run; ``input_problems`` are
    those of the inputs, and say why.
    ``causes`` hold the changed input that explains a difference.
    """

    value: Any
    findings: tuple[Finding, ...]
    replay: Replay | None = None
    causes: Mapping[Key, Cause] = field(default_factory=dict)
    input_problems: tuple[Problem, ...] = ()

    @cached_property
    def contents(self) -> Contents:
        """What can be read of the manifest."""
        return contents_of(self.value)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make the manifest wrong."""
        return errors_of(self.findings)

    @property
    def outcome(self) -> Outcome:
        """What the audit comes to."""
        if self.errors:
            return Outcome.WRONG
        return Outcome.CONSISTENT if self.replay is None else Outcome.REPRODUCES


def audit_alone(
    value: Any, problems: tuple[Problem, ...] = (), input_problems: tuple[Problem, ...] = ()
) -> Audit:
    """Audit a manifest's JSON value without its inputs.

    ``problems`` are those of reading it, ``input_problems`` those of inputs that cannot be run.
    """
    missing = Check.NOT_REPLAYED.found(
        "The inputs cannot be run, so the manifest was not replayed."
        if input_problems
        else "The inputs are not open, so the manifest was not replayed."
    )
    findings = (*check_manifest(value, problems), missing)
    return Audit(value, findings, input_problems=input_problems)


def audit_with_inputs(
    value: Any,
    problems: tuple[Problem, ...],
    session: Session,
    run: Run,
    input_problems: tuple[Problem, ...] = (),
) -> Audit:
    """Audit a manifest's JSON value and replay its inputs through the core.

    ``run`` runs the session, and others like it to find causes; ``input_problems`` are those of
    its inputs.
    """
    report = run(session)
    if report is None:
        return audit_alone(value, problems, input_problems)
    done = replay(value, report)
    causes = causes_of(value, done, session, run)
    findings = check_manifest(value, problems)
    count = len(errors_of(findings))
    found = (*findings[:count], *replay_findings(done, causes), *findings[count:])
    return Audit(value, found, done, causes, input_problems)


def as_manifest_says(session: Session, value: Any) -> Session:
    """Return the session with what a manifest says of its own origin.

    That is the request of the session's corpus that it is about, and the overrides that it was made
    under: none where it names none, because what somebody tries out in the window is no input.
    """
    stated = value.get("what_if") if isinstance(value, dict) else None
    try:
        overrides = NO_OVERRIDES if stated is None else Overrides.model_validate(stated)
    except ValidationError:
        overrides = NO_OVERRIDES
    return replace(_with_request_of(session, value), overrides=overrides)


def _with_request_of(session: Session, value: Any) -> Session:
    trace_id = value.get("trace_id") if isinstance(value, dict) else None
    if session.request is not None and session.request.trace_id == trace_id:
        return session
    same = (one for one in session.requests if one.trace_id == trace_id)
    request = next(same, None)
    return session if request is None else replace(session, request=request)
