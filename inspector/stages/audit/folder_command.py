"""``inspector verify FOLDER``: every manifest in a folder and below it, in one table."""

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
    report_line,
    report_problems,
    write_text,
)
from inspector.cli.result_options import JSON
from inspector.cli.session_options import session_from
from inspector.cli.terminal import with_progress
from inspector.plurals import count_of
from inspector.stages.audit.receipt_command import measured_manifest
from inspector.stages.audit.subject import (
    Subject,
    exit_code,
    opened,
    result_of,
    viewed,
    worth_telling,
)

if TYPE_CHECKING:
    from inspector.analysis.checks import Condition
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView


def verify_folder(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Audit every manifest and bundle in a folder and below it; print one table.

    Where it is interrupted, the table has those that were audited; a file of results is written of
    all or not at all.
    """
    inputs, problems = session_from(options)
    report_problems(worth_telling(problems))
    if inputs is None:
        return BAD_INPUT
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
        self.found: list[tuple[Subject, AuditView]] = []
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
