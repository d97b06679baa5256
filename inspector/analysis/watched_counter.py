"""A token counter that can be watched and stopped, for work that counts many texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from inspector.core.tokens.counter import TokenCounter

Watch = Callable[[int, int], bool]
"""Told (texts counted, texts in all) now and then; returning False stops the run."""


def unwatched(_done: int, _total: int) -> bool:
    """Let a run go on to its end."""
    return True


class StoppedError(Exception):
    """A run was stopped by its ``watch``."""


_COUNTS_BETWEEN_LOOKS = 64
_TEXTS_BETWEEN_LOOKS, _CHARACTERS_BETWEEN_LOOKS = 4096, 500_000  # a twentieth of a second


class WatchedCounter:
    """Counts as another counter does, tells how far it is, and stops when it is told to.

    ``total`` is about how many texts will be counted.
    """

    def __init__(self, tokens: TokenCounter, watch: Watch, total: int) -> None:
        self._tokens = tokens
        self._watch = watch
        self._total = total
        self._done = 0

    @property
    def name(self) -> str:
        """The name of the counter that counts."""
        return self._tokens.name

    def count(self, text: str) -> int:
        """Return the tokens of one text. Raises ``StoppedError`` when it is to stop."""
        if self._done % _COUNTS_BETWEEN_LOOKS == 0:
            self._look()
        self._done += 1
        return self._tokens.count(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; errors as ``count``."""
        counts: list[int] = []
        for share in _shares(texts):
            self._look()
            self._done += len(share)
            counts += self._tokens.count_many(share)
        return counts

    def _look(self) -> None:
        if not self._watch(min(self._done, self._total), self._total):
            raise StoppedError


def _shares(texts: Iterable[str]) -> Iterator[list[str]]:
    """Split texts into batches that are large enough to be quick and counted within a moment."""
    share: list[str] = []
    characters = 0
    for text in texts:
        share.append(text)
        characters += len(text)
        if characters >= _CHARACTERS_BETWEEN_LOOKS or len(share) == _TEXTS_BETWEEN_LOOKS:
            yield share
            share, characters = [], 0
    if share:
        yield share
