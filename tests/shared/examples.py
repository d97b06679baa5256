"""How many examples a property test draws, as a share of what the run asks for."""

from __future__ import annotations

from hypothesis import settings

NORMAL = 25
"""The examples of a property test that says nothing, in an ordinary run."""

SEARCHED = 2_000
"""And in a search for what is wrong."""


def examples(number: int) -> settings:
    """Let a test draw so many examples in an ordinary run, and as many times more in a search."""
    return settings(max_examples=max(1, number * settings.default.max_examples // NORMAL))
