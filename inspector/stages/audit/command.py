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
from typing import TYPE_CHECKING, Any

from inspector.cli.checks import (
    add_check_options,
    check_facts,
    checked,
    conditions_of,
    finish_checks,
)
from inspector.cli.output import (
    BAD_INPUT,
    BAD_USAGE,
    DONE,
    FAILED,
    STANDARD,
    has_errors,
    report_line,
    report_problems,
    warn_of_secrets,
    write_result,
    write_text,
)
from inspector.cli.result_options import (
    JSON,
    add_form_options,
    add_output_option,
    add_report_option,
)
from inspector.cli.session_options import add_part_options, session_from, session_path
from inspector.core.problems import Problem, Severity

if TYPE_CHECKING:
    from inspector.analysis.checks import Checked, Condition
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView

VERDICTS = ("accepted", "accepted with remarks", "rejected")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a manifest (- reads standard input), an audit bundle, a session with a manifest, a"
        " folder of these, or receipts (*.jsonl)",
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
    parser.add_argument("--strict", action="store_true", help="also fail (code 1) on the unusual")
    parser.add_argument(
        "--allow-unreplayed",
        action="store_true",
        help="end with 0 where nothing is wrong but nothing could be replayed (default: 1)",
    )
    add_report_option(parser, more="; of a folder one for all")
    parser.add_argument("--bundle", metavar="FILE", help="write manifest and inputs as a bundle")
    parser.add_argument(
        "--without-contents",
        action="store_true",
        help="leave texts out of the bundle; their hashes and token counts stay",
    )
    parser.add_argument("--sign", metavar="NAME", help="sign the manifest off with this name")
    parser.add_argument(
        "--beside",
        dest="keep_beside",
        action="store_true",
        help="keep the sign-off beside the manifest, as NAME.sign-off.json",
    )
    parser.add_argument("--verdict", choices=VERDICTS, help="what the sign-off says")
    parser.add_argument("--remark", default="", metavar="TEXT", help="what it says beside that")
    parser.add_argument(
        "--key",
        metavar="FILE",
        help="sign with this SSH key (a public one: with the agent); without, it is a remark",
    )
    add_check_options(parser, "dropped", "used", "tokens", "growth")


def run(options: argparse.Namespace) -> int:
    """Audit one manifest, alone or with its inputs."""
    wrong = _wrong_usage(options)
    if wrong:
        report_line(f"inspector verify: {wrong}")
        return BAD_USAGE
    conditions = conditions_of(options)
    if options.file != STANDARD and Path(options.file).is_dir():
        return _verify_folder(options, conditions)
    if _is(options.file, "receipts"):
        from inspector.stages.audit.receipt_command import verify_receipts

        return verify_receipts(options, conditions)
    subject = _opened(options)
    if subject is None:
        return BAD_INPUT
    if subject.session.audit.manifest is None:
        report_line(f"inspector verify: {options.file} holds no manifest")
        return BAD_INPUT
    from inspector.analysis.injection_runs import InjectionRuns

    runs = InjectionRuns()
    view = _viewed(subject, runs)
    audit = view.done
    problems = (*subject.problems, *audit.input_problems)
    report_problems(_worth_telling(problems))
    if options.sign:
        if audit.errors and options.verdict == "accepted" and not options.remark.strip():
            report_line("inspector verify: say why errors are accepted: --remark TEXT")
            return BAD_USAGE
        word = _signed(options, subject.session, runs)
        if isinstance(word, Problem):
            report_problems((word,))
            return BAD_INPUT
        subject = replace(subject, session=word)
        view = _viewed(subject, runs)
    if view.signature is not None and view.signature.problem is not None:
        report_problems((view.signature.problem,))
    from inspector.stages.audit.receipt_command import measured_manifest

    measured = [measured_manifest(view.done)]
    checks = checked(options, conditions, measured)
    _write(options, subject, view, problems, checks)
    code = _kept(options, subject.session, runs) or _exit_code(options, subject, view)
    return finish_checks("verify", options, checks, measured, code)


def _kept(options: argparse.Namespace, session: Session, runs: InjectionRuns) -> int:
    """Write bundle and sign-off where they are wanted; return 0, or how it ends."""
    if options.bundle:
        from inspector.files.audit_bundle.writing import bundle_bytes

        contents = not options.without_contents
        warn_of_secrets(session, "bundle", contents=contents)
        write_result(options.bundle, bundle_bytes(session, runs, contents=contents))
    word = session.audit.sign_off
    if options.keep_beside and word is not None:
        from inspector.files.manifests import save_sign_off

        problems = save_sign_off(word, options.file)
        report_problems(problems)
        return BAD_INPUT if problems else DONE
    return DONE


@dataclass(frozen=True)
class _Subject:
    """What is verified: a manifest in a session with its inputs, and what opening it met."""

    name: str
    session: Session
    problems: tuple[Problem, ...]
    usable_inputs: bool = True


