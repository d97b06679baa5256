"""Exact counters: tiktoken with the vocabularies that ship.

Reading a shipped vocabulary: unpacked, checked against its hash, never downloaded.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from inspector.core.arguments import require
from inspector.core.tokens.encodings import ENCODINGS, Encoding
from inspector.resources import read_bytes

if TYPE_CHECKING:
    from inspector.core.tokens.engine import Engine


class VocabularyError(RuntimeError):
    """A shipped vocabulary is damaged: counting with it would give wrong numbers."""


def load_vocabulary(
    encoding: Encoding, read: Callable[[str], bytes] = read_bytes
) -> dict[bytes, int]:
    """Return the rank of every token of an encoding.

    ``read`` gives the bytes of a resource by name. Raises ``VocabularyError`` when they do not
    unpack or their SHA-256 is not the encoding's; a missing file raises what ``read`` raises.
    """
    try:
        data = zlib.decompress(read(encoding.vocabulary))
    except zlib.error as error:
        raise VocabularyError(_damaged(encoding, "it does not unpack")) from error
    found = hashlib.sha256(data).hexdigest()
    if found != encoding.sha256:
        raise VocabularyError(
            _damaged(encoding, f"its SHA-256 is {found} instead of {encoding.sha256}")
        )
    first = 4 + int.from_bytes(data[:4], "big")
    places = pairwise(accumulate(data[4:first], initial=first))
    return {data[start:end]: rank for rank, (start, end) in enumerate(places)}


def pack_vocabulary(tokens: Sequence[bytes]) -> bytes:
    """Return tokens, in the order of their ranks, as they ship (before they are compressed)."""
    return len(tokens).to_bytes(4, "big") + bytes(map(len, tokens)) + b"".join(tokens)


def _damaged(encoding: Encoding, how: str) -> str:
    return f"The vocabulary {encoding.vocabulary} is damaged: {how}. Install the program again."


# Two threads are 1.4 times as fast as one; more only wait for each other. Below so many characters
# starting them costs more than they bring.
_THREADS = 2
_THREADS_PAY_FROM = 200_000
_SHARE = 256  # texts that a thread takes at a time


class TiktokenCounter:
    """Counts exactly as tiktoken does with one encoding, and answers where tiktoken does not.

    The vocabulary is loaded at the first count, once, whichever threads ask; ``prepare`` loads it
    ahead of need. Special tokens count as the ordinary text they are spelled with.
    """

    def __init__(self, encoding: Encoding, read: Callable[[str], bytes] = read_bytes) -> None:
        self._encoding = encoding
        self._read = read
        self._lock = Lock()
        self._engine: Engine | None = None

    def __repr__(self) -> str:
        return f"TiktokenCounter({self.name!r})"

    @property
    def name(self) -> str:
        """The name of the encoding."""
        return self._encoding.name

    def prepare(self) -> None:
        """Load the vocabulary. Raises ``VocabularyError`` when it is damaged."""
        self._loaded()

    def count(self, text: str) -> int:
        """Return the tokens of a text.

        Raises ``UncountableTextError`` for a text with a lone surrogate, which no encoding has.
        """
        return self._loaded().count(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; the first without a count raises."""
        batch = list(texts)
        characters = sum(map(len, batch))
        if characters < _THREADS_PAY_FROM:
            return self._count_share(batch)
        engine = self._loaded()
        fast = engine.fast_after(characters)
        if fast is not None:
            return fast.count_many(batch, engine.count)
        shares = (batch[start : start + _SHARE] for start in range(0, len(batch), _SHARE))
        with ThreadPoolExecutor(_THREADS) as threads:
            return [count for share in threads.map(self._count_share, shares) for count in share]

    def _count_share(self, texts: list[str]) -> list[int]:
        return [self.count(text) for text in texts]

    def _loaded(self) -> Engine:
        if self._engine is None:
            with self._lock:
                if self._engine is None:
                    from inspector.core.tokens.engine import Engine

                    ranks = load_vocabulary(self._encoding, self._read)
                    self._engine = Engine(self._encoding, ranks)
        return self._engine


# One counter for each encoding: a vocabulary takes 0.3 seconds and 80 MB once it is loaded.
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
