"""A counter that remembers: each different text is counted once."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from inspector.core.tokens.counter import TokenCounter

# About 200 bytes each, whatever the length of the text.
DEFAULT_CAPACITY = 250_000


class MemoCounter:
    """Another counter with a memory of its last ``capacity`` different texts.

    Texts are remembered by a hash of 128 bits of their contents, not kept. Counts, errors and the
    name are the other counter's; a text that cannot be counted is tried again each time. Threads
    may share it.
    """

    def __init__(self, counter: TokenCounter, capacity: int = DEFAULT_CAPACITY) -> None:
        if capacity < 1:
            raise ValueError(f"The capacity is at least 1, not {capacity}.")
        self._counter = counter
        self._capacity = capacity
        self._counts: OrderedDict[bytes, int] = OrderedDict()  # the longest unused first
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def name(self) -> str:
        """The name of the counter that counts."""
        return self._counter.name

    def count(self, text: str) -> int:
        """Return the tokens of a text, from memory where it is there."""
        return self.count_many((text,))[0]

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; each different new one is counted once."""
        batch = list(texts)
        keys = [_key(text) for text in batch]
        known = self._recall(keys)
        new = {key: text for key, text in zip(keys, batch, strict=True) if key not in known}
        if new:
            counted = dict(zip(new, self._counter.count_many(new.values()), strict=True))
            self._remember(counted)
            known |= counted
        return [known[key] for key in keys]

    def _recall(self, keys: list[bytes]) -> dict[bytes, int]:
        known = {}
        with self._lock:
            for key in keys:
                if key in self._counts:
                    known[key] = self._counts[key]
                    self._counts.move_to_end(key)
        return known

    def _remember(self, counted: dict[bytes, int]) -> None:
        with self._lock:
            for key, count in counted.items():
                self._counts[key] = count
                if len(self._counts) > self._capacity:
                    self._counts.popitem(last=False)


def _key(text: str) -> bytes:
    # A lone surrogate has a key as well: it is for the counter to say what it makes of one.
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
