r"""Counting where tiktoken is slow, gives up or is not loaded yet: exactly its numbers.

tiktoken panics on about a million whitespace characters in a row, and its time for a run of letters
or of signs grows faster than the run. Here such a run is found, taken out as the piece that the
encoding's pattern makes of it, and merged by blocks; all around it is handed to tiktoken. The count
is exactly tiktoken's.

Text may be counted in two parts wherever the pattern always cuts and the first part does not end
in whitespace: everything else in the patterns looks at no character outside its own match, only
``\s+(?!\S)`` and ``\s++$`` do.

Byte-pair merging of a piece of any length, in time that grows with its length only.

A piece is cut into blocks, each is merged by itself, and the joints are repaired. That gives
exactly the tokens of merging the whole piece, for this reason: merging always takes the pair of
lowest rank, leftmost first. So tokens t1, t2, ... are the result for their text if and only if
every two neighbours are the result for their own text. (The first merge across a border between
two tokens would be the next one for the two alone as well; and if none crosses a border, each side
develops as it does alone.) Within a block the neighbours are right already. At a joint, a window of
some tokens on both sides is merged anew; where its first and last token come out as they were,
every pair of neighbours is right, those on the window's edges included. Otherwise the window grows,
at most to the whole.

Counting large batches faster, where the optional package ``toktok`` is installed.

Its counts are tiktoken's wherever both agree on what a character is. They disagree on characters
that Unicode got lately and on the long s, so that only texts of characters whose nature has been
settled for decades are handed over; tiktoken counts the others.

Counting the first texts before tiktoken's tables are there: they take longer to make than a
sample's texts take to count here, and 60 MB. Text is cut by the encoding's pattern, and the few
pieces that are no token themselves are merged pair by pair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import regex

if TYPE_CHECKING:
    from tiktoken import Encoding

# In characters. Shorter texts and runs take tiktoken no more than a few milliseconds.
LONG = 8_192
SHARE = 1 << 18  # counted at a time

# What one piece can consist of, its first character and trailing line ends apart.
_UNIFORM = regex.compile(r"\s++|[\p{L}\p{M}]++|[^\s\p{L}\p{N}]++")

# No piece holds a letter or digit with whitespace after it. Searched from the end (?r).
_ALWAYS_CUT = regex.compile(r"(?r)[A-Za-z0-9](?=\s)")


@dataclass(frozen=True, slots=True)
class LongRunCounter:
    """Counts texts of any length and shape.

    ``pattern`` cuts a text into the encoding's pieces; ``count_text`` counts a text without long
    runs; ``count_piece`` counts one piece of any length. ``long`` is the length in characters from
    which a run is taken out, ``share`` that of a stretch which is counted at a time.
    """

    pattern: regex.Pattern[str]
    count_text: Callable[[str], int]
    count_piece: Callable[[str], int]
    long: int = LONG
    share: int = SHARE

    def count(self, text: str) -> int:
        """Return the tokens of a text."""
        total = start = 0
        while (block := self._uniform_block(text, start)) is not None:
            cut = _ALWAYS_CUT.search(text, start, block)
            safe = cut.end() if cut else start
            total += self._count_shares(text, start, safe)
            tokens, start = self._pass_block(text, safe, block + self._block_length)
            total += tokens
        return total + self._count_shares(text, start, len(text))

    def _count_shares(self, text: str, start: int, end: int) -> int:
        """Count a stretch from cut to cut: all its tokens take ten times its memory."""
        total, reach = 0, self.share
        while end - start > reach:
            cut = _ALWAYS_CUT.search(text, start, start + reach)
            if cut is None:
                reach *= 2
                continue
            total += self.count_text(text[start : cut.end()])
            start, reach = cut.end(), self.share
        return total + self.count_text(text[start:end])

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


# In characters. The tokens of one repeated character are mostly as long as powers of two: in blocks
# of such a length nothing is left over that joints would have to repair.
BLOCK = 4_096

_FIRST_REACH = 16  # tokens on either side of a joint
_GROWTH = 8


def merge_piece(piece: str, merging: Encoding, block: int = BLOCK) -> list[int]:
    """Return the tokens of one piece. ``merging`` is an encoding that never cuts a text.

    ``block`` is in characters and longer than any token is in bytes (128): tiktoken looks a text
    up as a token before it merges, which must not happen to a block.
    """
    cuts = [*range(block, len(piece) - block + 1, block), len(piece)]
    tokens = merging.encode_ordinary(piece[: cuts[0]])
    for start, end in pairwise(cuts):
        _join(tokens, merging.encode_ordinary(piece[start:end]), merging)
    return tokens


def _join(tokens: list[int], more: list[int], merging: Encoding) -> None:
    """Append ``more`` to ``tokens`` so that they are the tokens of both texts together."""
    before = after = _FIRST_REACH
    while True:
        left = _window_start(tokens, before, merging)
        right = _window_end(more, after, merging)
        window = merging.decode_bytes(tokens[left:] + more[:right]).decode()
        joined = merging.encode_ordinary(window)
        left_fits = left == 0 or joined[0] == tokens[left]
        right_fits = right == len(more) or joined[-1] == more[right - 1]
        if left_fits and right_fits:
            tokens[left:] = joined
            tokens += more[right:]
            return
        before *= 1 if left_fits else _GROWTH
        after *= 1 if right_fits else _GROWTH


def _window_start(tokens: list[int], reach: int, merging: Encoding) -> int:
    index = max(0, len(tokens) - reach)
    while index > 0 and not _starts_character(tokens[index], merging):
        index -= 1
    return index


def _window_end(tokens: list[int], reach: int, merging: Encoding) -> int:
    index = min(reach, len(tokens))
    while index < len(tokens) and not _starts_character(tokens[index], merging):
        index += 1
    return index


def _starts_character(token: int, merging: Encoding) -> bool:
    """Whether the token's first byte begins a UTF-8 character."""
    return merging.decode_single_token_bytes(token)[0] & 0xC0 != 0x80


