"""Two policies side by side, each as it is written: the paired difference, and who changes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.corpus.bootstrap import RESAMPLES, Interval, Resamples
from inspector.analysis.corpus.curve import RequestCurve
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.harm import HarmBound, harm_bound
from inspector.analysis.corpus.means import recall_scale, recall_steps_of

_MET, _USED = FACTS.index(Fact.MET), FACTS.index(Fact.USED)


@dataclass(frozen=True, slots=True)
class Pair:
    """One policy (``first``) and another (``second``) over the same requests; means.

    ``difference`` is the second's recall less the first's; ``better`` and ``worse`` are requests
    under the second, by place.
    """

    recall: tuple[float, float]
    tokens: tuple[float, float]
    difference: float
    interval: Interval
    better: tuple[int, ...]
    worse: tuple[int, ...]
    harm: HarmBound

    @property
    def verdict(self) -> int:
        """1 where the second is better, -1 where it is worse, 0 where neither can be told."""
        return (self.interval.low > 0) - (self.interval.high < 0)


def paired(
    first: Sequence[RequestCurve],
    second: Sequence[RequestCurve],
    *,
    seed: int,
    groups: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Pair | None:
    """Compare two variants of the same requests; None where no request asks for anything."""
    asking = [place for place, curve in enumerate(first) if curve.asked]
    if not asking:
        return None
    keys = asking if groups is None else [groups[place] for place in asking]
    drawn = Resamples.of(keys, resamples, seed)
    scale = recall_scale(first)

    def met(curves: Sequence[RequestCurve]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        steps = [
            recall_steps_of(
                np.array([curves[place].current[_MET]]), curves[place].asked, scale
            )[0]
            for place in asking
        ]  # fmt: skip
        return np.array(steps, dtype=np.int64)

    def tokens(curves: Sequence[RequestCurve]) -> float:
        return sum(curve.current[_USED] for curve in curves) / len(curves)

    before, after = met(first), met(second)
    change, whole = after - before, scale * len(asking)
    worse = [place for place, by in zip(asking, change.tolist(), strict=True) if by < 0]
    group_of = dict(zip(asking, keys, strict=True))
    return Pair(
        recall=(int(before.sum()) / whole, int(after.sum()) / whole),
        tokens=(tokens(first), tokens(second)),
        difference=int(change.sum()) / whole,
        interval=drawn.mean(change, scale),
        better=tuple(place for place, by in zip(asking, change.tolist(), strict=True) if by > 0),
        worse=tuple(worse),
        harm=harm_bound(
            len(worse), len(asking), len({group_of[place] for place in worse}), drawn.groups
        ),
    )
