"""Placing the chunks of a session."""

from dataclasses import replace

from inspector.core.candidates.request import Request
from inspector.core.tokens import counter_by_name
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from inspector.stages.window.part import open_window
from inspector.stages.window.runs import run_window
from inspector.stages.window.words import placement_lines, status_line
from tests.shared.window_input import chunk


def session(*chunks, source=None):
    opened = open_window(WindowStage(chunks=chunks), source)(Session())
    return set_at("window", ("available_tokens",), 3_000)(opened)


def test_a_session_without_chunks_has_no_report():
    result = run_window(Session())
    assert (result.report, result.problems, result.optimum, result.events) == (None, (), None, ())


def test_the_reserve_of_the_configuration_is_deducted():
    result = run_window(session(chunk("a", 600), chunk("b", 600)))
    assert result.report.allocated == ("a",)


def test_problems_name_the_file_of_the_part():
    result = run_window(session(chunk("a", 10, type="system_prompt"), source="chat.json"))
    assert {problem.place.file for problem in result.problems} == {"chat.json"}


def test_the_optimum_and_the_log_are_worked_out_once():
    result = run_window(session(chunk("a", 10)))
    assert result.optimum is result.optimum
    assert result.events is result.events
    assert result.session.source(Part.WINDOW) is None


def test_texts_are_counted_where_the_model_is_known_with_the_estimate_beside():
    text = "a man, a plan, a canal: " * 20
    given = session(chunk("given", 7), chunk("text", None, content=text))
    model = {"name": "m", "context_window": 9_000, "encoding": "o200k_base"}
    request = Request.model_validate(
        {"trace_id": "t", "timestamp": "2026-04-03T12:00:00Z", "model": model}
    )
    sizes = []
    for one in (given, replace(given, request=request)):
        report = run_window(one).report
        allocation = report.allocation(1)
        sizes.append((allocation.tokens, allocation.tokens_source, allocation.estimate))
        assert report.ledger.balances
    estimate = 127  # 480 units by 3.8
    assert sizes[0] == (estimate, "estimated", estimate)
    assert sizes[-1][1:] == ("counted", estimate)
    assert sizes[-1][0] == counter_by_name("o200k_base").count(text) != estimate
    words = "token counts: 1 given, 1 counted, 0 estimated"
    assert words in status_line(report)
    assert words in "\n".join(placement_lines(report))
