"""Exact counters: tiktoken with the vocabularies that ship. All counters by their names.

Reading a shipped vocabulary: unpacked, checked against its hash, never downloaded.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
import numpy.typing as npt

from inspector.core.arguments import require
from inspector.core.tokens.counter import (
    ENCODINGS,
    ESTIMATORS,
    TokenCounter,
    TokenEncoding,
    estimator,
)
from inspector.resources import read_bytes

if TYPE_CHECKING:
    from inspector.core.tokens.byte_pairs import ShortTexts
    from inspector.core.tokens.engine import Engine


class VocabularyError(RuntimeError):
    """A shipped vocabulary is damaged: counting with it would give wrong numbers."""


class TokenVocabulary:
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


def load_vocabulary(
    encoding: TokenEncoding, read: Callable[[str], bytes] = read_bytes
) -> TokenVocabulary:
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
    return TokenVocabulary(data, places)


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


# Two threads are 1.4 times as fast as one; more only wait for each other. Below so many characters
# starting them costs more than they bring.
_THREADS = 2
_THREADS_PAY_FROM = 200_000
_FAST_PAYS_FROM = 20_000  # the same for what counts large batches, where it is there
_SHARE = 256  # texts that a thread takes at a time


class TiktokenCounter:
    """Counts exactly as tiktoken does with one encoding, and answers where tiktoken does not.

    The vocabulary is loaded at the first count, once, whichever threads ask; ``prepare`` loads it
    ahead of need. tiktoken's own tables are made from it when so much has been counted that they
    pay. Special tokens count as the ordinary text they are spelled with.
    """

    def __init__(self, encoding: TokenEncoding, read: Callable[[str], bytes] = read_bytes) -> None:
        self._encoding = encoding
        self._read = read
        self._lock = Lock()
        self._ready: tuple[TokenVocabulary, ShortTexts] | None = None
        self._engine: Engine | None = None

    def __repr__(self) -> str:
        return f"TiktokenCounter({self.name!r})"

    @property
    def name(self) -> str:
        """The name of the encoding."""
        return self._encoding.name

    def prepare(self) -> None:
        """Load everything that counting takes. Raises ``VocabularyError`` when it is damaged."""
        self._loaded()

    def count(self, text: str) -> int:
        """Return the tokens of a text.

        Raises ``UncountableTextError`` for a text with a lone surrogate, which no encoding has.
        """
        if self._engine is None:
            tokens = self._first()[1].count(text)
            if tokens is not None:
                return tokens
        return self._loaded().count(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; the first without a count raises."""
        batch = list(texts)
        characters = sum(map(len, batch))
        if characters < (_THREADS_PAY_FROM if self._engine is None else _FAST_PAYS_FROM):
            return self._count_share(batch)
        engine = self._loaded()
        fast = engine.fast_after(characters)
        if fast is not None:
            return fast.count_many(batch, engine.count)
        if characters < _THREADS_PAY_FROM:
            return self._count_share(batch)
        shares = (batch[start : start + _SHARE] for start in range(0, len(batch), _SHARE))
        with ThreadPoolExecutor(_THREADS) as threads:
            return [count for share in threads.map(self._count_share, shares) for count in share]

    def _count_share(self, texts: list[str]) -> list[int]:
        return [self.count(text) for text in texts]

    def _first(self) -> tuple[TokenVocabulary, ShortTexts]:
        if self._ready is None:
            with self._lock:
                if self._ready is None:
                    from inspector.core.tokens.byte_pairs import ShortTexts

                    vocabulary = load_vocabulary(self._encoding, self._read)
                    self._ready = vocabulary, ShortTexts(self._encoding.pattern, vocabulary.rank)
        return self._ready

    def _loaded(self) -> Engine:
        if self._engine is None:
            vocabulary, _ = self._first()
            with self._lock:
                if self._engine is None:
                    from inspector.core.tokens.engine import Engine

                    self._engine = Engine(self._encoding, vocabulary.ranks())
        return self._engine


# One counter for each encoding: tiktoken's tables take 0.2 seconds and 80 MB.
_COUNTERS: Mapping[str, TiktokenCounter] = MappingProxyType(
    {name: TiktokenCounter(encoding) for name, encoding in ENCODINGS.items()}
)


def tiktoken_counter(encoding: str) -> TiktokenCounter:
    """Return the counter of an encoding. Raises ``ValueError``, naming those there are."""
    require(str, encoding=encoding)
    try:
        return _COUNTERS[encoding]
    except KeyError:
        raise ValueError(
            f"There is no encoding {encoding!r}; there are {', '.join(_COUNTERS)}."
        ) from None


def available_counters() -> tuple[str, ...]:
    """Return the names of all counters as results record them: encodings, then estimators."""
    return (*ENCODINGS, *(found.name for found in ESTIMATORS.values()))


def counter_by_name(name: str) -> TokenCounter:
    """Return the counter of an encoding, or the estimator, of this name.

    The version of an estimator may be left out. Raises ``ValueError``, naming those there are.
    """
    if name in ENCODINGS:
        return tiktoken_counter(name)
    try:
        return estimator(name)
    except ValueError:
        raise ValueError(
            f"There is no token counter {name!r}; there are {', '.join(available_counters())}."
        ) from None
