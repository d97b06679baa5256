"""What a token counter is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable


@runtime_checkable
class TokenCounter(Protocol):
    """Counts the tokens of texts. Counters are passed in, never looked up by the core.

    ``name`` says which encoding or estimator it is, with its version where it has one; it is
    recorded with every result.
    """

    @property
    def name(self) -> str:
        """The encoding or estimator, such as ``o200k_base`` or ``chars/4@1``."""
        ...

    def count(self, text: str) -> int:
        """Return the tokens of one text; raise ``UncountableTextError`` where there is none."""
        ...

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order."""
        ...


class UncountableTextError(ValueError):
    """A text has no token count in this encoding (such as text with a lone surrogate)."""
