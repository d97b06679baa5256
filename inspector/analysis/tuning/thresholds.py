"""The nearest values of the policy that let an item in, or push it out.

What gets in is no steady function of a budget: a larger one may let a larger card in first and push
a smaller one out. So thresholds are read off sweeps, which decide every value as the core does,
and each comes with how far it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.modes import INLINED, MODES, RENDERED
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.sweep import Sweep
from inspector.core.arrays import Bools, Int64
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict

NOWHERE = -1


class ItemKind(Enum):
    """What can be in: cards by rank, files by place, backgrounds by bucket."""

    CARD = "card"
    FILE = "file"
    BACKGROUND = "background"


class Wanted(Enum):
    """What a threshold leads to. ``FULL`` is said of a file that is out: its whole text is in."""

    FULL = "full"
    IN = "in"
    LARGER = "larger"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where an item's fate changes along an axis.

    ``value`` is the first value on the way from the current one at which it is so, exactly;
    ``written`` the shortest number nearby at which it is so too. ``upward`` tells which way it
    lies. It stays so up to ``until``, for short ``until_written``; None is to the end of the range.
    """

    axis: Axis
    wanted: Wanted
    value: float
    written: float
    upward: bool
    until: float | None
    until_written: float | None


def item_spans(sweep: Sweep, kind: ItemKind) -> Spans:
    """Return the stretches in which items of a kind are in; covered backgrounds are not."""
    outcomes = sweep.outcomes
    if kind is ItemKind.CARD:
        return outcomes.cards
    if kind is ItemKind.FILE:
        return outcomes.files
    return outcomes.backgrounds.where(outcomes.backgrounds.forms == RENDERED)


def items_now(report: InjectionReport, kind: ItemKind) -> tuple[Int64, Int64]:
    """Return the items of a kind that are in now, ascending, and their forms."""
    if kind is ItemKind.CARD:
        return report.tiers.ranks, report.tiers.tiers
    if kind is ItemKind.FILE:
        pairs = [
            (place, MODES.index(choice.mode))
            for place, choice in enumerate(report.materialization.files)
            if choice.mode in MODES
        ]
    else:
        pairs = [
            (choice.bucket_index, RENDERED)
            for choice in report.backgrounds
            if choice.verdict is Verdict.INCLUDED
        ]
    columns = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


def thresholds(sweep: Sweep, kind: ItemKind, subject: int) -> tuple[Threshold, ...]:
    """Return the nearest changes of one item's fate along one axis, both ways.

    For an item that is out: where it gets in, of a file first as what, and where its whole text is
    (a title line may come in long before it). For one that is in: where it leaves, and where it
    gets a larger rendering (a file its whole text).
    """
    spans = item_spans(sweep, kind).of(subject)
    subjects, forms = items_now(sweep.report, kind)
    now = forms[subjects == subject]
    if not len(now):
        found = tuple(_nearest(sweep, spans.whatever_form(), Wanted.IN))
        if kind is not ItemKind.FILE:
            return found
        full = tuple(_nearest(sweep, spans.where(spans.forms == INLINED), Wanted.FULL))
        known = {(one.value, one.upward) for one in full}
        # Where the whole text is the first of it to come in, that is said once.
        return (*(one for one in found if (one.value, one.upward) not in known), *full)
    larger = spans.where(_larger(spans, kind, int(now[0])))
    return (
        *_nearest(sweep, _gaps(spans.whatever_form(), len(sweep.pieces)), Wanted.OUT),
        *_nearest(sweep, larger.whatever_form(), Wanted.LARGER),
    )


def _larger(spans: Spans, kind: ItemKind, form: int) -> Bools:
    larger: Bools = np.zeros(len(spans), dtype=np.bool_)
    if kind is ItemKind.CARD:
        larger = spans.forms > form
    elif kind is ItemKind.FILE and form != INLINED:
        larger = spans.forms == INLINED
    return larger


def _gaps(spans: Spans, states: int) -> Spans:
    """Return the stretches between the stretches of one subject."""
    first = np.concatenate([[0], spans.end])
    end = np.concatenate([spans.first, [states]])
    gap = first < end
    same = np.zeros(int(gap.sum()), dtype=np.int64)
    return Spans(same, same, first[gap], end[gap])


def _nearest(sweep: Sweep, spans: Spans, wanted: Wanted) -> Iterator[Threshold]:
    """Yield the nearest stretch below the current value and the nearest above it."""
    below = np.flatnonzero(spans.end <= sweep.here)
    above = np.flatnonzero(spans.first > sweep.here)
    if len(below):
        place = int(below[-1])
        yield _threshold(
            sweep, int(spans.first[place]), int(spans.end[place]), wanted, upward=False
        )
    if len(above):
        place = int(above[0])
        yield _threshold(sweep, int(spans.first[place]), int(spans.end[place]), wanted, upward=True)


def _threshold(sweep: Sweep, first: int, end: int, wanted: Wanted, *, upward: bool) -> Threshold:
    pieces = sweep.pieces
    low, high = float(pieces.starts[first]), pieces.last_of(end - 1)
    near, far = (low, high) if upward else (high, low)
    at_end = end == len(pieces) if upward else first == 0
    return Threshold(
        axis=sweep.axis,
        wanted=wanted,
        value=near,
        written=sweep.number_in(first, end - 1, upward=upward),
        upward=upward,
        until=None if at_end else far,
        until_written=None if at_end else sweep.number_in(first, end - 1, upward=not upward),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Crossings:
    """The nearest places where many items' fate changes along one axis.

    ``subjects`` ascend; ``above`` and ``below`` are pieces, ``NOWHERE`` for none.
    """

    subjects: Int64
    above: Int64
    below: Int64

    def at(self, subject: int) -> tuple[int, int]:
        """Return the pieces above and below of one subject."""
        place = int(np.searchsorted(self.subjects, subject))
        if place == len(self.subjects) or self.subjects[place] != subject:
            return NOWHERE, NOWHERE
        return int(self.above[place]), int(self.below[place])


def next_in(sweep: Sweep, kind: ItemKind) -> Crossings:
    """Return where every item that is out, but in somewhere on the axis, gets in next."""
    spans, here = item_spans(sweep, kind).whatever_form(), sweep.here
    inside, _ = items_now(sweep.report, kind)
    out = spans.where(~np.isin(spans.subjects, inside))
    later, earlier = out.where(out.first > here), out.where(out.end <= here)
    subjects = np.unique(out.subjects)
    above, below = (np.full(len(subjects), NOWHERE, dtype=np.int64) for _ in range(2))
    found, places = np.unique(later.subjects, return_index=True)
    above[np.searchsorted(subjects, found)] = later.first[places]
    found, places = np.unique(earlier.subjects[::-1], return_index=True)
    below[np.searchsorted(subjects, found)] = earlier.end[::-1][places] - 1
    return Crossings(subjects, above, below)


def next_out(sweep: Sweep, kind: ItemKind) -> Crossings:
    """Return where every item that is in leaves next, going up and going down."""
    spans, here = item_spans(sweep, kind).whatever_form(), sweep.here
    subjects, _ = items_now(sweep.report, kind)
    above, below = (np.full(len(subjects), NOWHERE, dtype=np.int64) for _ in range(2))
    for place, subject in enumerate(subjects.tolist()):
        gaps = _gaps(spans.of(subject), len(sweep.pieces))
        later, earlier = gaps.first[gaps.first > here], gaps.end[gaps.end <= here]
        above[place] = later[0] if len(later) else NOWHERE
        below[place] = earlier[-1] - 1 if len(earlier) else NOWHERE
    return Crossings(subjects, above, below)
