"""The sample about relevance: its story comes true."""

from __future__ import annotations

import json

import pytest

from inspector import resources
from inspector.core.reasons import Reason
from inspector.core.relevance import RelevanceReport
from inspector.files import load_session
from inspector.session.edits import choose_request
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.relevance.runs import RelevanceRuns

FOLDER = resources.resource_path("samples/relevance")
REQUESTS = ("warm-clarify", "greeting", "urgent", "back-again")


@pytest.fixture(scope="module")
def session() -> Session:
    loaded = load_session(FOLDER / "session.inspector.json")
    assert loaded.problems == ()
    assert loaded.value is not None
    return loaded.value


def run(session: Session, request: str) -> RelevanceReport:
    result = RelevanceRuns().run(choose_request(REQUESTS.index(request))(session))
    assert result.problems == ()
    assert result.report is not None
    return result.report


def row(report: RelevanceReport, node: str) -> tuple[Reason, int | None]:
    (entry,) = [entry for entry in report.ledger.entries if entry.subject == node]
    return entry.reason, entry.left


def test_it_has_a_configuration_and_four_requests_beside_the_session(session: Session) -> None:
    assert tuple(request.trace_id for request in session.requests) == REQUESTS
    assert session.request is session.requests[0]
    assert session.source(Part.RELEVANCE) == str(FOLDER / "config.json")
    for path in sorted(FOLDER.glob("*.json")):
        text = path.read_bytes().decode()
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


def test_a_warm_conversation_leaves_episodic_memory_out(session: Session) -> None:
    report = run(session, "warm-clarify")
    assert row(report, "episodic_memory") == (Reason.NODE_NO_HEADROOM, 1150)
    assert row(report, "gists") == (Reason.NODE_NO_HEADROOM, 1150)


def test_a_greeting_loses_thirteen_nodes_and_recovers_two(session: Session) -> None:
    report = run(session, "greeting")
    assert len(report.excluded_hard) == 13
    assert report.recovered_soft == ["active_lists", "focus"]


def test_urgency_forces_what_hard_rules_put_out(session: Session) -> None:
    report = run(session, "urgent")
    assert report.urgency_forced == ["working_memory", "world_state"]
    assert row(report, "active_lists") == (Reason.NODE_NO_HEADROOM, 120)
    assert not report.max_nodes_warning


def test_after_a_silence_three_nodes_come_in_at_the_end_by_that_alone(session: Session) -> None:
    back = choose_request(REQUESTS.index("back-again"))(session)
    result = RelevanceRuns().run(back)
    (flip,) = [flip for flip in result.flips if flip.signal == "returning_from_silence"]
    assert flip.nodes_out == ("identity_context", "user_traits", "warm_return_hint")
    assert result.report is not None
    assert {row(result.report, node)[0] for node in flip.nodes_out} == {Reason.NODE_SAFETY}


def test_the_story_reads_in_a_minute_and_points_at_nodes(session: Session) -> None:
    nodes = run(session, "urgent").inclusion_map
    assert sum(len(step.text.split()) for step in session.story) <= 200
    assert {step.select for step in session.story} <= set(nodes)
    assert {note.subject for note in session.notes} <= set(nodes)
    told = [step.request or REQUESTS[0] for step in session.story]
    assert told == [*REQUESTS, REQUESTS[-1]]
