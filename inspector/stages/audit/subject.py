"""What is verified: a manifest, opened from whatever holds it, all in a folder, or receipts."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.checks import check_facts, checked, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    STANDARD,
    UsageError,
    has_errors,
    report_line,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.result_options import JSON
from inspector.cli.session_options import session_from, session_path
from inspector.cli.terminal import with_progress
from inspector.core.problems import Problem, Severity
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.analysis.audit.audit import Audit
    from inspector.analysis.audit.receipts import ReceiptVerdict
    from inspector.analysis.checks import Condition, MeasuredRequest
    from inspector.analysis.injection_runs import InjectionRuns
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
    from inspector.files import load_audit
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.audit_bundle.reading import load_bundle
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
    read = load_audit(options.file, checked=False)  # the audit does
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


def verify_folder(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Audit every manifest and bundle in a folder and below it; print one table.

    Where it is interrupted, the table has those that were audited; a file of results is written of
    all or not at all.
    """
    inputs, problems = session_from(options)
    inputs = usable(inputs, worth_telling(problems))
    audited = _Audited(Path(options.file))
    try:
        audited.audit_all(options, inputs)
    except KeyboardInterrupt:
        to_file = options.format == JSON or options.output != STANDARD or options.report
        if to_file or not audited.found:
            raise
        write_text(STANDARD, audited.table() + "\n")
        told = count_of(audited.left, "file")
        report_line(f"inspector verify: interrupted; {told} not looked at")
        return INTERRUPTED
    return _told(options, conditions, audited)


class _Audited:
    """The manifests and bundles in a folder and below it, as far as they are audited."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.left = 0
        """Files that were not looked at yet."""
        self.found: list[tuple[AuditSubject, AuditView]] = []
        self.unread: list[str] = []
        """Files that seem to be one and could not be read."""
        self.codes = set[int]()
        """How the command would end for each."""

    def audit_all(self, options: argparse.Namespace, inputs: Session) -> None:
        """Audit all, with a line of progress; with inputs to replay them with."""
        from inspector.analysis.injection_runs import InjectionRuns

        runs = InjectionRuns()
        files = [one for one in sorted(self._folder.rglob("*")) if one.suffix in _SUFFIXES]
        self.left = len(files)
        for path in with_progress(files, "files"):
            if _may_be_manifest(path):
                self._audit(argparse.Namespace(**vars(options) | {"file": str(path)}), inputs, runs)
            self.left -= 1

    def _audit(self, one: argparse.Namespace, inputs: Session, runs: InjectionRuns) -> None:
        subject = opened(one, inputs)
        if subject is None or subject.session.audit.manifest is None:
            self.unread.append(one.file)
            return
        view = viewed(subject, runs)
        report_problems(worth_telling(subject.problems))
        self.codes.add(exit_code(one, subject, view))
        self.found.append((subject, view))

    def named(self) -> list[tuple[str, AuditView]]:
        """Return what was audited, by its path in the folder."""
        return [(os.path.relpath(one.name, self._folder), view) for one, view in self.found]

    def table(self) -> str:
        """Return a line for each, and a sum."""
        from inspector.present.finding_lines import folder_lines

        rows = [(name, view.done) for name, view in self.named()]
        return "\n".join(folder_lines(rows, len(self.unread)))


def _told(options: argparse.Namespace, conditions: Sequence[Condition], audited: _Audited) -> int:
    """Write what a whole folder came to, and return how the command ends."""
    found, unread = audited.found, audited.unread
    measured = [measured_manifest(view.done) for _, view in found]
    checks = checked(options, conditions, measured)
    text = audited.table()
    if options.format == JSON:
        facts = _result(options.file, audited)
        facts |= {"checks": check_facts(checks)} if conditions else {}
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    write_text(options.output, text + "\n")
    if options.report:
        from inspector.stages.audit.inbox import folder_report

        name = Path(options.file).resolve().name
        write_text(options.report, folder_report(audited.named(), name, unread))
    if not found and not unread:
        report_line(f"inspector verify: no manifest in {options.file}")
    wrong = unread or not found or BAD_INPUT in audited.codes
    code = BAD_INPUT if wrong else max(audited.codes)
    return finish_checks("verify", options, checks, measured, code)


def _result(folder: str, audited: _Audited) -> dict[str, Any]:
    from inspector.stages.audit.results import FolderResult

    whole = FolderResult.model_validate(
        {
            "folder": folder,
            "counts": Counter(view.done.outcome.value for _, view in audited.found),
            "results": [result_of(one, view, one.problems) for one, view in audited.found],
            "unread": audited.unread,
        }
    )
    return whole.model_dump(mode="json")


_SUFFIXES = (".json", ".yaml", ".yml", ".zip")


def _may_be_manifest(path: Path) -> bool:
    """Whether a file is a manifest or a bundle, or may be a broken one."""
    from inspector.files import FileKind, detect_kind
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.manifests import SIGN_OFF_SUFFIX

    if path.name.endswith(SIGN_OFF_SUFFIX) or not path.is_file():
        return False
    return is_bundle(path) or detect_kind(path).value in (FileKind.MANIFEST, None)


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


def verify_receipts(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Print the verdicts; 1 where a receipt failed, or was not replayed and that is not allowed."""
    from inspector.analysis.audit.audit import Outcome
    from inspector.files.findings import Findings
    from inspector.files.receipts import cut_line
    from inspector.files.source import read_source
    from inspector.stages.audit.receipts import receipts_result, verdict_lines, verdicts_of

    if options.report or options.bundle or options.sign:
        raise UsageError("--report, --bundle and --sign are for manifests")
    found = Findings()
    source = read_source(options.file, found)
    source = usable(source, found.problems())
    data, cut = source.data, cut_line(source.data, options.file)
    if cut is not None:
        report_problems((cut,))
        data = data.rpartition(b"\n")[0]
    verdicts = list(verdicts_of(data))
    measured = list(measured_receipts(verdicts))
    checks = checked(options, conditions, measured)
    if options.format == JSON:
        result = receipts_result(options.file, verdicts, cut=cut is not None)
        result |= {"checks": check_facts(checks)} if conditions else {}
        text = json.dumps(result, indent=2, ensure_ascii=False)
    else:
        text = "\n".join(verdict_lines(options.file, verdicts))
    write_text(options.output, text + "\n")
    outcomes = {one.outcome for one in verdicts}
    missing = Outcome.NOT_REPLAYED in outcomes and not options.allow_unreplayed
    code = FAILED if Outcome.FAILED in outcomes or missing else DONE
    return finish_checks("verify", options, checks, measured, code)
