"""How a number is known: whether a file states it, or it was worked out, counted or assumed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Known(Enum):
    """How a number is known, from the strongest to the weakest."""

    RECORDED = "recorded"  # the file states it
    DERIVED = "derived"  # a difference of recorded numbers
    COUNTED = "counted"  # by a tokenizer that is known for the model
    ESTIMATED = "estimated"  # by an estimate that is named
    ASSUMED = "assumed"  # a default


_ORDER = tuple(Known)


def weakest(kinds: Iterable[Known]) -> Known | None:
    """Return how a total of numbers of these kinds is known; None where there are none."""
    return max(kinds, key=_ORDER.index, default=None)
