"""Where over the whole axis of the split each row of the ledger is in, exactly."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.backgrounds import RENDERED
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.split import Splits

_NEVER = "never"
_STEPS = 1_000  # a stretch is said in tenths of a percent, never wider than it is

Float64 = npt.NDArray[np.float64]


class SplitLines:
    """The stretches of the split at which each row of a ledger is in, in whatever form.

    Nothing is worked out before a row is asked for.
    """

    def __init__(self, splits: Splits) -> None:
        """Take the splits. The rows are those of the ledger of any report that they hold for."""
        outcomes, report = splits.sweep.outcomes, splits.sweep.report
        self._starts = splits.starts
        self._ends = np.append(splits.starts[1:], splits.sweep.pieces.range.high)
        self._cards, self._files = outcomes.cards, outcomes.files
        self._backgrounds = outcomes.backgrounds.where(outcomes.backgrounds.forms == RENDERED)
        self._first_file = len(report.prepared.cards.order)
        self._first_background = self._first_file + len(report.prepared.files)
        self._buckets = [choice.bucket_index for choice in report.backgrounds]

    def stretches(self, row: int) -> tuple[Float64, Float64]:
        """Return the first and the last share of each stretch in which a row is in, ascending."""
        own = self._spans(row).whatever_form()
        return self._starts[own.first], self._ends[own.end - 1]

    def _spans(self, row: int) -> Spans:
        if row < self._first_file:
            return self._cards.of(row)
        if row < self._first_background:
            return self._files.of(row - self._first_file)
        place = row - self._first_background
        return self._backgrounds.of(self._buckets[place] if place < len(self._buckets) else -1)

    def pixels(self, row: int, width: int) -> list[tuple[int, int]]:
        """Return the runs of pixels, of ``width``, that a row's stretches touch: first and end.

        However many stretches there are, there is at most one run for every second pixel; a stretch
        that is narrower than a pixel has one.
        """
        lows, highs = self.stretches(row)
        first = np.minimum(np.floor(lows * width), width - 1).astype(np.intp)
        end = np.clip(np.ceil(highs * width), first + 1, width).astype(np.intp)
        steps = np.zeros(width + 1, dtype=np.int64)
        np.add.at(steps, first, 1)
        np.subtract.at(steps, end, 1)
        touched = np.concatenate([[False], np.cumsum(steps)[:-1] > 0, [False]])
        edges = np.flatnonzero(touched[1:] != touched[:-1]).tolist()
        return list(zip(edges[::2], edges[1::2], strict=True))

    def has_line(self, row: int) -> bool:
        """Tell whether a row is a candidate, which a row that closes the sum is not."""
        return row < self._first_background + len(self._buckets)

    def text(self, row: int) -> str:
        """Return the stretches of a row as text: "15–19, 61–100 %"; "never" where it has none."""
        if not self.has_line(row):
            return ""
        lows, highs = self.stretches(row)
        parts = []
        for low, high in zip(lows.tolist(), highs.tolist(), strict=True):
            first = math.ceil(round(low * _STEPS, 6)) * 100 / _STEPS
            last = math.floor(round(high * _STEPS, 6)) * 100 / _STEPS
            parts.append(f"{first:g}–{last:g}" if first < last else f"{100 * low:.4g}")
        return f"{', '.join(parts)} %" if parts else _NEVER
