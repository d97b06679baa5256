"""``inspector run`` and ``demo``: the injection step without a window, of a sample as files."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from inspector import resources
from inspector.cli.main import DEFAULT_SAMPLE
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    THIS_RUN,
    InputError,
    UsageError,
    reason,
    report_line,
    report_note,
    report_problems,
    usable,
    warn_of_secrets,
    write_result,
    write_text,
)
from inspector.cli.recording import Subcommand, add_history_options, record_result
from inspector.cli.result_options import (
    CSV,
    JSON,
    TEXT,
    add_chart_option,
    add_form_options,
    add_output_option,
    add_report_option,
    add_table_options,
    table_asked,
    table_written,
)
from inspector.cli.session_options import (
    SAMPLE,
    add_session_options,
    has_unusable_part,
    require_session,
    session_from,
    session_path,
    unread_relevance,
)
from inspector.cli.terminal import PhaseLine
from inspector.core.problems import Problem, merged

if TYPE_CHECKING:
    from inspector.analysis.injection_runs import InjectionResult, InjectionRuns
    from inspector.core.injection.report import InjectionReport
    from inspector.session.session import Session

LEDGER_FORMATS = ("table", "csv", "json")
TABLES = ("ledger", "expectations")
_OF_ONE = ("ledger", "table", "report", "bundle", "chart")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_session_options(parser)
    parser.add_argument(
        "--corpus",
        metavar="FILE",
        help="requests, one a line (JSONL): run all of them; prints a line of numbers for each",
    )
    parser.add_argument(
        "--manifest",
        metavar="FILE",
        help="write the unified injection manifest (JSON; with --corpus one a line)",
    )
    parser.add_argument(
        "--ledger", choices=LEDGER_FORMATS, help="write the ledger: every candidate, and why"
    )
    parser.add_argument(
        "--ledger-file", default=STANDARD, metavar="FILE", help="where the ledger goes"
    )
    add_report_option(parser)
    parser.add_argument(
        "--bundle", metavar="FILE", help="write the manifest with all its inputs as an audit bundle"
    )
    parser.add_argument(
        "--junit",
        metavar="FILE",
        help="write what was expected, and whether it is so, as JUnit XML for a CI",
    )
    parser.add_argument(
        "--trust-counts",
        action="store_true",
        help="do not compare declared token counts with counted ones",
    )
    add_form_options(parser, CSV, default=None)  # text, and for a corpus JSON
    add_table_options(parser, TABLES, "state:suppressed tokens>50")
    add_chart_option(parser, "the bar")
    add_output_option(parser)
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run one request or a whole corpus."""
    options.format = options.format or (JSON if options.corpus else TEXT)
    _check_usage(options)
    if not options.corpus:
        require_session(options)
    session, problems = session_from(options)
    if session is None:
        report_problems(problems)
        return BAD_INPUT
    if options.corpus:
        from inspector.stages.injection.corpus_command import run_corpus_command

        report_problems(problems)
        code = run_corpus_command(options, session, bad_input=has_unusable_part(problems, session))
        return FAILED if code == DONE and unread_relevance(problems, session) else code
    return _run_one(options, session, problems)


def _check_usage(options: argparse.Namespace) -> None:
    to_standard = [
        name
        for name, used in (
            ("--manifest", options.manifest == STANDARD),
            ("--report", options.report == STANDARD),
            ("--junit", options.junit == STANDARD),
            ("--chart", options.chart == STANDARD),
            ("--ledger", bool(options.ledger) and options.ledger_file == STANDARD),
        )
        if used
    ]
    if len(to_standard) > 1:
        raise UsageError(f"only one of {' and '.join(to_standard)} can go to standard output")
    if options.corpus and any(getattr(options, name) for name in _OF_ONE):
        raise UsageError(
            f"{', '.join(f'--{name}' for name in _OF_ONE)} are for one request, not for --corpus"
        )
    if options.bundle == STANDARD:
        raise UsageError("a bundle goes to a file")
    if options.corpus and options.manifest == STANDARD and options.output == STANDARD:
        raise UsageError(
            "with --corpus, the manifests and the lines need different places (--output)"
        )
    if options.corpus and options.junit == STANDARD and options.output == STANDARD:
        raise UsageError("with --corpus, --junit and the lines need different places (--output)")
    if options.filter and not options.ledger and table_asked(options, TABLES) is None:
        raise UsageError("--filter chooses rows of a table; add --table, or --ledger")
    if options.corpus and options.format == TEXT:
        raise UsageError("--format text is not for --corpus")


def _name_other_commands(session: Session) -> None:
    """Say which commands take what was opened, such as a conversation."""
    from inspector.session.session import stages_with_input
    from inspector.stage import stage_named

    for stage in stages_with_input(session):
        for line in stage_named(stage).commands[:1]:
            if line.name != "run":
                report_note(f"This input is for `inspector {line.name}`: {line.summary}.")


_SHOWN_FROM = 10_000  # cards: fewer are counted before anybody could read how many are


def _run(runs: InjectionRuns, session: Session) -> InjectionResult:
    if len(session.candidates.knowledge_cards) < _SHOWN_FROM:
        return runs.run(session)
    with PhaseLine() as line:
        return runs.run(session, partial(line.watch, "counting tokens of texts:"))


