"""What configurations are written in: nodes, their states, layers, and predicates of ``when``.

A key is a signal's name, alone for an exact match or with ``_gte``, ``_gt``, ``_lte``, ``_lt`` or
``_eq`` at its end. ``returning_from_silence`` alone asks for the run's own fact of that name.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

DEFAULT_NODE_TOKEN_ESTIMATES: Mapping[str, int] = MappingProxyType(
    {
        "identity_context": 150,
        "onboarding_nudge": 80,
        "user_traits": 300,
        "communication_style": 100,
        "active_lists": 400,
        "client_context": 200,
        "focus": 150,
        "working_memory": 600,
        "facts": 300,
        "gists": 500,
        "episodic_memory": 800,
        "act_history": 250,
        "available_skills": 200,
        "available_tools": 200,
        "world_state": 300,
        "warm_return_hint": 80,
        "identity_modulation": 100,
    }
)
"""The seventeen nodes of the specification in its order, each with its estimate in tokens."""

DEFAULT_RECOVERY_PRIORITY = (
    "episodic_memory",
    "working_memory",
    "world_state",
    "facts",
    "active_lists",
    "focus",
    "gists",
)
"""The order in which soft exclusions are lifted when a configuration gives none."""


STRENGTHS = ("hard", "soft")
"""What the strength of a signal rule may be."""


class Layer(IntEnum):
    """The seven layers, in the order in which they act."""

    MASK = 1
    SIGNALS = 2
    URGENCY = 3
    RECOVERY = 4
    DEPENDENCIES = 5
    SAFETY = 6
    SAFEGUARD = 7


class NodeState(IntEnum):
    """Where a node stands after a layer."""

    ABSENT = 0  # a name outside the node table that urgency has not brought in
    INCLUDED = 1
    OUT_HARD = 2  # layer 4 never lifts it; urgency, dependencies and safety may
    OUT_SOFT = 3  # layer 4 may lift it


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


class PredicateResult(Enum):
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

    def outcome(self, signals: Mapping[str, object], silence: bool) -> PredicateResult:
        """Say whether the predicate holds. A missing or null signal fails every comparison.

        Exact matches and ``_eq`` compare values, so an expected null matches a missing signal and
        ``true`` equals 1.
        """
        if self.compare is None:
            return (
                PredicateResult.MATCH
                if self.actual(signals, silence) == self.expected
                else PredicateResult.MISS
            )
        actual = signals.get(self.signal)
        if actual is None:
            return PredicateResult.MISS
        if not isinstance(actual, self.accepts):
            return PredicateResult.UNCOMPARABLE
        return (
            PredicateResult.MATCH if self.compare(actual, self.expected) else PredicateResult.MISS
        )

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
