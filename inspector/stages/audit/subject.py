"""What is verified: a manifest, opened from whatever holds it, all in a folder, or receipts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.cli.checks import check_facts, checked, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    UsageError,
    has_errors,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.result_options import JSON
from inspector.cli.session_options import session_from, session_path
from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import shown

if TYPE_CHECKING:
    from inspector.analysis.audit.audit import Audit
    from inspector.analysis.audit.receipts import ReceiptVerdict
    from inspector.analysis.checks import Condition, MeasuredRequest
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.files.findings import Findings
    from inspector.session.audit_stage import AuditStage
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView


@dataclass(frozen=True)
class AuditSubject:
    """What is verified: a manifest in a session with its inputs, and what opening it met."""

    name: str
    session: Session
    problems: tuple[Problem, ...]
    usable_inputs: bool = True


def opened(options: argparse.Namespace, inputs: Session | None = None) -> AuditSubject | None:
    """Return what is to be verified; None, said why, where it cannot be read.

    ``inputs`` are those to replay it with, where they are not to be taken from the options.
    """
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.audit_bundle.reading import load_bundle
    from inspector.files.findings import gathered
    from inspector.session.audit_edits import open_audit

    if is_bundle(options.file):
        loaded = load_bundle(options.file)
        if loaded.value is None:
            report_problems(loaded.problems)
            return None
        return AuditSubject(options.file, loaded.value, loaded.problems)
    is_alone = inputs is None and options.file != STANDARD  # in a folder no session is looked for
    if is_alone and is_of_kind(session_path(options.file), "session"):
        return _of_session(options)
    read = gathered(lambda found: _audit_of(options.file, found))
    if read.value is None:
        report_problems(read.problems)
        return None
    session, problems = (inputs, ()) if inputs is not None else session_from(options)
    if session is None:
        report_problems(problems)
        return None
    return AuditSubject(
        options.file,
        open_audit(read.value, options.file)(session),
        # The others are findings of the audit.
        (*problems, *(one for one in read.problems if one.code.startswith("sign-off."))),
        usable_inputs=not has_errors(problems),
    )


def _audit_of(path: str, found: Findings) -> AuditStage | None:
    """Return the manifest of a file; None, said what else it is, for what is nothing of one."""
    from inspector.files.documents import parse_document
    from inspector.files.findings import Findings
    from inspector.files.kinds import FileKind, kind_of
    from inspector.files.manifests import may_be_manifest, read_audit
    from inspector.files.source import read_source

    source = read_source(path, found)
    if source is None:
        return None
    kind = kind_of(source, path, Findings())
    if kind is not FileKind.MANIFEST:
        parsed = parse_document(source, path, found)
        if parsed is None:
            return None
        if not may_be_manifest(parsed.value):
            found.add(_no_manifest(kind, path))
            return None
    return read_audit(source, path, found, checked=False)  # the audit does


def _no_manifest(kind: str | None, path: str) -> Problem:
    if kind is None:
        message = "This is no manifest, and of no other kind that is known."
        fix = "Name a manifest, an audit bundle, a session with a manifest, or receipts."
    else:
        message = f"This is no manifest; it is read as: {kind}."
        fix = f"{command_for(kind)} takes it."
    return Problem(Severity.ERROR, "audit.other-kind", message, fix, Place(shown(path)))


_COMMANDS = {
    "policy": "run SESSION --policy",
    "what-if overrides": "run SESSION --overrides",
    "request": "run SESSION --request",
    "requests": "run SESSION --corpus",
    "file of another program": "import",
    "receipts": "verify",
}


def command_for(kind: str) -> str:
    """Return the command that takes a file of a kind."""
    from inspector.stage import stage_of_kind

    stage = stage_of_kind(kind)
    named = stage.commands[0].name if stage and stage.commands else _COMMANDS.get(kind, "run")
    return f"inspector {named} FILE"


def is_of_kind(path: str, kind: str) -> bool:
    """Tell whether a file is of a kind; standard input can be read once only, so it is of none."""
    from inspector.files import detect_kind

    return path != STANDARD and detect_kind(path).value == kind


def _of_session(options: argparse.Namespace) -> AuditSubject | None:
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
    return AuditSubject(options.file, session, problems, usable_inputs=not has_errors(problems))


def viewed(subject: AuditSubject, runs: InjectionRuns) -> AuditView:
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


def result_of(
    subject: AuditSubject, view: AuditView, problems: Sequence[Problem]
) -> dict[str, Any]:
    """Return an audit as JSON."""
    from inspector.stages.audit.results import audit_result

    return audit_result(view, subject.name, tuple(worth_telling(problems)))


def exit_code(options: argparse.Namespace, subject: AuditSubject, view: AuditView) -> int:
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


def measured_manifest(audit: Audit) -> MeasuredRequest:
    """Return what is measured of the manifest of an audit."""
    from inspector.analysis.audit.contents import TOTAL, USED
    from inspector.core.reasons import Verdict
    from inspector.core.receipts.decided import verdict_of
    from inspector.stages.audit.summary import request_of

    contents = audit.contents
    dropped = sum(
        verdict_of((None, row.entry.suppression_reason)) is Verdict.DROPPED
        for row in contents.readable_cards
        if row.entry.suppressed and row.entry.suppression_reason
    )
    budget = contents.number(TOTAL), contents.number(USED)
    return _measured(request_of(audit.value), dropped, *budget)


def measured_receipts(verdicts: Iterable[ReceiptVerdict]) -> Iterator[MeasuredRequest]:
    """Yield what is measured of each receipt that can be read."""
    for one in verdicts:
        if one.outcome is not None and one.totals is not None:
            totals = one.totals
            yield _measured(one.trace_id, totals.dropped, totals.total, totals.used)


def _measured(name: str, dropped: int, total: int | None, used: int | None) -> MeasuredRequest:
    from inspector.analysis.checks import MeasuredRequest, Metric

    values = {Metric.DROPPED: float(dropped)}
    if used is not None:
        values[Metric.TOKENS] = float(used)
        if total:
            values[Metric.USED] = used / total
    return MeasuredRequest(name, values)


@dataclass(frozen=True)
class ReceiptsRead:
    """The receipts of a file with the verdict on each, and a warning where the last one is cut."""

    file: str
    verdicts: tuple[ReceiptVerdict, ...]
    cut: Problem | None

    def facts(self) -> dict[str, Any]:
        """Return them as JSON."""
        from inspector.stages.audit.receipts import receipts_result

        return receipts_result(self.file, self.verdicts, cut=self.cut is not None)

    def lines(self, name: str) -> list[str]:
        """Return a line for each that was not verified, its file by this name, and a sum."""
        from inspector.stages.audit.receipts import verdict_lines

        return list(verdict_lines(name, self.verdicts))

    def code(self, *, allow_unreplayed: bool) -> int:
        """Return how the command ends: 1 where one failed, or was not replayed and may not be."""
        from inspector.analysis.audit.audit import Outcome

        wrong = {Outcome.FAILED} | (set() if allow_unreplayed else {Outcome.NOT_REPLAYED})
        return FAILED if wrong & {one.outcome for one in self.verdicts} else DONE


def receipts_of_file(file: str) -> ReceiptsRead:
    """Return the receipts of a file, replayed; what is wrong with the file is reported.

    Raises ``UnusableError`` for a file that cannot be read.
    """
    from inspector.files.findings import Findings
    from inspector.files.receipts import cut_line
    from inspector.files.source import read_source
    from inspector.stages.audit.receipts import verdicts_of

    found = Findings()
    source = read_source(file, found)
    data = usable(source, found.problems()).data
    cut = cut_line(data, file)
    if cut is not None:
        report_problems((cut,))
        data = data.rpartition(b"\n")[0]
    return ReceiptsRead(file, tuple(verdicts_of(data)), cut)


def verify_receipts(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Print the verdicts; 1 where a receipt failed, or was not replayed and that is not allowed."""
    if options.report or options.bundle or options.sign:
        raise UsageError("--report, --bundle and --sign are for manifests")
    read = receipts_of_file(options.file)
    measured = list(measured_receipts(read.verdicts))
    checks = checked(options, conditions, measured)
    if options.format == JSON:
        facts = read.facts() | ({"checks": check_facts(checks)} if conditions else {})
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    else:
        text = "\n".join(read.lines(options.file))
    write_text(options.output, text + "\n")
    code = read.code(allow_unreplayed=options.allow_unreplayed)
    return finish_checks("verify", options, checks, measured, code)
