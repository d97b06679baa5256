"""The commands of discipline: a hot state within its limits, an output, a series of turns."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    InputError,
    UsageError,
    has_errors,
    report_note,
    report_problems,
    usable,
    write_result,
    write_text,
)
from inspector.cli.recording import Subcommand, add_history_options, record_result
from inspector.cli.result_options import (
    CSV,
    JSON,
    add_chart_option,
    add_form_options,
    add_output_option,
    add_table_options,
    table_asked,
    table_written,
)
from inspector.cli.session_options import code_of
from inspector.plurals import count_of
from inspector.stages.discipline.command_options import (
    LimitError,
    add_input_options,
    add_limit_options,
    limits_from,
    session_of,
)

if TYPE_CHECKING:
    from inspector.present.table import TableData
    from inspector.stages.discipline.runs import DisciplineResult


TABLES = ("fields", "steps", "moved", "violations", "ledger")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_input_options(parser)
    parser.add_argument(
        "--artifacts", metavar="FOLDER", help="the artifact registry that keeps what is taken out"
    )
    parser.add_argument("--encoding", default="o200k_base", help="counts the state (o200k_base)")
    parser.add_argument(
        "--state", dest="returned", metavar="FILE", help="write the state that is returned"
    )
    parser.add_argument(
        "--log", metavar="FILE", help="add the turn's line of metrics to a file; - prints it"
    )
    parser.add_argument(
        "--now", type=_moment, metavar="TIME", help="the time of that line (the present)"
    )
    add_form_options(parser, CSV)
    add_table_options(parser, TABLES, "verdict:reduced before>500")
    add_chart_option(parser, "the steps")
    add_output_option(parser)
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run the steps; fail when the state is rejected or a limit is still broken."""
    from inspector.core.discipline import ArtifactRegistry
    from inspector.core.tokens import counter_by_name
    from inspector.stages.discipline.runs import DisciplineRuns

    if options.now and not options.log:
        raise UsageError("--now is the time of a line of metrics: give --log, too")
    try:
        counter = counter_by_name(options.encoding)
        session, problems = session_of(options)
    except (LimitError, ValueError) as error:
        raise UsageError(str(error)) from None
    session = usable(session, problems)
    registry = ArtifactRegistry(options.artifacts) if options.artifacts else None
    result = DisciplineRuns(lambda _: counter).run(session, registry)
    report = result.report
    if report is None:
        raise InputError("the file has no hot state")
    report_problems(result.problems)
    record_result(options, result)
    _write(options, result)
    code = code_of((*problems, *result.problems), session)
    if code == BAD_INPUT:
        return code
    kept = report.json is not None and not report.over_limit and report.ledger.balances
    return code if kept and result.prompt is not None and result.prompt.passed else FAILED


def _write(options: argparse.Namespace, result: DisciplineResult) -> None:
    """Write what was asked for; standard output has one thing only."""
    report = result.report
    if options.returned and report is not None and report.json is not None:
        write_result(options.returned, report.json.encode() + b"\n")
    if options.log:
        _log(options, result)
    if options.chart:
        from inspector.stages.discipline.charts import steps_svg

        write_text(options.chart, steps_svg(result) or "")
    if STANDARD in (options.returned, options.log, options.chart) and options.output == STANDARD:
        return
    table = table_asked(options, TABLES)
    if table is not None:
        write_text(options.output, table_written(_table(table, result), options))
    elif options.format == JSON:
        write_text(options.output, _json(options, result))
    else:
        write_text(options.output, _text(result))
        if result.report is not None and result.report.moved and not options.artifacts:
            report_note(
                "What was taken out is kept nowhere: give a folder with --artifacts, or use --json"
            )


def _moment(text: str) -> str:
    from pydantic import TypeAdapter, ValidationError

    from inspector.core.scalars import Moment
    from inspector.files.documents import said_first

    try:
        return TypeAdapter(Moment).validate_python(text)
    except ValidationError as error:
        raise argparse.ArgumentTypeError(said_first(error)) from None


def _table(name: str, result: DisciplineResult) -> TableData:
    from inspector.present.table.spec import ledger_table
    from inspector.stages.discipline.tables import ALL

    if name == "ledger" and result.report is not None:
        return ledger_table(result.report.ledger)
    return next(one for one in ALL if one.name == name).data(result)


def _log(options: argparse.Namespace, result: DisciplineResult) -> None:
    from inspector.stages.discipline.runs import turn_of

    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    turn = turn_of(result, options.now or now)
    if turn is not None:
        write_result(options.log, turn.log_line().encode() + b"\n", add=True)


