"""Reading, writing and counting hot states."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from inspector.core.discipline import ArtifactIndexEntry, HotState, hot_state_tokens, read_hot_state

SECRET = "correct-horse-battery"


def test_a_field_that_is_left_out_stays_out_of_the_json() -> None:
    assert HotState(session_id="s").to_json() == '{"session_id":"s"}'
    assert (
        HotState(session_id="s", constraints=()).to_json() == '{"session_id":"s","constraints":[]}'
    )


def test_only_the_current_plan_may_be_null() -> None:
    state = HotState(session_id="s", current_plan_id=None)
    assert state.to_json() == '{"session_id":"s","current_plan_id":null}'
    for name in set(HotState.model_fields) - {"current_plan_id"}:
        with pytest.raises(ValidationError):
            HotState.model_validate({"session_id": "s"} | {name: None})


def test_json_keeps_text_as_it_is() -> None:
    state = HotState(session_id="é漢😀\u2028", objective='"\\\n\x01\x7f')
    assert state.to_json() == '{"session_id":"é漢😀\u2028","objective":"\\"\\\\\\n\\u0001\x7f"}'


def test_tokens_count_utf_16_units_and_round_up() -> None:
    assert hot_state_tokens("") == 0
    assert hot_state_tokens("abcd") == 1
    assert hot_state_tokens("abcde") == 2
    assert hot_state_tokens("😀😀") == 1
    assert hot_state_tokens("😀😀é") == 2


def test_a_hot_state_is_frozen() -> None:
    state = HotState(session_id="s", constraints=("c",))
    with pytest.raises(ValidationError):
        state.session_id = "t"
    assert isinstance(state.constraints, tuple)
    assert hash(state) == hash(HotState(session_id="s", constraints=("c",)))


@pytest.mark.parametrize("value", [1, True, None, ["a"], {"a": 1}, ""])
def test_a_name_is_text_and_never_converted(value: object) -> None:
    assert read_hot_state({"session_id": value}).hot_state is None


@pytest.mark.parametrize("value", [{"a"}, {"a": 1}.keys(), "ab", {0: "a"}, iter("ab")])
def test_an_array_is_a_list_or_a_tuple_and_nothing_else(value: object) -> None:
    assert read_hot_state({"session_id": "s", "constraints": value}).hot_state is None


def test_every_problem_is_named_at_once_with_its_place() -> None:
    found = read_hot_state(
        {
            "session_id": "",
            "risk_level": "extreme",
            "constraints": ["fine", 3],
            "artifact_index": [{"artifact_id": "a", "type": "doc", "uri": "x"}],
            "a/b": 1,
        }
    ).problems
    assert {(problem.place.pointer, problem.code) for problem in found} == {
        ("/session_id", "hot-state.string-too-short"),
        ("/risk_level", "hot-state.literal-error"),
        ("/constraints/1", "hot-state.string-type"),
        ("/artifact_index/0/uri", "hot-state.extra-forbidden"),
        ("/a~1b", "hot-state.extra-forbidden"),
    }
    assert all(problem.fix for problem in found)


def test_problems_and_reports_never_repeat_what_a_state_says() -> None:
    found = read_hot_state({"session_id": [SECRET], "risk_level": SECRET, "x": SECRET}).problems
    assert found
    assert SECRET not in repr(found)


def test_a_state_built_around_its_own_validation_is_validated() -> None:
    assert read_hot_state(HotState.model_construct(session_id=3)).hot_state is None
    assert read_hot_state(HotState.model_construct()).hot_state is None
    assert read_hot_state(HotState.model_construct(session_id="s", constraints="x")).problems


def test_text_that_is_no_unicode_is_no_hot_state() -> None:
    assert read_hot_state({"session_id": "\ud800"}).problems
    with pytest.raises(ValidationError):
        HotState.model_validate_json('{"session_id":"\\ud800"}')


def test_a_state_reads_back_from_its_own_dump() -> None:
    entry = ArtifactIndexEntry(artifact_id="a", type="doc", label="")
    state = HotState(session_id="s", current_plan_id=None, artifact_index=(entry,))
    assert HotState.model_validate(state.model_dump()) == state
    assert HotState.model_validate_json(state.model_dump_json()) == state
    assert state.model_dump(mode="json")["artifact_index"] == [
        {"artifact_id": "a", "type": "doc", "label": ""}
    ]


def test_the_schema_forbids_unknown_keys_and_null() -> None:
    schema = HotState.model_json_schema()
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["session_id"]
    assert schema["properties"]["objective"]["type"] == "string"
    assert {"type": "null"} in schema["properties"]["current_plan_id"]["anyOf"]
    assert schema["$defs"]["ArtifactIndexEntry"]["additionalProperties"] is False
