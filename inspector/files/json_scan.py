"""Finding the parts of a JSON text by byte offset, without making values of them.

Works on a text that is known to be JSON (a parser has accepted it), iteratively, so neither depth
nor size is a problem. The parser's accelerator tells lengths of members where it can; a scan does
where it cannot: repeated keys, or ``NaN`` and its like, which it does not accept.

Saying in plain words why a text is not JSON, and at which place.

The place is found here and not taken from the parser: which character a parser points at differs
between versions of Python, and the same file has to have the same problem everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from inspector.core.problems import Problem, Severity
from inspector.files.findings import Parts
from inspector.files.source import Source

_SPACE = re.compile(rb"[ \t\r\n]*")
_GAP = re.compile(rb"[ \t\r\n,]*")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^ \t\r\n,\]}]++")
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_IN_GAP = np.isin(np.arange(256), list(b" \t\r\n,"))  # of each byte
_ELEMENTS = msgspec.json.Decoder(list[msgspec.Raw])


class Member(NamedTuple):
    """A member of an object: its name, where its key starts, where its value starts and ends."""

    name: str
    key: int
    start: int
    end: int


def _after_space(data: bytes, position: int) -> int:
    match = _SPACE.match(data, position)
    return match.end() if match else position


def _gap_end(data: bytes, position: int) -> int:
    return _end(_GAP.match(data, position), position)


def _end(match: re.Match[bytes] | None, position: int) -> int:
    return match.end() if match else position


def value_end(data: bytes, start: int) -> int:
    """Return where the value that starts at an offset ends."""
    if data[start] == 0x22:
        return _end(_STRING.match(data, start), start)
    if data[start] not in b"[{":
        return _end(_SCALAR.match(data, start), start)
    depth = 0
    for step in _STEP.finditer(data, start):
        first = data[step.start()]
        if first in b"[{":
            depth += 1
        elif first in b"]}":
            depth -= 1
            if depth == 0:
                return step.end()
    return len(data)


def too_deep(data: bytes, start: int, end: int, limit: int) -> int | None:
    """Return where brackets are first nested deeper than the limit, None where they never are."""
    if data.count(b"[", start, end) + data.count(b"{", start, end) <= limit:
        return None
    depth = 0
    for step in _STEP.finditer(data, start, end):
        first = data[step.start()]
        if first in b"[{":
            depth += 1
            if depth > limit:
                return step.start()
        elif first in b"]}":
            depth -= 1
    return None


def fast_members(data: bytes, start: int, end: int) -> list[Member] | None:
    """Return the members of an object in order, None where the accelerator does not take it.

    What it takes is JSON, so this doubles as a check.
    """
    try:
        raws = _MEMBERS.decode(memoryview(data)[start:end])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    return _members(data, start, raws)


def members(data: bytes, start: int, end: int) -> list[Member]:
    """Return the members of an object in the order written, repeated keys included."""
    fast = fast_members(data, start, end)
    return _members(data, start, {}) if fast is None else fast


def _members(data: bytes, start: int, raws: dict[str, msgspec.Raw]) -> list[Member]:
    base = _address(data)
    found: list[Member] = []
    position = _after_space(data, start) + 1
    while data[position := _after_space(data, position)] != 0x7D:  # }
        if found:
            position = _after_space(data, position + 1)
        after_key = _end(_STRING.match(data, position), position)
        name = _name(data[position:after_key])
        value = _after_space(data, _after_space(data, after_key) + 1)
        raw = raws.get(name)
        # Where a key repeats, the decoder holds the last value only, so the first one is scanned.
        if raw is not None and _address(raw) - base == value:
            after = value + len(raw)
        else:
            after = value_end(data, value)
        found.append(Member(name, position, value, after))
        position = after
    return found


def _address(view: bytes | msgspec.Raw) -> int:
    return int(np.frombuffer(view, dtype=np.uint8).ctypes.data)


def _name(key: bytes) -> str:
    try:
        return msgspec.json.decode(key, type=str)
    except msgspec.MsgspecError:  # a lone surrogate
        return str(json.loads(key))


def elements(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give where each element of a list starts and ends."""
    try:
        raws = _ELEMENTS.decode(memoryview(data)[start:end])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return _scanned_elements(data, start)
    lengths = np.fromiter(map(len, raws), dtype=np.int64, count=len(raws))
    first = _gap_end(data, _after_space(data, start) + 1)
    spans = _evenly_spaced(data, first, lengths)
    return _spaced(data, first, lengths.tolist()) if spans is None else spans


