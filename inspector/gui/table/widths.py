"""Widths of columns where there is too little room for all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

Least = Callable[[int, int], int]
"""Gives the width to which a column may give way, from its number and its width."""


def fitting(
    widths: Mapping[int, int],
    spare: int,
    columns: tuple[Sequence[int], Sequence[int]],
    least: Least,
    half: Least,
) -> dict[int, int]:
    """Return widths that take less by what is missing: ``spare`` pixels, below 0.

    ``columns`` are those of labels and all others. Labels give way to what they need, then texts by
    half (``least``). Where that brings all into sight, labels then give way by ``half``, and texts
    by half of what is left. What never fits is scrolled to, and cut no further.
    """
    labels, others = columns
    found = dict(widths)
    for sections in (labels, others):
        spare += _narrow(found, sections, least, spare)
    tight = dict(found)
    for sections, way in ((labels, half), (others, least)):
        spare += _narrow(tight, sections, way, spare)
    return tight if spare >= 0 else found


def _narrow(widths: dict[int, int], sections: Sequence[int], least: Least, spare: int) -> int:
    """Take what is missing from some of the widths, from each its part of what all can give.

    Return how much that was.
    """
    given = {one: widths[one] - least(one, widths[one]) for one in sections}
    part = min(1.0, max(0, -spare) / max(sum(given.values()), 1))
    less = {one: math.ceil(part * given[one]) for one in sections}
    widths.update({one: widths[one] - less[one] for one in sections})
    return sum(less.values())
