"""The exact best selection: a multiple-choice knapsack under a budget and ceilings of kinds.

Value is relevance × the weight of the rendering; each card is out or in at one of its tiers. Cards
that provably make no difference are decided first by a Lagrangian bound, in doubles and generous
towards rounding; the rest is solved by a dynamic programme over tokens, in whole numbers. Where
several selections have the same value, one is found that takes fewer tokens under the ceilings;
of cards under the same ceiling, or under none, later ranks are out rather than in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.problems import Place, Problem, Severity
from inspector.core.selection.value import (
    Ranked,
    TokenTable,
    Weights,
    WholeNumbers,
    exact_values,
    weight_table,
)
from inspector.plurals import count_of

_TABLE_LIMIT = 2 * 1024**3  # bytes of choices that the dynamic programme may hold
_BISECTIONS = 60


class SelectionTooLargeError(ValueError):
    """The exact selection would need more memory than is reasonable. ``fix`` says what helps."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(f"{message} {fix}")
        self.message = message
        self.fix = fix

    @property
    def problem(self) -> Problem:
        """The problem of the session that asks for such a selection, at its strategy."""
        code = "injection.selection-too-large"
        return Problem(Severity.ERROR, code, self.message, self.fix, Place(pointer="/strategy"))


@dataclass(frozen=True)
class _Options:
    """Cards that may get in: tokens and value by card and tier.

    ``values`` are doubles of at most 1, -inf for what is no option. ``held`` is the tier that a
    placed card is at already, so that value and tokens are those of a raise; -1 for other cards.
    """

    ranks: Int64
    held: Int64
    values: Float64
    tokens: Int64
    caps: npt.NDArray[np.uint8]

    def only(self, keep: Bools) -> _Options:
        return _Options(
            self.ranks[keep],
            self.held[keep],
            self.values[keep],
            self.tokens[keep],
            self.caps[keep],
        )


def best_selection(
    cards: Ranked,
    candidates: Int64,
    budget: int,
    cap_limits: tuple[int, ...],
    separator: int,
    weights: Weights,
    pinned: int = 0,
) -> tuple[Int64, Int64]:
    """Return the ranks (ascending) and tiers of the selection of greatest value.

    So many cards, the first in rank, are ``pinned``: those that fit in turn, at the rendering that
    costs least, are in, and the selection is the best among those that have them.

    Raises ``SelectionTooLargeError`` when too many cards and tokens remain after reduction.
    """
    limits = [budget, *(min(limit, budget) for limit in cap_limits)]
    placed = _place_first(cards, candidates[candidates < pinned], limits, separator)
    options = _worthwhile(cards, candidates, limits, separator, weights, placed)
    decided, core = _reduce(options, limits)
    for rank, tier in decided.items():
        place = int(np.searchsorted(options.ranks, rank))
        cost, cap = int(options.tokens[place, tier]), int(options.caps[place])
        limits[0] -= cost
        if cap:
            limits[cap] -= cost
    limits = [limits[0], *(min(limit, limits[0]) for limit in limits[1:])]
    exact = exact_values(cards.relevance[core.ranks], core.held, weights)
    exact = np.where(np.isfinite(core.values), exact, 0)
    chosen = placed | decided | _solve(core, exact, limits)
    ranks = np.array(sorted(chosen), dtype=np.int64)
    return ranks, np.array([chosen[rank] for rank in ranks.tolist()], dtype=np.int64)


def _place_first(cards: Ranked, pinned: Int64, limits: list[int], separator: int) -> dict[int, int]:
    """Place pinned cards while they fit; take their tokens from ``limits``; return their tiers."""
    placed = {}
    for rank in pinned.tolist():
        costs = np.where(cards.tier_exists[rank], cards.costs[rank], np.iinfo(np.int64).max)
        tier = len(costs) - 1 - int(costs[::-1].argmin())  # of equal ones the largest
        need, cap = int(costs[tier]) + separator, int(cards.caps[rank])
        if need <= limits[0] and need <= limits[cap]:
            placed[rank] = tier
            limits[0] -= need
            if cap:
                limits[cap] -= need
    limits[1:] = [min(limit, limits[0]) for limit in limits[1:]]
    return placed


def _worthwhile(
    cards: Ranked,
    candidates: Int64,
    limits: list[int],
    separator: int,
    weights: Weights,
    placed: dict[int, int],
) -> _Options:
    """Return the options that have a value and fit on their own; of placed cards, only raises."""
    held = np.full(len(candidates), -1, dtype=np.int64)
    tokens = cards.costs[candidates] + separator
    for rank, tier in placed.items():
        place = int(np.searchsorted(candidates, rank))
        tokens[place] -= int(tokens[place, tier])
        held[place] = tier
    relevance = cards.relevance[candidates][:, np.newaxis]
    gains = np.array(weight_table(weights), dtype=np.float64)[held]
    caps = cards.caps[candidates]
    room = np.array(limits, dtype=np.int64)[caps][:, np.newaxis]
    possible = cards.tier_exists[candidates] & (tokens <= room)
    possible &= np.sign(relevance) * np.sign(gains) > 0
    # Scaled so that nothing overflows; what becomes 0 beside the largest is an option all the same.
    highest = np.abs(relevance).max(initial=0.0, where=possible.any(axis=1, keepdims=True)) or 1.0
    most = np.abs(gains).max(initial=0.0, where=possible) or 1.0
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        worth = np.abs(relevance / highest) * np.abs(gains / most)
    options = _Options(candidates, held, np.where(possible, worth, -np.inf), tokens, caps)
    return options.only(np.logical_or.reduce(possible, axis=1))


