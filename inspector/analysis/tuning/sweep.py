"""The result as a function of one value: every breakpoint, not a sample.

The exact best selection beside the greedy one: the gap in value, and the cards that differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    at_value,
    current_value,
    default_range,
    without_effect,
    without_limits,
)
from inspector.analysis.tuning.breakpoints import AxisPieces, axis_pieces
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.modes import INLINED
from inspector.analysis.tuning.optimum_pass import optimal_values
from inspector.analysis.tuning.outcomes import Outcomes, outcomes, outcomes_under
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.arrays import Float64, Int64
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.selection.value import value_steps

_DECIMALS = 4  # of a fraction that is written in short


@dataclass(frozen=True, eq=False)
class Sweep:
    """One request's results along one axis.

    ``pieces`` are the stretches of the axis with the same budgets and candidates, ``outcomes``
    their results, one for each piece. ``report`` is the one that was swept: everything but the
    axis is its.
    """

    report: InjectionReport
    pieces: AxisPieces
    outcomes: Outcomes

    @property
    def axis(self) -> Axis:
        """The axis."""
        return self.pieces.range.axis

    @property
    def current(self) -> float:
        """Where the swept run stands on the axis; a limit that is off keeps out nothing."""
        report = self.report
        off = without_limits(report.prepared)
        return current_value(self.axis, report.policy, report.overrides, off)

    @property
    def here(self) -> int:
        """The piece of the current value; -1, or the number of pieces, where the range ends first.

        What is in now is what ``report`` says, also where its policy is no point of the axis.
        """
        if self.current < self.pieces.range.low:
            return -1
        if self.current > self.pieces.range.high:
            return len(self.pieces)
        return self.pieces.piece_of(self.current)

    @property
    def without_effect(self) -> str:
        """Why the axis cannot change anything for this request; empty where it can."""
        return without_effect(self.axis, self.report.budget)

    @cached_property
    def breakpoints(self) -> Int64:
        """The pieces, ascending, whose result holds something else than the piece before."""
        return self.outcomes.changes

    def value_in(self, piece: int) -> float:
        """Return the value of a piece that is shortest to write, the first of them."""
        return shortest_between(
            float(self.pieces.starts[piece]), self.pieces.last_of(piece), self.axis.whole
        )

    def number_in(self, first: int, last: int, *, upward: bool) -> float:
        """Return a number from one piece to another that is short to write, at one of the ends.

        It is the first number with few decimals at the lower end for somebody who comes from
        below (``upward``), the last one at the upper end otherwise.
        """
        low, high = float(self.pieces.starts[first]), self.pieces.last_of(last)
        if self.axis.whole:
            return int(low if upward else high)
        return first_number(low, high) if upward else -first_number(-high, -low)

    def number_from(self, piece: int) -> float:
        """Return a short number with the result of a piece, hardly above where it begins."""
        return self.number_in(piece, self.stretch_of(piece)[1], upward=True)

    def number_to(self, piece: int) -> float:
        """Return a short number with the result of a piece, hardly below where it ends."""
        return self.number_in(self.stretch_of(piece)[0], piece, upward=False)

    def stretch_of(self, piece: int) -> tuple[int, int]:
        """Return the first and the last piece around one over which nothing comes in or goes."""
        after = int(np.searchsorted(self.breakpoints, piece, side="right"))
        first = int(self.breakpoints[after - 1]) if after else 0
        last = (
            int(self.breakpoints[after]) - 1
            if after < len(self.breakpoints)
            else len(self.pieces) - 1
        )
        return first, last


def sweep(
    report: InjectionReport,
    axis: Axis | AxisRange,
    *,
    ground: SweepBasis | None = None,
    watch: Watch = unwatched,
) -> Sweep:
    """Return the results of the report's request, strategy and settings along an axis.

    ``ground`` may be given when one was made for the same request and strategy. Raises
    ``SweepTooLargeError`` or ``SelectionTooLargeError`` for more than can be worked out, and
    ``StoppedError`` when ``watch`` says so.
    """
    span = axis if isinstance(axis, AxisRange) else default_range(axis, report)
    pieces = axis_pieces(report, span)
    if span.axis.limits_candidates:
        choices = (at_value(report, span.axis, start)[1] for start in pieces.starts.tolist())
        return Sweep(report, pieces, outcomes_under(report, pieces.states, choices, watch))
    ground = ground or SweepBasis.of(report)
    return Sweep(report, pieces, outcomes(report, pieces.states, ground, watch))


def report_at(report: InjectionReport, axis: Axis, value: float) -> InjectionReport:
    """Return the core's own report at one value of an axis."""
    policy, overrides = at_value(report, axis, value)
    found = Injector(report.given).run(policy, report.strategy, report.settings, overrides)
    return replace(found, problems=report.problems)


def shortest_between(first: float, last: float, whole: bool) -> float:
    """Return the number from ``first`` to ``last`` with the fewest decimals, the least of them."""
    if whole:
        return int(first)
    for decimals in range(17):
        scale = 10**decimals
        rounded = round(np.ceil(first * scale) / scale, decimals)
        for value in (rounded, round(rounded + 1 / scale, decimals)):
            if first <= value <= last:
                return float(value)
    return first


