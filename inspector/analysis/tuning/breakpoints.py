"""Where the budgets, or the candidates, change along an axis: every value, to the last bit.

Candidates change at their own scores and ranks. Budgets are whole tokens, so they change at
finitely many values. Each whole number on the way (a
share of the total, a ceiling) grows or falls steadily along the axis, and the first value at which
it reaches its next step is found by bisection over the doubles themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    States,
    SweepTooLargeError,
    axis_columns,
    budget_states,
    complement,
    current_value,
    without_effect,
    without_limits,
)
from inspector.core.arrays import Float64, Int64
from inspector.core.injection.report import InjectionReport
from inspector.plurals import count_of

MOST_PIECES = 2**20
MOST_CHOICES = 2**12  # of candidates: each is worked out by itself

_Steps = Callable[[Float64], Float64]


@dataclass(frozen=True, slots=True, eq=False)
class AxisPieces:
    """An axis cut where its budgets change, or the candidates that compete.

    ``starts`` is the first value of each piece, ascending; a piece ends before the next one, the
    last with the range. ``states`` are the budgets of each.
    """

    range: AxisRange
    starts: Float64
    states: States

    def __len__(self) -> int:
        return len(self.starts)

    def piece_of(self, value: float) -> int:
        """Return the piece that a value of the range belongs to."""
        return max(0, int(np.searchsorted(self.starts, value, side="right")) - 1)

    def last_of(self, piece: int) -> float:
        """Return the last value of a piece: the double, or the token, before the next begins."""
        if piece + 1 >= len(self.starts):
            return self.range.high
        following = float(self.starts[piece + 1])
        return following - 1 if self.range.axis.whole else float(np.nextafter(following, -np.inf))


def axis_pieces(report: InjectionReport, span: AxisRange) -> AxisPieces:
    """Cut a range of an axis where the budgets, or the candidates, of the report's request change.

    Raises ``SweepTooLargeError`` for more than a million pieces, or 4,096 choices of candidates.
    """
    axis = span.axis
    if axis.limits_candidates:
        starts = _choice_starts(report, span)
        same = axis_columns(
            Axis.TOTAL, np.full(len(starts), current_value(Axis.TOTAL, report.policy))
        )
        return AxisPieces(span, starts, budget_states(report.policy, report.budget, same))
    if without_effect(axis, report.budget):
        starts = np.array([float(span.low)])
    elif axis.whole:
        starts = _token_starts(report, span)
    else:
        starts = _fraction_starts(report, span)
    states = budget_states(report.policy, report.budget, axis_columns(axis, starts))
    changed = np.ones(len(starts), dtype=np.bool_)
    changed[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in states.columns])
    return AxisPieces(span, starts[changed], states.at(changed))


def _too_many(most: int = MOST_PIECES) -> SweepTooLargeError:
    return SweepTooLargeError(
        f"the range has more than {count_of(most, 'step')}; choose a narrower one"
    )


def _choice_starts(report: InjectionReport, span: AxisRange) -> Float64:
    """Return the first value of a limit at which each choice of candidates competes.

    A floor keeps out what is less relevant, so a candidate is out from the double after its score.
    """
    low, high, prepared = span.low, span.high, report.prepared
    if span.axis is Axis.TOP_K:
        last = min(high, without_limits(prepared)[Axis.TOP_K])
        starts = np.arange(low, max(low, last) + 1, dtype=np.float64)
    else:
        files = np.array([file.relevance for file in prepared.files], dtype=np.float64)
        scores = np.unique(np.concatenate([prepared.cards.relevance, files]))
        beyond = np.nextafter(scores, np.inf)
        starts = np.concatenate([[low], beyond[(beyond > low) & (beyond <= high)]])
    if len(starts) > MOST_CHOICES:
        raise _too_many(MOST_CHOICES)
    return starts


def _token_starts(report: InjectionReport, span: AxisRange) -> Float64:
    """Return the values at which a number of tokens can begin to act: each whole one."""
    low, high = int(span.low), int(span.high)
    acts_from, acts_to = low + 1, high
    budget = report.budget
    if span.axis is Axis.TOTAL:
        acts_to = min(high, budget.allowed_by_window)
    else:  # a floor says nothing while the share gives more
        share = budget.knowledge_share if span.axis is Axis.KNOWLEDGE_FLOOR else budget.bucket_share
        acts_from = max(low + 1, int(np.floor(float(budget.total_budget) * share)))
    if acts_to - acts_from > MOST_PIECES:
        raise _too_many()
    return np.concatenate([[low], np.arange(acts_from, acts_to + 1)]).astype(np.float64)


def _fraction_starts(report: InjectionReport, span: AxisRange) -> Float64:
    budget, axis = report.budget, span.axis
    scale, most = float(budget.total_budget), np.inf
    if axis is Axis.WINDOW_PART:
        scale = float(budget.remaining)
        most = float(max(0, report.policy.max_injection_tokens_absolute))
    elif axis.is_ceiling:
        scale = float(budget.knowledge_card_budget)
    return _fraction_starts_of(scale, most, axis is Axis.DIVISION, span.low, span.high)


@lru_cache(maxsize=2)
def _fraction_starts_of(
    scale: float, most: float, division: bool, low: float, high: float
) -> Float64:
    """Return where a part of so many tokens, ``most`` of them, or what it leaves, gets another.

    Requests with the same budget, as most of a corpus are, ask for the same.
    """
    found = [np.array([low], dtype=np.float64)]
    for steps in _steps(scale, most, division=division):
        first, last = steps(np.array([low, high]))
        if last - first > MOST_PIECES:
            raise _too_many()
        targets = np.arange(first + 1, last + 1)
        found.append(first_reaching(steps, targets, low, high))
    starts = np.unique(np.concatenate(found))
    starts.setflags(write=False)
    return starts


def _steps(scale: float, most: float, *, division: bool) -> Iterator[_Steps]:
    """Yield the whole numbers that an axis moves, as functions that never fall along it."""
    yield lambda part: np.minimum(most, np.floor(scale * part))
    if division:
        yield lambda part: -np.floor(scale * complement(part))


def first_reaching(steps: _Steps, targets: Float64, low: float, high: float) -> Float64:
    """Return, for each target, the least double in ``low..high`` at which ``steps`` reaches it.

    ``steps`` never falls, is below every target at ``low`` and has reached each at ``high``.
    Doubles from 0 up have the order of their bit patterns, so the search halves those: 64 looks
    at most, whatever the range, and the answer is exact.
    """
    below = np.full(len(targets), np.float64(low)).view(np.int64).copy()
    reached = np.full(len(targets), np.float64(high)).view(np.int64).copy()
    while len(targets) and int((reached - below).max()) > 1:
        middle: Int64 = below + (reached - below) // 2
        there = steps(middle.view(np.float64)) >= targets
        reached = np.where(there, middle, reached)
        below = np.where(there, below, middle)
    return reached.view(np.float64)
