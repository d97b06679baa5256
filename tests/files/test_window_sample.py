"""The sample of the Window lens says what its placement does."""

import json

from inspector.files import load_any, load_session
from inspector.session.edits import set_at
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from inspector.stages.window.runs import run_window
from tests.shared.samples import sample_path

SESSION = sample_path("window")


def sample():
    loaded = load_session(sample_path("window"))
    assert loaded.problems == ()
    return loaded.value


def test_the_sample_refers_to_its_chunks_by_a_path_beside_it():
    assert json.loads(SESSION.read_text())["window"] == {"path": "chunks.json"}
    assert sample().source(Part.WINDOW).endswith("chunks.json")


def test_its_placement_has_no_problems_and_closes():
    result = run_window(sample())
    assert result.problems == ()
    assert result.report.ledger.balances
    assert len(result.report.outcome.chunks) == 22


def test_the_price_rules_are_121_tokens_short_and_lose_to_the_schedule():
    report = run_window(sample()).report
    row = next(one for one in report.allocations if one.id == "doc-prices")
    assert (row.allocated, row.tokens - row.left, row.left) == (False, 121, 1)
    assert ("doc-sla", "doc-prices") in {(c.chunk1, c.chunk2) for c in report.conflicts}
    schedule = next(one for one in report.allocations if one.id == "doc-sla")
    assert (schedule.recency_boost, round(schedule.rag_boost, 1)) == (0, 18.2)
    assert schedule.business_boost == 20


def test_more_room_lets_the_price_rules_in():
    assert (
        "doc-prices"
        in run_window(set_at("window", ("available_tokens",), 1_250)(sample())).report.allocated
    )


def test_the_optimum_takes_the_price_rules_instead_of_the_schedule():
    best = run_window(sample()).optimum
    assert best.lost == ("doc-sla",)
    assert set(best.gained) == {"doc-prices", "memory-format"}
    assert int(best.gap) == 143


def test_notes_and_story_are_about_chunks_of_the_sample():
    session = sample()
    known = {chunk.id for chunk in session.window.chunks}
    assert {note.subject for note in session.notes} <= known
    assert {step.select for step in session.story} - {None} <= known


def test_its_files_are_utf8_with_readable_letters_and_unix_line_ends():
    for path in sorted(SESSION.parent.glob("*.json")):
        text = path.read_bytes().decode("utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path


def test_the_chat_payload_beside_it_opens_as_chunks():
    loaded = load_any(SESSION.parent / "chat.json")
    assert loaded.problems == ()
    assert isinstance(loaded.value, WindowStage)
    assert {chunk.type.value for chunk in loaded.value.chunks} == {
        "system_prompt",
        "chat_history_user",
        "chat_history_assistant",
        "tool_input",
        "tool_output",
        "current_user_prompt",
    }