def first_number(first: float, last: float) -> float:
    """Return the least number from ``first`` to ``last`` with four decimals, or more if need be."""
    for decimals in range(_DECIMALS, 17):
        scale = 10**decimals
        value = float(round(np.ceil(first * scale) / scale, decimals))
        if first <= value <= last:
            return value
    return first


SOLVER = "multiple-choice knapsack, dynamic programme over all budgets at once; exact"
VALUE = "sum over the cards that are in of relevance × weight of the rendering, in steps of 1e-9"


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that the two selections treat differently.

    ``greedy`` and ``best`` are tiers, None for out. Values count as in ``VALUE``; tokens include
    the separator.
    """

    rank: int
    greedy: int | None
    best: int | None
    value: float
    tokens: int


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best selection under the caps of a report, beside a greedy one.

    Both are the core's own reports of the same policy; only the strategy differs.
    """

    greedy: InjectionReport
    best: InjectionReport

    @cached_property
    def values(self) -> tuple[float, float]:
        """The value of the greedy and of the best selection."""
        worth = value_steps(self.greedy.prepared.cards, self.greedy.settings.tier_weights)
        greedy, best = (
            int(worth.steps[report.tiers.ranks, report.tiers.tiers].sum())
            for report in (self.greedy, self.best)
        )
        return greedy / worth.scale, best / worth.scale

    @property
    def gap(self) -> float:
        """How much value the greedy selection misses."""
        greedy, best = self.values
        return best - greedy

    @property
    def gap_part(self) -> float:
        """The gap as a part of the best value; 0 where there is nothing to gain."""
        best = self.values[1]
        return self.gap / best if best > 0 else 0.0

    @cached_property
    def differences(self) -> tuple[CardDifference, ...]:
        """The cards that are in at another tier, or only in one of the two, by rank."""
        first, second = self.greedy.tiers.tier_by_rank, self.best.tiers.tier_by_rank
        worth = value_steps(self.greedy.prepared.cards, self.greedy.settings.tier_weights)

        def of(rank: int, tier: int | None) -> tuple[float, int]:
            if tier is None:
                return 0.0, 0
            return int(worth.steps[rank, tier]) / worth.scale, self.greedy.tiers.cost_of(rank, tier)

        found = []
        for rank in sorted(first.keys() | second.keys()):
            greedy, best = first.get(rank), second.get(rank)
            if greedy != best:
                before, after = of(rank, greedy), of(rank, best)
                value, tokens = after[0] - before[0], after[1] - before[1]
                found.append(CardDifference(rank, greedy, best, value, tokens))
        return tuple(found)


def optimum_beside(report: InjectionReport) -> Optimum:
    """Return the exact best selection beside the report's greedy one.

    A report that is itself the best stands beside the strategy ``coverage``. Raises
    ``SelectionTooLargeError`` when the exact selection needs too much memory.
    """
    injector = Injector(report.given)

    def with_strategy(strategy: Strategy) -> InjectionReport:
        if report.strategy is strategy:
            return report
        found = injector.run(report.policy, strategy, report.settings, report.overrides)
        return replace(found, problems=report.problems)

    greedy = report.strategy if report.strategy is not Strategy.OPTIMAL else Strategy.COVERAGE
    return Optimum(with_strategy(greedy), with_strategy(Strategy.OPTIMAL))


@dataclass(frozen=True, slots=True, eq=False)
class OptimumCurve:
    """Greedy and best value at every piece of a sweep by a greedy strategy."""

    sweep: Sweep
    greedy: Float64
    best: Float64

    @property
    def gap_part(self) -> Float64:
        """The gap as a part of the best value, at every piece."""
        gap = self.best - self.greedy
        return np.divide(gap, self.best, out=np.zeros_like(gap), where=self.best > 0)

    @property
    def widest(self) -> int:
        """The piece with the widest gap, the first of them."""
        return int(self.gap_part.argmax())


def optimum_curve(
    sweep: Sweep, *, ground: SweepBasis | None = None, watch: Watch = unwatched
) -> OptimumCurve:
    """Return the exact best value at every piece of a sweep, beside its own.

    Raises ``StoppedError`` when ``watch`` says so.
    """
    report, outcomes = sweep.report, sweep.outcomes
    weights = report.settings.tier_weights
    ground = ground or SweepBasis.of(report)
    count, cards = len(sweep.pieces), len(report.prepared.cards.order)
    inlined = outcomes.files.where(outcomes.files.forms == INLINED)
    masks = {place: inlined.mask(place, count) for place in np.unique(inlined.subjects).tolist()}

    def look(done: int) -> None:
        if not watch(min(done, cards), cards):
            raise StoppedError

    if sweep.axis.limits_candidates:
        found = []
        for piece, start in enumerate(sweep.pieces.starts.tolist()):
            here = slice(piece, piece + 1)
            limited = SweepBasis.under(report, at_value(report, sweep.axis, start)[1])
            covered = limited.covered({place: mask[here] for place, mask in masks.items()})
            states = sweep.pieces.states.at(here)
            found.append(optimal_values(limited, states, covered, weights, look))
        best = np.concatenate(found)
    else:
        covered = ground.covered(masks)
        best = optimal_values(ground, sweep.pieces.states, covered, weights, look)
    scale = value_steps(report.prepared.cards, report.settings.tier_weights).scale
    return OptimumCurve(sweep, outcomes.value, best / scale)
