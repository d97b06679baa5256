"""The JSON text that artifacts are stored as."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from inspector.core.discipline.artifact_store import indented_json, number_text
from tests.core.discipline.hot_states import FINITE_JSON


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}"),
        ([], "[]"),
        ([[], {}], "[\n  [],\n  {}\n]"),
        ({"a": [1, {"b": None}]}, '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}'),
        ("é\u2028😀\x01", '"é\u2028😀\\u0001"'),
        (True, "true"),
        (5.0, "5"),
        (-0.0, "0"),
        (1e-7, "1e-7"),
        (1e21, "1e+21"),
        (12345678901234567890, "12345678901234567890"),
    ],
)
def test_values_are_written_as_ecmascript_writes_them(value: object, text: str) -> None:
    assert indented_json(value) == text


def test_array_indices_come_first_and_in_numeric_order() -> None:
    keys = ["b", "10", "a", "2", "01", "-1", "4294967295", "4294967294", "1.5", "٣"]
    text = indented_json(dict.fromkeys(keys, 0))
    order = ["2", "10", "4294967294", "b", "a", "01", "-1", "4294967295", "1.5", "٣"]
    assert list(json.loads(text)) == order


def test_nesting_too_deep_to_walk_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match="deep"):
        indented_json(deep)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_of_json_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="NaN"):
        number_text(number)


@given(FINITE_JSON)
def test_what_is_written_reads_back(value: Any) -> None:
    # As doubles: in ECMAScript's text, a whole number does not tell whether it was written 5.0.
    expected = json.loads(json.dumps(value), parse_int=float)
    assert json.loads(indented_json(value), parse_int=float) == expected
