"""The strip of a corpus's mean recall under the divider: a look-up at every split.

A column of pixels shows what is so at its middle. Heights go from the least recall of any split to
the most, so that what a split is worth can be seen where all have nearly the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inspector.analysis.corpus.split_recall import SplitRecall
from inspector.language import tr_n
from inspector.present.injection.bar_parts import Patch
from inspector.present.injection.bar_strip import GROUPS

_LEAST = 3  # pixels of the split with the least recall


@dataclass(frozen=True, slots=True, eq=False)
class RecallStrip:
    """The strip's place in pixels, and what it shows. The share runs over ``width``."""

    recall: SplitRecall
    left: float
    top: float
    width: float
    height: float

    def marks(self) -> Iterator[Patch]:
        """Yield the strip: green where no split has more recall, grey elsewhere."""
        begin = round(self.left)
        pixels = np.arange(begin, max(round(self.left + self.width), begin + 1))
        found = self.recall.at(np.clip((pixels + 0.5 - self.left) / max(self.width, 1.0), 0, 1))
        starts = np.concatenate([[0], np.flatnonzero(np.diff(found)) + 1])
        stops = np.concatenate([starts[1:], [len(pixels)]])
        least, best = self.recall.least, self.recall.best
        for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
            part = 1.0 if best == least else (found[start] - least) / (best - least)
            high = _LEAST + round(float(part) * (self.height - _LEAST))
            group = GROUPS.index("met" if found[start] == best else "unmet")
            top = self.top + self.height - high
            yield Patch(float(pixels[start]), top, float(stop - start), high, group)

    def text_at(self, x: float, y: float) -> str:
        """Return the figures of the split under a point, "" beside the strip."""
        if not (self.top <= y < self.top + self.height and 0 <= x - self.left <= self.width):
            return ""
        return recall_text(self.recall, (x - self.left) / max(self.width, 1.0))


def recall_text(recall: SplitRecall, share: float) -> str:
    """Say the mean recall at a split, and the most that any split has."""
    return tr_n(
        "Split {share:.1%}: recall {here:.1%} of 1 request; at most {best:.1%}, at least"
        " {least:.1%}",
        "Split {share:.1%}: mean recall {here:.1%} of {count:,} requests; at most {best:.1%}, at"
        " least {least:.1%}",
        recall.asking,
        count=recall.asking,
        share=share,
        here=recall.at_share(share),
        best=recall.best,
        least=recall.least,
    )
