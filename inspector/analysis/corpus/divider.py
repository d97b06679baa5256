"""What the divider of a split looks up: where it comes to rest, and a corpus's recall there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from inspector.analysis.corpus.means import Rate
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.split import Splits
from inspector.core.arrays import Float64

if TYPE_CHECKING:
    from inspector.analysis.corpus.study import CorpusStudy


SNAP = 6.0  # pixels within which a breakpoint holds the divider

_DECIMALS = 4  # of a share where the divider stands on a breakpoint


def snapped(share: float, width: float, splits: Splits | None) -> float:
    """Return where a divider dragged to a share comes to rest on an axis of so many pixels.

    A breakpoint within six pixels wins: a split at which the expectations met change or, without
    expectations, at which something else is in. Breakpoints too close to each other to be aimed at
    do not count. Everywhere else it rests at whole percents.
    """
    if splits is not None and width > 0:
        found = breakpoints(splits)
        near = found[np.abs(found - share) * width <= SNAP]
        if len(near):
            nearest = float(near[np.argmin(np.abs(near - share))])
            if np.count_nonzero(np.abs(found - nearest) * width <= SNAP) == 1:
                return nearest
    return round(share, 2)


def breakpoints(splits: Splits) -> Float64:
    """Return the shares a divider may rest at, each with four decimals.

    It rests on the side where more expectations are met; without expectations where something
    else begins to be in.
    """
    scale = 10**_DECIMALS
    starts = splits.turns if splits.met.expected else splits.changes
    after = np.round(np.ceil(starts * scale) / scale, _DECIMALS)
    if splits.met.expected:
        met, places = splits.met.met, np.searchsorted(splits.starts, starts)
        before = np.round((np.ceil(starts * scale) - 1) / scale, _DECIMALS)
        after = np.where(met[places] < met[places - 1], before, after)
    edges = np.concatenate([[0.0], starts, [np.inf]])
    # One that is written in the stretch beside its own would have another result.
    own = np.searchsorted(edges, after, side="right") - 1
    place = np.arange(1, len(starts) + 1)
    return np.unique(after[(own == place) | ((own == place - 1) & (after < starts))])


@dataclass(frozen=True, slots=True, eq=False)
class SplitRecall:
    """Mean recall over ``asking`` requests, for each stretch of shares between ``starts``."""

    starts: Float64
    recall: Float64
    asking: int

    def at(self, shares: Float64) -> Float64:
        """Return the mean recall at each of some knowledge shares from 0 to 1."""
        places = np.searchsorted(self.starts, shares, side="right") - 1
        return self.recall[np.maximum(places, 0)]

    def at_share(self, share: float) -> float:
        """Return the mean recall at one knowledge share."""
        return float(self.at(np.array([share]))[0])

    @property
    def best(self) -> float:
        """The most recall that any split has."""
        return float(self.recall.max())

    @property
    def least(self) -> float:
        """The least recall that any split has."""
        return float(self.recall.min())


def split_recall(study: CorpusStudy) -> SplitRecall | None:
    """Return what a study says of every split under the policy as it is.

    None where it was not swept over all of them, where it is of several corpora, or where no
    request asks for anything.
    """
    span = study.load.range
    if span.axis is not Axis.DIVISION or (span.low, span.high) != (0.0, 1.0) or not study.means:
        return None
    if len(study.names) > 1:
        return None
    mean = study.means[0]
    if not mean.asking:
        return None
    return SplitRecall(mean.starts, mean.measure(Rate.RECALL), mean.asking)
