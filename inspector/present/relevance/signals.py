"""The signals that can be set: those the rules ask about, and those a request brings besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.relevance import Operator, Predicate
from inspector.core.relevance.predicates import show_value


class SignalKind(Enum):
    """How a signal's value is edited."""

    FLAG = "flag"
    NUMBER = "number"
    TEXT = "text"
    VALUE = "value"  # any JSON value, written out


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One signal. ``value`` None means missing.

    ``asked`` says what rules ask of it, "" for nothing. ``whole`` tells that only whole numbers
    were seen, ``choices`` are the texts that rules compare with.
    """

    name: str
    kind: SignalKind
    value: object
    asked: str
    whole: bool = True
    choices: tuple[str, ...] = ()


def signal_rows(result: RelevanceResult) -> tuple[SignalRow, ...]:
    """Return the signals in the order in which rules first ask for them, then all others."""
    signals = result.facts.signals
    asked: dict[str, list[Predicate]] = {}
    if result.config is not None:
        for question in result.config.compiled.questions:
            if question.operator is not Operator.SILENCE:
                asked.setdefault(question.signal, []).append(question)
    others = [name for name in signals if name not in asked]
    return tuple(_row(name, asked.get(name, ()), signals.get(name)) for name in (*asked, *others))


def _row(name: str, predicates: Sequence[Predicate], value: object) -> SignalRow:
    expected = [predicate.expected for predicate in predicates]
    kind = _kind(expected)
    if value is not None and (not predicates or not _fits(value, kind)):
        kind = _kind([value])
    numbers = [one for one in (*expected, value) if isinstance(one, int | float)]
    return SignalRow(
        name=name,
        kind=kind,
        value=value,
        asked=", ".join(f"{one.operator.symbol} {show_value(one.expected)}" for one in predicates),
        whole=not any(isinstance(number, float) for number in numbers),
        choices=tuple(dict.fromkeys(one for one in expected if isinstance(one, str))),
    )


def _kind(values: Sequence[object]) -> SignalKind:
    """Return the one kind of all values but null, ``VALUE`` where there is none."""
    kinds = set()
    for value in values:
        match value:
            case None:
                continue
            case bool():
                kinds.add(SignalKind.FLAG)
            case int() | float():
                kinds.add(SignalKind.NUMBER)
            case str():
                kinds.add(SignalKind.TEXT)
            case _:
                kinds.add(SignalKind.VALUE)
    return kinds.pop() if len(kinds) == 1 else SignalKind.VALUE


def _fits(value: object, kind: SignalKind) -> bool:
    return kind is SignalKind.VALUE or _kind([value]) is kind
