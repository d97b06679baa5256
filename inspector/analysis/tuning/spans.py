"""What is in over which stretch of an axis: runs of neighbouring states, in columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from inspector.core.arrays import Bools, Int64


class Stretches(NamedTuple):
    """States as runs of neighbours, ascending: from each of ``firsts`` to before its end."""

    firsts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, runs: Iterable[tuple[int, int]]) -> Self:
        """Make stretches of runs in order, those that follow each other as one."""
        firsts: list[int] = []
        ends: list[int] = []
        for first, end in runs:
            if ends and ends[-1] == first:
                ends[-1] = end
            else:
                firsts.append(first)
                ends.append(end)
        return cls(firsts, ends)

    @property
    def runs(self) -> Iterable[tuple[int, int]]:
        """The first state of each run, and the one after its last."""
        return zip(self.firsts, self.ends, strict=True)

    def meets(self, first: int, end: int) -> bool:
        """Whether one of the states from ``first`` to before ``end`` is among these."""
        at = bisect_right(self.ends, first)
        return at < len(self.ends) and self.firsts[at] < end

    def joined(self, other: Stretches) -> Stretches:
        """Return these states and others, none of which is among these."""
        return Stretches.of(sorted([*self.runs, *other.runs]))

    def without(self, other: Stretches) -> Stretches:
        """Return these states but for others, all of which are among these."""
        left: list[tuple[int, int]] = []
        at = 0
        for first, end in self.runs:
            here = first
            while at < len(other.firsts) and other.firsts[at] < end:
                if here < other.firsts[at]:
                    left.append((here, other.firsts[at]))
                here, at = other.ends[at], at + 1
            if here < end:
                left.append((here, end))
        return Stretches.of(left)


def stretches_of(mask: Bools) -> Stretches:
    """Return the states of a mask."""
    edges = np.flatnonzero(mask[1:] != mask[:-1]) + 1
    bounds = [0, *edges.tolist(), len(mask)]
    begin = 0 if len(mask) and mask[0] else 1
    return Stretches(bounds[begin:-1:2], bounds[begin + 1 :: 2])


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Stretches of states in which a subject has one form, by subject, then by state.

    ``subjects`` are ranks of cards or places of files or buckets; ``forms`` are tiers or modes.
    A stretch goes from ``first`` up to, but not including, ``end``. Where a subject has no
    stretch it is out.
    """

    subjects: Int64
    forms: Int64
    first: Int64
    end: Int64

    def __len__(self) -> int:
        return len(self.subjects)

    def at(self, state: int) -> tuple[Int64, Int64]:
        """Return the subjects that are in at one state, ascending, and their forms."""
        here = (self.first <= state) & (state < self.end)
        return self.subjects[here], self.forms[here]

    def of(self, subject: int) -> Spans:
        """Return the stretches of one subject."""
        low, high = np.searchsorted(self.subjects, [subject, subject + 1])
        return self.where(slice(int(low), int(high)))

    def where(self, places: Bools | slice) -> Spans:
        """Return some of the stretches."""
        return Spans(
            self.subjects[places], self.forms[places], self.first[places], self.end[places]
        )

    def whatever_form(self) -> Spans:
        """Return the stretches in which each subject has any form at all; forms are then 0."""
        return _merged(Spans(self.subjects, np.zeros_like(self.forms), self.first, self.end))

    def mask(self, subject: int, states: int) -> Bools:
        """Return at which of the states a subject has a form."""
        found = np.zeros(states, dtype=np.bool_)
        own = self.of(subject)
        for first, end in zip(own.first.tolist(), own.end.tolist(), strict=True):
            found[first:end] = True
        return found

    def totals(self, weights: Int64, states: int) -> Int64:
        """Return, for each state, the sum of the weights of the stretches that cover it.

        ``weights`` has one whole number for each stretch.
        """
        steps = np.zeros(states + 1, dtype=np.int64)
        np.add.at(steps, self.first, weights)
        np.subtract.at(steps, self.end, weights)
        return np.cumsum(steps)[:-1]

    def reversed(self, states: int) -> Spans:
        """Return the stretches of that many states in the opposite order."""
        return _ordered(Spans(self.subjects, self.forms, states - self.end, states - self.first))

    def shifted(self, states: int) -> Spans:
        """Return the stretches that many states further on."""
        return Spans(self.subjects, self.forms, self.first + states, self.end + states)


NO_SPANS = Spans(*(np.empty(0, dtype=np.int64) for _ in range(4)))


class SpanBuilder:
    """Collects, subject by subject, the states in which each is in."""

    def __init__(self) -> None:
        self._subjects: list[int] = []
        self._forms: list[int] = []
        self._first: list[int] = []
        self._end: list[int] = []

    def add(self, subject: int, states: Int64, forms: Int64) -> None:
        """Add the ascending states in which a subject is in, and its form at each."""
        if len(states):
            breaks = (states[1:] != states[:-1] + 1) | (forms[1:] != forms[:-1])
            starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
            ends = np.concatenate([starts[1:], [len(states)]]) - 1
            self._subjects += [subject] * len(starts)
            self._forms += forms[starts].tolist()
            self._first += states[starts].tolist()
            self._end += (states[ends] + 1).tolist()

    def add_stretches(self, subject: int, where: Stretches, form: int) -> None:
        """Add the states of stretches, all in one form."""
        self._subjects += [subject] * len(where.firsts)
        self._forms += [form] * len(where.firsts)
        self._first += where.firsts
        self._end += where.ends

    def add_mask(self, subject: int, mask: Bools, form: int) -> None:
        """Add the states of a mask, all in one form."""
        self.add_stretches(subject, stretches_of(mask), form)

    def build(self) -> Spans:
        """Return the stretches of everything added."""
        columns = (self._subjects, self._forms, self._first, self._end)
        return _ordered(Spans(*(np.array(column, dtype=np.int64) for column in columns)))


def joined(parts: Sequence[Spans]) -> Spans:
    """Return the stretches of parts of an axis as one, those that go on across a seam as one."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return NO_SPANS
    if len(parts) == 1:
        return parts[0]
    every = _ordered(
        Spans(
            np.concatenate([part.subjects for part in parts]),
            np.concatenate([part.forms for part in parts]),
            np.concatenate([part.first for part in parts]),
            np.concatenate([part.end for part in parts]),
        )
    )
    return _merged(every)


def _merged(spans: Spans) -> Spans:
    """Return stretches in order with those that follow each other in the same form as one."""
    if not len(spans):
        return spans
    goes_on = (
        (spans.subjects[1:] == spans.subjects[:-1])
        & (spans.forms[1:] == spans.forms[:-1])
        & (spans.first[1:] == spans.end[:-1])
    )
    starts = np.concatenate([[0], np.flatnonzero(~goes_on) + 1])
    ends = np.concatenate([starts[1:], [len(spans)]]) - 1
    return Spans(spans.subjects[starts], spans.forms[starts], spans.first[starts], spans.end[ends])


def _ordered(spans: Spans) -> Spans:
    order = np.lexsort((spans.first, spans.subjects))
    return Spans(spans.subjects[order], spans.forms[order], spans.first[order], spans.end[order])
