"""The exact best selections at many states at once: one dynamic programme over all budgets.

A table for the cards of each ceiling holds the best value for every number of tokens; a state takes
the best split of its budget between the three. So a single pass over the cards answers for every
budget and ceiling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import States
from inspector.analysis.tuning.lanes import CAPS, SweepBasis
from inspector.analysis.tuning.spans import SpanBuilder, Spans, joined
from inspector.core.injection.policy import TierWeights
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.core.selection.value import TokenTable, WholeNumbers, exact_values, value_steps
from inspector.plurals import count_of

Int64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_CHOICES_LIMIT = 2**29  # bytes of choices that are kept at once
_STATES_SPLIT = 64  # whose budgets are divided at once; more would not stay in the cache
_NONE = np.iinfo(np.int64).min // 2


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """How the budget of each state is divided: its best value, and tokens for each ceiling."""

    best: WholeNumbers
    tokens: tuple[Int64, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The three tables of one set of cards that stay; ``ranks`` are those of their rows."""

    ranks: tuple[Int64, ...]
    tables: tuple[TokenTable, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Limits:
    """Room for cards at each state, in tokens: the budget without its heading, the ceilings."""

    budget: Int64
    caps: tuple[Int64, ...]

    def at(self, places: Int64) -> _Limits:
        return _Limits(self.budget[places], tuple(cap[places] for cap in self.caps))


def _limits(ground: SweepBasis, states: States) -> _Limits:
    heading = ground.prepared.counted.separators.knowledge_heading
    budget = np.maximum(0, states.knowledge - heading)
    return _Limits(budget, tuple(np.minimum(cap, budget) for cap in states.ceilings))


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A pinned card that is in whatever it is worth, where ``mask`` says, at its cheapest tier."""

    rank: int
    tier: int
    mask: Bools


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """States that the same cards compete for: those of the same files are out, the same pinned."""

    places: Int64
    suppressed: tuple[int, ...]
    placed: dict[int, int]


def optimal_spans(
    ground: SweepBasis,
    states: States,
    covered: dict[int, Bools],
    weights: TierWeights,
    look: Callable[[int], None],
) -> Spans:
    """Return which cards are in at which states of the best selections, and at which tier.

    ``covered`` masks, for each file, the states at which its cards are suppressed. ``look`` is
    called now and then and may raise. Raises ``SelectionTooLargeError`` when the choices would need
    too much memory.
    """
    limits = _limits(ground, states)
    placed = _place_first(ground, limits)
    relevance = ground.prepared.cards.relevance
    steps = exact_values(relevance, np.full(len(relevance), -1), weights.by_tier)
    parts = []
    for group in _groups(covered, placed, len(states)):
        here = limits.at(group.places)
        tables = _tables(ground, group, here, steps, choices=True, look=look)
        split = _split(tables.tables, here)
        builder = SpanBuilder()
        tiers_of = {
            rank: np.full(len(group.places), tier, dtype=np.int64)
            for rank, tier in group.placed.items()
        }
        for ranks, table, tokens in zip(tables.ranks, tables.tables, split.tokens, strict=True):
            for row, where, tiers in table.selections(tokens):
                if int(ranks[row]) in tiers_of:
                    tiers_of[int(ranks[row])][where] = tiers
                else:
                    builder.add(int(ranks[row]), group.places[where], tiers)
        for rank, tiers in tiers_of.items():
            builder.add(rank, group.places, tiers)
        parts.append(builder.build())
    return joined(parts)


def optimal_values(
    ground: SweepBasis,
    states: States,
    covered: dict[int, Bools],
    weights: TierWeights,
    look: Callable[[int], None],
) -> Int64:
    """Return the value of the best selection at each state, in steps of ``value_steps``.

    ``look`` is told now and then how many cards are done, and may raise.
    """
    limits = _limits(ground, states)
    placed = _place_first(ground, limits)
    steps = value_steps(ground.prepared.cards, weights).steps
    best = np.zeros(len(states), dtype=np.int64)
    for group in _groups(covered, placed, len(states)):
        here = limits.at(group.places)
        tables = _tables(ground, group, here, steps, choices=False, look=look)
        of_placed = sum(int(steps[rank, tier]) for rank, tier in group.placed.items())
        best[group.places] = _split(tables.tables, here, tokens=False).best + of_placed
    return best


def _place_first(ground: SweepBasis, limits: _Limits) -> list[_Placed]:
    """Place pinned cards in turn where they fit, and take their tokens from the limits."""
    pinned = ground.what_if.pinned if ground.what_if else 0
    cards, separator = ground.prepared.cards, ground.prepared.counted.separators.card
    found = []
    for rank in range(pinned):
        if not ground.usable[rank]:
            continue
        costs = np.where(cards.tier_exists[rank], cards.costs[rank], np.iinfo(np.int64).max)
        tier = len(costs) - 1 - int(costs[::-1].argmin())  # of equal ones the largest
        need, cap = int(costs[tier]) + separator, int(cards.caps[rank])
        room = (limits.budget, *limits.caps)
        mask = (need <= limits.budget) & (need <= room[cap])
        limits.budget[mask] -= need
        if cap:
            room[cap][mask] -= need
        found.append(_Placed(rank, tier, mask))
    for one in limits.caps:
        np.minimum(one, limits.budget, out=one)
    return found


def _groups(covered: dict[int, Bools], placed: list[_Placed], count: int) -> Iterator[_Group]:
    """Yield the states that the same cards compete for."""
    masks = [*covered.values(), *(one.mask for one in placed)]
    if not masks:
        yield _Group(np.arange(count), (), {})
        return
    kinds, kind_of = np.unique(np.stack(masks), axis=1, return_inverse=True)
    files = list(covered)
    for kind in range(kinds.shape[1]):
        holds = kinds[:, kind].tolist()
        yield _Group(
            np.flatnonzero(kind_of.ravel() == kind),
            tuple(file for file, is_so in zip(files, holds, strict=False) if is_so),
            {
                one.rank: one.tier
                for one, is_so in zip(placed, holds[len(files) :], strict=True)
                if is_so
            },
        )


def _tables(
    ground: SweepBasis,
    group: _Group,
    limits: _Limits,
    steps: WholeNumbers,
    *,
    choices: bool,
    look: Callable[[int], None],
) -> _Tables:
    """Make the tables of the cards that compete in a group; of placed cards, only raises."""
    cards = ground.prepared.cards
    stays = ground.usable & ~np.isin(ground.source_file, group.suppressed)
    values = steps.copy()
    tokens = cards.costs + ground.prepared.counted.separators.card
    for rank, tier in group.placed.items():
        values[rank] -= values[rank, tier]
        tokens[rank] -= tokens[rank, tier]
    values = np.where(cards.tier_exists, np.maximum(values, 0), 0)
    stays &= values.max(axis=1, initial=0) > 0
    room = [int(column.max(initial=0)) for column in (limits.budget, *limits.caps)]
    least = np.where(values > 0, tokens, np.iinfo(np.int64).max).min(axis=1, initial=2**62)
    stays &= least <= np.array(room)[cards.caps]
    ranks = tuple(np.flatnonzero(stays & (cards.caps == cap)) for cap in CAPS)
    cells = sum(len(one) * (limit + 1) for one, limit in zip(ranks, room, strict=True))
    if choices and cells > _CHOICES_LIMIT:
        raise SelectionTooLargeError(
            f"The best selections of {count_of(sum(map(len, ranks)), 'card')} for every budget"
            f" up to {count_of(room[0], 'token')} are too many.",
            "Choose a narrower range.",
        )
    return _Tables(
        ranks,
        tuple(
            TokenTable(values[one], tokens[one], limit, choices=choices, look=look)
            for one, limit in zip(ranks, room, strict=True)
        ),
    )


def _steps_up(table: TokenTable) -> Int64:
    """Return the numbers of tokens at which a table's best value rises, 0 included."""
    return np.concatenate([[0], np.flatnonzero(np.diff(table.best)) + 1])


def _split(tables: tuple[TokenTable, ...], limits: _Limits, *, tokens: bool = True) -> _Split:
    """Divide the budget of each state between the tables in the best way.

    Without ``tokens`` only the best value is found, and what each table gets is left at 0.

    Of equally good ways the one that spends least under the ceilings is found, and of these the
    one that spends least under the last; more than a step of a table is never needed.
    """
    free, first, second = tables
    length = int(limits.budget.max(initial=0)) + 1
    mixed = free.best[np.minimum(np.arange(length), free.limit)].copy()
    spent = np.zeros(length, dtype=np.int64)  # under the last ceiling, to reach ``mixed``
    alone = mixed.copy()
    steps = _steps_up(first)
    gains = first.best[steps]
    best = np.zeros(len(limits.budget), dtype=mixed.dtype)
    under = np.zeros((2, len(best)), dtype=np.int64)
    todo = _steps_up(second).tolist()[1:]
    order = np.argsort(limits.caps[1], kind="stable")
    caps, starts = np.unique(limits.caps[1][order], return_index=True)
    for cap, group in zip(caps.tolist(), np.split(order, starts[1:]), strict=True):
        while todo and todo[0] <= cap:
            used = todo.pop(0)
            if used < length:
                raised = alone[: length - used] + second.best[used]
                better = raised > mixed[used:]
                mixed[used:][better] = raised[better]
                spent[used:][better] = used
        for begin in range(0, len(group), _STATES_SPLIT):
            places = group[begin : begin + _STATES_SPLIT]
            totals, rest = _totals(limits.at(places), steps, gains, mixed)
            best[places] = totals.max(axis=1)
            if tokens:
                under[:, places] = _least_spent(totals, steps, spent[rest])
    return _Split(best, (limits.budget - under[0] - under[1], under[0], under[1]))


def _totals(
    limits: _Limits, steps: Int64, gains: WholeNumbers, mixed: WholeNumbers
) -> tuple[WholeNumbers, Int64]:
    """Return the value of giving each number of ``steps`` to the first ceiling, for a few states.

    The second array is what is left for the other cards.
    """
    allowed = limits.caps[0]
    count = int(np.searchsorted(steps, allowed.max(), side="right"))
    possible = steps[:count] <= allowed[:, np.newaxis]
    rest = (limits.budget[:, np.newaxis] - steps[:count]) * possible
    return np.where(possible, mixed[rest] + gains[:count], _NONE), rest


def _least_spent(totals: WholeNumbers, steps: Int64, second: Int64) -> Int64:
    """Return what both ceilings get in the best way that spends least under them."""
    count = totals.shape[1]
    best = totals.max(axis=1)[:, np.newaxis]
    least = np.where(totals == best, steps[:count] + second, np.int64(2**62))
    # Of the ways that spend least under both ceilings, the last gives least to the second.
    chosen = count - 1 - least[:, ::-1].argmin(axis=1)
    return np.stack([steps[chosen], second[np.arange(len(totals)), chosen]])
