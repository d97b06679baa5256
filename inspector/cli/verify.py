"""``inspector verify``: whether a manifest, or a bundle with one, is right."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from inspector.cli.exit_codes import BAD_INPUT, BAD_USAGE, DONE, FAILED
from inspector.cli.output import STANDARD, has_errors, report_problems, write_result
from inspector.cli.session_options import add_part_options, session_from, session_path
from inspector.core.problems import Problem, Severity

if TYPE_CHECKING:
    from inspector.analysis.audit.audit import Audit
    from inspector.analysis.audit.finding import Finding
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session

VERDICTS = ("accepted", "accepted with remarks", "rejected")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a manifest (- reads standard input), an audit bundle, or a session with a manifest",
    )
    parser.add_argument(
        "--inputs",
        dest="session",
        metavar="SESSION",
        help="replay these inputs: a session file or sample:NAME",
    )
    add_part_options(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--output", default=STANDARD, metavar="FILE", help="where the result goes")
    parser.add_argument(
        "--strict",
        action="store_true",
        help="also fail (code 1) when something is unusual or nothing could be replayed",
    )
    parser.add_argument("--report", metavar="FILE", help="write a report to file (HTML)")
    parser.add_argument("--bundle", metavar="FILE", help="write manifest and inputs as a bundle")
    parser.add_argument(
        "--without-contents",
        action="store_true",
        help="leave texts out of the bundle; their hashes and token counts stay",
    )
    parser.add_argument("--sign", metavar="NAME", help="sign the bundle off with this name")
    parser.add_argument("--verdict", choices=VERDICTS, help="what the sign-off says")
    parser.add_argument("--remark", default="", metavar="TEXT", help="what it says beside that")


def run(options: argparse.Namespace) -> int:
    """Audit one manifest, alone or with its inputs."""
    wrong = _wrong_usage(options)
    if wrong:
        print(f"inspector verify: {wrong}", file=sys.stderr)
        return BAD_USAGE
    subject = _opened(options)
    if subject is None:
        return BAD_INPUT
    if subject.session.audit.manifest is None:
        print(f"inspector verify: {options.file} holds no manifest", file=sys.stderr)
        return BAD_INPUT
    from inspector.analysis.injection_runs import InjectionRuns

    runs = InjectionRuns()
    audit, findings = _audited(subject, runs)
    problems = (*subject.problems, *audit.input_problems)
    report_problems(_worth_telling(problems))
    session = _signed(options, subject.session, runs) if options.sign else subject.session
    try:
        _write(options, replace(subject, session=session), audit, findings, problems)
        told = _write_bundle(options, session, runs)
    except OSError as error:
        print(f"inspector verify: cannot write: {error}", file=sys.stderr)
        return BAD_INPUT
    report_problems(told)
    return _exit_code(options, subject, audit, findings, told)


@dataclass(frozen=True)
class _Subject:
    """What is verified: a manifest in a session with its inputs, and what opening it met."""

    name: str
    session: Session
    problems: tuple[Problem, ...]
    usable_inputs: bool = True


def _wrong_usage(options: argparse.Namespace) -> str | None:
    if bool(options.sign) is not bool(options.verdict):
        return "--sign and --verdict belong together"
    if options.sign and not options.bundle:
        return "a sign-off needs a bundle to stand in; add --bundle"
    if options.without_contents and not options.bundle:
        return "--without-contents is about --bundle"
    if STANDARD in (options.report, options.bundle):
        return "a report or a bundle goes to a file"
    return None


def _opened(options: argparse.Namespace) -> _Subject | None:
    """Return what is to be verified; None, said why, where it cannot be read."""
    from inspector.files import load_audit
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.audit_bundle.reading import load_bundle
    from inspector.session.audit_edits import open_audit

    if is_bundle(options.file):
        loaded = load_bundle(options.file)
        if loaded.value is None:
            report_problems(loaded.problems)
            return None
        return _Subject(options.file, loaded.value, loaded.problems)
    if options.file != STANDARD and _is_session(session_path(options.file)):
        return _of_session(options)
    read = load_audit(options.file)
    if read.value is None:
        report_problems(read.problems)
        return None
    session, problems = session_from(options)
    if session is None:
        report_problems(problems)
        return None
    return _Subject(
        options.file,
        open_audit(read.value, options.file)(session),
        problems,
        usable_inputs=not has_errors(problems),
    )


def _is_session(path: str) -> bool:
    from inspector.files import Kind, detect_kind

    return detect_kind(path).value is Kind.SESSION


def _of_session(options: argparse.Namespace) -> _Subject | None:
    """Return the manifest that a session has under audit, with its other parts as inputs."""
    options.session = options.file
    session, problems = session_from(options)
    if session is None:
        report_problems(problems)
        return None
    return _Subject(options.file, session, problems, usable_inputs=not has_errors(problems))


def _audited(subject: _Subject, runs: InjectionRuns) -> tuple[Audit, tuple[Finding, ...]]:
    from inspector.analysis.audit_runs import audit_of
    from inspector.files import manifest_document
    from inspector.session.session import Part

    session = subject.session
    name = "standard input" if subject.name == STANDARD else subject.name
    if session.audit.bundle is None and subject.name != STANDARD:
        name = session.source(Part.AUDIT) or name
    document = manifest_document(session.audit.manifest or "", name)
    audit = audit_of(document.value, document.problems, session, runs)
    return audit, tuple(document.placed(audit.findings))


def _worth_telling(problems: Sequence[Problem]) -> list[Problem]:
    """Leave out that no request is open: a finding says that nothing was replayed."""
    return [one for one in dict.fromkeys(problems) if one.code != "session.no-request"]


def _signed(options: argparse.Namespace, session: Session, runs: InjectionRuns) -> Session:
    from inspector.files.audit_bundle.writing import bundle_fingerprint
    from inspector.session.audit_edits import sign
    from inspector.session.audit_stage import SignOff

    word = SignOff(
        name=options.sign,
        verdict=options.verdict,
        remark=options.remark,
        time=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        fingerprint=bundle_fingerprint(session, runs),
    )
    return sign(word)(session)


def _write(
    options: argparse.Namespace,
    subject: _Subject,
    audit: Audit,
    findings: tuple[Finding, ...],
    problems: tuple[Problem, ...],
) -> None:
    if options.json:
        from inspector.files.audit_results import audit_result

        told = tuple(_worth_telling(problems))
        result = audit_result(audit, subject.name, findings, told, subject.session.audit.sign_off)
        text = json.dumps(result, indent=2, ensure_ascii=False) + "\n"
    else:
        from inspector.present.audit.lines import audit_lines

        text = "\n".join(audit_lines(audit, findings, subject.session)) + "\n"
    write_result(options.output, text.encode("utf-8", "backslashreplace"))
    if options.report:
        from inspector.present.audit.html_report import audit_report

        html = audit_report(audit, findings, subject.session, problems)
        write_result(options.report, html.encode("utf-8", "backslashreplace"))


def _write_bundle(
    options: argparse.Namespace, session: Session, runs: InjectionRuns
) -> tuple[Problem, ...]:
    if not options.bundle:
        return ()
    from inspector.files.audit_bundle.writing import save_bundle

    return save_bundle(session, options.bundle, runs, contents=not options.without_contents)


def _exit_code(
    options: argparse.Namespace,
    subject: _Subject,
    audit: Audit,
    findings: tuple[Finding, ...],
    written: tuple[Problem, ...],
) -> int:
    if not subject.usable_inputs or has_errors(audit.input_problems) or has_errors(written):
        return BAD_INPUT
    if audit.errors or has_errors(subject.problems):
        return FAILED
    unusual = any(one.severity is Severity.WARNING for one in findings)
    return FAILED if options.strict and (unusual or audit.replay is None) else DONE
