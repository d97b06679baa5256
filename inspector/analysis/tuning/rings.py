"""The sweep of the total from the current value outward, no further than somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from inspector.analysis.tuning.axes import Axis, at_value, default_range
from inspector.analysis.tuning.breakpoints import AxisPieces, axis_pieces
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.outcomes import outcomes
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.arrays import Int64
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector

_FIRST_REACH = 512  # tokens below and above the current total
_GROWTH = 4  # of the reach from ring to ring: a pass costs little beside its states


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """Pieces not farther than ``reach`` tokens, and farther than the ring inside it.

    ``places`` are the pieces' among all of the axis, ascending; ``sweep`` has their results.
    """

    reach: int
    places: Int64
    sweep: Sweep


class TotalRings:
    """Every total that a request could have if the window limited nothing, the nearest first.

    A ring is worked out when it is first asked for. An exact selection is worked out for all totals
    up to the largest at once, so it has one ring. Raises ``SweepTooLargeError`` as ``axis_pieces``.
    """

    def __init__(
        self, report: InjectionReport, ground: SweepBasis, watch: Watch = unwatched
    ) -> None:
        policy, _ = at_value(report, Axis.WINDOW_PART, 1.0)
        budget = Injector(report.given).budget(policy)
        # What is in is of no concern here: it is decided anew at every total.
        self._report = replace(report, policy=policy, budget=budget)
        self._ground, self._watch = ground, watch
        self.pieces = axis_pieces(self._report, default_range(Axis.TOTAL, self._report))
        self.here = self.pieces.piece_of(report.budget.total_budget)
        self._rings: list[Ring] = []

    def __iter__(self) -> Iterator[Ring]:
        """Yield the rings from the inside; raises ``SelectionTooLargeError`` or ``StoppedError``.

        A piece is a token wide or wider, so what comes later is more tokens away than ``reach``.
        """
        yield from self._rings
        inner = self._rings[-1].reach if self._rings else -1
        end = max(self.here, len(self.pieces) - 1 - self.here)
        while inner < end:
            reach = max(_FIRST_REACH, _GROWTH * inner)
            if self._report.strategy is Strategy.OPTIMAL:
                reach = end
            self._rings.append(self._ring(inner, reach))
            yield self._rings[-1]
            inner = reach

    def _ring(self, inner: int, reach: int) -> Ring:
        away = np.abs(np.arange(len(self.pieces)) - self.here)
        places = np.flatnonzero((away > inner) & (away <= reach))
        pieces = self.pieces
        some = AxisPieces(pieces.range, pieces.starts[places], pieces.states.at(places))
        found = outcomes(self._report, some.states, self._ground, self._watch)
        return Ring(reach, places, Sweep(self._report, some, found))
