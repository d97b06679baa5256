"""Series of metrics, and whole discipline stages, from files."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import LoggedMetrics, PromptMetrics
from inspector.files import (
    FileKind,
    detect_kind,
    hot_state_of_text,
    load_any,
    load_discipline,
    load_metrics,
    load_output,
    load_session,
    save_session,
)
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.session import Session
from tests.shared.discipline_input import GROWING, STATE

COUNT = st.integers(0, 2**53 - 1)
METRICS = st.builds(
    PromptMetrics,
    timestamp=st.text(max_size=20),
    session_id=st.text(min_size=1, max_size=9),
    run_id=st.none() | st.text(max_size=9),
    hot_state_tokens=COUNT,
    hot_state_bytes=COUNT,
    hot_state_truncated=st.booleans(),
    artifact_index_count=COUNT,
    artifact_types=st.lists(st.sampled_from(["doc", "log"]), max_size=2),
    system_prompt_chars=COUNT | st.floats(0, 1e9),
    user_content_chars=COUNT,
    estimated_prompt_tokens=COUNT,
    artifact_ref_bootstrap_files=COUNT,
    budget_violation_count=COUNT,
    budget_passed=st.booleans(),
)


@given(METRICS)
def test_a_line_of_the_log_always_reads_back_as_the_turn_it_was_made_of(metrics):
    assert LoggedMetrics.model_validate_json(metrics.log_line()).metrics() == metrics


def test_lines_and_full_records_may_be_mixed(tmp_path):
    path = tmp_path / "series.jsonl"
    first, second = GROWING[:2]
    path.write_text(f"{first.log_line()}\n{second.model_dump_json()}\n")
    loaded = load_metrics(path)
    assert loaded.value == (first, second)
    assert loaded.problems == ()
    assert detect_kind(path).value is FileKind.METRICS
    opened = load_any(path).value
    assert opened == DisciplineStage(turns=(first, second))
    assert opened.model_fields_set == {"turns"}


def test_other_lines_of_a_log_are_left_out_with_a_warning(tmp_path):
    path = tmp_path / "series.jsonl"
    path.write_text(f'{GROWING[0].log_line()}\n{{"type": "start"}}\n')
    loaded = load_metrics(path)
    assert loaded.value == GROWING[:1]
    (problem,) = loaded.problems
    assert (problem.code, problem.severity, problem.place.line) == (
        "metrics.other-line",
        "warning",
        2,
    )


def test_what_else_a_logger_wrote_is_ignored_with_a_warning(tmp_path):
    path = tmp_path / "series.jsonl"
    path.write_text(json.dumps(json.loads(GROWING[0].log_line()) | {"level": "info"}))
    loaded = load_metrics(path)
    assert loaded.value == GROWING[:1]
    assert [problem.code for problem in loaded.problems] == ["field.unknown"]


def test_a_file_without_a_good_turn_has_none(tmp_path):
    path = tmp_path / "series.jsonl"
    path.write_text('{"hs_tokens": 3}\n')
    assert load_metrics(path).value is None


def test_a_hot_state_and_a_stage_are_told_apart(tmp_path):
    plain, stage = tmp_path / "state.json", tmp_path / "stage.json"
    plain.write_text(json.dumps(STATE))
    stage.write_text(json.dumps({"hot_state": STATE, "enable_compression": False}))
    assert detect_kind(plain).value is FileKind.HOT_STATE
    assert detect_kind(stage).value is FileKind.DISCIPLINE
    assert load_any(plain).value == DisciplineStage(hot_state=STATE)
    assert load_any(stage).value == DisciplineStage(hot_state=STATE, enable_compression=False)


@pytest.mark.parametrize("within", [False, True])
def test_a_hot_state_that_is_not_valid_is_there_with_its_problems_placed(within, tmp_path):
    wrong = dict(STATE) | {"risk_level": "huge"}
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"hot_state": wrong} if within else wrong, indent=1))
    loaded = load_discipline(path)
    assert loaded.value is not None
    assert loaded.value.hot_state == wrong
    (problem,) = loaded.problems
    assert problem.code == "hot-state.literal-error"
    assert problem.place.line is not None
    assert problem.place.pointer == ("/hot_state/risk_level" if within else "/risk_level")


def test_a_bad_turn_of_a_stage_costs_only_itself(tmp_path):
    path = tmp_path / "stage.json"
    turns = [GROWING[0].model_dump(), {"hs": 1}, GROWING[1].model_dump()]
    path.write_text(json.dumps({"turns": turns}))
    loaded = load_discipline(path)
    assert loaded.value is not None
    assert loaded.value.turns == GROWING[:2]
    assert loaded.problems


def test_a_session_brings_its_stage_back(tmp_path):
    stage = DisciplineStage.model_validate(
        {
            "hot_state": STATE,
            "limits": {"max_hot_state_tokens": 70},
            "prompt": {"inline_artifact_chars": [3, 4]},
            "output": {"text": "a\r\nb", "task": "Fix it.", "mode": "heuristic"},
            "turns": [turn.model_dump() for turn in GROWING],
        }
    )
    path = tmp_path / "it.inspector.json"
    assert save_session(Session().having(discipline=stage), path) == ()
    loaded = load_session(path)
    assert loaded.value is not None
    assert loaded.value.discipline == stage


def test_outputs_keep_their_line_ends(tmp_path):
    path = tmp_path / "output.txt"
    path.write_bytes(b"a\r\nb\n")
    assert load_output(path).value == "a\r\nb\n"


def test_a_blank_output_is_the_empty_answer_and_a_missing_one_is_none(tmp_path):
    path = tmp_path / "output.txt"
    path.write_bytes(b" \n")
    assert load_output(path).value == ""
    assert load_output(tmp_path / "no.txt").value is None


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"a": NaN}', "\ud800"])
def test_a_typed_text_that_is_no_object_has_a_problem(text):
    loaded = hot_state_of_text(text)
    assert loaded.value is None
    assert loaded.problems


def test_a_typed_state_need_not_be_valid():
    assert hot_state_of_text('{"session_id": 3}').value == {"session_id": 3}


def test_what_a_record_does_not_say_is_not_said_of_the_turn(tmp_path):
    record = GROWING[0].model_dump() | {"more": 1}
    del record["run_id"]
    path = tmp_path / "a.json"
    path.write_text(json.dumps(record))
    loaded = load_metrics(path)
    (turn,) = loaded.value
    assert "run_id" not in turn.model_fields_set
    assert turn == GROWING[0].model_copy(update={"run_id": None})
    assert [one.code for one in loaded.problems] == ["field.unknown"]


def test_lines_about_something_else_are_warned_of_at_their_type(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"type": "other"}\n' + GROWING[0].log_line() + '\n{"type": 5}\n7\n')
    loaded = load_metrics(path)
    assert loaded.value == (GROWING[0],)
    told = [(one.severity, one.code, one.place.line, one.place.pointer) for one in loaded.problems]
    assert told == [
        ("warning", "metrics.other-line", 1, "/type"),
        ("warning", "metrics.other-line", 3, "/type"),
        ("error", "field.invalid", 4, ""),
    ]
    said = "This line of the log is no prompt_metrics; it was left out."
    assert loaded.problems[0].message == said
    path.write_text('{"type": "other"}\n' * 21)
    (collapsed,) = load_metrics(path).problems
    assert collapsed.message == f"{said} The same holds for 20 more places."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[1]", ("hot-state.no-object", 1, "A hot state is an object.")),
        ("\n5", ("hot-state.no-object", 2, "A hot state is an object.")),
        ("", ("file.empty", None, "The file is empty.")),
        ("\n{", ("json.truncated", 2, "The JSON ends too early.")),
        ('{"a": NaN}', ("json.not-a-number", 1, "NaN and infinities are not JSON.")),
    ],
)
def test_why_a_typed_text_is_no_hot_state_is_said_at_its_line(text, told):
    loaded = hot_state_of_text(text)
    assert loaded.value is None
    (problem,) = loaded.problems
    assert (problem.code, problem.place.line, problem.message) == told
    assert (problem.severity, problem.place.file) == ("error", "the text")