PAYS_FROM = 8_000_000  # characters: loading takes as long as tiktoken needs for so many
_LONGEST = 50_000  # characters of a text that is handed over; runs have a way of their own

# Latin but for the long s, Cyrillic, punctuation, kana, unified ideographs and Hangul syllables.
SETTLED = re.compile(
    "[\0-\u017e\u0180-\u024f\u0400-\u04ff\u2010-\u2027\u2030-\u205e\u20ac"
    "\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]*"
)

_PROBES = (
    "",
    " ",
    "it's IT'S we'll WE'LL 'tis",
    "\r\n\r\n  \t x\n",
    "1234567890 12 1,234.5",
    "def f(a, b=None):\n    return {'a': [a, *b]}  # ok\n",
    "été Ärger naïve ĐŽ",
    "Привет, мир! ещё",
    "中文字符。テスト、カタカナ 한국어",
    "AbCdEF_gh-IJ/kl\\mn—“q” … €5",
    "<|endoftext|> <|fim_prefix|>",
    "\u00a0\u00a0a\u0085b\u3000c",
)


class FastBatch:
    """Counts texts of one encoding in many at once.

    Made by ``fast_batch``, which checks that it counts as the exact counter does.
    """

    def __init__(self, counts: Callable[..., list[int]], encoding: str) -> None:
        self._counts, self._encoding = counts, encoding

    def count_many(self, texts: Sequence[str], one_by_one: Callable[[str], int]) -> list[int]:
        """Return the tokens of each text; ``one_by_one`` counts what is not handed over."""
        handed = [_parts(text) if _is_settled(text) else [] for text in texts]
        counted = iter(self._counts([part for parts in handed for part in parts], self._encoding))
        return [
            sum(islice(counted, len(parts))) if parts else one_by_one(text)
            for text, parts in zip(texts, handed, strict=True)
        ]


def _is_settled(text: str) -> bool:
    return text.isascii() or SETTLED.fullmatch(text) is not None


def _parts(text: str) -> list[str]:
    """Return a text in parts of which none is too long; none where it cannot be cut so."""
    parts, start = [], 0
    while len(text) - start > _LONGEST:
        cut = _ALWAYS_CUT.search(text, start, start + _LONGEST)
        if cut is None:
            return []
        parts.append(text[start : cut.end()])
        start = cut.end()
    return [*parts, text[start:]]


def fast_batch(
    encoding: str, exact: Callable[[str], int], package: str = "toktok"
) -> FastBatch | None:
    """Return the faster counter of an encoding; None where there is none that counts the same."""
    if find_spec(package) is None:
        return None
    module: Any = import_module(package)
    try:
        made = FastBatch(module.batch_count, encoding)
        agrees = made.count_many(_PROBES, exact) == [exact(text) for text in _PROBES]
    except Exception:  # noqa: BLE001  # whatever is wrong with it, tiktoken is there
        return None
    return made if agrees else None


ENOUGH = 300_000  # characters: making the tables takes about as long as counting so many here
_LONGEST_TEXT = 50_000  # characters of a text; in longer ones a search for cuts could take long
_LONGEST_PIECE = 200  # bytes; the time to merge a piece grows with the square of its length


class ShortTexts:
    """Counts texts of one encoding until there have been ``enough`` characters of different texts.

    A text that comes again is not counted again: several stages count the same set. Characters on
    whose nature the cutter and tiktoken may disagree are left to tiktoken.
    """

    def __init__(
        self, pattern: str, rank_of: Callable[[bytes], int | None], enough: int = ENOUGH
    ) -> None:
        """Take what cuts a text into pieces, and what knows the rank of a token."""
        self._pieces = regex.compile(pattern)
        self._rank_of = rank_of
        self._counted: dict[str, int | None] = {}
        self._texts: dict[str, int] = {}  # at most ``enough`` characters
        self._left = enough

    def count(self, text: str) -> int | None:
        """Return the tokens of a text; None where tiktoken has to be asked."""
        known = self._texts.get(text)
        if known is not None:
            return known
        self._left -= len(text)
        if self._left < 0:
            self._counted.clear()
            self._texts.clear()
            return None
        if len(text) > _LONGEST_TEXT or not _is_settled(text):
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
        self._texts[text] = total
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
