"""The dynamic programme of a multiple-choice knapsack: the best value for every number of tokens.

Each card is out or in at one of its tiers. Where several selections have the same value, later
cards are out rather than in, and smaller tiers win over larger ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

Int64 = npt.NDArray[np.int64]

_OUT = 3  # codes of a choice, in the two low bits of a value: a larger code wins a tie
_CODES = 4
_ROWS_BETWEEN_LOOKS = 256


def _unwatched(_rows: int) -> None:
    """Let the programme go on."""


class TokenTable:
    """Best values for 0 up to ``limit`` tokens, and the choices that reach them."""

    def __init__(
        self,
        values: Int64,
        tokens: Int64,
        limit: int,
        *,
        choices: bool = True,
        look: Callable[[int], None] = _unwatched,
    ) -> None:
        """Take values and tokens by card and tier; a value of 0 or less is no option.

        Without ``choices`` only values are kept. ``look`` is told now and then how many cards
        are done, and may raise.
        """
        self.limit = min(limit, int(tokens.max(axis=1, initial=0).sum()) if limit else 0)
        self._tokens = tokens
        self._choices = np.empty((len(values) if choices else 0, self.limit + 1), dtype=np.int8)
        best = np.full(self.limit + 1, _OUT, dtype=np.int64)
        raised = np.empty_like(best)
        for row, (worths, needs) in enumerate(zip(values.tolist(), tokens.tolist(), strict=True)):
            if row % _ROWS_BETWEEN_LOOKS == 0:
                look(row)
            after = best.copy()
            for tier, (worth, need) in enumerate(zip(worths, needs, strict=True)):
                if worth <= 0 or need > self.limit:
                    continue
                length = self.limit + 1 - need
                gain = worth * _CODES - _OUT + (_OUT - 1 - tier)
                np.add(best[:length], gain, out=raised[:length])
                np.maximum(after[need:], raised[:length], out=after[need:])
            if choices:
                np.subtract(_OUT - 1, after & _OUT, out=self._choices[row], casting="unsafe")
            best = np.bitwise_or(after, _OUT, out=after)
        self.best: Int64 = best // _CODES

    def selections(self, tokens: Int64) -> Iterator[tuple[int, Int64, Int64]]:
        """Yield the best selections within each of many numbers of tokens, from the last card on.

        For each card that is in somewhere: its row, the places in ``tokens`` where it is, and
        its tiers there.
        """
        left = np.minimum(tokens, self.limit)
        for row in range(len(self._choices) - 1, -1, -1):
            tiers = self._choices[row, left]
            places = np.flatnonzero(tiers >= 0)
            if len(places):
                held = tiers[places].astype(np.int64)
                left[places] -= self._tokens[row, held]
                yield row, places, held
