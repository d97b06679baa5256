"""``inspector place``: put chunks into a model's window and say why each one is in or out."""

from __future__ import annotations

import argparse
import json
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from inspector.cli.checks import check_facts, checked, conditions_of, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    InputError,
    UsageError,
    has_errors,
    report_line,
    report_problems,
    usable,
    write_text,
)
from inspector.cli.recording import record_result
from inspector.cli.result_options import FLAGS, JSON, table_asked, table_written
from inspector.cli.session_options import code_of, session_path
from inspector.stages.window.command_options import REQUEST_OPTIONS, TABLES, add_placement_options

if TYPE_CHECKING:
    from inspector.analysis.checks import Checked, Condition, MeasuredRequest
    from inspector.core.problems import Problem
    from inspector.core.window.report import WindowReport
    from inspector.session.session import Session
    from inspector.session.store import Edit
    from inspector.stages.window.runs import WindowResult

_SHOWN = ("turn", "chunk", "type", "verdict", "tokens", "priority", "start", "end", "beaten_by")
_SHOWN_OF_EACH = ("request", "model", "chunks", "tokens", "placed", "dropped", "unused")
_OF_ONE = ("optimum", "events", "table", "chart", "optimization", "text")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_placement_options(parser)


def run(options: argparse.Namespace) -> int:
    """Place the chunks of a file and print what was decided."""
    _check_usage(options)
    conditions = conditions_of(options)
    session, problems = _session(options.file)
    session = usable(session, problems)
    session = _chosen(session, options)
    if options.config is not None:
        edit, wrong_config = _config(options.config)
        report_problems(wrong_config)
        if edit is None or has_errors(wrong_config):
            return BAD_INPUT
        session = edit(session)
    changed = _with_options(session, options)

    if session.window.requests and options.request is None:
        return _place_each(session, problems, options, conditions)

    from inspector.stages.window.runs import run_window

    result = run_window(changed)
    report = result.report
    if report is None:
        raise InputError("there are no chunks to place")
    report_problems(result.problems)
    record_result(options, result)
    measured = [_measured(options.request or PurePath(options.file).name, report, result.problems)]
    checks = checked(options, conditions, measured)
    _write(options, changed, report, _written(result, options, checks))
    code = DONE if report.ledger.balances else FAILED
    if not report.ledger.balances:
        report_line("the ledger does not close")
    code = code_of((*problems, *result.problems), session) or code
    return finish_checks("place", options, checks, measured, code)


def _measured(name: str, report: WindowReport, problems: tuple[Problem, ...]) -> MeasuredRequest:
    """Return what conditions are about, of one request."""
    from inspector.analysis.checks import MeasuredRequest, Metric
    from inspector.core.window.placement import PAIR_SPLIT

    room = report.effective_available
    return MeasuredRequest(
        name,
        {
            Metric.DROPPED: report.chunks_dropped,
            Metric.SPLIT_PAIRS: sum(one.code == PAIR_SPLIT for one in problems),
            Metric.USED: report.total_tokens_used / room if room > 0 else 0.0,
            Metric.TOKENS: sum(report.outcome.tokens),
        },
    )


def _chosen(session: Session, options: argparse.Namespace) -> Session:
    from inspector.stages.window.part import choose_window_request

    several = session.window.requests
    if options.request is not None:
        chosen = next((one for one in several if one.name == options.request), None)
        if chosen is None:
            names = ", ".join(one.name for one in several) or "none"
            raise UsageError(
                f"--request {options.request}: there is no such request; there are {names}"
            )
        return choose_window_request(chosen)(session)
    wanted = [one for one in _OF_ONE if several and getattr(options, one)]
    if wanted:
        raise UsageError(
            f"--{wanted[0]} needs one of the {len(several):,} requests: name it with --request"
        )
    return session


def _place_each(
    session: Session,
    problems: tuple[Problem, ...],
    options: argparse.Namespace,
    conditions: tuple[Condition, ...],
) -> int:
    """Place every request of a file alone and print one row for each."""
    from inspector.stages.window.chunk_table import request_facts, request_table
    from inspector.stages.window.part import choose_window_request
    from inspector.stages.window.runs import run_window

    several = session.window.requests
    results = []
    for request in several:
        changed = _with_options(choose_window_request(request)(session), options)
        results.append(run_window(changed))
    reports = [one.report for one in results]
    found = tuple(problem for one in results for problem in one.problems)
    report_problems(found)
    measured = [
        _measured(one.name, result.report, result.problems)
        for one, result in zip(several, results, strict=True)
        if result.report is not None
    ]
    checks = checked(options, conditions, measured)
    if options.format == JSON:
        rows = [request_facts(one, report) for one, report in zip(several, reports, strict=True)]
        facts = {"requests": rows} | ({"checks": check_facts(checks)} if conditions else {})
        text = json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
    else:
        data = request_table(several, reports, None)
        text = table_written(data, options, _SHOWN_OF_EACH)
    for result in results:
        if result.report is not None:
            record_result(options, result)
    write_text(options.output, text)
    if not all(report is None or report.ledger.balances for report in reports):
        report_line("the ledger does not close")
        return FAILED
    code = code_of((*problems, *found), session)
    return finish_checks("place", options, checks, measured, code)


def _check_usage(options: argparse.Namespace) -> None:
    named = (options.chart, options.optimization, options.text, options.output)
    if named.count(STANDARD) > 1:
        raise UsageError("chart, optimization, text and result need different places (--output)")
    if options.filter and options.format == JSON and not options.table:
        raise UsageError("--filter chooses rows of a table; --json alone prints everything")
    if options.text_of and not options.text:
        raise UsageError("--text-of says which text is written: name its file with --text")


