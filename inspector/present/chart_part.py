"""A part of a chart as assistive technology gets it: what it is called, and where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

MOST_PARTS = 1_000
"""Parts of one chart that are objects; of more, the table below the chart has the rest."""


class ChartPart(NamedTuple):
    """What a part says, and its box in the chart's pixels."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Parted(Protocol):
    """A geometry that knows its parts. It never changes: other parts are another geometry's."""

    def parts(self) -> Iterator[ChartPart]:
        """Yield the parts in the order in which they are read."""
        ...
