"""Every wrong, missing and unknown field is told at its place, in words of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from pydantic import BaseModel, ConfigDict

from inspector.core.model import Document
from inspector.core.problems import Severity
from inspector.core.scalars import (
    AnyText,
    Flag,
    Fraction,
    Natural,
    SafeInteger,
    SchemaVersion,
    Text40,
)
from inspector.files.documents import check, check_without_wrong_fields
from inspector.files.findings import Findings, Parsed
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source


class Inner(Document):
    name: AnyText
    size: Natural = 0


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: AnyText = ""


class Whole(Document):
    title: AnyText
    schema_version: SchemaVersion = 1
    tags: tuple[AnyText, ...] = ()
    short: tuple[Text40, ...] = ()
    inner: Inner | None = None
    several: tuple[Inner, ...] = ()
    pair: tuple[Natural, Natural] | None = None
    facts: Mapping[str, Natural] | None = None
    either: SafeInteger | tuple[AnyText, ...] = 0
    share: Fraction = 0
    closed: Closed | None = None
    on: Flag = False


def parsed(text: str, found: Findings) -> Parsed:
    value = parse_json(JsonSpan(Source("f", text.encode()), 0, len(text.encode())), found)
    assert value is not None
    return value


def told(text: str) -> list[tuple[str, str | None, str, str]]:
    """Return code, pointer, message and fix of all problems of a wrong text."""
    found = Findings()
    assert check(Whole, parsed(text, found), found, what="whole") is None
    return [(one.code, one.place.pointer, one.message, one.fix) for one in found.problems()]


QUOTES, NUMBER = "Put it in double quotes.", "Write a whole number without quotes."
WRONG = {
    '{"tags": []}': ("field.missing", "", "title is missing.", "Add it to the whole."),
    '{"title": 5}': ("field.invalid", "/title", "title must be text.", QUOTES),
    "5": ("field.invalid", "", "The whole must be an object.", "Write it as { … }."),
    '{"title": "", "tags": "x"}': (
        "field.invalid",
        "/tags",
        "tags must be a list.",
        "Put it in [ ].",
    ),
    '{"title": "", "tags": ["x", 5]}': (
        "field.invalid",
        "/tags/1",
        "tags.1 must be text.",
        QUOTES,
    ),
    '{"title": "", "inner": 5}': (
        "field.invalid",
        "/inner",
        "inner must be an object.",
        "Write it as { … }.",
    ),
    '{"title": "", "inner": {}}': (
        "field.missing",
        "/inner",
        "name is missing.",
        "Add it to the whole.",
    ),
    '{"title": "", "several": [{"name": ""}, {"name": "", "size": -1}]}': (
        "field.invalid",
        "/several/1/size",
        "size must not be negative.",
        "Write 0 or a positive whole number.",
    ),
    '{"title": "", "several": [{"name": ""}, 5]}': (
        "field.invalid",
        "/several/1",
        "several.1 must be an object.",
        "Write it as { … }.",
    ),
    '{"title": "", "several": [{}]}': (
        "field.missing",
        "/several/0",
        "name is missing.",
        "Add it to the whole.",
    ),
    '{"title": "", "pair": [1]}': (
        "field.missing",
        "/pair",
        "pair.1 is missing.",
        "Add it to the whole.",
    ),
    '{"title": "", "facts": {"a": 1.5}}': (
        "field.invalid",
        "/facts/a",
        "a must be an integer.",
        NUMBER,
    ),
    '{"title": "", "facts": []}': (
        "field.invalid",
        "/facts",
        "facts must be an object.",
        "Write it as { … }.",
    ),
    '{"title": "", "either": true}': (
        "field.invalid",
        "/either",
        "either must be an integer or a list.",
        "Write one of these.",
    ),
    '{"title": "", "either": ["x", 1]}': (
        "field.invalid",
        "/either/1",
        "either.1 must be text.",
        QUOTES,
    ),
    '{"title": "", "share": 2}': (
        "field.invalid",
        "/share",
        "share must be between 0 and 1.",
        "Write a fraction such as 0.25 for 25 %.",
    ),
    '{"title": "", "on": 1}': (
        "field.invalid",
        "/on",
        "on must be true or false.",
        "Write true or false without quotes.",
    ),
    '{"title": "", "schema_version": 2}': (
        "field.invalid",
        "/schema_version",
        "schema_version must be 1.",
        "Write 1; other versions are not known.",
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_field_is_told_at_its_place(text: str) -> None:
    code, pointer, message, fix = WRONG[text]
    assert [(one[0], one[2], one[3]) for one in told(text)] == [(code, message, fix)]
    assert (told(text)[0][1] or "").startswith(pointer)


def test_every_wrong_field_is_told_each_once() -> None:
    text = '{"tags": 1, "share": "x", "several": [{"size": "y"}, 3], "closed": {"mood": 1}}'
    assert [(code, message) for code, _, message, _ in told(text)] == [
        ("field.missing", "title is missing."),
        ("field.invalid", "tags must be a list."),
        ("field.invalid", "share must be a finite number."),
        ("field.missing", "name is missing."),
        ("field.invalid", "size must be an integer."),
        ("field.invalid", "several.1 must be an object."),
        ("field.invalid", "mood is not known."),
    ]


def test_a_thousand_wrong_fields_of_a_kind_are_told_and_the_rest_is_counted() -> None:
    found = Findings()
    for _ in range(1002):
        assert check(Whole, parsed('{"title": 5}', Findings()), found, what="whole") is None
    problems = found.problems()
    assert len(problems) == 1001
    assert problems[-1].code == "file.more-of-the-same"
    assert problems[-1].message.startswith("2 more problems of the kind field.invalid, not listed")


@pytest.mark.parametrize("wrong", [[5], ["x" * 41, "x" * 42]], ids=["numbers", "long texts"])
def test_what_is_wrong_in_one_list_is_of_one_kind_wherever_it_stands(wrong: list[object]) -> None:
    items = [wrong[place % len(wrong)] for place in range(1002)]
    told_of = told(json.dumps({"title": "", "short": items}))
    assert [pointer for _, pointer, _, _ in told_of[:1000]] == [
        f"/short/{place}" for place in range(1000)
    ]
    assert [code for code, _, _, _ in told_of[1000:]] == ["file.more-of-the-same"]


def test_what_is_wrong_in_two_ways_is_of_two_kinds() -> None:
    items = [5, "x" * 41] * 600
    assert len(told(json.dumps({"title": "", "short": items}))) == 1200
    both = {"title": "", "short": [5] * 600, "tags": [5] * 600}
    assert len(told(json.dumps(both))) == 1200


@pytest.mark.parametrize(("length", "name"), [(100, "n" * 100), (101, "A field")])
def test_a_long_name_is_not_repeated(length: int, name: str) -> None:
    text = json.dumps({"title": "", "facts": {"n" * length: "x"}})
    assert [message for _, _, message, _ in told(text)] == [f"{name} must be an integer."]


def unknown(text: str) -> list[tuple[Severity, str | None, int | None, str, str]]:
    found = Findings()
    assert check(Whole, parsed(text, found), found, what="whole") is not None
    return [
        (one.severity, one.place.pointer, one.place.column, one.message, one.fix)
        for one in found.problems()
    ]


def test_unknown_fields_are_warnings_at_their_keys_wherever_they_stand() -> None:
    text = (
        '{"Titel": 1, "title": "", "inner": {"name": "", "zzz": 1}, "facts": {"any": 1},\n'
        '"several": [{"name": "", "naem": 1}], "either": ["x"], "tags": ["y"]}'
    )
    fix, warns = "Remove it, or check its spelling.", Severity.WARNING
    assert unknown(text) == [
        (
            warns,
            "/Titel",
            2,
            "The field Titel is not known; it has no effect.",
            "Did you mean title?",
        ),
        (warns, "/inner/zzz", 49, "The field zzz is not known; it has no effect.", fix),
        (
            warns,
            "/several/0/naem",
            26,
            "The field naem is not known; it has no effect.",
            "Did you mean name?",
        ),
    ]


@pytest.mark.parametrize(
    ("length", "said"),
    [(100, "The field " + "t" * 100 + " is"), (101, "A field with a name of 101 characters is")],
)
def test_an_unknown_field_with_a_long_name_is_told_by_its_length(length: int, said: str) -> None:
    (warning,) = unknown(json.dumps({"title": "", "t" * length: 1}))
    assert warning[3:] == (
        f"{said} not known; it has no effect.",
        "Remove it, or check its spelling.",
    )


@pytest.mark.parametrize(("times", "count"), [(20, 20), (21, 1)])
def test_more_than_twenty_unknown_fields_of_one_name_are_one_warning(
    times: int, count: int
) -> None:
    inner = [{"name": "", "other": 1}] * times
    told = unknown(json.dumps({"title": "", "several": inner}))
    assert len(told) == count
    more = " The same holds for 20 more places." if count == 1 else ""
    assert told[0][3] == f"The field other is not known; it has no effect.{more}"


def left_out(text: str) -> tuple[Whole | None, set[str], int]:
    found = Findings()
    value, wrong = check_without_wrong_fields(Whole, parsed(text, found), found, what="whole")
    return value, wrong, len(found.problems())


def test_what_is_right_is_used_and_what_is_wrong_is_named() -> None:
    whole = Whole(title="t")
    assert left_out('{"title": "t"}') == (whole, set(), 0)
    assert left_out('{"title": "t", "tags": 5, "on": 1, "x": 1}') == (whole, {"tags", "on"}, 3)
    assert left_out('{"title": "t", "share": NaN}') == (whole, {"share"}, 1)
    assert left_out('{"title": "t", "inner": {"name": "\\ud800"}}') == (whole, {"inner"}, 1)


@pytest.mark.parametrize("text", ['{"tags": 5}', "[]"])
def test_without_what_has_to_be_there_nothing_is_used(text: str) -> None:
    assert left_out(text)[0] is None


def test_of_another_version_nothing_is_used() -> None:
    assert left_out('{"title": "t", "schema_version": 2, "tags": 5}') == (None, set(), 2)


def test_a_field_that_no_value_can_be_made_of_is_told_once_and_costs_the_whole() -> None:
    for text, code in (
        ('{"title": "t", "share": NaN}', "json.not-a-number"),
        ('{"title": "t", "other": NaN}', "json.not-a-number"),
    ):
        found = Findings()
        assert check(Whole, parsed(text, found), found, what="whole") is None
        assert code in [one.code for one in found.problems()]
        assert [one.code for one in found.problems()].count("field.invalid") == 0
