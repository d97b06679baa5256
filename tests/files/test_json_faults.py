"""In which words and at which place it is said why a text is no JSON."""

from __future__ import annotations

import pytest

from inspector.core.problems import Severity
from inspector.files.findings import Findings
from inspector.files.json_faults import Fault, first_fault
from inspector.files.json_reading import JsonSpan, parse_json, parse_members
from inspector.files.source import Source

QUOTES = ("Texts and keys stand in double quotes.", "Use \" instead of '.")
LOWER = ("true, false and null are written in lower case.", "Write true.")
COMMENT = ("Comments are not part of JSON.", "Remove the comment.")
NOTHING = ("A comma is followed by nothing.", "Remove the comma, or add the value.")
ENDS = ("The JSON ends too early.", "Add what is missing.")
SAID = {
    "[x]": (2, *Fault.VALUE.value),
    "[1, +]": (5, "A value was expected here.", "Add or correct it."),
    "{x: 1}": (2, "A key in double quotes is missing here.", "Add it."),
    '{"a" 1}': (6, "A colon is missing between key and value.", "Add it."),
    "[1 2]": (4, "A comma or a closing bracket is missing here.", "Add it."),
    "1 2": (3, "The document ends before this; more follows.", "Remove what follows."),
    '["a\nb"]': (
        4,
        "A text holds a line break or a control character as it is.",
        "Escape it.",
    ),
    r'["\q"]': (3, "There is no such escape in JSON.", "Double the backslash."),
    r'["\u12"]': (4, "This escape needs four hexadecimal digits.", "Write it as \\u00e9."),
    r'["\u12': (7, *ENDS),
    r'["é", "\u12"]': (9, "This escape needs four hexadecimal digits.", "Write it as \\u00e9."),
    "['a']": (2, *QUOTES),
    "{'a': 1}": (2, *QUOTES),
    "[True]": (2, *LOWER),
    "[False]": (2, LOWER[0], "Write false."),
    "[1, ]": (5, *NOTHING),
    '{"a": 1, }': (
        10,
        "A comma or colon is followed by nothing.",
        "Remove the comma, or add what is missing.",
    ),
    '{"a": }': (
        7,
        "A comma or colon is followed by nothing.",
        "Remove the comma, or add what is missing.",
    ),
    "[, 1]": (2, "A value is missing before this comma.", "Add the value, or remove the comma."),
    "[1 // one\n]": (4, *COMMENT),
    "[1, # one\n]": (5, *COMMENT),
    "1 # one": (3, *COMMENT),
    '["/\t"]': (
        4,
        "A text holds a line break or a control character as it is.",
        "Escape it.",
    ),
    "[1, ": (4, *ENDS),
    "[": (2, *ENDS),
    "{": (2, *ENDS),
    '{"a"': (5, *ENDS),
    '{"a":  ': (6, *ENDS),
    " ": (1, *ENDS),
    '["a': (
        4,
        "The JSON ends inside the text that starts at line 1, column 2.",
        "Add what is missing, or close the text.",
    ),
    '["é", "b\\': (
        10,
        "The JSON ends inside the text that starts at line 1, column 7.",
        "Add what is missing, or close the text.",
    ),
    "[[1], {}, 2}": (12, "A comma or a closing bracket is missing here.", "Add it."),
    "[-]": (2, *Fault.VALUE.value),
    "[1.]": (3, "A comma or a closing bracket is missing here.", "Add it."),
}


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("before", ["", "é\n"])
def test_why_a_text_is_no_json_is_said_at_its_place(text: str, before: str) -> None:
    column, message, fix = SAID[text]
    line = before.count("\n") + 1
    message = message.replace("line 1", f"line {line}")
    data = (before + text).encode()
    found = Findings()
    span = JsonSpan(Source("f", data), len(before.encode()), len(data), ("a", 0))
    assert parse_json(span, found) is None
    (problem,) = found.problems()
    assert (problem.message, problem.fix, problem.severity) == (message, fix, Severity.ERROR)
    ends = message.startswith("The JSON ends")
    assert problem.code == ("json.truncated" if ends else "json.syntax")
    assert (problem.place.column, problem.place.pointer) == (column, "/a/0")
    assert problem.place.line == line


@pytest.mark.parametrize(
    "text",
    [
        *("null", "-0", "1.5e-7", "NaN", "-Infinity", '"\\u00e9\\n"', "[]", "{}", "[[], {}]"),
        *('{"a": [1, {"b": 2}], "c": ""}', " [ 1 , 2 ] "),
    ],
)
def test_a_text_that_is_json_has_no_fault_before_its_end(text: str) -> None:
    assert first_fault(text) == (Fault.MORE, len(text))


@pytest.mark.parametrize(
    ("text", "codes", "value"),
    [
        ("[]", ["field.invalid"], None),
        ("5", ["field.invalid"], None),
        ("{", ["json.truncated"], None),
        ("[" * 101, ["json.too-deep"], None),
        ('{"a": 1, "a": 2}', ["file.repeated-key"], "2"),
        (r'{"a": "\ud800"}', [], r'"\ud800"'),
        ('{"a": NaN}', [], "NaN"),
        ('{"a": 1}', [], "1"),
    ],
)
def test_members_are_those_of_an_object_or_it_is_told_what_else_it_is(
    text: str, codes: list[str], value: str | None
) -> None:
    found = Findings()
    members = parse_members(JsonSpan(Source("f", text.encode()), 0, len(text)), found)
    assert [one.code for one in found.problems()] == codes
    there = members and [(one.name, text[one.start : one.end]) for one in members]
    assert there == (None if value is None else [("a", value)])


def test_a_document_that_is_no_object_says_what_it_has_to_be() -> None:
    found = Findings()
    assert parse_members(JsonSpan(Source("f", b"[1]"), 0, 3, ("a",)), found) is None
    (problem,) = found.problems()
    assert problem.message == "The document has to be an object."
    assert (problem.fix, problem.place.pointer) == ("Write it as { … }.", "/a")
