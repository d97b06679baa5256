"""``inspector relevance``: the seven layers of the relevance pre-parser without a window."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    UsageError,
    has_errors,
    report_line,
    report_note,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.recording import add_history_options, record_result
from inspector.cli.result_options import (
    CSV,
    JSON,
    TEXT,
    add_chart_option,
    add_form_options,
    add_output_option,
    add_table_options,
    table_asked,
    table_written,
    whole_number,
)
from inspector.cli.session_options import session_path
from inspector.core.text import json_value
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.core.problems import Problem
    from inspector.session.session import Session
    from inspector.stages.relevance.runs import RelevanceResult


TABLES = ("nodes", "rules", "flips", "ledger")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a relevance configuration, a session or sample:NAME; the options replace its parts",
    )
    parser.add_argument(
        "--config", metavar="FILE", help="the configuration; - reads standard input"
    )
    parser.add_argument("--request", metavar="FILE", help="the request, which has the facts")
    parser.add_argument(
        "--mode", metavar="MODE", help="the cognitive mode (the configuration's first)"
    )
    parser.add_argument(
        "--signal",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a signal; the value is JSON, or else text; null takes it away; may be repeated",
    )
    parser.add_argument("--urgency", metavar="TEXT", help="the urgency; exactly high counts")
    parser.add_argument(
        "--silence",
        action=argparse.BooleanOptionalAction,
        help="whether the user comes back after a silence",
    )
    parser.add_argument(
        "--budget", type=whole_number(), metavar="N", help="tokens that remain (4,000)"
    )
    parser.add_argument(
        "--flips", action="store_true", help="also what would change if one fact were another"
    )
    parser.add_argument(
        "--requests",
        metavar="FILE",
        help="decide for each request of a file: a table of requests by nodes",
    )
    add_form_options(parser, CSV)
    parser.add_argument(
        "--csv", action="store_const", const=CSV, dest="format", help="the same as --format csv"
    )
    add_table_options(parser, TABLES, "verdict:excluded tokens>500")
    parser.add_argument(
        "--log", action="store_true", help="print only the line that a production system logs"
    )
    add_chart_option(parser, "the grid")
    add_output_option(parser)
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run the layers and print what they decided."""
    _check_usage(options)
    session, problems = _session(options)
    session = usable(session, problems)

    from inspector.stages.relevance.runs import RelevanceRuns

    if options.requests is not None:
        return _run_all(options, session)
    result = RelevanceRuns().run(_with_facts(session, options))
    report = usable(result.report, result.run_problems)
    record_result(options, result)
    if options.chart:
        from inspector.stages.relevance.grid_items import grid_svg

        write_text(options.chart, grid_svg(report))
    write_text(options.output, _written(result, options))
    if not report.ledger.balances:
        report_line("the ledger does not close")
    return _ended(result, problems, closes=report.ledger.balances)


def _ended(result: RelevanceResult, problems: tuple[Problem, ...], *, closes: bool) -> int:
    """Return 1 where the configuration could not be read, since there is a result; else as usual.

    What was wrong with the configuration was among the problems of loading, too.
    """
    if has_errors(result.config_problems):
        return FAILED
    if has_errors((*problems, *result.run_problems)):
        return BAD_INPUT
    return DONE if closes else FAILED


def _run_all(options: argparse.Namespace, session: Session) -> int:
    """Decide for every request of a file and print one table."""
    from inspector.core.problems import merged
    from inspector.files import load_requests
    from inspector.session.edits import open_requests
    from inspector.stages.relevance.runs import RelevanceRuns
    from inspector.stages.relevance.summary import saving_text
    from inspector.stages.relevance.tables import request_table

    loaded = load_requests(options.requests)
    requests = usable(loaded.value, loaded.problems)
    runs = RelevanceRuns()
    asked = open_requests(requests, options.requests)(session)
    each = [_with_facts(replace(asked, request=request), options) for request in requests]
    results = [runs.run(one) for one in each]
    found = merged(*(result.run_problems for result in results))
    report_problems(found)
    table = request_table(results)
    columns = [column.id for column in table.columns]
    write_text(options.output, table_written(table, options, columns))
    reports = [result.report for result in results if result.report is not None]
    report_note(f"{count_of(len(reports), 'request')}; {saving_text(reports)}")
    if len(reports) < len(results):
        return BAD_INPUT
    return _ended(results[0], (*loaded.problems, *found), closes=True) if results else DONE


