"""YAML is another way to write JSON: same types, same places, no surprises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from inspector.files import load_candidates, load_policy
from inspector.files.findings import Findings
from inspector.files.source import Source
from inspector.files.yaml_reading import parse_yaml
from tests.shared.problem_lists import codes, spots, written

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc -:#é", max_size=6), inner, max_size=4)
    ),
    max_leaves=15,
)


def value_of(text: str) -> Any:
    found = Findings()
    parsed = parse_yaml(Source("x.yaml", text.encode()), found)
    assert parsed is not None, found.problems()
    assert not found.problems()
    return parsed.value


@given(VALUES)
def test_yaml_that_a_library_wrote_is_read_as_the_same_value(value: Any) -> None:
    # Only what its own reader takes as it was written: line breaks of Unicode are folded there.
    text = yaml.safe_dump(value, allow_unicode=False)
    assert value_of(text) == json.loads(json.dumps(value))


@given(VALUES)
def test_json_is_read_as_the_same_value(value: Any) -> None:
    text = json.dumps(value)
    if "\\ud" not in text and "\\u007f" not in text and "\x7f" not in text:
        assert value_of(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "no",
        "on",
        "Off",
        "y",
        "012",
        "0o14",
        "0x1F",
        "1_000",
        "12:30:00",
        "2026-04-03",
        ".5",
        "5.",
        "+5",
        ".nan",
        ".inf",
        "1e",
        "0b1",
        "=",
        "<<",
    ],
)
def test_what_other_readers_turn_into_something_else_stays_text(text: str) -> None:
    assert value_of(f"x: {text}") == {"x": text}


def test_words_and_numbers_of_json_are_what_they_are_in_json() -> None:
    written_as = "[null, ~, true, True, false, 0, -7, 2.50, 1e3, -0.0, 'true', \"7\"]"
    expected = [None, None, True, True, False, 0, -7, 2.5, 1000.0, -0.0, "true", "7"]
    assert value_of(written_as) == expected
    assert [type(item) for item in value_of(written_as)] == [type(item) for item in expected]


def test_keys_are_texts_as_written() -> None:
    assert value_of("1: a\ntrue: b\nnull: c") == {"1": "a", "true": "b", "null": "c"}


def test_places_of_values_and_keys_are_those_in_the_file(tmp_path: Path) -> None:
    text = "schema_version: 1\nmin_bucket_tokens: é😀\n'x': 1\n"
    loaded = load_policy(written(tmp_path, "policy.yaml", text))
    assert codes(loaded) == ["field.invalid", "field.unknown"]
    assert spots(loaded.problems) == [(2, 20, "/min_bucket_tokens"), (3, 1, "/x")]


def test_a_document_without_a_value_is_where_the_file_begins(tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.yaml", "# Nothing yet.\n"))
    assert codes(loaded) == ["field.invalid"]
    assert spots(loaded.problems) == [(1, 1, "")]


def test_a_repeated_key_is_a_warning_with_both_places(tmp_path: Path) -> None:
    text = "set_id: s\nknowledge_cards:\n- node_id: a\n- {node_id: b, 'node_id': c}\n"
    loaded = load_candidates(written(tmp_path, "set.yml", text))
    repeated = [one for one in loaded.problems if one.code == "file.repeated-key"]
    assert spots(repeated) == [(4, 16, "/knowledge_cards/1/node_id")]
    assert "line 4, column 4" in repeated[0].message


BAD = {
    "a: [": ("yaml.syntax", 2, 1),
    "a:\n\t- b": ("yaml.syntax", 2, 1),
    "a: b: c": ("yaml.syntax", 1, 5),
    "a: \x01": ("yaml.syntax", 1, 4),
    'é: "\\ud800"': ("yaml.syntax", 1, 7),
    "a: 1\n---\nb: 2": ("yaml.documents", 2, 1),
    "a: !!python/object:os.system x": ("yaml.tag", 1, 4),
    "a: !!int '5'": ("yaml.tag", 1, 4),
    "a: !!set {b}": ("yaml.tag", 1, 4),
    "a: *b": ("yaml.unknown-alias", 1, 4),
    "a: &x [1, *x]": ("yaml.unknown-alias", 1, 11),
    "? [1]\n: 2": ("yaml.key", 1, 3),
    "[" * 5000: ("yaml.too-deep", 1, 101),
}


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_read_is_a_problem_at_its_place(text: str, tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.yaml", text))
    code, line, column = BAD[text]
    assert loaded.value is None
    assert codes(loaded) == [code]
    assert spots(loaded.problems)[0][:2] == (line, column)


def test_an_alias_stands_for_what_it_names() -> None:
    assert value_of("a: &x {b: [1]}\nc: *x\nd: [*x, *x]") == {
        "a": {"b": [1]},
        "c": {"b": [1]},
        "d": [{"b": [1]}, {"b": [1]}],
    }


def test_aliases_cannot_multiply_without_end(tmp_path: Path) -> None:
    lines = ["x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]" for n in range(1, 12)]
    loaded = load_policy(written(tmp_path, "policy.yaml", "\n".join(lines)))
    assert codes(loaded) == ["yaml.too-many-aliases"]


def test_an_integer_beyond_doubles_is_a_warning() -> None:
    found = Findings()
    parsed = parse_yaml(Source("x", b"x: 9007199254740993"), found)
    assert parsed is not None
    assert parsed.value == {"x": 9007199254740992.0}
    assert [problem.code for problem in found.problems()] == ["yaml.big-integer"]
