"""What a token counter is.

The specifications' estimates of tokens from the length of a text, each with a name.

An estimator's name ends in its version (``discipline@1``): results record it, and a formula that
ever changes gets another. ``chars`` needs none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from inspector.core.arguments import require
from inspector.core.text import utf16_length


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


@dataclass(frozen=True, slots=True)
class DensityEstimator:
    """Tokens are the length in UTF-16 units by ``density`` (units a token), rounded up."""

    name: str
    density: float

    def count(self, text: str) -> int:
        """Return the estimated tokens of a text; every text has an estimate."""
        return math.ceil(utf16_length(text) / self.density)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the estimated tokens of each text, in order."""
        return [self.count(text) for text in texts]


@dataclass(frozen=True, slots=True)
class CharacterCounter:
    """One code point is one token, so that numbers can be read off the page."""

    name: str = "chars"

    def count(self, text: str) -> int:
        """Return the code points of a text."""
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the code points of each text, in order."""
        return [len(text) for text in texts]


_VERSION = "@1"

ESTIMATORS: Mapping[str, TokenCounter] = MappingProxyType(
    {
        "discipline": DensityEstimator(f"discipline{_VERSION}", 4.0),
        "business": DensityEstimator(f"business{_VERSION}", 4.2),
        "code": DensityEstimator(f"code{_VERSION}", 3.5),
        "general": DensityEstimator(f"general{_VERSION}", 3.8),
        "chars": CharacterCounter(),
    }
)


def estimator(name: str) -> TokenCounter:
    """Return an estimator by its name, with or without the version.

    ``discipline`` is Context Discipline's (4 UTF-16 units a token); ``business``, ``code`` and
    ``general`` are the Window's (4.2, 3.5, 3.8); ``chars`` counts code points. Raises
    ``ValueError``, naming those there are.
    """
    require(str, name=name)
    for short, found in ESTIMATORS.items():
        if name in {short, found.name}:
            return found
    raise ValueError(f"There is no estimator {name!r}; there are {', '.join(ESTIMATORS)}.")
