"""How many examples a property test draws, as a share of what the run asks for."""

from __future__ import annotations

from hypothesis import settings

NORMAL = 25
"""What tests give their numbers beside: so many stand for those of a test that says nothing."""

DRAWN = 15
"""The examples of a property test that says nothing, in an ordinary run."""

SEARCHED = 300
"""And in a search for what is wrong, which a release waits for."""


def examples(number: int) -> settings:
    """Let a test draw as many times more examples than another as this is more than ``NORMAL``."""
    return settings(max_examples=max(1, number * settings.default.max_examples // NORMAL))
