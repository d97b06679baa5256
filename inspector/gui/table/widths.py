"""Widths of columns where there is too little room for all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

Least = Callable[[int, int], int]
"""Gives the width to which a column may give way, from its number and its width."""


def fitting(
    widths: Mapping[int, int],
    spare: int,
    columns: tuple[Sequence[int], Sequence[int]],
    least: Least,
    tight: Least,
) -> dict[int, int]:
    """Return widths that take less by what is missing: ``spare`` pixels, below 0.

    ``columns`` are those of labels and all others. Labels give way to what they need, then texts by
    half (``least``). Where that brings all into sight, labels then give way to ``tight``, and texts
    by half of what is left. What never fits is scrolled to, and cut no further.
    """
    labels, others = columns
    found = dict(widths)
    for sections in (labels, others):
        spare += _narrow(found, sections, least, spare)
    narrower = dict(found)
    for sections, way in ((labels, tight), (others, least)):
        spare += _narrow(narrower, sections, way, spare)
    return narrower if spare >= 0 else found


def _narrow(widths: dict[int, int], sections: Sequence[int], least: Least, spare: int) -> int:
    """Take what is missing from the widest of some columns, so that short labels stay whole.

    Return how much that was.
    """
    floors = {one: least(one, widths[one]) for one in sections}
    before = sum(widths[one] for one in sections)

    def up_to(width: int) -> dict[int, int]:
        return {one: max(floors[one], min(widths[one], width)) for one in sections}

    wanted = before - max(0, -spare)
    widest = range(max((widths[one] for one in sections), default=0) + 1)
    level = bisect_right(widest, wanted, key=lambda width: sum(up_to(width).values())) - 1
    widths.update(up_to(level))
    return before - sum(widths[one] for one in sections)


def filled(widths: dict[int, int], needed: Mapping[int, int], spare: int) -> None:
    """Widen the columns of texts by what there is to spare: first those that are cut."""
    cut = {one: much - widths[one] for one, much in needed.items() if much > widths[one]}
    spare -= _share(widths, cut, min(spare, sum(cut.values())))
    _share(widths, {one: widths[one] for one in needed}, spare)


def _share(widths: dict[int, int], wanted: Mapping[int, int], spare: int) -> int:
    """Widen columns in proportion to what each wants; return how much that was."""
    whole = sum(wanted.values())
    parts = {one: spare * much // whole for one, much in wanted.items()}
    for one, part in parts.items():
        widths[one] += part
    return sum(parts.values())
