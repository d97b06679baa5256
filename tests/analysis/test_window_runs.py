"""Placing the chunks of a session."""

from inspector.analysis.window_runs import run_window
from inspector.session.session import Part, Session
from inspector.session.stages import WindowStage
from inspector.session.window_edits import open_window, set_available_tokens
from tests.shared.window_input import chunk


def session(*chunks, source=None):
    opened = open_window(WindowStage(chunks=chunks), source)(Session())
    return set_available_tokens(3_000)(opened)


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
