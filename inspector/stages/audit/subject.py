"""A manifest that is verified: opened from whatever holds it, audited, and how that ends."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.cli.output import BAD_INPUT, DONE, FAILED, STANDARD, has_errors, report_problems
from inspector.cli.session_options import session_from, session_path
from inspector.core.problems import Problem, Severity

if TYPE_CHECKING:
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView


@dataclass(frozen=True)
class Subject:
    """What is verified: a manifest in a session with its inputs, and what opening it met."""

    name: str
    session: Session
    problems: tuple[Problem, ...]
    usable_inputs: bool = True


def opened(options: argparse.Namespace, inputs: Session | None = None) -> Subject | None:
    """Return what is to be verified; None, said why, where it cannot be read.

    ``inputs`` are those to replay it with, where they are not to be taken from the options.
    """
    from inspector.files import load_audit
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.audit_bundle.reading import load_bundle
    from inspector.session.audit_edits import open_audit

    if is_bundle(options.file):
        loaded = load_bundle(options.file)
        if loaded.value is None:
            report_problems(loaded.problems)
            return None
        return Subject(options.file, loaded.value, loaded.problems)
    is_alone = inputs is None and options.file != STANDARD  # in a folder no session is looked for
    if is_alone and is_of_kind(session_path(options.file), "session"):
        return _of_session(options)
    read = load_audit(options.file, checked=False)  # the audit does
    if read.value is None:
        report_problems(read.problems)
        return None
    session, problems = (inputs, ()) if inputs is not None else session_from(options)
    if session is None:
        report_problems(problems)
        return None
    return Subject(
        options.file,
        open_audit(read.value, options.file)(session),
        # The others are findings of the audit.
        (*problems, *(one for one in read.problems if one.code.startswith("sign-off."))),
        usable_inputs=not has_errors(problems),
    )


def is_of_kind(path: str, kind: str) -> bool:
    """Tell whether a file is of a kind; standard input can be read once only, so it is of none."""
    from inspector.files import detect_kind

    return path != STANDARD and detect_kind(path).value == kind


def _of_session(options: argparse.Namespace) -> Subject | None:
    """Return the manifest that a session has under audit, with its other parts as inputs."""
    from inspector.session.audit_edits import freeze_inputs

    options.session = options.file
    session, problems = session_from(options)
    if session is None:
        report_problems(problems)
        return None
    parts = (options.policy, options.candidates, options.request, options.strategy, options.set)
    what_if = (options.relevance_floor, options.top_k)
    if any(parts) or any(one is not None for one in what_if):
        session = freeze_inputs()(session)
    return Subject(options.file, session, problems, usable_inputs=not has_errors(problems))


def viewed(subject: Subject, runs: InjectionRuns) -> AuditView:
    """Return the audit of a manifest, its findings with their places."""
    from inspector.stage import Part
    from inspector.stages.audit.runs import audit_view

    session = subject.session
    name = "standard input" if subject.name == STANDARD else subject.name
    if session.audit.bundle is None and subject.name != STANDARD:
        name = session.source(Part.AUDIT) or name
    return audit_view(session, runs, name=name)


def worth_telling(problems: Sequence[Problem]) -> list[Problem]:
    """Leave out that no request is open: a finding says that nothing was replayed."""
    return [one for one in dict.fromkeys(problems) if one.code != "session.no-request"]


def result_of(subject: Subject, view: AuditView, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return an audit as JSON."""
    from inspector.stages.audit.results import audit_result

    return audit_result(view, subject.name, tuple(worth_telling(problems)))


def exit_code(options: argparse.Namespace, subject: Subject, view: AuditView) -> int:
    """Return how the command ends for a manifest."""
    from inspector.analysis.audit.audit import Outcome
    from inspector.session.audit_stage import SignatureState

    audit, findings = view.done, view.findings
    broken = view.signature and view.signature.state is SignatureState.BROKEN
    if not subject.usable_inputs or has_errors(audit.input_problems):
        return BAD_INPUT
    right = [Outcome.VERIFIED, *([Outcome.NOT_REPLAYED] if options.allow_unreplayed else [])]
    failed = broken or audit.outcome not in right or has_errors(subject.problems)
    unusual = options.strict and any(one.severity is Severity.WARNING for one in findings)
    return FAILED if failed or unusual else DONE