def _json(options: argparse.Namespace, result: DisciplineResult) -> str:
    from inspector.files import discipline_result

    if result.report is None:
        return ""
    plain = discipline_result(
        result.report,
        prompt=result.prompt,
        prompt_tokens=result.prompt_tokens,
        with_contents=not options.artifacts,
    )
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _text(result: DisciplineResult) -> str:
    """Return the report for reading: a summary, the steps, the fields, what is broken."""
    from inspector.present.table import TableQuery, to_text, visible_rows
    from inspector.stages.discipline.tables import FIELDS, STEPS, VIOLATIONS
    from inspector.stages.discipline.words import prompt_summary, state_summary

    report = result.report
    if report is None:
        return ""
    lines = [state_summary(report, result.session.discipline.limits)]
    if report.reason is not None:
        lines.append(report.reason)
    if report.counted_tokens is not None:
        lines.append(f"Counted by {report.counter}: {count_of(report.counted_tokens, 'token')}")
    prompt = prompt_summary(result)
    if prompt is not None:
        lines.append(prompt)
    for table, columns in (
        (STEPS, ("step", "outcome", "before", "after", "moved", "note")),
        (FIELDS, ("field", "verdict", "before", "after", "artifact")),
        (VIOLATIONS, ("of", "field", "actual", "limit", "why")),
    ):
        data = table.data(result)
        if data.row_count:
            rows = visible_rows(data, TableQuery())
            lines += ["", table.title, to_text(data, rows, columns).rstrip("\n")]
    return "\n".join(lines) + "\n"


def _add_check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the output; - reads standard input")
    parser.add_argument(
        "--mode",
        choices=("strict", "heuristic"),
        default="strict",
        help="strict parses the output, heuristic judges it by signs (strict)",
    )
    parser.add_argument("--task", metavar="TEXT", help="what the executor was asked to do")
    parser.add_argument(
        "--force", action="store_true", help="check even if the task asks for no change of code"
    )
    add_form_options(parser)
    add_output_option(parser)


def _check(options: argparse.Namespace) -> int:
    """Print the outcome; fail when the output is not accepted."""
    from inspector.core.discipline import validate_diff_only
    from inspector.files import diff_check_result, load_output
    from inspector.stages.discipline.words import diff_headline, finding_line

    loaded = load_output(options.file)
    check = validate_diff_only(
        usable(loaded.value, loaded.problems),
        task_description=options.task,
        force_check=options.force,
        mode=options.mode,
    )
    if options.format == JSON:
        text = json.dumps(diff_check_result(check), indent=2, ensure_ascii=False)
    else:
        headline = diff_headline(check)
        lines = [
            f"{'Accepted' if check.valid else 'Refused'}: {headline.title}",
            headline.detail,
            *map(finding_line, check.problems),
        ]
        text = "\n".join(line for line in lines if line)
    write_text(options.output, text + "\n")
    return DONE if check.valid else FAILED


DIFF_CHECK = Subcommand(_add_check_options, _check)
"""``inspector diff-check``: whether an output changes code by a diff."""


def _add_series_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "series",
        metavar="SERIES",
        help="metrics of turns, one a line (JSONL), as the log has them; - reads standard input",
    )
    add_limit_options(parser)
    add_form_options(parser)
    add_output_option(parser)


def _series(options: argparse.Namespace) -> int:
    """Print the warnings; fail when there are any."""
    from inspector.core.discipline import detect_series_regressions
    from inspector.files import load_metrics, regressions_result
    from inspector.stages.discipline.words import series_summary

    try:
        limits = limits_from(options)
    except LimitError as error:
        raise UsageError(str(error)) from None
    loaded = load_metrics(options.series)
    turns = usable(loaded.value, loaded.problems)
    found = detect_series_regressions(turns, limits)
    if options.format == JSON:
        text = json.dumps(regressions_result(turns, found), indent=2, ensure_ascii=False)
    else:
        lines = [
            f"turn {one.turn + 1:,}  {turns[one.turn].timestamp}  {one.message}" for one in found
        ]
        text = "\n".join((series_summary(turns, found), *lines))
    write_text(options.output, text + "\n")
    if has_errors(loaded.problems):
        return BAD_INPUT
    return FAILED if found else DONE


METRICS = Subcommand(_add_series_options, _series)
"""``inspector metrics``: whether prompts get bloated over a series of turns."""
