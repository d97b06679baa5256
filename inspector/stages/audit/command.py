"""``inspector verify`` and ``watch``: whether manifests and bundles are right, and receipts."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.checks import (
    add_check_options,
    check_facts,
    checked,
    conditions_of,
    finish_checks,
)
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    InputError,
    UsageError,
    report_problems,
    warn_of_secrets,
    write_result,
    write_text,
)
from inspector.cli.recording import Subcommand
from inspector.cli.result_options import (
    JSON,
    add_form_options,
    add_output_option,
    add_report_option,
    any_number,
)
from inspector.cli.session_options import add_part_options
from inspector.core.problems import Problem
from inspector.stages.audit.folder import verify_folder
from inspector.stages.audit.subject import (
    AuditSubject,
    command_for,
    exit_code,
    is_of_kind,
    measured_manifest,
    opened,
    result_of,
    verify_receipts,
    viewed,
    worth_telling,
)

if TYPE_CHECKING:
    from inspector.analysis.checks import Checked
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.session.session import Session
    from inspector.stages.audit.runs import AuditView

VERDICTS = ("accepted", "accepted with remarks", "rejected")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a manifest (- reads standard input), an audit bundle, a session with a manifest,"
        " receipts (*.jsonl), or a folder of these",
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
    _check_usage(options)
    conditions = conditions_of(options)
    if _is_folder(options.file):
        return verify_folder(options, conditions)
    if is_of_kind(options.file, "receipts"):
        return verify_receipts(options, conditions)
    subject = opened(options)
    if subject is None:
        return BAD_INPUT
    if subject.session.audit.manifest is None:
        raise InputError(f"{options.file} holds no manifest; {command_for('session')} takes it")
    from inspector.analysis.injection_runs import InjectionRuns

    runs = InjectionRuns()
    view = viewed(subject, runs)
    audit = view.done
    problems = (*subject.problems, *audit.input_problems)
    report_problems(worth_telling(problems))
    if options.sign:
        if audit.errors and options.verdict == "accepted" and not options.remark.strip():
            raise UsageError("say why errors are accepted: --remark TEXT")
        word = _signed(options, subject.session, runs)
        if isinstance(word, Problem):
            report_problems((word,))
            return BAD_INPUT
        subject = replace(subject, session=word)
        view = viewed(subject, runs)
    if view.signature is not None and view.signature.problem is not None:
        report_problems((view.signature.problem,))
    measured = [measured_manifest(view.done)]
    checks = checked(options, conditions, measured)
    _write(options, subject, view, problems, checks)
    code = _kept(options, subject.session, runs) or exit_code(options, subject, view)
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


def _is_folder(path: str) -> bool:
    return path != STANDARD and os.path.isdir(path)  # noqa: PTH112  # accepts a closed folder


def _check_usage(options: argparse.Namespace) -> None:
    if _is_folder(options.file) and (options.bundle or options.sign):
        raise UsageError("--bundle and --sign are for one manifest, not for a folder")
    if bool(options.sign) is not bool(options.verdict):
        raise UsageError("--sign and --verdict belong together")
    if options.sign and not (options.bundle or options.keep_beside):
        raise UsageError("a sign-off has to be kept somewhere: add --bundle FILE or --beside")
    if options.keep_beside and (not options.sign or options.file == STANDARD):
        raise UsageError("--beside is about --sign, and about a manifest that is a file")
    if options.strict and options.allow_unreplayed:
        raise UsageError(
            "--strict fails where nothing was replayed, and --allow-unreplayed does not"
        )
    if options.key and not options.sign:
        raise UsageError("--key is about --sign")
    if options.without_contents and not options.bundle:
        raise UsageError("--without-contents is about --bundle")
    if STANDARD in (options.report, options.bundle):
        raise UsageError("a report or a bundle goes to a file")


def _signed(
    options: argparse.Namespace, session: Session, runs: InjectionRuns
) -> Session | Problem:
    from inspector.files.manifests import signed_by
    from inspector.session.audit_edits import sign
    from inspector.stages.audit.runs import sign_off_word

    word = sign_off_word(session, runs, options.sign, options.verdict, options.remark)
    signed = signed_by(word, options.key, terminal=True) if options.key else word
    return signed if isinstance(signed, Problem) else sign(signed)(session)


def _write(
    options: argparse.Namespace,
    subject: AuditSubject,
    view: AuditView,
    problems: tuple[Problem, ...],
    checks: Checked,
) -> None:
    if options.format == JSON:
        facts = result_of(subject, view, problems)
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


def _add_watch_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", help="a folder with receipts (*.jsonl), or one file of them"
    )
    parser.add_argument(
        "--once", action="store_true", help="read what is there, and end instead of waiting"
    )
    parser.add_argument(
        "--seconds", type=any_number, metavar="N", help="end after so many seconds (with Ctrl+C)"
    )
    add_form_options(parser)
    add_output_option(parser)


_PAUSE = 1.0  # seconds between two looks
_MOST_KEPT = 1_000  # looks that a file holds; of more, the newest


def _watch(options: argparse.Namespace) -> int:
    """Tell what is new, look for look; 1 where a receipt failed."""
    from inspector.analysis.audit.audit import Outcome
    from inspector.files.receipts import ReceiptTail
    from inspector.stages.audit.receipts import batch_lines, batch_of

    tail, failed, first = ReceiptTail(Path(options.folder)), False, True
    told: deque[str] = deque(maxlen=1 if options.output == STANDARD else _MOST_KEPT)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    while True:
        try:
            batch = batch_of(tail.read())
        except OSError as error:
            raise InputError(f"{options.folder} cannot be read: {error.strerror}") from None
        failed = failed or bool(batch.outcomes[Outcome.FAILED])
        is_new = bool(batch.receipts or batch.dropped)
        if is_new or (options.once and first):
            as_json = options.format == JSON
            told.append(json.dumps(batch.fields()) if as_json else "\n".join(batch_lines(batch)))
            write_text(options.output, "".join(f"{one}\n" for one in told))
        first = False
        if (options.once and not is_new) or (end is not None and time.monotonic() >= end):
            return FAILED if failed else DONE
        if not is_new:
            time.sleep(_PAUSE)


WATCH = Subcommand(_add_watch_options, _watch)
"""``inspector watch``: receipts followed while they are written, each replayed from itself."""
