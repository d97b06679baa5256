"""The mean recall of a corpus at every knowledge : file split, as a look-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.means import Rate
from inspector.analysis.tuning.axes import Axis

if TYPE_CHECKING:
    from inspector.analysis.corpus.study import CorpusStudy

Float64 = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SplitRecall:
    """Mean recall over ``asking`` requests, for each stretch of shares between ``starts``."""

    starts: Float64
    recall: Float64
    asking: int

    def at(self, shares: Float64) -> Float64:
        """Return the mean recall at each of some knowledge shares from 0 to 1."""
        places = np.searchsorted(self.starts, shares, side="right") - 1
        found: Float64 = self.recall[np.maximum(places, 0)]
        return found

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
