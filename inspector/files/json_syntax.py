"""Saying in plain words why a text is not JSON, and at which place."""

from __future__ import annotations

import json

from inspector.core.problems import Problem, Severity
from inspector.files.source import Source

_HERE = {
    "'": ("Texts and keys stand in double quotes.", "Use \" instead of '."),
    "T": ("true, false and null are written in lower case.", "Write true."),
    "F": ("true, false and null are written in lower case.", "Write false."),
    "]": ("A comma is followed by nothing.", "Remove the comma, or add the value."),
    "}": ("A comma or colon is followed by nothing.", "Remove the comma, or add what is missing."),
    ",": ("A value is missing before this comma.", "Add the value, or remove the comma."),
}

_COMMENT = ("Comments are not part of JSON.", "Remove the comment.")

_BY_MESSAGE = (
    ("Invalid control", "A text holds a line break or a control character as it is.", "Escape it."),
    ("Invalid \\u", "This escape needs four hexadecimal digits.", "Write it as \\u00e9."),
    ("Invalid \\", "There is no such escape in JSON.", "Double the backslash."),
    ("Extra data", "The document ends before this; more follows.", "Remove what follows."),
    ("Expecting ',' delimiter", "A comma or a closing bracket is missing here.", "Add it."),
    ("Expecting ':' delimiter", "A colon is missing between key and value.", "Add it."),
    ("Expecting property name", "A key in double quotes is missing here.", "Add it."),
    ("Illegal trailing comma", "A comma is followed by nothing.", "Remove the comma."),
)

_LOOKS_AT_CHARACTER = ("Expecting value", "Expecting property name")


def syntax_problem(
    text: str, error: json.JSONDecodeError, source: Source, start: int, pointer: str
) -> Problem:
    """Return the problem for a syntax error in the part of a source that starts at an offset."""

    def problem(code: str, at: int, message: str, fix: str) -> Problem:
        place = source.place(start + len(text[:at].encode()), pointer)
        return Problem(Severity.ERROR, f"json.{code}", message, fix, place)

    ending = len(text.rstrip())
    if error.msg.startswith("Unterminated string"):
        opened = source.place(start + len(text[: error.pos].encode()))
        message = (
            f"The JSON ends inside the text that starts at line {opened.line}, column"
            f" {opened.column}."
        )
        return problem("truncated", ending, message, "Add what is missing, or close the text.")
    inside_escape = error.msg.startswith("Invalid \\u") and '"' not in text[error.pos :]
    if error.pos >= ending or inside_escape:
        return problem("truncated", ending, "The JSON ends too early.", "Add what is missing.")
    if text[error.pos] in "/#" and not error.msg.startswith("Invalid"):
        return problem("syntax", error.pos, *_COMMENT)
    here = _HERE.get(text[error.pos])
    if here and error.msg.startswith(_LOOKS_AT_CHARACTER):
        return problem("syntax", error.pos, *here)
    for beginning, message, fix in _BY_MESSAGE:
        if error.msg.startswith(beginning):
            return problem("syntax", error.pos, message, fix)
    return problem("syntax", error.pos, "A value was expected here.", "Add or correct it.")
