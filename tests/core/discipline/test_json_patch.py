"""Reading JSON patches strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import validate_diff_only
from inspector.core.discipline.diff_strict import json_patch_problems
from tests.core.discipline.hot_states import FINITE_JSON, JSON

POINTERS = st.lists(st.sampled_from(["a", "0", "-", "~0", "~1", ""]), max_size=3).map(
    lambda parts: "".join("/" + part for part in parts)
)
OPERATIONS = st.one_of(
    st.fixed_dictionaries(
        {
            "op": st.sampled_from(["add", "replace", "test"]),
            "path": POINTERS,
            "value": FINITE_JSON,
        }
    ),
    st.fixed_dictionaries({"op": st.just("remove"), "path": POINTERS}),
    st.fixed_dictionaries({"op": st.just("copy"), "path": POINTERS, "from": POINTERS}),
)

VALID = [
    "[]",
    '[{"op":"add","path":"","value":null}]',
    '[{"op":"remove","path":"/a~0b/~1/0/-"}]',
    '[{"op":"move","from":"/a","path":"/a"},{"op":"move","from":"/a","path":"/ab"}]',
    '[{"op":"remove","path":"/a","comment":"ignored"}]',
    '  [ {"op" : "test", "path" : "/a", "value" : [1, {"b": 2}]} ]\n',
]
INVALID = {
    '[{"op":"add","path":"/a"}]': "/0/value",
    '[{"op":"move","path":"/a"}]': "/0/from",
    '[{"op":"copy","path":"/a","from":"b"}]': "/0/from",
    '[{"op":"remove","path":"a"}]': "/0/path",
    '[{"op":"remove","path":"/~2"}]': "/0/path",
    '[{"op":"remove","path":3}]': "/0/path",
    '[{"op":"remove","path":"/a"},{"op":"merge","path":"/a"}]': "/1",
    '[{"path":"/a"}]': "/0",
    '[{"op":null,"path":"/a"}]': "/0",
    '[{"op":"move","from":"/a","path":"/a/b"}]': "/0",
    '[["op","add"]]': "/0",
    '{"op":"remove","path":"/a"}': "",
    '"[]"': "",
}
NOT_JSON = [
    "",
    "[",
    "[{}] trailing",
    "[NaN]",
    '[{"op":"test","path":"/a","value":-Infinity}]',
    '[{"op":"add","op":"remove","path":"/a"}]',
    '[{"op":"add","path":"/a","value":{"b":1,"b":2}}]',
    "[" * 200_000,
    "[1" + "0" * 5000 + "]",
]


@pytest.mark.parametrize("text", VALID)
def test_a_json_patch_has_no_problems(text: str) -> None:
    assert json_patch_problems(text) == ()
    is_change = text != "[]"
    assert validate_diff_only(text, force_check=True).valid is is_change


@pytest.mark.parametrize("text", INVALID)
def test_what_is_no_json_patch_is_a_problem_with_its_place(text: str) -> None:
    (problem,) = json_patch_problems(text)
    assert problem.place.pointer == INVALID[text]
    assert problem.fix


@pytest.mark.parametrize("text", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_no_usable_json_is_one_problem(text: str) -> None:
    (problem,) = json_patch_problems(text)
    assert problem.code == "json-patch.json"


@pytest.mark.parametrize("text", [text for text in INVALID if text.startswith("[")])
def test_what_looks_like_a_json_patch_and_is_none_is_refused(text: str) -> None:
    check = validate_diff_only(text, force_check=True)
    assert (check.valid, check.reason_kind) == (False, "broken_json_patch")


def test_problems_do_not_repeat_values() -> None:
    problems = json_patch_problems('[{"op":"secret","path":"/a"},{"op":"remove","path":"secret"}]')
    assert len(problems) == 2
    assert "secret" not in repr(problems)


@given(st.lists(OPERATIONS, max_size=4))
def test_every_list_of_operations_is_a_patch(operations: list[dict[str, Any]]) -> None:
    assert json_patch_problems(json.dumps(operations)) == ()


@given(st.lists(OPERATIONS, min_size=1, max_size=3), st.data())
def test_an_operation_without_one_of_its_members_is_never_a_patch(
    operations: list[dict[str, Any]], data: st.DataObject
) -> None:
    operation = data.draw(st.sampled_from(operations))
    del operation[data.draw(st.sampled_from(sorted(operation)))]
    assert json_patch_problems(json.dumps(operations))


@given(JSON)
def test_no_json_value_raises(value: Any) -> None:
    text = json.dumps(value)
    problems = json_patch_problems(text)
    assert problems or isinstance(value, list)
