"""Conditions that a run of many requests fails on, and what a baseline says of them.

A condition is a measure of a request (``dropped``), mostly with what is the most of it
(``used>80%``, ``tokens>100000``); ``growth`` compares its tokens with those of a baseline.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

from inspector.core.model import Document
from inspector.core.scalars import Number, SchemaVersion


class Metric(Enum):
    """What is measured of a request: its name, and what it is."""

    DROPPED = "dropped", "that found no room"
    SPLIT_PAIRS = "split-pairs", "calls and results of a tool without each other"
    LOST = "lost", "pieces of evidence that are not in"
    USED = "used", "of the window or budget used"
    TOKENS = "tokens", "tokens"
    COST = "cost", "dollars"
    REPEATS = "repeats", "tokens sent again while their first copy was there"
    GROWTH = "growth", "more tokens than the baseline"

    @property
    def title(self) -> str:
        """The name by which a condition has it."""
        return self.value[0]

    @property
    def what(self) -> str:
        """What a number of it counts."""
        return self.value[1]

    @property
    def is_share(self) -> bool:
        """Whether it is a part of something, which people write in percent."""
        return self in (Metric.USED, Metric.GROWTH)

    def write(self, value: float) -> str:
        """Return a value as people write it."""
        if self.is_share:
            return f"{value * 100:.1f} %"
        return f"{value:,.2f}" if self is Metric.COST else f"{value:,g}"


_NAMED = {one.title: one for one in Metric}
_CONDITION = re.compile(r"\s*([a-z-]+)\s*(?:>\s*([0-9][0-9_,]*(?:\.[0-9]+)?)\s*(%?))?\s*")


@dataclass(frozen=True, slots=True)
class Condition:
    """A measure, and the most of it that is no failure."""

    text: str
    measure: Metric
    most: float

    @classmethod
    def read(cls, text: str, known: Collection[str]) -> Self:
        """Read a condition, such as ``used>80%``, over the measures of these names.

        Raises ``ValueError`` that says what is wrong.
        """
        found = _CONDITION.fullmatch(text)
        measure = _NAMED.get(found[1]) if found and found[1] in known else None
        if found is None or measure is None:
            names = ", ".join(known)
            raise ValueError(f"{text!r} is no condition; write one of {names}, as in 'tokens>1000'")
        most = float((found[2] or "0").replace(",", "").replace("_", ""))
        if found[3] and not measure.is_share:
            raise ValueError(f"{text!r}: {measure.title} is a number, not a part")
        if measure.is_share and (found[3] or most > 1):
            most /= 100
        return cls(text.strip(), measure, most)


@dataclass(frozen=True, slots=True)
class MeasuredRequest:
    """A request and what was measured of it; a measure that is not known is not there."""

    name: str
    values: Mapping[Metric, float]


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """A request that meets a condition, with the value that does."""

    request: str
    condition: Condition
    value: float

    @property
    def reason(self) -> str:
        """The value and the limit, in words."""
        measure = self.condition.measure
        most = f", at most {measure.write(self.condition.most)}" if self.condition.most else ""
        return f"{measure.write(self.value)} {measure.what}{most}"


class Baseline(Document):
    """What an earlier run measured, by request; the file of ``--baseline``."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    tokens: Mapping[str, Number]
    """Tokens by the name of the request."""

    def lowered(self, measured: Iterable[MeasuredRequest]) -> Baseline:
        """Return the baseline of these requests, never higher than it was: a ratchet."""
        known = Metric.TOKENS
        found = {one.name: one.values[known] for one in measured if known in one.values}
        return Baseline(
            tokens={name: min(value, self.tokens.get(name, value)) for name, value in found.items()}
        )


@dataclass(frozen=True, slots=True)
class TokenChange:
    """A request whose tokens are not those of the baseline; None on the side that lacks it."""

    request: str
    before: float | None
    after: float | None

    @property
    def by(self) -> float:
        """How many tokens more there are; what is new, or gone, counts whole."""
        return (self.after or 0.0) - (self.before or 0.0)


@dataclass(frozen=True, slots=True)
class Checked:
    """What conditions came to: who was checked, who failed, and what the baseline says otherwise,
    the largest change first.
    """

    conditions: tuple[Condition, ...]
    requests: tuple[str, ...]
    failures: tuple[FailedRequest, ...]
    changes: tuple[TokenChange, ...] = ()

    @property
    def unknown(self) -> tuple[str, ...]:
        """The requests that the baseline does not have."""
        return tuple(one.request for one in self.changes if one.before is None)

    @property
    def failed(self) -> tuple[str, ...]:
        """The requests that failed, in their order."""
        return tuple(dict.fromkeys(one.request for one in self.failures))


def check(
    measured: Sequence[MeasuredRequest], conditions: Sequence[Condition], baseline: Baseline | None
) -> Checked:
    """Hold each request against each condition.

    A request that the baseline does not have has not grown.
    """
    known = None if baseline is None else baseline.tokens
    return Checked(
        tuple(conditions),
        tuple(one.name for one in measured),
        tuple(_failures(measured, conditions, known or {})),
        () if known is None else _changes(measured, known),
    )


def _changes(
    measured: Iterable[MeasuredRequest], known: Mapping[str, float]
) -> tuple[TokenChange, ...]:
    now = {one.name: one.values[Metric.TOKENS] for one in measured if Metric.TOKENS in one.values}
    found = (TokenChange(name, known.get(name), now.get(name)) for name in {**now, **known})
    changed = (one for one in found if one.before != one.after)
    return tuple(sorted(changed, key=lambda one: (-abs(one.by), one.request)))


def _failures(
    measured: Iterable[MeasuredRequest], conditions: Sequence[Condition], known: Mapping[str, float]
) -> Iterator[FailedRequest]:
    for one in measured:
        values = dict(one.values)
        before, now = known.get(one.name), values.get(Metric.TOKENS)
        if before is not None and now is not None:
            values[Metric.GROWTH] = now / before - 1 if before else float(now > 0)
        for condition in conditions:
            value = values.get(condition.measure, 0.0)
            if value > condition.most:
                yield FailedRequest(one.name, condition, value)
