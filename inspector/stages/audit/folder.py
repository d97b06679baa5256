"""All manifests, bundles and receipts in a folder, verified: one table, and how it ends."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.checks import check_facts, checked, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    INTERRUPTED,
    STANDARD,
    UnusableError,
    report_line,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.result_options import JSON
from inspector.cli.session_options import session_from
from inspector.cli.terminal import with_progress
from inspector.files.source import problem_of, shown
from inspector.plurals import count_of
from inspector.stages.audit.subject import (
    AuditSubject,
    ReceiptsRead,
    exit_code,
    is_of_kind,
    measured_manifest,
    measured_receipts,
    opened,
    receipts_of_file,
    result_of,
    viewed,
    worth_telling,
)

if TYPE_CHECKING:
    from inspector.analysis.checks import Condition, MeasuredRequest
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView


def verify_folder(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Audit every manifest, bundle and file of receipts in a folder and below it; print one table.

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
        if to_file or not audited.codes:
            raise
        write_text(STANDARD, audited.table() + "\n")
        told = count_of(audited.left, "file")
        report_line(f"inspector verify: interrupted; {told} not looked at")
        return INTERRUPTED
    return _told(options, conditions, audited)


class _Audited:
    """The manifests, bundles and receipts in a folder and below it, as far as they are audited."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.left = 0
        """Files that were not looked at yet."""
        self.found: list[tuple[AuditSubject, AuditView]] = []
        self.unread: list[str] = []
        """Files that seem to be one and could not be read."""
        self.receipts: list[ReceiptsRead] = []
        self.codes = set[int]()
        """How the command would end for each."""

    def audit_all(self, options: argparse.Namespace, inputs: Session) -> None:
        """Audit all, with a line of progress; with inputs to replay them with."""
        from inspector.analysis.injection_runs import InjectionRuns

        runs = InjectionRuns()
        walked = os.walk(self._folder, onerror=self._refused)
        found = (Path(folder, name) for folder, _, names in walked for name in names)
        files = sorted(one for one in found if one.suffix in _SUFFIXES)
        self.left = len(files)
        for path in with_progress(files, "files"):
            if path.suffix == ".jsonl":
                if path.is_file() and is_of_kind(str(path), "receipts"):
                    self._verify(str(path), options)
            elif _is_audited(path):
                self._audit(argparse.Namespace(**vars(options) | {"file": str(path)}), inputs, runs)
            self.left -= 1

    def _refused(self, error: OSError) -> None:
        report_problems((problem_of(error, shown(error.filename)),))
        self.unread.append(error.filename)

    def _audit(self, one: argparse.Namespace, inputs: Session, runs: InjectionRuns) -> None:
        subject = opened(one, inputs)
        if subject is None or subject.session.audit.manifest is None:
            self.unread.append(one.file)
            return
        view = viewed(subject, runs)
        report_problems(worth_telling(subject.problems))
        self.codes.add(exit_code(one, subject, view))
        self.found.append((subject, view))

    def _verify(self, file: str, options: argparse.Namespace) -> None:
        try:
            read = receipts_of_file(file)
        except UnusableError:
            self.unread.append(file)
            return
        self.receipts.append(read)
        self.codes.add(read.code(allow_unreplayed=options.allow_unreplayed))

    def measured(self) -> list[MeasuredRequest]:
        """Return what is measured of each manifest, and of each receipt."""
        told = [measured_manifest(view.done) for _, view in self.found]
        return told + [one for read in self.receipts for one in measured_receipts(read.verdicts)]

    def named(self) -> list[tuple[str, AuditView]]:
        """Return what was audited, by its path in the folder."""
        return [(os.path.relpath(one.name, self._folder), view) for one, view in self.found]

    def table(self) -> str:
        """Return a line for each manifest and a sum, then the receipts of each file."""
        from inspector.present.finding_lines import folder_lines

        rows = [(name, view.done) for name, view in self.named()]
        none = not rows and self.receipts and not self.unread
        lines = [] if none else list(folder_lines(rows, len(self.unread)))
        for name, told in self.receipts_told():
            lines += [one if one.startswith(f"{name}:") else f"{name}  {one}" for one in told]
        return "\n".join(lines)

    def receipts_told(self) -> list[tuple[str, list[str]]]:
        """Return the lines of each file of receipts by its path in the folder."""
        names = [os.path.relpath(one.file, self._folder) for one in self.receipts]
        return [(name, one.lines(name)) for name, one in zip(names, self.receipts, strict=True)]


def _told(options: argparse.Namespace, conditions: Sequence[Condition], audited: _Audited) -> int:
    """Write what a whole folder came to, and return how the command ends."""
    unread, measured = audited.unread, audited.measured()
    checks = checked(options, conditions, measured)
    text = audited.table()
    if options.format == JSON:
        facts = _result(options.file, audited)
        facts |= {"checks": check_facts(checks)} if conditions else {}
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    write_text(options.output, text + "\n")
    if options.report:
        from inspector.stages.audit.inbox import folder_report

        name, receipts = Path(options.file).resolve().name, audited.receipts_told()
        write_text(options.report, folder_report(audited.named(), name, unread, receipts))
    if not audited.codes and not unread:
        report_line(f"inspector verify: no manifest and no receipts in {options.file}")
    wrong = unread or not audited.codes or BAD_INPUT in audited.codes
    code = BAD_INPUT if wrong else max(audited.codes)
    return finish_checks("verify", options, checks, measured, code)


def _result(folder: str, audited: _Audited) -> dict[str, Any]:
    from inspector.stages.audit.results import FolderResult

    whole = FolderResult.model_validate(
        {
            "folder": folder,
            "counts": Counter(view.done.outcome.value for _, view in audited.found),
            "results": [result_of(one, view, one.problems) for one, view in audited.found],
            "receipts": [one.facts() for one in audited.receipts],
            "unread": audited.unread,
        }
    )
    return whole.model_dump(mode="json")


_SUFFIXES = (".json", ".yaml", ".yml", ".zip", ".jsonl")


def _is_audited(path: Path) -> bool:
    """Whether a file is a manifest or a bundle, or may be a broken one."""
    from inspector.files import FileKind, detect_kind
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.documents import parse_file
    from inspector.files.findings import Findings
    from inspector.files.manifests import SIGN_OFF_SUFFIX, may_be_manifest

    if path.name.endswith(SIGN_OFF_SUFFIX) or not path.is_file():
        return False
    if is_bundle(path):
        return True
    kind = detect_kind(path).value
    if kind is not None:
        return kind is FileKind.MANIFEST
    parsed = parse_file(path, Findings())
    return parsed is None or may_be_manifest(parsed.value)
