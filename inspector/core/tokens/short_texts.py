"""Counting the first texts before tiktoken's tables are there, with the same numbers.

They take longer to make than a sample's texts take to count here, and 60 MB. Text is cut by the
encoding's pattern, and the few pieces that are no token themselves are merged pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import regex

from inspector.core.tokens.long_runs import SETTLED

ENOUGH = 300_000  # characters: making the tables takes about as long as counting so many here
_LONGEST = 50_000  # characters of a text; in longer ones a search for cuts could take long
_LONGEST_PIECE = 200  # bytes; the time to merge a piece grows with the square of its length


class ShortTexts:
    """Counts texts of one encoding until there have been ``enough`` characters.

    Characters on whose nature the cutter and tiktoken may disagree are left to tiktoken.
    """

    def __init__(
        self, pattern: str, rank_of: Callable[[bytes], int | None], enough: int = ENOUGH
    ) -> None:
        """Take what cuts a text into pieces, and what knows the rank of a token."""
        self._pieces = regex.compile(pattern)
        self._rank_of = rank_of
        self._counted: dict[str, int | None] = {}
        self._left = enough

    def count(self, text: str) -> int | None:
        """Return the tokens of a text; None where tiktoken has to be asked."""
        self._left -= len(text)
        if self._left < 0:
            self._counted.clear()
            return None
        if len(text) > _LONGEST or SETTLED.fullmatch(text) is None:
            return None
        total = 0
        for piece in self._pieces.findall(text):
            tokens = self._counted.get(piece)
            if tokens is None:
                tokens = self._tokens(piece.encode())
                if tokens is None:
                    return None
                self._counted[piece] = tokens
            total += tokens
        return total

    def _tokens(self, piece: bytes) -> int | None:
        """Return the tokens of one piece; None for one that takes long."""
        rank_of = self._rank_of
        if rank_of(piece) is not None:
            return 1
        if len(piece) > _LONGEST_PIECE:
            return None
        tokens = [piece[place : place + 1] for place in range(len(piece))]
        ranks = [rank_of(one + other) for one, other in pairwise(tokens)]
        # The pair of lowest rank is merged, leftmost first, until none is a token.
        while found := [rank for rank in ranks if rank is not None]:
            place = ranks.index(min(found))
            tokens[place : place + 2] = [tokens[place] + tokens[place + 1]]
            del ranks[place]
            for pair in (place - 1, place):
                if 0 <= pair < len(ranks):
                    ranks[pair] = rank_of(tokens[pair] + tokens[pair + 1])
        return len(tokens)
