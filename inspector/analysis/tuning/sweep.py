"""The result as a function of one value: every breakpoint, not a sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

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
from inspector.analysis.tuning.lanes import Ground
from inspector.analysis.tuning.outcomes import Outcomes, outcomes, outcomes_under
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector

Int64 = npt.NDArray[np.int64]

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
    ground: Ground | None = None,
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
    ground = ground or Ground.of(report)
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
