"""The strategy ``optimal`` in the replay, plainly: the best value for every number of tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.analysis.audit.plain_inputs import Contender, PlainSelection, Room
from inspector.core.arrays import Float64
from inspector.core.reasons import Reason


def best_selection(
    cards: Sequence[Contender],
    room: Room,
    separator: int,
    weights: Mapping[str, float],
    given: Any,
) -> PlainSelection:
    """Return the given manifest's selection where it is of the greatest value, else one that is."""
    choice = PlainSelection()
    placed: dict[str, str] = {}
    for one in cards:
        tier = min(reversed(list(one.sizes)), key=one.sizes.__getitem__)  # of equals the largest
        if one.pinned and room.take(one, one.sizes[tier] + separator):
            placed[one.name] = tier
        numbers = {"needed": next(iter(one.sizes.values())) + separator}
        worthless = all(_worth(one, weights[tier]) <= 0 for tier in one.sizes)
        reason = Reason.NO_VALUE if worthless else Reason.OUTWEIGHED
        choice.refusals[one.name] = (reason, numbers)
    options = [_options(one, placed.get(one.name), separator, weights) for one in cards]
    tables = [
        _Table([pair for pair in zip(cards, options, strict=True) if pair[0].cap == cap], limit)
        for cap, limit in (
            (None, room.left),
            *((cap, min(limit, room.left)) for cap, limit in room.caps.items()),
        )
    ]
    best, spent = _split(tables, room.left)
    wanted = _stated(given)
    taken = {
        one.name: found[wanted[one.name]]
        for one, found in zip(cards, options, strict=True)
        if wanted.get(one.name) in found
    }
    as_placed = {name: tier for name, tier in placed.items() if name not in taken}
    if wanted == {name: wanted[name] for name in taken} | as_placed and _fits(cards, taken, room):
        worth = sum(value for _, value in taken.values())
        # Steps of values are rounded, each by less than this; scores may be of any size.
        peak = max((abs(one.score) for one in cards), default=0.0)
        if worth >= best - 1e-9 * max(1.0, peak) * (len(cards) + 1):
            choice.tiers = {
                name: wanted[name] for name in (one.name for one in cards) if name in wanted
            }
    if not choice.tiers:
        choice.tiers = dict(placed)
        for table, tokens in zip(tables, spent, strict=True):
            choice.tiers |= table.selection(tokens)
    for one in cards:
        if one.name in choice.tiers:
            choice.lower(one, Reason.TIER_CHOSEN)
    return choice


Options = Mapping[str, tuple[int, float]]
"""Tokens and value of the tiers of a card that are worth something."""


def _options(
    one: Contender, placed: str | None, separator: int, weights: Mapping[str, float]
) -> Options:
    """Return what a card can add; one that is in already adds what a larger tier is worth more."""
    cost, value = -separator, Fraction(0)
    if placed is not None:
        cost, value = one.sizes[placed], _worth(one, weights[placed])
    added = {tier: _worth(one, weights[tier]) - value for tier in one.sizes}
    return {
        tier: (size - cost, float(added[tier]))
        for tier, size in one.sizes.items()
        if added[tier] > 0
    }


def _worth(one: Contender, weight: float) -> Fraction:
    """Return the value of a rendering: score and weight as the decimals they are written as."""
    return Fraction(repr(one.score)) * Fraction(repr(weight))


def _stated(given: Any) -> dict[str, str]:
    """Return the cards that a manifest says are in, with their tiers."""
    rows = given.get("knowledge_cards") if isinstance(given, dict) else None
    return {
        str(row.get("node_id")): str(row.get("rendering_tier"))
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, dict) and not row.get("suppressed", False)
    }


def _fits(cards: Sequence[Contender], taken: Mapping[str, tuple[int, float]], room: Room) -> bool:
    left = Room(room.left, room.caps)
    return all(left.take(one, taken[one.name][0]) for one in cards if one.name in taken)


class _Table:
    """The greatest value of some cards for every number of tokens up to a limit."""

    def __init__(self, cards: Sequence[tuple[Contender, Options]], limit: int) -> None:
        self.best: Float64 = np.zeros(limit + 1)
        self._turns: list[tuple[str, list[tuple[str, int]], npt.NDArray[np.int8]]] = []
        for one, options in cards:
            best, before = self.best.copy(), self.best
            tiers = [(tier, size) for tier, (size, _) in options.items() if size <= limit]
            choice = np.full(limit + 1, -1, dtype=np.int8)
            for place, (tier, size) in enumerate(tiers):
                with_it = before[: limit + 1 - size] + options[tier][1]
                better = with_it > best[size:]
                best[size:][better] = with_it[better]
                choice[size:][better] = place
            self.best = best
            self._turns.append((one.name, tiers, choice))

    def selection(self, tokens: int) -> dict[str, str]:
        """Return the cards and tiers of the greatest value for so many tokens."""
        chosen = {}
        for name, tiers, choice in reversed(self._turns):
            if choice[tokens] >= 0:
                tier, size = tiers[choice[tokens]]
                chosen[name] = tier
                tokens -= size
        return chosen


def _split(tables: Sequence[_Table], budget: int) -> tuple[float, list[int]]:
    """Return the greatest value of all tables together, and the tokens that each gets for it."""
    free, *capped = tables
    best, splits = free.best, []
    for table in capped:
        with_both = best.copy()
        given = np.zeros(budget + 1, dtype=np.int64)
        for tokens in range(1, len(table.best)):
            if table.best[tokens] == table.best[tokens - 1]:
                continue
            value = best[: budget + 1 - tokens] + table.best[tokens]
            better = value > with_both[tokens:]
            with_both[tokens:][better] = value[better]
            given[tokens:][better] = tokens
        best = with_both
        splits.append(given)
    left, spent = budget, []
    for given in reversed(splits):
        spent.append(int(given[left]))
        left -= spent[-1]
    return float(best[budget]), [left, *reversed(spent)]
