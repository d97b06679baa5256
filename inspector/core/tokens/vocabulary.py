"""Reading a shipped vocabulary: unpacked, checked against its hash, never downloaded."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
import numpy.typing as npt

from inspector.core.tokens.encodings import Encoding
from inspector.resources import read_bytes


class VocabularyError(RuntimeError):
    """A shipped vocabulary is damaged: counting with it would give wrong numbers."""


class Vocabulary:
    """The tokens of an encoding, found by their bytes without a table of all in memory.

    A table takes 40 MB, and longer to make than short texts take to count. Here a token's hash
    leads to the few ranks of its bucket.
    """

    def __init__(self, data: bytes, places: bytes) -> None:
        """Take the tokens as they ship, and their places as ``pack_places`` returns them."""
        count = int.from_bytes(data[:4], "big")
        self._data = data
        self._starts = _running(data[4 : 4 + count], 4 + count).data
        self._buckets = _running(places[4 * count :], 0).data
        self._order = np.frombuffer(places, dtype="<u4", count=count).data
        self._mask = len(self._buckets) - 2

    def rank(self, token: bytes) -> int | None:
        """Return the rank of a token, None for bytes that are none."""
        bucket = crc32(token) & self._mask
        for place in range(self._buckets[bucket], self._buckets[bucket + 1]):
            rank = self._order[place]
            if self._data[self._starts[rank] : self._starts[rank + 1]] == token:
                return rank
        return None

    def ranks(self) -> dict[bytes, int]:
        """Return the rank of every token."""
        data, starts = self._data, self._starts.tolist()
        return {data[start:end]: rank for rank, (start, end) in enumerate(pairwise(starts))}


def load_vocabulary(encoding: Encoding, read: Callable[[str], bytes] = read_bytes) -> Vocabulary:
    """Return the vocabulary of an encoding.

    ``read`` gives the bytes of a resource by name. Raises ``VocabularyError`` when they do not
    unpack or their SHA-256 is not the encoding's; a missing file raises what ``read`` raises.
    """
    try:
        data = zlib.decompress(read(encoding.vocabulary))
    except zlib.error as error:
        raise VocabularyError(_damaged(encoding.vocabulary, "it does not unpack")) from error
    _check(encoding.vocabulary, data, encoding.sha256)
    places = read(encoding.places)
    _check(encoding.places, places, encoding.places_sha256)
    return Vocabulary(data, places)


def pack_vocabulary(tokens: Sequence[bytes]) -> bytes:
    """Return tokens, in the order of their ranks, as they ship (before they are compressed)."""
    return len(tokens).to_bytes(4, "big") + bytes(map(len, tokens)) + b"".join(tokens)


def pack_places(tokens: Sequence[bytes]) -> bytes:
    """Return where tokens are found: the ranks bucket by bucket, then how many each bucket has."""
    buckets: list[list[int]] = [[] for _ in range(1 << len(tokens).bit_length())]
    for rank, token in enumerate(tokens):
        buckets[crc32(token) & len(buckets) - 1].append(rank)
    order = np.array([rank for bucket in buckets for rank in bucket], dtype="<u4")
    return order.tobytes() + bytes(map(len, buckets))


def _running(lengths: bytes, first: int) -> npt.NDArray[np.uint32]:
    """Return where each of some lengths begins, and where the last ends."""
    sums = np.full(len(lengths) + 1, first, dtype=np.uint32)
    sums[1:] += np.cumsum(np.frombuffer(lengths, dtype=np.uint8), dtype=np.uint32)
    return sums


def _check(name: str, data: bytes, expected: str) -> None:
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise VocabularyError(_damaged(name, f"its SHA-256 is {found} instead of {expected}"))


def _damaged(name: str, how: str) -> str:
    return f"The vocabulary {name} is damaged: {how}. Install the program again."
