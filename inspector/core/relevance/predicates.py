"""Predicates of ``when``: one key, read once, and what it says of a run's signals.

A key is a signal's name, alone for an exact match or with ``_gte``, ``_gt``, ``_lte``, ``_lt`` or
``_eq`` at its end. ``returning_from_silence`` alone asks for the run's own fact of that name.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

SILENCE_KEY = "returning_from_silence"


class Operator(StrEnum):
    """How a predicate compares."""

    GTE = "gte"
    GT = "gt"
    LTE = "lte"
    LT = "lt"
    EQ = "eq"
    EXACT = "exact"
    SILENCE = "silence"  # exact, of the run's returning_from_silence

    @property
    def symbol(self) -> str:
        """The sign a person reads between actual and expected value."""
        return _SYMBOLS.get(self, "=")


_SYMBOLS = {Operator.GTE: "≥", Operator.GT: ">", Operator.LTE: "≤", Operator.LT: "<"}

_COMPARE: dict[Operator, Callable[[Any, Any], bool]] = {
    Operator.GTE: operator.ge,
    Operator.GT: operator.gt,
    Operator.LTE: operator.le,
    Operator.LT: operator.lt,
}

# "_gte" does not end in "_gt", so the order among suffixes does not matter.
_SUFFIXES = {
    f"_{op}": op for op in (Operator.GTE, Operator.GT, Operator.LTE, Operator.LT, Operator.EQ)
}


class Outcome(Enum):
    """What a predicate says of the signals."""

    MATCH = "match"
    MISS = "miss"
    UNCOMPARABLE = "uncomparable"  # text against a number and the like: counts as a miss


def split_key(key: str) -> tuple[str, Operator]:
    """Return the signal a key asks about and how it compares."""
    if key == SILENCE_KEY:
        return key, Operator.SILENCE
    for suffix, op in _SUFFIXES.items():
        if key.endswith(suffix):
            return key.removesuffix(suffix), op
    return key, Operator.EXACT


def comparable_types(expected: object) -> tuple[type, ...]:
    """Return the types an order comparison with ``expected`` has an answer for; none for none.

    Numbers compare with numbers, ``true`` and ``false`` being 1 and 0, and text with text.
    """
    if isinstance(expected, int | float):
        return (int, float)
    return (str,) if isinstance(expected, str) else ()


@dataclass(frozen=True, slots=True)
class Predicate:
    """One key of ``when`` with its expected value; ``place`` is its JSON pointer."""

    key: str
    signal: str
    operator: Operator
    expected: object
    place: str
    compare: Callable[[Any, Any], bool] | None
    accepts: tuple[type, ...]

    def outcome(self, signals: Mapping[str, object], silence: bool) -> Outcome:
        """Say whether the predicate holds. A missing or null signal fails every comparison.

        Exact matches and ``_eq`` compare values, so an expected null matches a missing signal and
        ``true`` equals 1.
        """
        if self.compare is None:
            return Outcome.MATCH if self.actual(signals, silence) == self.expected else Outcome.MISS
        actual = signals.get(self.signal)
        if actual is None:
            return Outcome.MISS
        if not isinstance(actual, self.accepts):
            return Outcome.UNCOMPARABLE
        return Outcome.MATCH if self.compare(actual, self.expected) else Outcome.MISS

    def actual(self, signals: Mapping[str, object], silence: bool) -> object:
        """Return the value the predicate looks at; None where the signal is missing."""
        return silence if self.operator is Operator.SILENCE else signals.get(self.signal)


def read_predicate(key: str, expected: object, place: str) -> Predicate:
    """Read one key of ``when``; any key is some predicate."""
    signal, op = split_key(key)
    compare = _COMPARE.get(op)
    return Predicate(key, signal, op, expected, place, compare, comparable_types(expected))


_TO_SHOW = json.JSONEncoder(ensure_ascii=False, default=str)


def show_value(value: object) -> str:
    """Write a signal's or threshold's value as JSON does; None is ``missing``."""
    if value is None:
        return "missing"
    return _TO_SHOW.encode(value)
