"""``inspector build``: the context that one call gets from a project, and why."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.build_options import add_options, build_session, relative_to
from inspector.cli.exit_codes import BAD_INPUT, BAD_USAGE, BROKEN, DONE, FAILED, WARNED
from inspector.cli.output import (
    STANDARD,
    has_errors,
    report_line,
    report_problems,
    write_result,
)
from inspector.cli.progress import PhaseLine
from inspector.cli.recording import record_result

if TYPE_CHECKING:
    from inspector.analysis.builder_runs import BuilderResult
    from inspector.core.builder.report import BundleReport
    from inspector.session.session import Session

__all__ = ["add_options", "run"]

_FRAMES = 6  # of an error's way through the program that are told


def run(options: argparse.Namespace) -> int:
    """Build the bundle; 1 stands for a refused one, 4 for one above the soft limit.

    An error of the program itself is told by its kind and place only: its words could quote what
    was read.
    """
    try:
        return _run(options)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, its words are not told
        frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
        way = " > ".join(f"{PurePath(one.filename).name}:{one.lineno}" for one in frames)
        report_line(f"inspector build: the program failed: {type(error).__name__} in {way}")
        return BROKEN


def _run(options: argparse.Namespace) -> int:
    from pydantic import ValidationError

    wrong = _wrong_usage(options)
    if wrong:
        report_line(f"inspector build: {wrong}")
        return BAD_USAGE
    try:
        session, problems = build_session(options)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field = ".".join(map(str, found["loc"]))
        report_line(f"inspector build: {field} {found['msg']}")
        return BAD_USAGE
    report_problems(problems)
    if session is None:
        return BAD_INPUT
    result = _build(session, cached=not options.no_cache)
    report_problems(result.problems)
    if result.report is None:
        return BAD_INPUT
    record_result(options, result)
    if not _write_all(options, result.report):
        return BAD_INPUT
    return _exit_code(result.report, failed=has_errors((*problems, *result.problems)))


def _wrong_usage(options: argparse.Namespace) -> str | None:
    if options.text == STANDARD and (options.json or options.why):
        return "--text - prints the context, so that --json and --why have no place to go"
    if options.json and options.why:
        return "--json holds what --why prints; use one of them"
    if [options.request, options.config, options.system, options.last_error].count(STANDARD) > 1:
        return "only one file can be standard input"
    return None


def _build(session: Session, *, cached: bool) -> BuilderResult:
    """Build while a line tells how far it is; the rules of secrets are loaded beside it."""
    from threading import Thread

    from inspector.analysis.builder_runs import BuilderRuns

    runs = BuilderRuns.with_user_cache() if cached else BuilderRuns()
    Thread(target=runs.warm_up, name="secret rules", daemon=True).start()
    with PhaseLine() as line:
        return runs.run(session, line.watch)


def _exit_code(report: BundleReport, *, failed: bool) -> int:
    from inspector.files import decision_of

    if not report.ledger.balances:
        print("the ledger does not close", file=sys.stderr)
    if report.refused or not report.ledger.balances:
        return FAILED
    if failed:
        return BAD_INPUT
    return DONE if decision_of(report) == "ok" else WARNED


def _write_all(options: argparse.Namespace, report: BundleReport) -> bool:
    """Write what was asked for; return whether all of it could be written."""
    from inspector.files import context_bytes, save_artifacts

    if options.out is not None:
        problems = save_artifacts(report, options.out)
        report_problems(problems)
        if problems:
            return False
    try:
        if options.text is not None and not report.refused:
            write_result(options.text, context_bytes(report))
        if options.text != STANDARD:
            write_result(STANDARD, _printed(options, report).encode("utf-8", "backslashreplace"))
        elif report.refused:
            print("\n".join(_summary(report)), file=sys.stderr)
    except OSError as error:
        report_line(f"inspector build: cannot write: {error}")
        return False
    return True


def _printed(options: argparse.Namespace, report: BundleReport) -> str:
    """Return what goes to standard output."""
    if options.json:
        from inspector.files import build_result

        return json.dumps(build_result(report), indent=2, ensure_ascii=False) + "\n"
    if not options.why:
        return "\n".join(_summary(report)) + "\n"

    from inspector.core.builder.secrets.telling import without_secrets
    from inspector.present.builder.fate_lines import fate_lines

    pieces = []
    for path in options.why:
        lines = fate_lines(report, relative_to(report.index.root, path))
        lines = lines or [f"{path}: the project has no such file"]
        pieces.append("\n".join(map(without_secrets, lines)) + "\n")
    return "\n".join(pieces)


def _summary(report: BundleReport) -> list[str]:
    from inspector.present.builder.build_lines import build_lines

    return build_lines(report)
