"""``inspector build``: the context that one call gets from a project, and why."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    WARNED,
    InputError,
    UsageError,
    report_line,
    report_note,
    report_problems,
    usable,
    write_result,
    write_text,
)
from inspector.cli.recording import record_result
from inspector.cli.result_options import JSON, TEXT, table_asked, table_written
from inspector.cli.session_options import code_of
from inspector.cli.terminal import PhaseLine
from inspector.plurals import count_of
from inspector.stages.builder.command_options import (
    PROMPTS,
    TABLES,
    add_options,
    build_session,
    relative_to,
)

if TYPE_CHECKING:
    from inspector.core.builder.layout import Layout
    from inspector.core.builder.report import BundleReport
    from inspector.session.session import Session
    from inspector.stages.builder.runs import BuilderResult

__all__ = ["add_options", "run"]


def run(options: argparse.Namespace) -> int:
    """Build the bundle; 1 stands for a refused one, 4 for one above the soft limit."""
    if options.format in PROMPTS and options.text is None and not options.copy:
        options.text = STANDARD  # as any command prints what its format says
    _check_usage(options)
    from pydantic import ValidationError

    from inspector.files.documents import said_first

    try:
        session, problems = build_session(options)
    except ValidationError as error:
        field = ".".join(map(str, error.errors()[0]["loc"]))
        raise UsageError(f"{field} {said_first(error)}") from None
    session = usable(session, problems)
    with _loading_ahead(cached=not options.no_cache):
        result = _build(session, _layout(options), cached=not options.no_cache)
    report = usable(result.report, result.problems)
    record_result(options, result)
    if not _write_all(options, result, report):
        return BAD_INPUT
    return _exit_code(report, code_of((*problems, *result.problems), session))


def _check_usage(options: argparse.Namespace) -> None:
    formed = options.format not in (TEXT, *PROMPTS) or options.table is not None
    if options.text == STANDARD == options.output and (formed or options.why):
        raise UsageError("--text - prints the context: the result has no place to go; add --output")
    if [options.text, options.chart, options.report].count(STANDARD) > 1:
        raise UsageError("text, chart and report need different places")
    allowed = (*options.allow_denied, *options.allow_ignored, *options.allow_finding)
    if allowed and not (options.reason or "").strip():
        raise UsageError("what is let in takes a reason: add --reason TEXT")
    if formed and options.why:
        raise UsageError(
            "--why prints lines, --json, --format and --table another form; use one of them"
        )
    if [options.request, options.config, options.system, options.last_error].count(STANDARD) > 1:
        raise UsageError("only one file can be standard input")


def _layout(options: argparse.Namespace) -> Layout:
    """Return how the text is laid out; what makes no sense for bare blocks makes it Markdown."""
    from inspector.core.builder.layout import Layout, PromptFormat

    pasted = "markdown" if options.copy or options.line_numbers else None
    form = PROMPTS.get(options.format, pasted)
    return Layout(PromptFormat(form) if form else None, options.line_numbers)


def _build(session: Session, layout: Layout, *, cached: bool) -> BuilderResult:
    """Build while a line tells how far it is."""
    from inspector.analysis.builder_cache import user_finding_key
    from inspector.stages.builder.runs import BuilderRuns

    runs = BuilderRuns.with_user_cache() if cached else BuilderRuns(finding_key=user_finding_key)
    with PhaseLine() as line:
        return runs.run(session, line.watch, layout)


@contextmanager
def _loading_ahead(*, cached: bool) -> Iterator[None]:
    """Load rules and vocabulary beside the imports of the rest; most of it needs no interpreter."""
    from threading import Thread

    def load() -> None:
        with suppress(Exception):  # the build meets it again, and tells
            from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
            from inspector.project.secrets import secret_scanner

            folder = scanner_cache_folder(default_cache_folder()) if cached else None
            secret_scanner(cache_dir=folder).warm_up()

            from inspector.core.tokens.exact import tiktoken_counter

            tiktoken_counter("o200k_base").prepare()

    thread = Thread(target=load, name="rules and vocabulary", daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _exit_code(report: BundleReport, code: int) -> int:
    from inspector.files import decision_of

    if not report.ledger.balances:
        report_line("the ledger does not close")
    if report.refused or not report.ledger.balances:
        return FAILED
    if code:
        return code
    return DONE if decision_of(report) == "ok" else WARNED


def _write_all(options: argparse.Namespace, result: BuilderResult, report: BundleReport) -> bool:
    """Write what was asked for; return whether there were no problems with the artifacts."""
    from inspector.files import context_bytes, save_artifacts

    problems = () if options.out is None else save_artifacts(report, options.out)
    report_problems(problems)
    if options.text is not None and not report.refused:
        write_result(options.text, context_bytes(report))
    if options.chart or options.report:
        from inspector.stages.builder.charts import budget_svg
        from inspector.stages.builder.pages import build_page
        from inspector.stages.builder.shown import Shown, told_paths

        shown = Shown(result, report.index, report, told_paths(report.index.files))
        for place, make in ((options.chart, budget_svg), (options.report, build_page)):
            if place:
                write_text(place, make(shown))
    if (options.format in PROMPTS or options.copy) and not report.refused:
        report_note(
            f"{count_of(report.rendered_tokens, 'token')} by {report.estimator}, as written"
        )
    copied = not options.copy or report.refused or _copied(report)
    if STANDARD not in (options.text, options.chart, options.report) or options.output != STANDARD:
        write_text(options.output, _printed(options, result, report))
    elif report.refused:
        report_line("\n".join(_summary(report)))
    return copied and not problems


def _copied(report: BundleReport) -> bool:
    from inspector.cli.output import ClipboardError, copy_to_clipboard

    try:
        copy_to_clipboard(report.rendered)
    except ClipboardError as error:
        report_line(f"inspector build: --copy: {error}")
        return False
    return True


def _printed(options: argparse.Namespace, result: BuilderResult, report: BundleReport) -> str:
    table = table_asked(options, TABLES)
    if table is not None:
        from inspector.stages.builder.shown import Shown, told_paths
        from inspector.stages.builder.tables import BuilderTable, builder_table

        shown = Shown(result, report.index, report, told_paths(report.index.files))
        data = builder_table(BuilderTable(f"builder-{table}"), shown)
        return table_written(data, options, refusal=InputError)
    if options.format == JSON:
        from inspector.files import build_result

        return json.dumps(build_result(report), indent=2, ensure_ascii=False) + "\n"
    if not options.why:
        return "\n".join(_summary(report)) + "\n"

    from inspector.project.secrets.redaction import without_secrets
    from inspector.stages.builder.build_lines import fate_lines

    pieces = []
    for path in options.why:
        lines = fate_lines(report, relative_to(report.index.root, path))
        lines = lines or [f"{path}: the project has no such file"]
        pieces.append("\n".join(map(without_secrets, lines)) + "\n")
    return "\n".join(pieces)


def _summary(report: BundleReport) -> list[str]:
    from inspector.stages.builder.build_lines import build_lines

    return build_lines(report)
