"""The evidence of all requests under the policy as it is: its two limits, and where it was lost.

Nothing exceeds the ceiling, whatever the policy; no order of candidates exceeds the best possible,
under the budget as it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.bootstrap import RESAMPLES, Interval, Resamples
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.facts import FACTS, Fact, LostPiece
from inspector.analysis.corpus.means import RequestCurve, recall_scale, recall_steps_of

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

_MET = FACTS.index(Fact.MET)


@dataclass(frozen=True, slots=True)
class LostAt:
    """A lost piece and the request that it is from, by its place among the curves."""

    place: int
    lost: LostPiece


@dataclass(frozen=True, slots=True)
class Loss:
    """What was lost by one cause. ``recall`` is its part of the mean recall."""

    cause: LossCause
    pieces: int
    pieces_interval: Interval
    recall: float
    recall_interval: Interval
    lost: tuple[LostAt, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The requests that lost something by it, in order."""
        return tuple(dict.fromkeys(one.place for one in self.lost))


@dataclass(frozen=True, slots=True)
class Losses:
    """Where the evidence of a variant's requests went, the greatest loss first.

    ``pieces`` are the entries of ``must_include`` of all requests, ``found`` those that were
    retrieved and are in.
    ``recall``, ``best_possible`` and ``ceiling`` are means over the requests that ask;
    ``inexact`` counts requests whose best possible was too much to work out.
    """

    asking: int
    pieces: int
    found: int
    recall: float
    best_possible: float
    ceiling: float
    inexact: int
    causes: tuple[Loss, ...]

    @property
    def before_budget(self) -> float:
        """The part of the mean recall that was lost before there was a budget."""
        return 1 - self.ceiling


def losses_of(
    curves: Sequence[RequestCurve],
    *,
    seed: int,
    groups: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Losses | None:
    """Return where the evidence of a variant went; None where no request asks for anything."""
    asking = [place for place, curve in enumerate(curves) if curve.asked]
    if not asking:
        return None
    scale = recall_scale(curves)
    whole = scale * len(asking)
    drawn = Resamples.of(
        asking if groups is None else [groups[place] for place in asking], resamples, seed
    )
    asked = [curves[place].asked for place in asking]

    def steps(counts: Sequence[int]) -> Int64:
        pairs = zip(counts, asked, strict=True)
        return np.array([_steps(count, of, scale) for count, of in pairs], dtype=np.int64)

    def mean(counts: Sequence[int]) -> float:
        return int(steps(counts).sum()) / whole

    of_cause: dict[LossCause, list[LostAt]] = {}
    for place in asking:
        for lost in curves[place].evidence.lost:
            of_cause.setdefault(lost.cause, []).append(LostAt(place, lost))
    causes = []
    for cause, found in of_cause.items():
        number = dict.fromkeys(asking, 0)
        for one in found:
            number[one.place] += 1
        each = list(number.values())
        parts = steps(each)
        causes.append(
            Loss(
                cause,
                len(found),
                drawn.total(np.array(each, dtype=np.int64)),
                mean(each),
                drawn.mean(parts, scale),
                tuple(found),
            )
        )
    causes.sort(key=lambda one: (-one.recall, one.cause.depth))
    return Losses(
        asking=len(asking),
        pieces=sum(asked),
        found=sum(curves[place].current[_MET] for place in asking),
        recall=mean([curves[place].current[_MET] for place in asking]),
        best_possible=mean([curves[place].evidence.best_now for place in asking]),
        ceiling=mean([curves[place].evidence.ceiling for place in asking]),
        inexact=sum(not curves[place].evidence.is_exact for place in asking),
        causes=tuple(causes),
    )


def _steps(count: int, asked: int, scale: int) -> int:
    return int(recall_steps_of(np.array([count], dtype=np.int64), asked, scale)[0])


@dataclass(frozen=True, slots=True, eq=False)
class BestCurve:
    """The best possible mean recall at every value: ``recall`` for each stretch from ``starts``."""

    starts: Float64
    recall: Float64


def best_curve(curves: Sequence[RequestCurve]) -> BestCurve | None:
    """Return the best possible along the axis; None where no request asks for anything."""
    asking = [curve for curve in curves if curve.asked]
    if not asking:
        return None
    scale = recall_scale(asking)
    starts = np.unique(np.concatenate([curve.evidence.starts for curve in asking]))
    steps = np.zeros(len(starts), dtype=np.int64)
    for curve in asking:
        found = recall_steps_of(curve.evidence.best, curve.asked, scale)
        steps[np.searchsorted(starts, curve.evidence.starts)] += np.diff(found, prepend=0)
    return BestCurve(starts, np.cumsum(steps) / (scale * len(asking)))