def _wrong_usage(options: argparse.Namespace) -> str | None:
    folder = options.file != STANDARD and Path(options.file).is_dir()
    if folder and (options.bundle or options.sign):
        return "--bundle and --sign are for one manifest, not for a folder"
    if bool(options.sign) is not bool(options.verdict):
        return "--sign and --verdict belong together"
    if options.sign and not (options.bundle or options.keep_beside):
        return "a sign-off has to be kept somewhere: add --bundle FILE or --beside"
    if options.keep_beside and (not options.sign or options.file == STANDARD):
        return "--beside is about --sign, and about a manifest that is a file"
    if options.strict and options.allow_unreplayed:
        return "--strict fails where nothing was replayed, and --allow-unreplayed does not"
    if options.key and not options.sign:
        return "--key is about --sign"
    if options.without_contents and not options.bundle:
        return "--without-contents is about --bundle"
    if STANDARD in (options.report, options.bundle):
        return "a report or a bundle goes to a file"
    return None


def _verify_folder(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Audit every manifest and bundle in a folder and below it; print one table."""
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.present.finding_lines import folder_lines
    from inspector.stages.audit.receipt_command import measured_manifest
    from inspector.stages.audit.results import FolderResult

    inputs, problems = session_from(options)
    report_problems(_worth_telling(problems))
    if inputs is None:
        return BAD_INPUT
    runs, unread, codes = InjectionRuns(), [], set[int]()
    found: list[tuple[_Subject, AuditView]] = []
    for path in _manifests_in(Path(options.file)):
        one = argparse.Namespace(**vars(options) | {"file": str(path)})
        subject = _opened(one, inputs)
        if subject is None or subject.session.audit.manifest is None:
            unread.append(str(path))
            continue
        view = _viewed(subject, runs)
        report_problems(_worth_telling(subject.problems))
        codes.add(_exit_code(one, subject, view))
        found.append((subject, view))
    measured = [measured_manifest(view.done) for _, view in found]
    checks = checked(options, conditions, measured)
    named = [(os.path.relpath(one.name, options.file), view) for one, view in found]
    if options.format == JSON:
        whole = FolderResult.model_validate(
            {
                "folder": options.file,
                "counts": Counter(view.done.outcome.value for _, view in found),
                "results": [_result(one, view, one.problems) for one, view in found],
                "unread": unread,
            }
        )
        facts = whole.model_dump(mode="json")
        facts |= {"checks": check_facts(checks)} if conditions else {}
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    else:
        rows = [(name, view.done) for name, view in named]
        text = "\n".join(folder_lines(rows, len(unread)))
    write_text(options.output, text + "\n")
    if options.report:
        from inspector.stages.audit.inbox import folder_report

        write_text(options.report, folder_report(named, Path(options.file).name, unread))
    if not found and not unread:
        report_line(f"inspector verify: no manifest in {options.file}")
    wrong = unread or not found or BAD_INPUT in codes
    code = BAD_INPUT if wrong else max(codes)
    return finish_checks("verify", options, checks, measured, code)


def _manifests_in(folder: Path) -> Iterator[Path]:
    """Yield the manifests and bundles in a folder and below it, and what may be a broken one."""
    from inspector.files import Kind, detect_kind
    from inspector.files.audit_bundle.container import is_bundle
    from inspector.files.manifests import SIGN_OFF_SUFFIX

    for path in sorted(folder.rglob("*")):
        if path.name.endswith(SIGN_OFF_SUFFIX):
            continue
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
    if options.file != STANDARD and _is(session_path(options.file), "session"):
        return _of_session(options)
    read = load_audit(options.file, checked=False)  # the audit does
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
        # The others are findings of the audit.
        (*problems, *(one for one in read.problems if one.code.startswith("sign-off."))),
        usable_inputs=not has_errors(problems),
    )


def _is(path: str, kind: str) -> bool:
    """Tell whether a file is of a kind; standard input can be read once only, so it is of none."""
    from inspector.files import detect_kind

    return path != STANDARD and detect_kind(path).value == kind


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


def _viewed(subject: _Subject, runs: InjectionRuns) -> AuditView:
    from inspector.stage import Part
    from inspector.stages.audit.runs import audit_view

    session = subject.session
    name = "standard input" if subject.name == STANDARD else subject.name
    if session.audit.bundle is None and subject.name != STANDARD:
        name = session.source(Part.AUDIT) or name
    return audit_view(session, runs, name=name)


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


def _result(subject: _Subject, view: AuditView, problems: Sequence[Problem]) -> dict[str, Any]:
    from inspector.stages.audit.results import audit_result

    return audit_result(view, subject.name, tuple(_worth_telling(problems)))


def _write(
    options: argparse.Namespace,
    subject: _Subject,
    view: AuditView,
    problems: tuple[Problem, ...],
    checks: Checked,
) -> None:
    if options.format == JSON:
        facts = _result(subject, view, problems)
        facts |= {"checks": check_facts(checks)} if checks.conditions else {}
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    else:
        from inspector.present.finding_lines import audit_lines

        text = "\n".join(
            audit_lines(view.done, view.findings, view.session, view.fingerprint, view.signature)
        )
    write_text(options.output, f"{text}\n")
    if options.report:
        from inspector.stages.audit.report import audit_report

        write_text(options.report, audit_report(view, problems))


def _exit_code(options: argparse.Namespace, subject: _Subject, view: AuditView) -> int:
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
