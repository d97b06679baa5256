"""Thresholds and the optimum in words."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.optimum import Optimum, OptimumCurve
from inspector.analysis.tuning.runs import ItemThresholds
from inspector.analysis.tuning.thresholds import ItemKind, Threshold, Wanted
from inspector.present.tuning.names import AXIS_TITLES, in_sentence, written

_LEADS = {Wanted.IN: "In", Wanted.LARGER: "Larger", Wanted.OUT: "Out"}


def threshold_line(threshold: Threshold, kind: ItemKind) -> str:
    """Say where an item's fate changes, such as "In at a total of 6,410 or more"."""
    axis, lead = threshold.axis, _LEADS[threshold.wanted]
    if threshold.wanted is Wanted.LARGER and kind is ItemKind.FILE:
        lead = "Inlined"
    where = in_sentence(axis, threshold.written, upward=threshold.upward)
    if threshold.until_written is None:
        return f"{lead} at {where}"
    way = "up" if threshold.upward else "down"
    return f"{lead} at {where}, {way} to {written(axis, threshold.until_written)}"


def threshold_lines(found: ItemThresholds) -> Iterator[str]:
    """Say everything that would change an item's fate, what lets it in first."""
    for wanted in Wanted:
        for one in found.thresholds:
            if one.wanted is wanted:
                yield threshold_line(one, found.item.kind) + "."
    wanted = Wanted.OUT if found.is_in else Wanted.IN
    if not any(one.wanted is wanted for one in found.thresholds):
        does = "pushes it out" if found.is_in else "lets it in"
        yield f"No single value of the policy {does} (totals up to {found.reach:,} looked at)."
    if found.file is not None:
        then = "the card is in" if found.if_listed else "the card is still out"
        yield f"If “{found.file}” were only listed: {then}."
    if found.too_large:
        yield f"Too large to work out: {titles(found.too_large)}."


def titles(axes: tuple[Axis, ...]) -> str:
    """Return what people call some axes, in one line."""
    return ", ".join(AXIS_TITLES[axis].lower() for axis in axes)


def optimum_line(optimum: Optimum) -> str:
    """Say what the exact best selection is worth beside the greedy one."""
    greedy, best = optimum.values
    strategy = optimum.greedy.strategy.value
    if optimum.gap <= 0:
        return f"The {strategy} selection is the best there is: value {greedy:,.4f}."
    count = len(optimum.differences)
    cards = "1 card differs" if count == 1 else f"{count:,} cards differ"
    return (
        f"{strategy.capitalize()} {greedy:,.4f}, best {best:,.4f}: it misses"
        f" {optimum.gap:,.4f} of value ({optimum.gap_part:.2%}). {cards}."
    )


def curve_line(curve: OptimumCurve) -> str:
    """Say where on the axis the gap to the best selection is widest."""
    sweep, widest = curve.sweep, curve.widest
    part = float(curve.gap_part[widest])
    if part <= 0:
        return "It is so everywhere on the range."
    at = written(sweep.axis, sweep.value_in(widest))
    return f"On the range the gap is widest at {at}: {part:.2%}."