def _session(name: str) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return a session with the file's window stage, None where there is none in it."""
    from inspector.core.problems import Place, Problem, Severity
    from inspector.files import load_any
    from inspector.session.opening import session_of
    from inspector.session.session import Session

    loaded = load_any(session_path(name))
    session = session_of(loaded.value, name)
    if session is not None and (session.window.has_records or isinstance(loaded.value, Session)):
        return session, loaded.problems
    if loaded.value is None:
        return _no_chunks(name) or (None, loaded.problems)
    other = Problem(
        Severity.ERROR,
        "window.no-chunks",
        "The file holds nothing that could be placed in a window.",
        "Name a chat payload, a list of chunks or a session with chunks.",
        Place(name),
    )
    return None, (*loaded.problems, other)


def _no_chunks(name: str) -> tuple[Session, tuple[Problem, ...]] | None:
    """Return a session with an empty list of chunks, where a file is just that."""
    from inspector.files.documents import parse_file
    from inspector.files.findings import Findings
    from inspector.session.opening import session_of
    from inspector.session.window_stage import WindowStage

    found = Findings()
    parsed = parse_file(session_path(name), found)
    if parsed is None or parsed.value != []:
        return None
    session = session_of(WindowStage(chunks=()), name)
    return None if session is None else (session, ())


def _config(name: str) -> tuple[Edit | None, tuple[Problem, ...]]:
    """Return what uses a file's configuration of the window, None where it holds none."""
    from inspector.core.problems import Place, Problem, Severity
    from inspector.files import load_any
    from inspector.session.window_stage import WindowStage
    from inspector.stages.window.part import configure_window

    loaded = load_any(name)
    stage = loaded.value
    if isinstance(stage, WindowStage) and "config" in stage.model_fields_set:
        return configure_window(stage), loaded.problems
    if stage is None:
        return None, loaded.problems
    other = Problem(
        Severity.ERROR,
        "window.no-config",
        "The file holds no configuration of the window.",
        'Name a file with {"contextWindow": …}.',
        Place(name),
    )
    return None, (*loaded.problems, other)


def _with_options(session: Session, options: argparse.Namespace) -> Session:
    from pydantic import ValidationError
    from pydantic.alias_generators import to_snake

    from inspector.files.documents import said_first
    from inspector.session.edits import set_at

    given: dict[str, tuple[tuple[str, ...], Any]] = {
        "--available": (("available_tokens",), options.available),
        "": (("assumed_window",), None if options.available is None else False),
        "--reserve": (("max_system_prompt",), options.reserve),
        "--now": (("now_ms",), options.now),
    }
    for name in REQUEST_OPTIONS:
        given[f"--{name.replace('_', '-')}"] = (name,), getattr(options, name)
    for text in options.option:
        spelt, _, word = text.partition("=")
        name = to_snake(spelt.strip())
        if name not in type(session.window.options).model_fields:
            known = ", ".join(type(session.window.options).model_fields)
            raise UsageError(f"--option {text}: there is no such option; there are {known}")
        given[f"--option {text}"] = ("options", name), FLAGS.get(word.strip().lower(), word)
    for option, (path, value) in given.items():
        try:
            session = session if value is None else set_at("window", path, value)(session)
        except ValidationError as error:
            raise UsageError(f"{option}: {said_first(error)}") from None
    return session


def _written(result: WindowResult, options: argparse.Namespace, checks: Checked) -> str:
    table = table_asked(options, TABLES)
    if table is not None:
        from inspector.stages.window.tables import WindowTable, window_table

        which = WindowTable.LEDGER if table == "ledger" else WindowTable(table)
        return table_written(window_table(which, result, with_optimum=True), options)
    if options.format == JSON:
        return _as_json(result, options, checks)
    return _as_text(result, options)


def _as_json(result: WindowResult, options: argparse.Namespace, checks: Checked) -> str:
    from inspector.files import placement_result

    if result.report is None:
        return ""
    best = result.optimum if options.optimum else None
    plain = placement_result(result.report, best=best, with_events=options.events)
    if checks.conditions:
        plain["checks"] = check_facts(checks)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _as_text(result: WindowResult, options: argparse.Namespace) -> str:
    from inspector.present.table import TableQuery, to_text, visible_rows
    from inspector.stages.window.chunk_table import chunk_table
    from inspector.stages.window.tables import event_table
    from inspector.stages.window.words import optimum_line, placement_lines

    if result.report is None:
        return ""
    chunks = table_written(chunk_table(result.report), options, _SHOWN)
    pieces = ["\n".join(placement_lines(result.report)) + "\n"]
    if options.optimum and result.optimum is not None:
        pieces.append(optimum_line(result.optimum) + "\n")
    pieces.append(chunks)
    if options.events:
        log = event_table(result.events)
        columns = [column.id for column in log.columns]
        pieces.append(to_text(log, visible_rows(log, TableQuery()), columns))
    return "\n".join(pieces)


def _write(options: argparse.Namespace, session: Session, report: WindowReport, text: str) -> None:
    if options.chart:
        from inspector.stages.window.ruler import ruler
        from inspector.stages.window.ruler_items import ruler_svg

        write_text(options.chart, ruler_svg(ruler(report)))
    if options.text:
        from inspector.core.window.report import TextOf, placed_without_text, window_text

        missing = placed_without_text(report)
        if missing:
            chunks = "chunk" if missing == 1 else "chunks"
            report_line(f"inspector place: {missing:,} placed {chunks} came without text")
        write_text(options.text, window_text(report, TextOf(options.text_of or TextOf.LLM)))
    if options.optimization:
        from inspector.files import optimization_result

        plain = optimization_result(report, session.window)
        write_text(options.optimization, json.dumps(plain, indent=2, ensure_ascii=False) + "\n")
    write_text(options.output, text)
