"""``inspector timeline``: say what filled a session, request by request."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
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
    report_line,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.recording import add_history_options, record_result
from inspector.cli.result_options import (
    CSV,
    JSON,
    FieldOption,
    add_chart_option,
    add_field_options,
    add_form_options,
    add_output_option,
    add_report_option,
    add_table_options,
    field_edits,
    rows_asked,
    table_asked,
    table_written,
    whole_number,
)
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.analysis.checks import Checked, MeasuredRequest
    from inspector.core.timeline.report import TimelineReport
    from inspector.session.session import Session
    from inspector.stages.timeline.runs import TimelineResult

TABLES = ("requests", "blocks", "compactions", "turns")
_MOST_ROWS = 15
_ASKED = (
    FieldOption(
        "--session", "session", "of a folder with several sessions, the one to tell of", "NAME"
    ),
    FieldOption("--window", "window", "the model's window in tokens"),
    FieldOption(
        "--prices", "prices", "a file of models with prices, before the shipped ones", "FILE"
    ),
)
_WHAT_IF = (
    FieldOption(
        "--clear-results-after",
        "what_if.clear_results_after",
        "leave out a tool's call and result once N newer results have come",
    ),
    FieldOption("--keep-turns", "what_if.keep_turns", "send the last N turns of a person only"),
    FieldOption(
        "--compact-at",
        "what_if.compact_at",
        "replace what was said by a summary when a request would pass N tokens",
    ),
)
_SHOWN = ("block", "kind", "tokens", "known", "first", "last", "carried", "cost", "repeats")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="the log of a session, the folder of a session or a project, a session of this"
        " program, or sample:NAME",
    )
    add_field_options(parser, "timeline", _ASKED[:1])
    parser.add_argument(
        "--request", type=whole_number(1), metavar="N", help="give this request block by block"
    )
    add_field_options(parser, "timeline", _ASKED[1:])
    add_field_options(parser.add_argument_group("what would have been"), "timeline", _WHAT_IF)
    add_form_options(parser, CSV)
    add_table_options(parser, TABLES, "kind:result carried>100000")
    add_chart_option(parser, "the requests")
    add_report_option(parser, "--html")
    add_output_option(parser)
    add_check_options(parser, "used", "tokens", "cost", "repeats", "growth")
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    """Read a log and print its timeline."""
    from inspector.stages.timeline.runs import run_timeline

    conditions = conditions_of(options)
    places = [one for one in (options.chart, options.report, options.output) if one]
    if places.count(STANDARD) > 1:
        raise UsageError("chart, report and result need different places (--output)")
    result = run_timeline(_session(options))
    report_problems(result.problems)
    if result.lacks_prices:
        return BAD_INPUT  # costs by other prices would pass for what was asked
    report = result.report
    if result.logs is None:
        raise InputError("the session has no log (timeline.log)")
    if report is None:
        return BAD_INPUT
    names = [one.title for one in result.logs.sessions]
    if options.session is not None and options.session not in names:
        raise UsageError(f"--session: there are {', '.join(names)}")
    if options.request is not None and options.request > len(report.requests):
        there = count_of(len(report.requests), "request")
        raise UsageError(f"--request: the log has {there}")
    measured = list(_measured(report))
    checks = checked(options, conditions, measured)
    text = _written(result, options, names, checks)
    record_result(options, result)
    _write(result, options, text)
    if not report.balances:
        report_line("the rows of a request do not add up to its total")
    code = DONE if report.balances else FAILED
    return finish_checks("timeline", options, checks, measured, code)


def _measured(report: TimelineReport) -> Iterator[MeasuredRequest]:
    """Give what conditions are about: of each request, and of the session as a whole."""
    from inspector.analysis.checks import MeasuredRequest, Metric

    repeats: Counter[int] = Counter()
    for block in report.blocks:
        if block.repeat is not None:
            repeats[block.first] += block.tokens
    for row in report.requests:
        values: dict[Metric, float] = {
            Metric.TOKENS: row.total,
            Metric.USED: row.total / row.window.tokens if row.window.tokens else 0.0,
            Metric.REPEATS: repeats[row.number],
        }
        if row.cost is not None:
            values[Metric.COST] = row.cost.total
        yield MeasuredRequest(f"request {row.number + 1}", values)
    whole: dict[Metric, float] = {Metric.REPEATS: repeats.total()}
    if report.cost is not None:
        whole[Metric.COST] = report.cost
    yield MeasuredRequest("session", whole)


def _session(options: argparse.Namespace) -> Session:
    """Return the session with the log that was named."""
    from inspector.files import load_session
    from inspector.session.session import Session
    from inspector.session.timeline_stage import TimelineStage

    name = options.file
    session = Session().having(timeline=TimelineStage(log=name))
    if name.startswith("sample:") or name.endswith(".inspector.json"):
        from inspector.cli.session_options import session_path

        loaded = load_session(session_path(name))
        session = usable(loaded.value, loaded.problems)
    for edit in field_edits(options, "timeline", (*_ASKED, *_WHAT_IF)):
        session = edit(session)
    return session


def _written(
    result: TimelineResult, options: argparse.Namespace, names: list[str], checks: Checked
) -> str:
    table = table_asked(options, TABLES)
    if table is not None:
        from inspector.stages.timeline.tables import BY_NAME

        return table_written(BY_NAME[table].data(result), options)
    if options.format == JSON:
        return _as_json(result, options, names, checks)
    return _as_text(result, options, names)


def _as_json(
    result: TimelineResult, options: argparse.Namespace, names: list[str], checks: Checked
) -> str:
    from inspector.stages.timeline.results import sessions_file, timeline_file

    made = timeline_file(result, options.request)
    plain = {} if made is None else made.model_dump(mode="json")
    if options.request is not None:
        plain["requests"] = [plain["requests"][options.request - 1]]
    if names[1:] and options.session is None:
        plain["sessions"] = [
            one.model_dump(mode="json", exclude={"account"}) for one in sessions_file(result)
        ]
    if checks.conditions:
        plain["checks"] = check_facts(checks)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _as_text(result: TimelineResult, options: argparse.Namespace, names: list[str]) -> str:
    from inspector.present.table import to_text
    from inspector.stages.timeline.summary import headline, timeline_lines
    from inspector.stages.timeline.tables import BLOCKS

    if options.request is not None:
        return _request_text(result, options.request)
    lines = timeline_lines(result)
    if names[1:] and options.session is None:
        told = [f"  {one.log.title}: {headline(one)}" for one in result.sessions]
        lines += ["", "Sessions (--session NAME tells of one; above is the first)", *told]
    data = BLOCKS.data(result)
    rows = rows_asked(data, options)[:_MOST_ROWS]
    lines += ["", to_text(data, rows, _SHOWN).rstrip(), *result.account.lines()]
    return "\n".join(lines) + "\n"


def _request_text(result: TimelineResult, number: int) -> str:
    if result.report is None:
        return ""
    row, parts = result.report.requests[number - 1], result.report.parts(number - 1)
    lines = [f"Request {number:,} of {len(result.report.requests):,}: {row.log.id}"]
    lines += [
        f"{one.tokens:>10,}  {one.known.value:<9}  {one.kind:<11}  {one.name}" for one in parts
    ]
    lines.append(f"{row.total:>10,}  {row.known.value:<9}  sent")
    return "\n".join(lines) + "\n"


def _write(result: TimelineResult, options: argparse.Namespace, text: str) -> None:
    if options.chart:
        from inspector.stages.timeline.chart import timeline_svg

        write_text(options.chart, timeline_svg(result))
    if options.report:
        from inspector.stages.timeline.pages import timeline_page

        write_text(options.report, timeline_page(result))
    write_text(options.output, text)