def _reduce(options: _Options, limits: list[int]) -> tuple[dict[int, int], _Options]:
    """Decide the cards whose fate is the same in every optimum; return them and the rest.

    With a price for tokens, the sum of what each card is worth beyond its price bounds every
    selection from above. Forcing a card's option lowers the bound; when it falls below the value
    of a selection already found, the option cannot be part of an optimum.
    """
    if not len(options.ranks):
        return {}, options
    values, tokens = options.values, options.tokens.astype(np.float64)
    price = _price(values, tokens, limits[0])
    gains = values - price * tokens
    best = np.maximum(gains.max(axis=1), 0.0)
    bound = price * limits[0] + float(best.sum())
    known = _some_selection(options, gains, limits)
    slack = bound - known + 1e-9 * abs(bound)  # generous towards rounding
    possible = np.isfinite(values) & (best[:, np.newaxis] - gains <= slack)
    may_be_out = best <= slack
    count = possible.sum(axis=1)
    fixed = ~may_be_out & (count == 1)
    undecided = (count > 0) & ~fixed
    decided = dict(
        zip(
            options.ranks[fixed].tolist(),
            possible[fixed].argmax(axis=1).tolist(),
            strict=True,
        )
    )
    core = replace(options, values=np.where(possible, values, -np.inf))
    return decided, core.only(undecided)


def _price(values: Float64, tokens: Float64, budget: int) -> float:
    """Return the price of a token at which about the whole budget is bought."""
    low, high = 0.0, float((values / np.maximum(tokens, 1)).max(initial=0.0)) + 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        gains = values - middle * tokens
        form = gains.argmax(axis=1)
        rows = np.arange(len(form))
        bought = float(tokens[rows, form][gains[rows, form] > 0].sum())
        low, high = (middle, high) if bought > budget else (low, middle)
    return high


def _some_selection(options: _Options, gains: Float64, limits: list[int]) -> float:
    """Return the value of a selection that fits: options in order of gain, while they fit."""
    form = gains.argmax(axis=1)
    rows = np.arange(len(form))
    worth, cost = options.values[rows, form], options.tokens[rows, form]
    order = np.argsort(-gains[rows, form], kind="stable")
    left = list(limits)
    total = 0.0
    for row in order[: max(1000, 2 * int((gains[rows, form] > 0).sum()))].tolist():
        cap, need = int(options.caps[row]), int(cost[row])
        if need <= left[0] and need <= left[cap]:
            left[0] -= need
            if cap:
                left[cap] -= need
            total += float(worth[row])
    return total


def _solve(core: _Options, values: WholeNumbers, limits: list[int]) -> dict[int, int]:
    """Solve what remains exactly: one table for each cap, then the best split between them."""
    if sum(int((core.caps == cap).sum()) * (limit + 1) for cap, limit in enumerate(limits)) > (
        _TABLE_LIMIT
    ):
        raise SelectionTooLargeError(
            f"The exact selection among {count_of(len(core.ranks), 'card')} for"
            f" {count_of(limits[0], 'token')} is too large.",
            "Use the strategy coverage or depth, or a smaller budget.",
        )
    parts = [core.only(core.caps == cap) for cap in range(len(limits))]
    tables = [
        TokenTable(values[core.caps == cap], part.tokens, limit)
        for cap, (part, limit) in enumerate(zip(parts, limits, strict=True))
    ]
    capped, splits = _combined([table.best for table in tables[1:]])
    budget = limits[0]
    spend = np.arange(min(len(capped), budget + 1))
    totals = capped[spend] + tables[0].best[np.minimum(budget - spend, tables[0].limit)]
    left = int(totals.argmax())
    spent = [budget - left]
    for split in splits:
        spent.append(int(split[left]))
        left -= spent[-1]
    chosen: dict[int, int] = {}
    for part, table, tokens in zip(parts, tables, [*spent, left], strict=True):
        for row, _, tiers in table.selections(np.array([tokens])):
            chosen[int(part.ranks[row])] = int(tiers[0])
    return chosen


def _combined(tables: list[WholeNumbers]) -> tuple[WholeNumbers, list[Int64]]:
    """Return the best sum for every number of tokens under all ceilings, and how to split them.

    A split, one for each ceiling but the last, is the number of tokens given to it where the best
    sum rises; the rest is for those after it. Only such places are asked for: elsewhere a token
    less has the same sum, and leaves more to others.
    """
    *others, best = tables
    splits: list[Int64] = []
    for table in reversed(others):
        both = np.full(len(table) + len(best) - 1, -1, dtype=best.dtype)
        split = np.zeros(len(both), dtype=np.int64)
        for tokens, value in enumerate(table.tolist()):
            if tokens and value == table[tokens - 1]:
                continue  # no better than with a token less
            here = slice(tokens, tokens + len(best))
            better = best + value >= both[here]  # of equals more here, and less under later ones
            both[here][better] = (best + value)[better]
            split[here][better] = tokens
        best = np.maximum.accumulate(both)
        splits.insert(0, split)
    return best, splits