def _evenly_spaced(
    data: bytes, first: int, lengths: npt.NDArray[np.int64]
) -> Iterator[tuple[int, int]] | None:
    """Give the spans of elements that all have as much between them; None where they do not."""
    if len(lengths) < 2:
        return None
    gap = _gap_end(data, first + int(lengths[0])) - first - int(lengths[0])
    ends = first + np.cumsum(lengths + gap) - gap
    starts = ends - lengths
    if ends[-1] > len(data):
        return None
    in_gap = _IN_GAP[np.frombuffer(data, dtype=np.uint8)[starts]]
    for back in range(1, gap + 1):
        in_gap[1:] |= ~_IN_GAP[np.frombuffer(data, dtype=np.uint8)[starts[1:] - back]]
    return None if in_gap.any() else zip(starts.tolist(), ends.tolist(), strict=True)


def _spaced(data: bytes, position: int, lengths: list[int]) -> Iterator[tuple[int, int]]:
    for length in lengths:
        position = _gap_end(data, position)
        yield position, position + length
        position += length


def _scanned_elements(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    position = _after_space(data, _after_space(data, start) + 1)
    while data[position] != 0x5D:  # ]
        end = value_end(data, position)
        yield position, end
        position = _after_space(data, end)
        if data[position] == 0x2C:  # ,
            position = _after_space(data, position + 1)


def locate(data: bytes, start: int, end: int, parts: Parts, *, key: bool = False) -> int:
    """Return where a part of a value starts, or where its key does.

    A part that does not exist is where the last thing on the way to it is.
    """
    start = _after_space(data, start)
    for depth, part in enumerate(parts):
        if data[start] == 0x7B:
            named = [member for member in members(data, start, end) if member.name == str(part)]
            if not named:
                return start
            if key and depth == len(parts) - 1:
                return named[-1].key
            start, end = named[-1].start, named[-1].end
        elif data[start] == 0x5B:
            spans = enumerate(elements(data, start, end))
            span = next((span for place, span in spans if str(place) == str(part)), None)
            if span is None:
                return start
            start, end = span
        else:
            return start
    return start


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

_JSON_SYNTAX_GAP = r"[ \t\n\r]*+"
_BEGUN = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_PLAIN = rf'(?:{_BEGUN}"|{_NUMBER}|true|false|null|NaN|-?Infinity)'
_JSON_SYNTAX_SPACE = re.compile(_JSON_SYNTAX_GAP)
_BEGUN_TEXT = re.compile(_BEGUN)
_TEXT = re.compile(f'{_BEGUN}"')
_JSON_SYNTAX_SCALAR = re.compile(_PLAIN)
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
    at, entered = _json_syntax_end(_JSON_SYNTAX_SPACE, text, 0), False
    while True:
        inside = open_[-1] if open_ else ""
        if not (entered and text.startswith(inside, at)):
            at = _json_syntax_end(_RUNS[inside], text, at)
            if inside == "}":
                after_key = _json_syntax_end(_TEXT, text, at)
                if after_key == at:
                    return _text_fault(text, at) or (Fault.KEY, at)
                at = _json_syntax_end(_JSON_SYNTAX_SPACE, text, after_key)
                if not text.startswith(":", at):
                    return Fault.COLON, at
                at = _json_syntax_end(_JSON_SYNTAX_SPACE, text, at + 1)
            if text.startswith(("[", "{"), at):
                open_.append(_CLOSING[text[at]])
                at, entered = _json_syntax_end(_JSON_SYNTAX_SPACE, text, at + 1), True
                continue
            after = _json_syntax_end(_JSON_SYNTAX_SCALAR, text, at)
            if after == at:
                return _text_fault(text, at) or (Fault.VALUE, at)
            at = _json_syntax_end(_JSON_SYNTAX_SPACE, text, after)
        while open_ and text.startswith(open_[-1], at):
            open_.pop()
            at = _json_syntax_end(_JSON_SYNTAX_SPACE, text, at + 1)
        if not open_:
            return Fault.MORE, at
        if not text.startswith(",", at):
            return Fault.COMMA, at
        at, entered = _json_syntax_end(_JSON_SYNTAX_SPACE, text, at + 1), False


def _json_syntax_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where what matches at a place ends: the place itself where nothing does."""
    match = pattern.match(text, at)
    return match.end() if match else at


def _text_fault(text: str, at: int) -> tuple[Fault, int] | None:
    """Return what is wrong with the text in quotes that begins at a place, None if none does."""
    if not text.startswith('"', at):
        return None
    stop = _json_syntax_end(_BEGUN_TEXT, text, at)
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
