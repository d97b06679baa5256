"""Saying in plain words why a text is not JSON, and at which place.

The place is found here and not taken from the parser: which character a parser points at differs
between versions of Python, and the same file has to have the same problem everywhere.
"""

from __future__ import annotations

import re
from enum import Enum

from inspector.core.problems import Problem, Severity
from inspector.files.source import Source


class Fault(Enum):
    """What is wrong with a text that is not JSON, with what is said of it and what helps."""

    VALUE = ("A value was expected here.", "Add or correct it.")
    KEY = ("A key in double quotes is missing here.", "Add it.")
    COLON = ("A colon is missing between key and value.", "Add it.")
    COMMA = ("A comma or a closing bracket is missing here.", "Add it.")
    MORE = ("The document ends before this; more follows.", "Remove what follows.")
    OPEN_TEXT = ("This text is not closed.", "Add what is missing, or close the text.")
    CONTROL = ("A text holds a line break or a control character as it is.", "Escape it.")
    ESCAPE = ("There is no such escape in JSON.", "Double the backslash.")
    UNICODE = ("This escape needs four hexadecimal digits.", "Write it as \\u00e9.")


_HERE = {
    "'": ("Texts and keys stand in double quotes.", "Use \" instead of '."),
    "T": ("true, false and null are written in lower case.", "Write true."),
    "F": ("true, false and null are written in lower case.", "Write false."),
    "]": ("A comma is followed by nothing.", "Remove the comma, or add the value."),
    "}": ("A comma or colon is followed by nothing.", "Remove the comma, or add what is missing."),
    ",": ("A value is missing before this comma.", "Add the value, or remove the comma."),
}

_COMMENT = ("Comments are not part of JSON.", "Remove the comment.")
_INSIDE_TEXTS = (Fault.CONTROL, Fault.ESCAPE, Fault.UNICODE)

_GAP = r"[ \t\n\r]*+"
_BEGUN = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_PLAIN = rf'(?:{_BEGUN}"|{_NUMBER}|true|false|null|NaN|-?Infinity)'
_SPACE = re.compile(_GAP)
_BEGUN_TEXT = re.compile(_BEGUN)
_TEXT = re.compile(f'{_BEGUN}"')
_SCALAR = re.compile(_PLAIN)
# What stands at once inside a list, an object and the document: members without brackets.
_RUNS = {
    "]": re.compile(rf"(?:{_PLAIN}{_GAP},{_GAP})*+"),
    "}": re.compile(rf'(?:{_BEGUN}"{_GAP}:{_GAP}{_PLAIN}{_GAP},{_GAP})*+'),
    "": re.compile(""),
}
_CLOSING = {"[": "]", "{": "}"}


def first_fault(text: str) -> tuple[Fault, int]:
    """Return why a text is not JSON, and at which code point that shows first.

    ``NaN`` and the infinities are let pass, as the parser does. Of a text that is JSON its end is
    returned.
    """
    open_: list[str] = []  # the brackets that are to come, the next one last
    at, entered = _end(_SPACE, text, 0), False
    while True:
        inside = open_[-1] if open_ else ""
        if not (entered and text.startswith(inside, at)):
            at = _end(_RUNS[inside], text, at)
            if inside == "}":
                after_key = _end(_TEXT, text, at)
                if after_key == at:
                    return _text_fault(text, at) or (Fault.KEY, at)
                at = _end(_SPACE, text, after_key)
                if not text.startswith(":", at):
                    return Fault.COLON, at
                at = _end(_SPACE, text, at + 1)
            if text.startswith(("[", "{"), at):
                open_.append(_CLOSING[text[at]])
                at, entered = _end(_SPACE, text, at + 1), True
                continue
            after = _end(_SCALAR, text, at)
            if after == at:
                return _text_fault(text, at) or (Fault.VALUE, at)
            at = _end(_SPACE, text, after)
        while open_ and text.startswith(open_[-1], at):
            open_.pop()
            at = _end(_SPACE, text, at + 1)
        if not open_:
            return Fault.MORE, at
        if not text.startswith(",", at):
            return Fault.COMMA, at
        at, entered = _end(_SPACE, text, at + 1), False


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where what matches at a place ends: the place itself where nothing does."""
    match = pattern.match(text, at)
    return match.end() if match else at


def _text_fault(text: str, at: int) -> tuple[Fault, int] | None:
    """Return what is wrong with the text in quotes that begins at a place, None if none does."""
    if not text.startswith('"', at):
        return None
    stop = _end(_BEGUN_TEXT, text, at)
    if stop >= len(text) - text.startswith("\\", stop):
        return Fault.OPEN_TEXT, at
    if text[stop] != "\\":
        return Fault.CONTROL, stop
    return (Fault.UNICODE, stop + 1) if text[stop + 1] == "u" else (Fault.ESCAPE, stop)


def syntax_problem(text: str, source: Source, start: int, pointer: str) -> Problem:
    """Return the problem of a text that is not JSON: the part of a source from an offset on."""

    def problem(code: str, at: int, message: str, fix: str) -> Problem:
        place = source.place(start + len(text[:at].encode()), pointer)
        return Problem(Severity.ERROR, f"json.{code}", message, fix, place)

    fault, at = first_fault(text)
    message, fix = fault.value
    ending = len(text.rstrip())
    if fault is Fault.OPEN_TEXT:
        opened = source.place(start + len(text[:at].encode()))
        message = (
            f"The JSON ends inside the text that starts at line {opened.line}, column"
            f" {opened.column}."
        )
        return problem("truncated", ending, message, fix)
    inside_escape = fault is Fault.UNICODE and '"' not in text[at:]
    if at >= ending or inside_escape:
        return problem("truncated", ending, "The JSON ends too early.", "Add what is missing.")
    if text[at] in "/#" and fault not in _INSIDE_TEXTS:
        return problem("syntax", at, *_COMMENT)
    if fault in (Fault.VALUE, Fault.KEY):
        message, fix = _HERE.get(text[at], (message, fix))
    return problem("syntax", at, message, fix)
