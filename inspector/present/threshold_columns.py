"""Two columns of the table of a run: the nearest total at which a card gets in, or leaves."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inspector.analysis.tuning.axes import Axis, SweepTooLargeError
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.tuning.thresholds import NOWHERE, Crossings, ItemKind, next_in, next_out
from inspector.core.arrays import Int64
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.present.table import Column, Kind, Lazy, Numbers

TOTAL_COLUMNS = (
    Column(
        "in_at",
        "In at total",
        "The nearest total at which a card that is out is in (strategies coverage and depth).",
        Kind.INTEGER,
        visible=False,
        width=10,
    ),
    Column(
        "out_at",
        "Out at total",
        "The nearest total at which a card that is in leaves (strategies coverage and depth).",
        Kind.INTEGER,
        visible=False,
        width=10,
    ),
)


class TotalThresholds:
    """The thresholds of all cards of one report along the total, worked out when first asked."""

    def __init__(self, report: InjectionReport, others: int = 0) -> None:
        """Take the report; ``others`` rows after its cards have no thresholds."""
        self._report = report
        self._others = others

    def columns(self) -> dict[str, Lazy]:
        """Return the values of ``TOTAL_COLUMNS``, by rank."""
        return {
            "in_at": Lazy(lambda: self._numbers(entering=True)),
            "out_at": Lazy(lambda: self._numbers(entering=False)),
        }

    @cached_property
    def _sweep(self) -> Sweep | None:
        if self._report.strategy is Strategy.OPTIMAL:
            return None  # seconds, where a sort must not take that long
        try:
            return sweep(self._report, Axis.TOTAL)
        except SweepTooLargeError:
            return None

    def _numbers(self, *, entering: bool) -> Numbers:
        cards = len(self._report.prepared.cards.order)
        values = np.zeros(cards + self._others, dtype=np.int64)
        known = np.zeros(len(values), dtype=np.bool_)
        found = self._sweep
        if found is not None:
            asked = next_in if entering else next_out
            crossings = asked(found, ItemKind.CARD)
            nearest = _nearest(found, crossings)
            has_one = nearest >= 0
            ranks = crossings.subjects[has_one]
            values[ranks], known[ranks] = nearest[has_one], True
        return Numbers(values, known)


def _nearest(found: Sweep, crossings: Crossings) -> Int64:
    """Return the total of the nearer crossing of each subject, -1 for none."""
    starts, far = found.pieces.starts, np.inf
    up = np.where(crossings.above == NOWHERE, far, starts[np.maximum(crossings.above, 0)])
    lasts = np.append(starts[1:] - 1, found.pieces.range.high)
    down = np.where(crossings.below == NOWHERE, -far, lasts[np.maximum(crossings.below, 0)])
    nearer = np.where(up - found.current <= found.current - down, up, down)
    return np.where(np.isfinite(nearer), nearer, NOWHERE).astype(np.int64)
