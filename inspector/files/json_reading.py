"""Reading JSON: syntax, places, and what JSON allows but no consumer agrees on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Any

import numpy as np

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import LONE_SURROGATE
from inspector.files.bounds import exceeds, is_too_large, most, or_more
from inspector.files.findings import Findings, Parsed, Parts
from inspector.files.json_scan import (
    PIECE,
    Member,
    fast_members,
    locate,
    members,
    too_deep,
)
from inspector.files.source import Source

MOST_LEVELS = 100
MOST_VALUES = 3_000_000  # of one document: a gigabyte once they are values
MOST_MEMBERS = 400_000  # of one object: an object is known by its fields, and no list of records

# Texts that are only ever shown and counted: one that cannot be counted is kept and excluded later.
# In any other text a lone surrogate would break an id, a fingerprint or a file that is written.
FREE_TEXTS = frozenset(
    {"compact", "standard", "full", "text", "summary", "background", "user_message"}
)

_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")


class Repeated(dict[str, Any]):
    """An object in which keys are written more than once; it holds the last value of each."""


class NotANumber(float):
    """``NaN`` or an infinity, which are not JSON though many programs write them."""


class TooLarge(NotANumber):
    """A number beyond every double, which parsers take for an infinity or refuse."""


class BigInteger(float):
    """An integer beyond 2^53 - 1, as the double that every JavaScript program reads it as."""


@dataclass(frozen=True, slots=True)
class JsonSpan:
    """A part of a JSON text that holds one value, and the way to it from the document's root."""

    source: Source
    start: int
    end: int
    prefix: Parts = ()

    @property
    def data(self) -> bytes:
        """The bytes of the value, and maybe space around it."""
        return self.source.data[self.start : self.end]

    def place(self, parts: Parts = (), *, key: bool = False) -> Place:
        """Return the place of a part of the value, or of its key."""
        offset = locate(
            self.source.data, self.start, self.end, parts, key=key, kept=self.source.kept
        )
        return self.source.place(offset, pointer(*self.prefix, *parts))


def parse_members(span: JsonSpan, found: Findings) -> list[Member] | None:
    """Return the members of a JSON object without their values; None, reported, if it is none.

    A key that repeats is a warning, and its last value the only one returned.
    """
    if _is_refused(span, found):
        return None
    written = fast_members(span.source.data, span.start, span.end)
    if written is None:
        # NaN, lone surrogates and deep nesting need another look; an error needs its message.
        decoded = _decode(span, found)
        if decoded is None:
            return None
        if not isinstance(decoded.value, dict):
            message, fix = "The document has to be an object.", "Write it as { … }."
            found.add(Problem(Severity.ERROR, "field.invalid", message, fix, span.place()))
            return None
        written = members(span.source.data, span.start, span.end)
    if exceeds(len(written), MOST_MEMBERS):
        found.add(_too_wide(span))
        return None
    last = {member.name: member for member in written}
    if len(last) < len(written):
        _report_repeats((), span, found)
    return list(last.values())


def parse_json(span: JsonSpan, found: Findings, *, any_text: bool = False) -> Parsed | None:
    """Return the value of a span, None where it is not JSON or is nested too deep.

    As in every consumer, the last of repeated keys counts; each repetition is a warning. What is
    not JSON though parsers take it spoils the part it is in: ``NaN``, and unless ``any_text`` is
    true, lone surrogates in texts that name something.
    """
    decoded = _decode(span, found)
    if decoded is None:
        return None
    spoiled: tuple[Parts, ...] = ()
    if decoded.dirty:
        spoiled = tuple(_dirt(decoded.value, span, found, any_text=any_text))
    return Parsed(decoded.value, span, (), spoiled)


class _TooManyMembersError(Exception):
    """An object has more members than are read."""


@dataclass(slots=True)
class _Decoded:
    dirty: bool
    value: Any = None

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if exceeds(len(pairs), MOST_MEMBERS):
            raise _TooManyMembersError
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        self.dirty = True
        return Repeated(value)

    def constant(self, name: str) -> NotANumber:
        self.dirty = True
        return NotANumber(name)

    def integer(self, digits: str) -> int | float:
        if len(digits) < 16:
            return int(digits)
        # Python refuses to read integers of thousands of digits; as a double any length is quick.
        number = self.real(digits)
        if isinstance(number, TooLarge):
            return number
        if abs(number) <= SAFE_INTEGER and abs(int(digits)) <= SAFE_INTEGER:
            return int(digits)
        self.dirty = True
        return BigInteger(number)

    def real(self, digits: str) -> float:
        number = float(digits)
        if isfinite(number):
            return number
        self.dirty = True
        return TooLarge(number)


_BACKSLASH, _QUOTE = ord("\\"), ord('"')


def has_too_many(data: bytes, start: int, end: int) -> bool:
    """Whether a JSON text holds so many values that no document of any use does."""
    return exceeds(end - start, MOST_VALUES) and separates(data, start, end, most(MOST_VALUES))


def separates(data: bytes, start: int, end: int, most: int, signs: bytes = b",") -> bool:
    """Whether as many signs as ``most`` stand between the quoted texts of JSON or of a table.

    Those in texts are told apart only where there are many; a table that has a backslash before the
    end of a text is then taken for one with a text that goes on.
    """
    if sum(data.count(sign, start, end) for sign in signs) < most:
        return False
    separators, inside = 0, 0
    while start < end and separators < most:
        stop = min(start + PIECE, end)
        while stop < end and data[stop - 1] == _BACKSLASH:
            stop += 1
        piece = data[start:stop].replace(rb"\\", b"__").replace(rb"\"", b"__")
        read = np.frombuffer(piece, dtype=np.uint8)
        # Whether a text is open, by the quotes so far: a byte that overflows keeps odd and even.
        open_ = (np.cumsum(read == _QUOTE, dtype=np.uint8) + np.uint8(inside)) & 1
        found = np.logical_or.reduce([read == sign for sign in signs])
        separators += int(np.count_nonzero(found & (open_ == 0)))
        inside, start = int(open_[-1]), stop
    return separators >= most


