"""Finding the parts of a JSON text by byte offset, without making values of them.

Works on a text that is known to be JSON (a parser has accepted it), iteratively, so neither depth
nor size is a problem. The parser's accelerator tells lengths of members where it can; a scan does
where it cannot: repeated keys, or ``NaN`` and its like, which it does not accept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from inspector.files.parsed import Parts

_SPACE = re.compile(rb"[ \t\r\n]*")
_GAP = re.compile(rb"[ \t\r\n,]*")
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^ \t\r\n,\]}]++")
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
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
        yield from _scanned_elements(data, start)
        return
    position = _after_space(data, start) + 1
    for raw in raws:
        gap = _GAP.match(data, position)
        if gap:
            position = gap.end()
        after = position + len(raw)
        yield position, after
        position = after


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
