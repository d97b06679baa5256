"""A token counter that can be watched and stopped, for work that counts many texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inspector.core.tokens.counter import TokenCounter

Watch = Callable[[int, int], bool]
"""Told (texts counted, texts in all) now and then; returning False stops the run."""


def unwatched(_done: int, _total: int) -> bool:
    """Let a run go on to its end."""
    return True


class StoppedError(Exception):
    """A run was stopped by its ``watch``."""


_COUNTS_BETWEEN_LOOKS = 64


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
        if self._done % _COUNTS_BETWEEN_LOOKS == 0 and not self._watch(
            min(self._done, self._total), self._total
        ):
            raise StoppedError
        self._done += 1
        return self._tokens.count(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; errors as ``count``."""
        return [self.count(text) for text in texts]