def _run_one(options: argparse.Namespace, session: Session, loading: tuple[Problem, ...]) -> int:
    from inspector.analysis.expectations import checked
    from inspector.analysis.injection_runs import InjectionRuns

    runs = InjectionRuns()
    result = _run(runs, session)
    report = result.report
    held = checked(report) if report else None
    wrong_counts = () if options.trust_counts else runs.wrong_counts(result)
    problems = merged(loading, result.problems, held.problems if held else (), wrong_counts)
    report_problems(problems)
    if report is None or held is None:
        _name_other_commands(session)
        return BAD_INPUT
    record_result(options, result)
    if report.overrides:
        from inspector.stages.injection.provenance import what_if_text

        report_note(f"inspector run: {what_if_text(report.overrides)}")
    _write_all(options, report, session, problems)
    if options.bundle:
        warn_of_secrets(session, "bundle")
        _write_bundle(options.bundle, report, session, runs)
    for outcome in held.outcomes:
        if not outcome.met:
            report_line(
                f"expectation failed: {outcome.expectation}: {outcome.found} {outcome.place}"
            )
    if not report.ledger.balances:
        report_line("the ledger does not close")
    if has_unusable_part(problems, session):
        return BAD_INPUT
    return DONE if held.passed and not unread_relevance(problems, session) else FAILED


def _write_all(
    options: argparse.Namespace,
    report: InjectionReport,
    session: Session,
    problems: tuple[Problem, ...],
) -> None:
    text = _ledger(report, options.ledger, options.filter) if options.ledger else ""
    if options.manifest:
        from inspector.files import manifest_bytes

        write_result(options.manifest, manifest_bytes(report))
    if options.ledger:
        write_text(options.ledger_file, text)
    if options.report:
        warn_of_secrets(session, "report")
        from inspector.stages.injection.report import html_report

        write_text(options.report, html_report(report, session.title, session.notes, problems))
    if options.junit:
        from inspector.analysis.expectations import checked
        from inspector.files.junit import junit_bytes

        write_result(options.junit, junit_bytes((checked(report),)))
    if options.chart:
        from inspector.analysis.independent import independent_run
        from inspector.stages.injection.bar import bar_svg, budget_bar

        write_text(options.chart, bar_svg(budget_bar(report, independent_run(report))))
    taken = STANDARD in (options.manifest, options.report, options.junit, options.chart) or (
        options.ledger and options.ledger_file == STANDARD
    )
    if not (taken and options.output == STANDARD):
        write_text(options.output, _written(options, report))


def _written(options: argparse.Namespace, report: InjectionReport) -> str:
    table = table_asked(options, TABLES)
    if table is not None:
        from inspector.stages.injection.tables import RunTables, TableId

        return table_written(RunTables().table(TableId(table), report), options, refusal=InputError)
    if options.format == JSON:
        from inspector.stages.injection.results import run_result

        return json.dumps(run_result(report), indent=2) + "\n"

    from inspector.analysis.independent import independent_run
    from inspector.stages.injection.summary import summary_lines

    return "\n".join(summary_lines(report, independent_run(report))) + "\n"


def _write_bundle(
    path: str, report: InjectionReport, session: Session, runs: InjectionRuns
) -> None:
    """Write the run's manifest with all its inputs."""

    from inspector.files import manifest_bytes
    from inspector.files.audit_bundle.writing import bundle_bytes
    from inspector.session.audit_stage import AuditStage

    under_audit = AuditStage(manifest=manifest_bytes(report).decode())
    write_result(path, bundle_bytes(session.having(audit=under_audit), runs))


def _ledger(report: InjectionReport, form: str, filter_text: str = "") -> str:
    """Return the rows of the ledger that pass the filter."""
    from inspector.core.candidates.card import Attribution
    from inspector.stages.injection.ledger_table import ledger_table

    data = ledger_table(report)
    sources = {"matter", "source", "source_ref", *Attribution.model_fields}
    left_out = {"id", "rule", "account", "type", "relevance", *sources}
    columns = [column.id for column in data.columns if column.id not in left_out]
    asked = argparse.Namespace(format=TEXT if form == "table" else form, filter=filter_text)
    return table_written(data, asked, columns, refusal=InputError)


def _add_demo_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sample",
        nargs="?",
        default=DEFAULT_SAMPLE,
        help=f"a built-in sample ({', '.join(resources.sample_sessions())})",
    )
    parser.add_argument(
        "-o",
        "--output",
        default="demo-output",
        metavar="FOLDER",
        help="where manifest, ledger, report and picture go (demo-output)",
    )


def _demo(options: argparse.Namespace) -> int:
    """Run the sample and leave manifest, ledger, report and picture in a folder."""
    from inspector.analysis.independent import independent_run
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.files import load_session, manifest_bytes
    from inspector.stages.injection.bar import bar_svg, budget_bar
    from inspector.stages.injection.report import html_report
    from inspector.stages.injection.summary import summary_lines

    loaded = load_session(session_path(f"{SAMPLE}{options.sample}"))
    session = usable(loaded.value, loaded.problems)
    result = InjectionRuns().run(session)
    if result.report is None:
        report_problems(result.problems)
        return BAD_INPUT
    report = result.report
    files = {
        "manifest.json": manifest_bytes(report),
        "ledger.csv": _ledger(report, CSV).encode(),
        "report.html": html_report(report, session.title, session.notes, result.problems).encode(),
        "budget.svg": bar_svg(budget_bar(report, independent_run(report))).encode(),
    }
    folder = Path(options.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        THIS_RUN.note(str(folder), reason(error))
        files = {}
    written = [name for name, data in files.items() if write_result(str(folder / name), data)]
    lines = summary_lines(report, independent_run(report))
    if written:
        lines += ["", f"written to {folder}: {', '.join(written)}"]
    write_text(STANDARD, "\n".join(lines) + "\n")
    return DONE


DEMO = Subcommand(_add_demo_options, _demo)
"""``inspector demo``: what the window shows of a built-in sample, as files.

Where there is a display and no folder is named, the program opens the window on the sample instead.
"""
