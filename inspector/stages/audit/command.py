"""``inspector verify``: whether a manifest, or a bundle with one, is right."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.exit_codes import BAD_INPUT, BAD_USAGE, DONE, FAILED
from inspector.cli.output import (
    STANDARD,
    has_errors,
    report_line,
    report_problems,
    warn_of_secrets,
    write_result,
    write_text,
)
from inspector.cli.result_options import JSON, add_form_options, add_output_option
from inspector.cli.session_options import add_part_options, session_from, session_path
from inspector.core.problems import Problem, Severity

if TYPE_CHECKING:
    from inspector.analysis.audit.audit import Audit
    from inspector.analysis.audit.finding import Finding
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.audit_stage import Signature
    from inspector.session.session import Session

VERDICTS = ("accepted", "accepted with remarks", "rejected")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a manifest (- reads standard input), an audit bundle, a session with a manifest, or a"
        " folder of these",
    )
    parser.add_argument(
        "--inputs",
        dest="session",
        metavar="SESSION",
        help="replay these inputs: a session file or sample:NAME",
    )
    add_part_options(parser)
    add_form_options(parser)
    add_output_option(parser)
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
    parser.add_argument(
        "--key",
        metavar="FILE",
        help="sign with this SSH key (a public one: with the agent); without, it is a remark",
    )


def run(options: argparse.Namespace) -> int:
    """Audit one manifest, alone or with its inputs."""
    wrong = _wrong_usage(options)
    if wrong:
        report_line(f"inspector verify: {wrong}")
        return BAD_USAGE
    if options.file != STANDARD and Path(options.file).is_dir():
        return _verify_folder(options)
    subject = _opened(options)
    if subject is None:
        return BAD_INPUT
    if subject.session.audit.manifest is None:
        report_line(f"inspector verify: {options.file} holds no manifest")
        return BAD_INPUT
    from inspector.analysis.injection_runs import InjectionRuns

    runs = InjectionRuns()
    audit, findings = _audited(subject, runs)
    problems = (*subject.problems, *audit.input_problems)
    report_problems(_worth_telling(problems))
    session = subject.session
    if options.sign:
        if audit.errors and options.verdict == "accepted" and not options.remark.strip():
            report_line("inspector verify: say why errors are accepted: --remark TEXT")
            return BAD_USAGE
        word = _signed(options, session, runs)
        if isinstance(word, Problem):
            report_problems((word,))
            return BAD_INPUT
        session = word
    checked = _checked(replace(subject, session=session), audit, findings, runs)
    if checked.signature is not None and checked.signature.problem is not None:
        report_problems((checked.signature.problem,))
    _write(options, checked, problems)
    if options.bundle:
        from inspector.files.audit_bundle.writing import bundle_bytes

        contents = not options.without_contents
        warn_of_secrets(session, "bundle", contents=contents)
        write_result(options.bundle, bundle_bytes(session, runs, contents=contents))
    return _exit_code(options, checked)


@dataclass(frozen=True)
class _Subject:
    """What is verified: a manifest in a session with its inputs, and what opening it met."""

    name: str
    session: Session
    problems: tuple[Problem, ...]
    usable_inputs: bool = True


@dataclass(frozen=True)
class _Checked:
    """What verifying came to: the audit, and what stands under it.

    ``covers`` is the fingerprint that a sign-off is given for, None where none can be.
    """

    subject: _Subject
    audit: Audit
    findings: tuple[Finding, ...]
    covers: str | None
    signature: Signature | None


def _checked(
    subject: _Subject, audit: Audit, findings: tuple[Finding, ...], runs: InjectionRuns
) -> _Checked:
    from inspector.files.audit_bundle.writing import bundle_fingerprint
    from inspector.files.signatures import check_signature

    stage = subject.session.audit
    has_word = stage.sign_off is not None or stage.bundle is not None
    covers = bundle_fingerprint(subject.session, runs) if has_word else None
    return _Checked(subject, audit, findings, covers, check_signature(stage.sign_off))


def _wrong_usage(options: argparse.Namespace) -> str | None:
    folder = options.file != STANDARD and Path(options.file).is_dir()
    if folder and (options.report or options.bundle):
        return "--report and --bundle are for one manifest, not for a folder"
    if bool(options.sign) is not bool(options.verdict):
        return "--sign and --verdict belong together"
    if options.sign and not options.bundle:
        return "a sign-off needs a bundle to stand in; add --bundle"
    if options.key and not options.sign:
        return "--key is about --sign"
    if options.without_contents and not options.bundle:
        return "--without-contents is about --bundle"
    if STANDARD in (options.report, options.bundle):
        return "a report or a bundle goes to a file"
    return None


def _verify_folder(options: argparse.Namespace) -> int:
    """Audit every manifest and bundle in a folder and below it; print one table."""
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.present.finding_lines import folder_lines
    from inspector.stages.audit.results import FolderResult, audit_result

    inputs, problems = session_from(options)
    report_problems(_worth_telling(problems))
    if inputs is None:
        return BAD_INPUT
    runs, found, unread, codes = InjectionRuns(), [], [], set[int]()
    for path in _manifests_in(Path(options.file)):
        one = argparse.Namespace(**vars(options) | {"file": str(path)})
        subject = _opened(one, inputs)
        if subject is None or subject.session.audit.manifest is None:
            unread.append(str(path))
            continue
        checked = _checked(subject, *_audited(subject, runs), runs)
        report_problems(_worth_telling(subject.problems))
        codes.add(_exit_code(one, checked))
        found.append(checked)
    if options.format == JSON:
        results = tuple(
            audit_result(
                one.audit,
                one.subject.name,
                one.findings,
                tuple(_worth_telling((*one.subject.problems, *one.audit.input_problems))),
                one.subject.session.audit.sign_off,
                one.signature,
                one.covers,
            )
            for one in found
        )
        whole = FolderResult.model_validate(
            {
                "folder": options.file,
                "counts": Counter(one.audit.outcome.value for one in found),
                "results": results,
                "unread": unread,
            }
        )
        text = json.dumps(whole.model_dump(mode="json"), indent=2, ensure_ascii=False)
    else:
        rows = [(os.path.relpath(one.subject.name, options.file), one.audit) for one in found]
        text = "\n".join(folder_lines(rows, len(unread)))
    write_text(options.output, text + "\n")
    if not found and not unread:
        report_line(f"inspector verify: no manifest in {options.file}")
    if unread or not found or BAD_INPUT in codes:
        return BAD_INPUT
    return max(codes)


def _manifests_in(folder: Path) -> Iterator[Path]:
    """Yield the manifests and bundles in a folder and below it, and what may be a broken one."""
    from inspector.files import Kind, detect_kind
    from inspector.files.audit_bundle.container import is_bundle

    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".json", ".yaml", ".yml", ".zip") or not path.is_file():
            continue
        if is_bundle(path) or detect_kind(path).value in (Kind.MANIFEST, None):
            yield path


def _opened(options: argparse.Namespace, inputs: Session | None = None) -> _Subject | None:
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
        return _Subject(options.file, loaded.value, loaded.problems)
    if options.file != STANDARD and _is_session(session_path(options.file)):
        return _of_session(options)
    read = load_audit(options.file)
    if read.value is None:
        report_problems(read.problems)
        return None
    session, problems = (inputs, ()) if inputs is not None else session_from(options)
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


def _signed(
    options: argparse.Namespace, session: Session, runs: InjectionRuns
) -> Session | Problem:
    from inspector.files.audit_bundle.writing import bundle_fingerprint
    from inspector.files.signatures import signed_by
    from inspector.session.audit_edits import sign
    from inspector.session.audit_stage import SignOff

    word: SignOff | Problem = SignOff(
        name=options.sign,
        verdict=options.verdict,
        remark=options.remark,
        time=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        fingerprint=bundle_fingerprint(session, runs),
    )
    if options.key and isinstance(word, SignOff):
        word = signed_by(word, options.key, terminal=True)
    return word if isinstance(word, Problem) else sign(word)(session)


def _write(options: argparse.Namespace, checked: _Checked, problems: tuple[Problem, ...]) -> None:
    audit, findings, session = checked.audit, checked.findings, checked.subject.session
    if options.format == JSON:
        from inspector.stages.audit.results import audit_result

        told = tuple(_worth_telling(problems))
        stage = session.audit
        bundle = stage.bundle.fingerprint if stage.bundle else None
        result = audit_result(
            audit,
            checked.subject.name,
            findings,
            told,
            stage.sign_off,
            checked.signature,
            checked.covers,
            bundle,
        )
        text = json.dumps(result, indent=2, ensure_ascii=False) + "\n"
    else:
        from inspector.present.finding_lines import audit_lines

        lines = audit_lines(audit, findings, session, checked.covers, checked.signature)
        text = "\n".join(lines) + "\n"
    write_text(options.output, text)
    if options.report:
        from inspector.stages.audit.report import audit_report

        html = audit_report(audit, findings, session, problems, checked.covers, checked.signature)
        write_text(options.report, html)


def _exit_code(options: argparse.Namespace, checked: _Checked) -> int:
    from inspector.analysis.audit.audit import Outcome
    from inspector.session.audit_stage import SignatureState

    subject, audit, findings = checked.subject, checked.audit, checked.findings
    broken = checked.signature and checked.signature.state is SignatureState.BROKEN
    if not subject.usable_inputs or has_errors(audit.input_problems):
        return BAD_INPUT
    if broken or audit.outcome is not Outcome.VERIFIED or has_errors(subject.problems):
        return FAILED
    unusual = any(one.severity is Severity.WARNING for one in findings)
    return FAILED if options.strict and (unusual or audit.replay is None) else DONE
