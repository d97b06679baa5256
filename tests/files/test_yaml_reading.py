"""YAML is another way to write JSON: same types, same places, no surprises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from inspector.files import load_candidates, load_policy, yaml_reading
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


def refused(text: str) -> tuple[str, str, str, tuple[int | None, int | None]]:
    """Return code, message, fix and place of the one problem of a text."""
    found = Findings()
    assert parse_yaml(Source("x", text.encode()), found) is None
    (one,) = found.problems()
    return one.code, one.message, one.fix, (one.place.line, one.place.column)


def test_why_a_text_is_refused_is_said_in_words() -> None:
    deep = "Lists and objects are nested more than 100 levels deep here."
    assert value_of("[" * 100 + "]" * 100)
    assert refused("[" * 101) == ("yaml.too-deep", deep, "Flatten the structure.", (1, 101))
    second = "A second document starts here."
    assert refused("a\n---\nb") == ("yaml.documents", second, "Keep one a file.", (2, 1))
    key = "A key has to be a text."
    assert refused("{[1]: 2}") == ("yaml.key", key, "Write a name.", (1, 2))
    assert refused("a: &x 1\n*x : 2") == ("yaml.key", key, "Write a name.", (2, 1))
    tag = "Only the types of JSON can be used; this tag names another."
    for text in ("!!int 5", "!!set {a}", "!mine [a]"):
        assert refused(text) == ("yaml.tag", tag, "Remove it.", (1, 1))
    named = "This alias names nothing before it."
    assert refused("[*x]") == ("yaml.unknown-alias", named, "Correct it.", (1, 2))
    assert refused("- &x 1\n- &x [*x]")[3] == (2, 7)  # which it names anew
    sign = "YAML does not allow this character."
    assert refused("é\n😀\x00") == ("yaml.syntax", sign, "Escape or remove it.", (2, 2))
    assert refused("a: [")[1].startswith("This is not YAML: ")


@pytest.mark.parametrize("text", ["! 5", "!!str 5", "'5'", "|-\n  5"])
def test_a_text_that_is_marked_as_one_is_a_text(text: str) -> None:
    assert value_of(text) == "5"


def test_the_values_that_aliases_stand_for_are_counted_with_all_in_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a: &x [1]\nb: &y [*x, *x]\nc: *y\nd: &z {e: 1}\nf: *z\ng: &s 1\nh: *s"
    for most, good in ((12, True), (11, False)):  # twice 2, 5, 2 and 1
        monkeypatch.setattr(yaml_reading, "MOST_ALIASED", most)
        found = Findings()
        assert (parse_yaml(Source("x", text.encode()), found) is not None) is good
    (problem,) = found.problems()
    assert (problem.place.line, problem.place.column) == (7, 4)
    assert problem.message == "The aliases stand for more than 11 values."


def test_a_million_values_of_aliases_are_too_many_and_so_are_64_mebibytes() -> None:
    lines = ["x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]" for n in range(1, 7)]
    assert refused("\n".join(lines))[1] == "The aliases stand for more than 1,000,000 values."
    too_large = "YAML of more than 64 MB takes too long to read."
    assert refused("x" * ((64 << 20) + 1))[:2] == ("yaml.too-large", too_large)


def test_as_many_characters_as_are_allowed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reading, "MOST_BYTES", 4)
    assert value_of("éééé") == "éééé"
    assert refused("ééééé")[3] == (1, 1)


def test_how_far_reading_is_is_told_every_4096_events() -> None:
    text = "[" + ",".join("1" * 5000) + "]"
    told: list[tuple[int, int]] = []
    parsed = parse_yaml(
        Source("x", text.encode()),
        Findings(),
        lambda done, total: bool(told.append((done, total))) or True,
    )
    assert parsed is not None
    assert told == [(0, len(text)), (1 + 2 * 4093, len(text))]


def test_a_key_that_repeats_in_a_list_in_an_object_is_told_with_its_way() -> None:
    found = Findings()
    parsed = parse_yaml(Source("x", b"a:\n- 1\n- {b: 1, b: 2, b: {b: 3}}\nc: 1\n"), found)
    assert parsed is not None
    assert parsed.value == {"a": [1, {"b": {"b": 3}}], "c": 1}
    told = [(one.place.pointer, one.place.column, one.message) for one in found.problems()]
    said = "This key is written twice, first at line 3, column {}; the last value is used."
    assert told == [("/a/1/b", 10, said.format(4)), ("/a/1/b", 16, said.format(10))]


def test_a_part_that_is_not_there_is_where_the_last_thing_on_the_way_is() -> None:
    parsed = parse_yaml(Source("x", b"a:\n  b: [1]\n"), Findings())
    assert parsed is not None

    def spot(*way: str | int, key: bool = False) -> tuple[int | None, int | None]:
        place = parsed.place(*way, key=key)
        return place.line, place.column

    assert spot() == (1, 1)
    assert spot("a") == (2, 3)
    assert spot("a", key=True) == (1, 1)
    assert spot("a", "b") == (2, 6)
    assert spot("a", "b", key=True) == (2, 3)
    assert spot("a", "b", 0) == spot("a", "b", 0, key=True) == (2, 7)
    assert spot("a", "b", 1) == spot("a", "b", 1, 2) == (2, 6)
    assert spot("z") == spot("z", key=True) == (1, 1)


def test_large_integers_are_warned_of_at_their_place() -> None:
    found = Findings()
    parsed = parse_yaml(
        Source("x", b"[9007199254740991, -9007199254740992, 1e400, 999999999999999999.5]"), found
    )
    assert parsed is not None
    assert parsed.value == [9007199254740991, -9007199254740992.0, "1e400", 1e18]
    assert [type(one) for one in parsed.value] == [int, float, str, float]
    (warning,) = found.problems()
    assert (warning.severity, warning.place.column) == ("warning", 20)
    said = "This integer is beyond 2^53 - 1; it is read as the nearest double."
    assert warning.message == said