def _check_usage(options: argparse.Namespace) -> None:
    if options.file is None and options.config is None:
        raise UsageError("name a configuration (--config), a session or a sample")
    if options.chart == STANDARD and options.output == STANDARD:
        raise UsageError("the chart and the result need different places (--output)")
    if [options.file, options.config, options.request].count(STANDARD) > 1:
        raise UsageError("only one file can be standard input")
    if options.log and (options.flips or options.table or options.format != TEXT):
        raise UsageError("--log prints one line, without --flips, --table and --format")
    if options.requests is not None and (options.flips or options.log or options.table):
        raise UsageError("--requests gives a table; it goes without --flips, --log and --table")
    if options.requests is not None and options.chart is not None:
        raise UsageError("--requests gives a table; the chart is that of one request")
    for text in options.signal:
        if not text.partition("=")[0] or "=" not in text:
            raise UsageError(f"--signal {text}: is not NAME=VALUE")


def _session(options: argparse.Namespace) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return the session that the options describe, None when a file of it cannot be used."""
    from inspector.files import load_any, load_relevance, load_request
    from inspector.files.session_format import SUFFIX
    from inspector.session.edits import open_part, open_requests
    from inspector.session.relevance_stage import RelevanceStage
    from inspector.session.session import Session
    from inspector.stages.relevance.part import unreadable_part

    session = Session()
    problems: list[Problem] = []
    failed = False
    if options.file is not None:
        opened = load_any(session_path(options.file))
        problems += opened.problems
        if isinstance(opened.value, Session):
            session = opened.value
        elif isinstance(opened.value, RelevanceStage):
            session = open_part("relevance", opened.value, options.file)(session)
        elif opened.value is None and not options.file.endswith(SUFFIX):
            # Whatever cannot be read is no reason to leave context out.
            session = open_part("relevance", unreadable_part(), options.file)(session)
        else:
            failed = True
            if opened.value is not None:
                problems.append(_not_relevance(options.file))
    if options.config is not None:
        stage = load_relevance(options.config)
        problems += stage.problems
        failed = failed or stage.value is None
        if stage.value is not None:
            session = open_part("relevance", stage.value, options.config)(session)
    if options.request is not None:
        request = load_request(options.request)
        problems += request.problems
        failed = failed or request.value is None
        if request.value is not None:
            session = open_requests((request.value,), options.request)(session)
    return None if failed else session, tuple(problems)


def _not_relevance(file: str) -> Problem:
    from inspector.core.problems import Place, Problem, Severity

    return Problem(
        Severity.ERROR,
        "relevance.no-configuration",
        "the file holds no relevance configuration",
        "name a relevance configuration, or a session with one",
        Place(file),
    )


def _with_facts(session: Session, options: argparse.Namespace) -> Session:
    from inspector.stages.relevance.part import (
        set_mode,
        set_remaining_budget,
        set_signal,
        set_silence,
        set_urgency,
    )

    edits = [
        edit(value)
        for edit, value in (
            (set_mode, options.mode),
            (set_urgency, options.urgency),
            (set_silence, options.silence),
            (set_remaining_budget, options.budget),
        )
        if value is not None
    ]
    for text in options.signal:
        name, _, value = text.partition("=")
        edits.append(set_signal(name, _value(value)))
    for edit in edits:
        session = edit(session)
    return session


def _value(text: str) -> object:
    """Read a signal's value: JSON where it is that, else the text itself."""
    try:
        value: object = json_value(text)
    except ValueError:
        return text
    return value


def _written(result: RelevanceResult, options: argparse.Namespace) -> str:
    table = table_asked(options, TABLES)
    if table is not None and result.report is not None:
        from inspector.present.table.spec import ledger_table
        from inspector.stages.relevance.tables import flip_table, node_table, rule_table

        if table == "ledger":
            return table_written(ledger_table(result.report.ledger), options)
        if table == "flips":
            return table_written(flip_table(result), options)
        make = node_table if table == "nodes" else rule_table
        return table_written(make(result.report), options)
    if options.format == JSON:
        from inspector.files import relevance_run

        flips = result.flips if options.flips else None
        plain = relevance_run(result.report, result.problems, flips) if result.report else {}
        return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
    if options.log:
        line = result.report.log_line() if result.report else None
        if line is None:
            report_line("inspector relevance: this run is not logged")
            return ""
        return line + "\n"

    from inspector.stages.relevance.summary import flip_lines, result_lines

    lines = result_lines(result)
    if options.flips:
        lines += ["", *flip_lines(result)]
    return "\n".join(lines) + "\n"
