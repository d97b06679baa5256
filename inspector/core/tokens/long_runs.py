r"""Counting texts that hold long runs, where tiktoken is slow or gives up.

tiktoken panics on about a million whitespace characters in a row, and its time for a run of letters
or of signs grows faster than the run. Here such a run is found, taken out as the piece that the
encoding's pattern makes of it, and merged by blocks; all around it is handed to tiktoken. The count
is exactly tiktoken's.

Text may be counted in two parts wherever the pattern always cuts and the first part does not end
in whitespace: everything else in the patterns looks at no character outside its own match, only
``\s+(?!\S)`` and ``\s++$`` do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

# In characters. Shorter texts and runs take tiktoken no more than a few milliseconds.
LONG = 8_192

# What one piece can consist of, its first character and trailing line ends apart.
_UNIFORM = regex.compile(r"\s++|[\p{L}\p{M}]++|[^\s\p{L}\p{N}]++")

# No piece holds a letter or digit with whitespace after it. Searched from the end (?r).
_ALWAYS_CUT = regex.compile(r"(?r)[A-Za-z0-9](?=\s)")


@dataclass(frozen=True, slots=True)
class LongRunCounter:
    """Counts texts of any length and shape.

    ``pattern`` cuts a text into the encoding's pieces; ``count_text`` counts a text without long
    runs; ``count_piece`` counts one piece of any length. ``long`` is the length in characters from
    which a run is taken out.
    """

    pattern: regex.Pattern[str]
    count_text: Callable[[str], int]
    count_piece: Callable[[str], int]
    long: int = LONG

    def count(self, text: str) -> int:
        """Return the tokens of a text."""
        total = start = 0
        while (block := self._uniform_block(text, start)) is not None:
            cut = _ALWAYS_CUT.search(text, start, block)
            safe = cut.end() if cut else start
            total += self.count_text(text[start:safe])
            tokens, start = self._pass_block(text, safe, block + self._block_length)
            total += tokens
        return total + self.count_text(text[start:])

    def _pass_block(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Count from a cut on, up to the first long piece or to ``end``; return where that is."""
        solid = start  # the end of the last piece that is more than whitespace
        spaces = 0  # tokens of the pieces since
        for piece in self.pattern.finditer(text, start):
            if piece.end() - piece.start() >= self.long:
                tokens = self.count_text(text[start:solid]) + spaces
                return tokens + self.count_piece(piece.group()), piece.end()
            if piece.group().isspace():
                spaces += self.count_piece(piece.group())
            else:
                solid, spaces = piece.end(), 0
            if piece.end() >= end:
                return self.count_text(text[start:solid]) + spaces, piece.end()
        return self.count_text(text[start:solid]) + spaces, len(text)

    @property
    def _block_length(self) -> int:
        """Half a long run: such a run covers a whole block, wherever it begins."""
        return self.long // 2

    def _uniform_block(self, text: str, start: int) -> int | None:
        """Return the first block from ``start`` on that one long piece could cover."""
        length = self._block_length
        first = -(-start // length) * length
        for block in range(first, len(text) - length + 1, length):
            if _UNIFORM.fullmatch(text, block, block + length):
                return block
        return None