def _is_refused(span: JsonSpan, found: Findings) -> bool:
    """Whether a value has more parts than memory and patience are for; that is reported."""
    if not has_too_many(span.source.data, span.start, span.end):
        return False
    found.add(_too_many(f"The document has more than {most(MOST_VALUES):,} values", span))
    return True


def _too_many(what: str, span: JsonSpan) -> Problem:
    message, fix = f"{what}; it was not read.", or_more("Split it, write its records as JSON lines")
    return Problem(Severity.ERROR, "json.too-many-values", message, fix, span.place())


def _too_wide(span: JsonSpan) -> Problem:
    most_members = most(MOST_MEMBERS)
    return _too_many(f"An object of the document has more than {most_members:,} members", span)


def _decode(span: JsonSpan, found: Findings) -> _Decoded | None:
    if is_too_large(span.end - span.start, span.place, found) or _is_refused(span, found):
        return None
    deep = too_deep(span.source.data, span.start, span.end, MOST_LEVELS)
    if deep is not None:
        found.add(
            Problem(
                Severity.ERROR,
                "json.too-deep",
                f"Lists and objects are nested more than {MOST_LEVELS} levels deep here.",
                "Flatten the structure.",
                span.source.place(deep, pointer(*span.prefix)),
            )
        )
        return None
    data = span.data
    decoded = _Decoded(dirty=_SURROGATE_ESCAPE.search(data) is not None)
    text = data.decode()
    try:
        decoded.value = json.loads(
            text,
            object_pairs_hook=decoded.pairs,
            parse_constant=decoded.constant,
            parse_int=decoded.integer,
            parse_float=decoded.real,
        )
    except _TooManyMembersError:
        found.add(_too_wide(span))
        return None
    except json.JSONDecodeError:
        from inspector.files.json_faults import syntax_problem

        found.add_many(
            ("json.syntax", span.source.name),
            lambda: syntax_problem(text, span.source, span.start, pointer(*span.prefix)),
        )
        return None
    return decoded


def _dirt(value: Any, span: JsonSpan, found: Findings, *, any_text: bool) -> Iterator[Parts]:
    """Report what is unclean in a value; give the ways to the parts that are spoiled by it."""
    waiting: list[tuple[Parts, Any]] = [((), value)]
    while waiting:
        way, part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part, Repeated):
                _report_repeats(way, span, found)
            for name, member in part.items():
                if LONE_SURROGATE.search(name):
                    _report(found, _lone(spoils=True), span, (*way, name), key=True)
                    yield way
                waiting.append(((*way, name), member))
        elif isinstance(part, list):
            waiting += [((*way, place), member) for place, member in enumerate(part)]
        elif isinstance(part, str) and LONE_SURROGATE.search(part):
            spoils = not any_text and FREE_TEXTS.isdisjoint(way[-1:])
            _report(found, _lone(spoils=spoils), span, way)
            if spoils:
                yield way
        elif isinstance(part, NotANumber):
            problem = _TOO_LARGE if isinstance(part, TooLarge) else _NOT_A_NUMBER
            _report(found, problem, span, way)
            yield way
        elif isinstance(part, BigInteger):
            _report(found, _BIG_INTEGER, span, way)


def _report_repeats(way: Parts, span: JsonSpan, found: Findings) -> None:
    data = span.source.data
    start = locate(data, span.start, span.end, way, kept=span.source.kept)
    written: dict[str, list[int]] = {}
    for member in members(data, start, span.end):
        written.setdefault(member.name, []).append(member.key)
    for name, keys in written.items():
        if len(keys) > 1:
            where = pointer(*span.prefix, *way, name)
            found.add_many(
                "file.repeated-key",
                partial(_repeats, keys, span.source, where),
            )


def _repeats(keys: list[int], source: Source, where: str) -> Problem:
    return repeated_key(len(keys), source.place(keys[0]), source.place(keys[-1], where))


def repeated_key(times: int, first: Place, last: Place) -> Problem:
    """Return the warning about a key that is written more than once."""
    often = "twice" if times == 2 else f"{times:,} times"
    return Problem(
        Severity.WARNING,
        "file.repeated-key",
        f"This key is written {often}, first at line {first.line}, column {first.column};"
        " the last value is used.",
        "Keep one of them.",
        last,
    )


def _report(
    found: Findings, problem: Problem, span: JsonSpan, way: Parts, *, key: bool = False
) -> None:
    found.add_many(problem.code, lambda: problem.at(span.place(way, key=key)))


def _lone(*, spoils: bool) -> Problem:
    return Problem(
        Severity.ERROR if spoils else Severity.WARNING,
        "json.lone-surrogate",
        "This text has half of a surrogate pair, which stands for no character"
        + ("." if spoils else ", so its tokens cannot be counted."),
        "Write the whole pair, or the character itself.",
    )


_NOT_A_NUMBER = Problem(
    Severity.ERROR,
    "json.not-a-number",
    "NaN and infinities are not JSON.",
    "Write a finite number, or leave the field out.",
)
_TOO_LARGE = Problem(
    Severity.ERROR,
    "json.number-too-large",
    "This number is too large: no program that reads JSON numbers as doubles can hold it.",
    "Write a smaller number, or a text.",
)
_BIG_INTEGER = Problem(
    Severity.WARNING,
    "json.big-integer",
    "This integer is beyond 2^53 - 1; it is read as the nearest double, as other programs do.",
    "Use a smaller number, or a text.",
)
