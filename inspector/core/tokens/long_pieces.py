"""Byte-pair merging of a piece of any length, in time that grows with its length only.

A piece is cut into blocks, each is merged by itself, and the joints are repaired. That gives
exactly the tokens of merging the whole piece, for this reason: merging always takes the pair of
lowest rank, leftmost first. So tokens t1, t2, ... are the result for their text if and only if
every two neighbours are the result for their own text. (The first merge across a border between
two tokens would be the next one for the two alone as well; and if none crosses a border, each side
develops as it does alone.) Within a block the neighbours are right already. At a joint, a window of
some tokens on both sides is merged anew; where its first and last token come out as they were,
every pair of neighbours is right, those on the window's edges included. Otherwise the window grows,
at most to the whole.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

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
