"""Sentences of the specification of the window, each held in every exit that it has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.core.window.config import WindowConfig
from inspector.core.window.placement import place
from inspector.core.window.report import TextOf, window_text
from inspector.files import load_any, save_session
from inspector.files.session_format import schema
from inspector.session.opening import session_of
from inspector.stages.window.part import remove_chunk
from inspector.stages.window.runs import run_window

NOW = 1_775_217_600_000
GOOD = [
    {"id": "rules", "type": "system_prompt", "content": "Answer briefly.", "tokens": 10},
    {"id": "ask", "type": "current_user_prompt", "content": "What changed?", "tokens": 10},
]
BAD = [
    {"id": "other", "type": "no_such_type", "tokens": 1},
    {"id": "rules", "type": "tool_output", "tokens": 1},
    {"type": "tool_output", "tokens": 1},
    "text",
]
MIXED = [BAD[0], GOOD[0], BAD[1], BAD[3], GOOD[1]]
THRESHOLDS = {"rag_generic_chunk": 199, "system_prompt": 1}
CONSTRAINTS = {
    "maxTotalTokens": 70,
    "reserveTokens": 20,
    "priorityThresholds": THRESHOLDS,
    "preferRecent": False,
    "preferHigherPriority": True,
    "allowPartialFill": False,
}


def written(path: Path, value: Any) -> str:
    path.write_text(json.dumps(value))
    return str(path)


def placed_by_command(capsys: Any, *arguments: str) -> tuple[int, dict[str, Any], str]:
    code = cli.main(["place", *arguments, "--json", "--events"])
    shown = capsys.readouterr()
    return code, json.loads(shown.out), shown.err


# Records that cannot be used --------------------------------------------------------------


@pytest.mark.parametrize(
    "value", [{"chunks": MIXED}, MIXED, {"schema": "chunks/1", "chunks": MIXED}]
)
def test_chunks_count_is_the_count_of_the_requests_chunks(tmp_path, capsys, value):
    record = tmp_path / "record.json"
    path = written(tmp_path / "chunks.json", value)
    code, result, err = placed_by_command(capsys, path, "--optimization", str(record))
    (row,) = json.loads(record.read_text())["context_optimizations"]
    assert (row["chunks_count"], row["optimized_count"]) == (5, 2)
    assert [one["original_index"] for one in result["chunks"]] == [1, 4]
    assert result["events"][0]["chunks"] == 5
    assert result["events"][-1]["event"] == "context.optimization.failed"
    assert (code, result["partial"], result["balances"]) == (3, True, True)
    assert len([line for line in err.splitlines() if ": error: " in line]) == 3


def test_a_file_and_the_function_place_the_same_records_the_same_way(tmp_path):
    session = session_of(load_any(written(tmp_path / "c.json", {"chunks": MIXED})).value, None)
    read = run_window(session).report
    stage = session.window
    direct = place(MIXED, now_ms=stage.now_ms, available_tokens=stage.available_tokens)
    assert read.events == direct.events
    assert read.is_partial
    assert direct.is_partial
    kinds = [row.kind for row in read.ledger.entries]
    assert kinds.count("record") == 3


def test_a_request_that_demands_all_places_nothing_where_a_record_is_of_no_use(tmp_path, capsys):
    path = written(tmp_path / "c.json", {"chunks": MIXED, "options": {"require_all": True}})
    _, result, _ = placed_by_command(capsys, path)
    assert result["allocated"] == []
    assert {row["reason"] for row in result["ledger"] if row["kind"] == "chunk"} == {
        "request_unusable"
    }
    good = written(tmp_path / "g.json", GOOD)
    _, result, _ = placed_by_command(capsys, good, "--option", "require_all=on")
    assert result["allocated"] == ["rules", "ask"]


def test_records_of_no_use_stay_in_a_saved_session(tmp_path):
    session = session_of(load_any(written(tmp_path / "c.json", {"chunks": MIXED})).value, None)
    path = tmp_path / "s.inspector.json"
    save_session(session, path)
    assert json.loads(path.read_text())["window"]["inline"]["chunks"][3] == "text"
    again = load_any(str(path)).value
    assert again.window.records == session.window.records
    without = remove_chunk("rules")(again).window
    assert [one.at for one in without.unusable] == [0, 1]
    assert remove_chunk("record:3")(again).window.records == [*again.window.records[:3], LAST]


LAST = place([GOOD[1]], now_ms=0, available_tokens=1).outcome.chunks[0]


@pytest.mark.parametrize("blank", ["", " ", "\t"])
def test_the_id_of_a_chunk_is_required_and_a_blank_one_is_none(tmp_path, capsys, blank):
    report = place([GOOD[0] | {"id": blank}, GOOD[1]], now_ms=NOW, available_tokens=5000)
    assert [one.place.pointer for one in report.problems] == ["/chunks/0/id"]
    assert report.is_partial
    path = written(tmp_path / "c.json", [GOOD[0] | {"id": blank}, GOOD[1]])
    code, result, err = placed_by_command(capsys, path)
    assert (code, result["partial"]) == (3, True)
    assert "must not be blank" in err


def test_an_empty_list_of_chunks_is_a_result(tmp_path, capsys):
    for value in ({"chunks": []}, []):
        code, result, err = placed_by_command(capsys, written(tmp_path / "c.json", value))
        assert (code, err, result["allocated"], result["metrics"]["prioritization_score"]) == (
            0,
            "",
            [],
            0,
        )


# Configuration ------------------------------------------------------------------------------

CHUNKS = [
    {"id": "rules", "type": "system_prompt", "tokens": 30},
    {"id": "found", "type": "rag_generic_chunk", "tokens": 30},
    {"id": "small", "type": "tool_output", "tokens": 5},
]


def dropped_of(session: Any) -> tuple[str, ...]:
    return run_window(session).report.dropped


@pytest.mark.parametrize("name", ["config", "constraints", None])
def test_token_budget_constraints_may_stand_where_a_configuration_may(tmp_path, capsys, name):
    beside = CONSTRAINTS if name is None else {name: CONSTRAINTS}
    path = written(tmp_path / "c.json", {"chunks": CHUNKS} | beside)
    code, result, err = placed_by_command(capsys, path)
    assert (code, "unknown" in err) == (0, False)
    assert (result["available_tokens"], result["reserve"]) == (70, 20)
    assert (result["allocated"], result["dropped"]) == (["found", "small"], ["rules"])


def test_token_budget_constraints_may_be_a_file_of_their_own(tmp_path, capsys):
    chunks = written(tmp_path / "c.json", CHUNKS)
    limits = written(tmp_path / "limits.json", CONSTRAINTS)
    _, result, err = placed_by_command(capsys, chunks, "--config", limits)
    assert "unknown" not in err
    assert (result["available_tokens"], result["reserve"]) == (70, 20)
    assert result["allocated"] == ["found", "small"]
    loaded = load_any(limits)
    assert loaded.problems == ()
    assert loaded.value.available_tokens == 70
    assert loaded.value.options.allow_partial_fill is False


def test_the_function_takes_constraints_as_its_configuration():
    report = place(CHUNKS, now_ms=0, available_tokens=70, config=CONSTRAINTS)
    assert report.outcome.reserve == 20
    assert report.allocated == ("found", "small")
    assert {one.code for one in report.problems} <= {"window.reserve-counted-twice"}


@pytest.mark.parametrize(
    "value",
    [
        THRESHOLDS,
        {"priorityThresholds": THRESHOLDS},
        {"contextWindow": {"priorityThresholds": THRESHOLDS}},
        {"contextWindow": {"tokenBudgets": {}}, "priorityThresholds": THRESHOLDS},
        {"contextWindow": THRESHOLDS},
    ],
)
def test_all_base_priorities_are_in_json_bare_or_wrapped(tmp_path, capsys, value):
    config = written(tmp_path / "config.json", value)
    loaded = load_any(config)
    assert loaded.problems == ()
    assert loaded.value.config.priority_thresholds.rag_generic_chunk == 199
    assert WindowConfig.model_validate(value) == loaded.value.config
    session = {"chunks": CHUNKS, "config": value}
    code, result, err = placed_by_command(capsys, written(tmp_path / "c.json", session))
    assert (code, "unknown" in err, result["allocated"][0]) == (0, False, "found")


def test_a_wrong_field_of_a_wrapped_configuration_has_its_place(tmp_path):
    value = {
        "chunks": [],
        "config": {"contextWindow": {"tokenBudgets": {"maxHistory": "x", "y": 1}}},
    }
    problems = load_any(written(tmp_path / "c.json", value)).problems
    assert {one.place.pointer for one in problems} == {
        "/config/contextWindow/tokenBudgets/maxHistory",
        "/config/contextWindow/tokenBudgets/y",
    }


@pytest.mark.parametrize("flag", [1, 0, "true", None])
def test_numbers_are_no_booleans(tmp_path, flag):
    value = {"chunks": [], "constraints": {"preferRecent": flag}}
    assert load_any(written(tmp_path / "c.json", value)).value is None
    report = place([], now_ms=0, available_tokens=9_000, options={"prefer_recent": flag})
    assert [one.place.pointer for one in report.problems] == ["/options/prefer_recent"]


# Names and times ----------------------------------------------------------------------------


def test_allocations_and_conflicts_have_the_documents_fields(tmp_path, capsys):
    out = tmp_path / "o.json"
    request = {"chunks": CHUNKS, "available_tokens": 40, "max_system_prompt": 0}
    placed_by_command(capsys, written(tmp_path / "c.json", request), "--optimization", str(out))
    result = json.loads(out.read_text())
    fields = {
        *("chunk_id", "token_span", "tokens", "priority", "chunk_type", "timestamp"),
        *("original_index", "metadata"),
    }
    assert [one.keys() for one in result["allocations"]] == [fields, fields]
    (conflict,) = result["conflicts"]
    assert conflict.keys() == {"chunk1", "chunk2", "conflict_type", "resolution"}
    assert (conflict["chunk1"]["chunk_id"], conflict["chunk2"]["chunk_id"]) == ("small", "found")
    assert conflict["chunk2"].keys() == fields
    assert result.keys() == schema("optimization")["properties"].keys()


def test_allocations_created_is_told_once():
    report = place(CHUNKS, now_ms=0, available_tokens=100, max_system_prompt=0)
    kinds = [event.kind.value for event in report.events]
    assert kinds.count("context.allocations_created") == 1
    own = {one["event"] for one in (event.record() for event in report.events) if "own" in one}
    assert own == {"context.allocation_created", "context.chunk_allocated"}


@pytest.mark.parametrize(
    "time", ["20260403", "1775217600000", "2026-W14-5", "2026-04-03T12", "2026-02-30", "now", ""]
)
def test_a_timestamp_that_is_no_instant_is_refused(time):
    chunk = GOOD[0] | {"timestamp": time}
    report = place([chunk], now_ms=NOW, available_tokens=100, max_system_prompt=0)
    assert [one.place.pointer for one in report.problems] == ["/chunks/0/timestamp"]
    assert report.allocations == ()


def test_exported_times_have_seconds(tmp_path, capsys):
    out = tmp_path / "o.json"
    chunks = [GOOD[0] | {"timestamp": "2026-04-03T14:00+02:00"}]
    placed_by_command(capsys, written(tmp_path / "c.json", chunks), "--optimization", str(out))
    (chunk,) = json.loads(out.read_text())["optimized_chunks"]
    assert chunk["timestamp"] == "2026-04-03T12:00:00Z"


# What a request brings ------------------------------------------------------------------------


def test_business_context_is_for_the_relevance_boost_of_chunks_without_facts():
    chunks = [
        {"id": "own", "type": "tool_output", "tokens": 1, "metadata": {"client_tier": "startup"}},
        {"id": "none", "type": "tool_output", "tokens": 1},
    ]
    context = {"clientTier": "enterprise", "revenue_impact": 30_000, "region": "north"}
    report = place(
        chunks, now_ms=0, available_tokens=10, max_system_prompt=0, business_context=context
    )
    own, none = report.allocations
    assert (own.business_boost, none.business_boost) == (2 + 3, 12 + 3)
    stated = chunks[1] | {"metadata": {"revenue_impact": 0}}
    (nothing,) = place(
        [stated], now_ms=0, available_tokens=10, max_system_prompt=0, business_context=context
    ).allocations
    assert nothing.business_boost == 12  # 0 that is stated is a fact of its own
    assert not none.has_high_business_relevance  # a predicate of the chunk's own metadata
    assert report.problems == ()


def test_what_a_request_says_of_itself_may_be_an_option(tmp_path, capsys):
    out = tmp_path / "o.json"
    path = written(tmp_path / "c.json", CHUNKS)
    given = (
        "--user-id",
        "u",
        "--session-id",
        "s",
        "--pxyz",
        '{"p": 1}',
        "--optimization",
        str(out),
    )
    context = ("--business-context", '{"client_tier": "enterprise"}')
    _, result, _ = placed_by_command(capsys, path, *given, *context)
    assert {one["business_boost"] for one in result["chunks"]} == {12}
    (row,) = json.loads(out.read_text())["context_optimizations"]
    assert (row["user_id"], row["session_id"], row["pxyz"]) == ("u", "s", {"p": 1})
    assert cli.main(["place", path, "--business-context", "[1]"]) == 2
    assert "--business-context: " in capsys.readouterr().err


def test_options_of_a_placement_have_the_documents_names_in_file_and_command(tmp_path, capsys):
    options = {"preferHigherPriority": False}
    path = written(tmp_path / "c.json", {"chunks": CHUNKS, "options": options})
    loaded = load_any(path)
    assert loaded.problems == ()
    assert loaded.value.options.prefer_higher_priority is False
    plain = written(tmp_path / "p.json", CHUNKS)
    _, given, _ = placed_by_command(capsys, plain, "--option", "preferHigherPriority=off")
    _, read, _ = placed_by_command(capsys, path)
    assert given["allocated"] == read["allocated"]


def test_a_word_of_the_context_without_points_is_a_warning_at_its_place():
    report = place(
        [GOOD[0]],
        now_ms=0,
        available_tokens=9,
        max_system_prompt=0,
        business_context={"urgency": "x"},
    )
    assert [one.place.pointer for one in report.problems] == ["/business_context"]


def test_pxyz_and_business_context_are_handed_through(tmp_path, capsys):
    out = tmp_path / "o.json"
    request = {"chunks": GOOD, "business_context": {"urgency": "high"}, "pxyz": {"p": "context"}}
    path = written(tmp_path / "c.json", request)
    _, result, err = placed_by_command(capsys, path, "--optimization", str(out))
    assert "unknown" not in err
    (row,) = json.loads(out.read_text())["context_optimizations"]
    assert row["pxyz"] == {"p": "context"}
    assert {one["business_boost"] for one in result["chunks"]} == {15}


# The text of the window ---------------------------------------------------------------------

TEXTS = [
    {"id": "deal", "type": "tool_output", "content": "The deal.", "metadata": {"urgency": "low"}},
    {"id": "part", "type": "rag_document_chunk", "content": "A part."},
    {"id": "ask", "type": "current_user_prompt", "content": "Well?"},
    {"id": "sizes", "type": "chat_history_user", "tokens": 5},
    {"id": "long", "type": "rag_generic_chunk", "content": "x" * 4000},
]
WRITTEN = {
    TextOf.LLM: "The deal.\n\nA part.\n\nWell?",
    TextOf.BUSINESS: "The deal.",
    TextOf.RAG: "A part.",
}


@pytest.mark.parametrize("of", TextOf)
def test_build_writes_the_window_its_business_and_its_retrieval(tmp_path, capsys, of):
    report = place(TEXTS, now_ms=0, available_tokens=100, max_system_prompt=0)
    assert window_text(report, of) == WRITTEN[of]
    path = written(tmp_path / "c.json", {"chunks": TEXTS, "available_tokens": 100})
    out = tmp_path / "text.txt"
    arguments = ["place", path, "--reserve", "0", "--text", str(out), "--text-of", of.value]
    assert cli.main(arguments) == 0
    assert out.read_text() == WRITTEN[of]
    assert "1 placed chunk came without text" in capsys.readouterr().err


def test_the_documentation_names_every_operation_of_the_document():
    page = (Path(__file__).parents[2] / "docs" / "window.md").read_text()
    codes = [
        *range(0x3200, 0x3204),
        *range(0x3210, 0x3214),
        *range(0x3220, 0x3224),
        *range(0x3230, 0x3233),
        *range(0x3240, 0x3243),
        *range(0x3250, 0x3253),
    ]
    rows = [line for line in page.splitlines() if line.startswith("| `context_")]
    assert [line.split("|")[2].strip() for line in rows] == [f"0x{code:X}" for code in codes]
