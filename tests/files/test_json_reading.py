"""What is not JSON, and what only some JSON parsers take, is said in plain words at its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from inspector.core.problems import Severity
from inspector.files import load_any, load_policy
from inspector.files.findings import Findings
from inspector.files.json_faults import Fault, first_fault
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source
from tests.shared.problem_lists import codes, spots, written

SAMPLES_FOLDER = Path(__file__).parents[2] / "resources" / "samples"
NOT_JSON = {
    '{"schema_version": 1,}': (1, 22, "comma"),
    "{'schema_version': 1}": (1, 2, "double quotes"),
    '{"schema_version": 1 // one\n}': (1, 22, "Comments"),
    '{"schema_version": 1}\n# done': (2, 1, "Comments"),
    '{"schema_version" 1}': (1, 19, "colon"),
    '{"schema_version": 1\n "x": 2}': (2, 2, "comma"),
    '{"schema_version": True}': (1, 20, "lower case"),
    '{"schema_version": 1} {}': (1, 23, "more follows"),
    '{"x": "a\nb"}': (1, 9, "line break"),
    '{"x": "\\q"}': (1, 8, "escape"),
    '{"x": "\\u12"}': (1, 9, "hexadecimal"),
    '{"x": [1, , 2]}': (1, 11, "missing before"),
    '{"x": 01}': (1, 8, "missing"),
    "{schema_version: 1}": (1, 2, "key"),
    '{"x": [1, 2,\n]}': (2, 1, "comma"),
    '{"x": [1, 2 , ]}': (1, 15, "comma"),
    '{"x": {"y": 1,\r\n}}': (2, 1, "comma"),
    '{"x": [{}, [], -]}': (1, 16, "value"),
    '{"x": {"y": {}} "z": 1}': (1, 17, "comma"),
    '{"é😀": x}': (1, 8, "value"),
}
TRUNCATED = {
    '{"schema_version": 1': (1, 21),
    '{"schema_version": 1,\n  ': (1, 22),
    '{"schema_version": 1,\n"min_b': (2, 7),
    '{"schema_version"': (1, 18),
    '{"x": [1, 2': (1, 12),
    '{"x": "\\': (1, 9),
    '{"x": "\\u00e': (1, 13),
}


@pytest.mark.parametrize("text", NOT_JSON)
def test_a_syntax_error_names_its_cause_and_place(text: str, tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", text))
    line, column, word = NOT_JSON[text]
    assert loaded.value is None
    assert codes(loaded) == ["json.syntax"]
    assert spots(loaded.problems) == [(line, column, "")]
    assert word in loaded.problems[0].message
    assert loaded.problems[0].fix


@pytest.mark.parametrize("text", TRUNCATED)
def test_a_truncated_file_is_told_to_end_where_it_ends(text: str, tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert codes(loaded) == ["json.truncated"]
    assert spots(loaded.problems) == [(*TRUNCATED[text], "")]


NEARLY_JSON = st.text(alphabet='{}[]",:\\u012eE+-. \ntrufalsn/NaI"ÿ😀', max_size=30)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9_999, 9_999)
    | st.floats(-1e9, 1e9)
    | st.text(max_size=9),
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=4), part, max_size=4)
    ),
    max_leaves=8,
).map(json.dumps)

PARTS = st.sampled_from(["[", "]", "{", "}", ",", ":", '"a"', "1", "-0.5e7", "null"])


@given(NEARLY_JSON | st.lists(PARTS).map("".join))
def test_the_place_of_a_fault_is_where_a_parser_stops(text: str) -> None:
    stopped = (len(text), "")
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        stopped = (error.pos, error.msg)
    fault, at = first_fault(text)
    assert (at == len(text) and fault is Fault.MORE) == (stopped == (len(text), ""))
    # Newer versions of Python point at the comma before a closing bracket, and a text that ends
    # within an escape has no one place.
    if not stopped[1].startswith("Illegal trailing comma") and fault is not Fault.OPEN_TEXT:
        assert at == stopped[0]


@given(NEARLY_JSON | JSON)
@example('{"a": [1, -2.5e3, "x", null, true]}')
@example('{"a": [1, -2.5e3, "x", null, true]')
def test_any_text_is_a_value_or_a_problem(text: str) -> None:
    data = text.encode()
    found = Findings()
    parsed = parse_json(JsonSpan(Source("x", data), 0, len(data)), found)
    try:
        expected = json.loads(text)
    except ValueError:
        assert parsed is None
        assert found.has_errors
    else:
        assert parsed is not None
        assert json.dumps(parsed.value) == json.dumps(expected)


def test_the_last_of_repeated_keys_counts_and_both_places_are_told(tmp_path: Path) -> None:
    text = '{"schema_version": 1,\n "min_bucket_tokens": 1,\n "min_bucket_tokens": 2}'
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert loaded.value is not None
    assert loaded.value.min_bucket_tokens == 2
    assert codes(loaded) == ["file.repeated-key"]
    assert loaded.problems[0].severity is Severity.WARNING
    assert spots(loaded.problems) == [(3, 2, "/min_bucket_tokens")]
    assert "line 2, column 2" in loaded.problems[0].message


def test_nan_and_infinities_are_errors_each_at_its_place(tmp_path: Path) -> None:
    first, second = '"min_bucket_tokens": NaN', '"knowledge_card_share_default": -Infinity'
    text = f'{{"schema_version": 1, {first},\n{second}}}'
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert loaded.value is None
    assert codes(loaded) == ["json.not-a-number"] * 2
    assert spots(loaded.problems) == [
        (1, 44, "/min_bucket_tokens"),
        (2, 33, "/knowledge_card_share_default"),
    ]


@pytest.mark.parametrize(
    ("digits", "expected"),
    [
        ("9007199254740992", ["json.big-integer", "field.invalid"]),
        ("1" * 400, ["json.number-too-large"]),
        ("1" * 10_000, ["json.number-too-large"]),
        ("1e999", ["json.number-too-large"]),
    ],
)
def test_numbers_that_no_double_holds_are_problems(
    digits: str, expected: list[str], tmp_path: Path
) -> None:
    text = f'{{"schema_version": 1, "min_bucket_tokens": {digits}}}'
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert loaded.value is None
    assert codes(loaded) == expected


def test_deep_nesting_is_a_problem_at_its_place(tmp_path: Path) -> None:
    for text, column in (
        ("[" * 10_000 + "]" * 10_000, 101),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, 501),
        ('{"schema_version": 1, "x": ' + "[" * 100_000, 127),
        ("[[]," * 10_000, 398),
    ):
        loaded = load_policy(written(tmp_path, "policy.json", text))
        assert loaded.value is None
        assert codes(loaded) == ["json.too-deep"]
        assert spots(loaded.problems) == [(1, column, "")]


def test_brackets_in_texts_are_not_nesting(tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", {"schema_version": 1, "x": '["[' * 5000}))
    assert loaded.value is not None


def test_a_line_of_a_hundred_megabytes_is_no_hang_and_not_repeated(tmp_path: Path) -> None:
    filler = "é" * 50_000_000
    text = f'{{"schema_version": 1, "x": "{filler}", "min_bucket_tokens": "1"}}'
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert spots(loaded.problems) == [
        (1, 23, "/x"),
        (1, 50_000_053, "/min_bucket_tokens"),
    ]
    assert len(str(loaded.problems)) < 2000


def read(text: str, *, any_text: bool = False) -> tuple[object, list[object]]:
    """Return a value with what is spoiled of it, and what is told of it."""
    found, data = Findings(), text.encode()
    parsed = parse_json(JsonSpan(Source("x", data), 0, len(data)), found, any_text=any_text)
    told = [(one.severity, one.code, one.place.pointer, one.message) for one in found.problems()]
    return parsed and (parsed.value, parsed.spoiled), list(told)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("999999999999999", 999_999_999_999_999),
        ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991", -9_007_199_254_740_991),
        ("0000000000000001", None),
        ("1.0", 1.0),
    ],
)
def test_a_number_that_a_double_holds_is_read_as_it_is(text: str, expected: object) -> None:
    if expected is None:
        assert read(text)[0] is None
    else:
        assert read(text) == ((expected, ()), [])
        assert type(read(text)[0][0]) is type(expected)  # type: ignore[index]


BIG = "This integer is beyond 2^53 - 1; it is read as the nearest double, as other programs do."
NAN = "NaN and infinities are not JSON."
LARGEST = "This number is too large: no program that reads JSON numbers as doubles can hold it."
HALF = "This text has half of a surrogate pair, which stands for no character"


@pytest.mark.parametrize(
    ("text", "spoiled", "told"),
    [
        ("[9007199254740992]", [], [("warning", "json.big-integer", "/0", BIG)]),
        ("[-9007199254740993]", [], [("warning", "json.big-integer", "/0", BIG)]),
        ('{"a": [1, NaN]}', [("a", 1)], [("error", "json.not-a-number", "/a/1", NAN)]),
        ("-Infinity", [()], [("error", "json.not-a-number", "", NAN)]),
        ("[1e999]", [(0,)], [("error", "json.number-too-large", "/0", LARGEST)]),
        (f"[-{'9' * 400}]", [(0,)], [("error", "json.number-too-large", "/0", LARGEST)]),
        (
            r'{"id": "\ud800"}',
            [("id",)],
            [("error", "json.lone-surrogate", "/id", HALF + ".")],
        ),
        (
            r'{"text": "a\uDFFFb"}',
            [],
            [
                (
                    "warning",
                    "json.lone-surrogate",
                    "/text",
                    HALF + ", so its tokens cannot be counted.",
                )
            ],
        ),
        (
            r'{"a": {"\udc00": 1}}',
            [("a",)],
            [("error", "json.lone-surrogate", "/a/\udc00", HALF + ".")],
        ),
        (r'["\ud83d\ude00"]', [], []),
    ],
)
def test_what_only_some_parsers_take_is_told_and_spoils_its_part(
    text: str, spoiled: list[object], told: list[object]
) -> None:
    value, problems = read(text)
    assert isinstance(value, tuple)
    assert (list(value[1]), problems) == (spoiled, told)


def test_where_any_text_is_taken_half_a_pair_spoils_none() -> None:
    value, problems = read(r'{"id": "\ud800"}', any_text=True)
    assert value == ({"id": "\ud800"}, ())
    said = HALF + ", so its tokens cannot be counted."
    assert problems == [("warning", "json.lone-surrogate", "/id", said)]


def test_how_often_a_key_is_written_is_told_where_it_is_written_last() -> None:
    text = '{"a": {"b": 1, "b": 2,\n"b": 3}, "c": 1, "c": 2}'
    value, problems = read(text)
    assert value == ({"a": {"b": 3}, "c": 2}, ())
    end = "the last value is used."
    assert problems == [
        (
            "warning",
            "file.repeated-key",
            "/a/b",
            f"This key is written 3 times, first at line 1, column 8; {end}",
        ),
        (
            "warning",
            "file.repeated-key",
            "/c",
            f"This key is written twice, first at line 2, column 10; {end}",
        ),
    ]


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_levels_are_read_and_one_more_is_too_deep(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    value, problems = read(opening * 100 + "1" + closing * 100)
    assert value is not None
    assert problems == []
    value, problems = read(opening * 101 + "1" + closing * 101)
    said = "Lists and objects are nested more than 100 levels deep here."
    assert (value, problems) == (None, [("error", "json.too-deep", "", said)])


LARGE = st.sampled_from(["9" * 401, "-" + "9" * 401, "1e999", "-1e999", "9" * 6000])
SAMPLES = sorted(
    path
    for folder in SAMPLES_FOLDER.iterdir()
    for path in folder.glob("*.json")
    if path.name != "manifest.json"  # under audit its numbers are as they were written
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(SAMPLES), LARGE, st.integers(0))
def test_a_number_beyond_every_double_is_a_placed_problem_wherever_it_stands(
    tmp_path: Path, path: Path, number: str, which: int
) -> None:
    text = path.read_text()
    numbers = [
        match
        for match in re.finditer(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*', text)
        if not match.group().startswith('"')
    ]
    assume(numbers)
    there = numbers[which % len(numbers)]
    written_text = text[: there.start()] + number + text[there.end() :]
    loaded = load_any(written(tmp_path, path.name, written_text))
    line = text.count("\n", 0, there.start()) + 1
    assert any(
        problem.severity is Severity.ERROR and problem.place.line == line
        for problem in loaded.problems
    )
