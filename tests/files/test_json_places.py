"""Every part of every JSON text is found where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.files.findings import Findings, Parts
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.json_scan import elements, locate, members
from inspector.files.source import Lines, Source

TEXT = st.text(max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
FORMATS = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 2]),
        "ensure_ascii": st.booleans(),
        "separators": st.sampled_from([None, (",", ":"), (" , ", " : ")]),
    }
)


def parts_of(value: Any, way: Parts = ()) -> list[tuple[Parts, Any]]:
    found = [(way, value)]
    if isinstance(value, dict):
        for name, member in value.items():
            found += parts_of(member, (*way, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            found += parts_of(item, (*way, place))
    return found


@given(VALUES, FORMATS)
def test_a_part_is_located_where_its_text_begins(value: Any, how: dict[str, Any]) -> None:
    data = json.dumps(value, **how).encode("utf-8", "surrogatepass")
    decoder = json.JSONDecoder()
    for way, part in parts_of(value):
        at = locate(data, 0, len(data), way)
        found, _ = decoder.raw_decode(data[at:].decode("utf-8", "surrogatepass"))
        assert found == part


@given(VALUES, FORMATS)
def test_a_key_is_located_where_it_begins(value: Any, how: dict[str, Any]) -> None:
    data = json.dumps(value, **how).encode("utf-8", "surrogatepass")
    for way, _ in parts_of(value):
        if way and isinstance(way[-1], str):
            at = locate(data, 0, len(data), way, key=True)
            found, _ = json.JSONDecoder().raw_decode(data[at:].decode("utf-8", "surrogatepass"))
            assert found == way[-1]


@pytest.mark.parametrize("filler", ["NaN", '"\\ud800"', "1e999", "[" * 1500 + "]" * 1500])
def test_what_the_accelerator_refuses_is_scanned_all_the_same(filler: str) -> None:
    data = f'{{"a": [1, {filler}, {{"b": "x,]}}\\""}}], "c": 2}}'.encode()
    assert data[locate(data, 0, len(data), ("a", 2, "b")) :].startswith(b'"x,')
    assert [member.name for member in members(data, 0, len(data))] == ["a", "c"]
    inner = locate(data, 0, len(data), ("a",))
    assert len(list(elements(data, inner, len(data)))) == 3


def test_repeated_keys_are_all_found_and_the_last_one_is_located() -> None:
    data = b'{"a": "x, \\"b\\": 1", "b": 2, "a": 12, "\\u0061": [3]}'
    assert [member.name for member in members(data, 0, len(data))] == ["a", "b", "a", "a"]
    assert data[locate(data, 0, len(data), ("a",)) :] == b"[3]}"


def test_a_part_that_is_missing_is_where_the_last_thing_on_the_way_is() -> None:
    data = b'{"a": {"b": 1}, "l": [0]}'
    for way, expected in (
        (("x",), b'{"a"'),
        (("a", "x", "y"), b'{"b"'),
        (("a", "b", "c"), b"1}"),
        (("l", 5), b"[0]"),
    ):
        assert data[locate(data, 0, len(data), way) :].startswith(expected)


@given(st.text(alphabet="aé😀\n\r", max_size=200), st.integers(0, 220))
def test_lines_and_columns_are_those_of_an_editor(text: str, character: int) -> None:
    before = text[:character]
    line, column = Lines(text.encode()).at(len(before.encode()))
    assert line == before.count("\n") + 1
    assert column == len(before.rpartition("\n")[2]) + 1


def test_columns_are_right_beyond_the_first_counted_mark() -> None:
    text = "é" * 100_000 + "\n" + "aé" * 100_000
    lines = Lines(text.encode())
    for character in (0, 40_000, 99_999, 100_000, 100_001, 180_001, 300_000):
        before = text[:character]
        expected = (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
        assert lines.at(len(before.encode())) == expected


def as_read(value: Any) -> Any:
    """Return a value with doubles for the integers that no double tells from their neighbours."""
    if isinstance(value, dict):
        return {name: as_read(member) for name, member in value.items()}
    if isinstance(value, list):
        return [as_read(item) for item in value]
    exact = not isinstance(value, int) or abs(value) <= 2**53
    return value if exact else float(value)


@given(VALUES, FORMATS)
@example(2**53 + 1, {})
def test_parsing_gives_the_value_and_finds_nothing(value: Any, how: dict[str, Any]) -> None:
    data = json.dumps(value, **how).encode("utf-8", "surrogatepass")
    found = Findings()
    parsed = parse_json(JsonSpan(Source("x", data), 0, len(data)), found)
    assert parsed is not None
    assert parsed.value == as_read(value)
    assert {problem.code for problem in found.problems()} <= {"json.big-integer"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", []),
        ("[ 1 ]", ["1"]),
        ("[1,2]", ["1", "2"]),
        ("[10, 20,30, 40]", ["10", "20", "30", "40"]),
        ("[10,20, 30,40]", ["10", "20", "30", "40"]),
        ("[10,  20, 30,  40]", ["10", "20", "30", "40"]),
        ('["a, b", [1, 2] , {"c": 3},\n4]', ['"a, b"', "[1, 2]", '{"c": 3}', "4"]),
        ("[11, 2, 33,4, 5]", ["11", "2", "33", "4", "5"]),
        ("[NaN, 1,2]", ["NaN", "1", "2"]),
    ],
)
def test_elements_of_a_list_are_found_however_far_apart_they_stand(
    text: str, found: list[str]
) -> None:
    for before, after in (("", ""), ("é ", "]")):
        data = (before + text + after).encode()
        start = len(before.encode())
        spans = elements(data, start, start + len(text.encode()))
        assert [data[first:end].decode() for first, end in spans] == found
