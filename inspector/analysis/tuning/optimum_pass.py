"""The exact best selections at many states at once: one dynamic programme over all budgets.

A table for the cards of each ceiling holds the best value for every number of tokens; a state takes
the best split of its budget between them. So a single pass over the cards answers for every
budget and ceiling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.tuning.axes import States
from inspector.analysis.tuning.lanes import CAPS, SweepBasis
from inspector.analysis.tuning.spans import SpanBuilder, Spans, joined
from inspector.core.arrays import Bools, Int64
from inspector.core.injection.policy import TierWeights
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.core.selection.value import TokenTable, WholeNumbers, exact_values, value_steps
from inspector.plurals import count_of

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
    """The tables of one set of cards that stay; ``ranks`` are those of their rows."""

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
    one that spends most under the first of them, then under the next; more than a step of a table
    is never needed.
    """
    free, first, *later = tables
    length = int(limits.budget.max(initial=0)) + 1
    alone = _Mixture(
        free.best[np.minimum(np.arange(length), free.limit)],
        np.zeros((len(later), length), dtype=np.int64),
    )
    steps = _steps_up(first)
    gains = first.best[steps]
    best = np.zeros(len(limits.budget), dtype=gains.dtype)
    under = np.zeros((len(limits.caps), len(best)), dtype=np.int64)
    for group, mixed in _mixtures(alone, later, limits.caps[1:], np.arange(len(best))):
        for begin in range(0, len(group), _STATES_SPLIT):
            places = group[begin : begin + _STATES_SPLIT]
            totals, rest = _totals(limits.at(places), steps, gains, mixed.best)
            best[places] = totals.max(axis=1)
            if tokens:
                under[:, places] = _least_spent(totals, steps, mixed.under, rest)
    return _Split(best, (limits.budget - under.sum(axis=0), *under))


@dataclass(frozen=True, slots=True, eq=False)
class _Mixture:
    """The best value for every number of tokens of the cards that no ceiling or a later one holds.

    ``under`` is what of the tokens is under each of these ceilings.
    """

    best: WholeNumbers
    under: Int64

    def copy(self) -> _Mixture:
        return _Mixture(self.best.copy(), self.under.copy())

    def give(self, row: int, used: int, value: int, start: _Mixture) -> None:
        """Give so many tokens more than in ``start`` to a ceiling, wherever that is better."""
        length = max(0, len(self.best) - used)
        best, under, before = self.best[used:], self.under[row:, used:], start.under[row:, :length]
        raised = start.best[:length] + value
        better = raised > best
        if row + 1 < len(self.under):  # under the last, less was tried before
            better |= (raised == best) & (before.sum(axis=0) + used <= under.sum(axis=0))
        best[better] = raised[better]
        under[0][better] = used
        under[1:, better] = before[1:, better]


def _mixtures(
    start: _Mixture, tables: Sequence[TokenTable], caps: Sequence[Int64], places: Int64
) -> Iterator[tuple[Int64, _Mixture]]:
    """Yield states that have the same limits under some ceilings, and what is best for them.

    A mixture is good until the next is asked for.
    """
    if not tables:
        yield places, start
        return
    mixed, table, row = start.copy(), tables[-1], len(tables) - 1
    todo = _steps_up(table).tolist()[1:]
    order = places[np.argsort(caps[-1][places], kind="stable")]
    limits, starts = np.unique(caps[-1][order], return_index=True)
    for limit, group in zip(limits.tolist(), np.split(order, starts[1:]), strict=True):
        while todo and todo[0] <= limit:
            used = todo.pop(0)
            mixed.give(row, used, table.best[used], start)
        yield from _mixtures(mixed, tables[:-1], caps[:-1], group)


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


def _least_spent(totals: WholeNumbers, steps: Int64, later: Int64, rest: Int64) -> Int64:
    """Return what each ceiling gets in the best way that spends least under them.

    ``later`` is what the later ones get of so many tokens, ``rest`` how many are left for them.
    """
    count = totals.shape[1]
    best = totals.max(axis=1)[:, np.newaxis]
    spent = steps[:count] + later.sum(axis=0)[rest]
    least = np.where(totals == best, spent, np.int64(2**62))
    # Of the ways that spend least under all ceilings, the last gives most to the first.
    chosen = count - 1 - least[:, ::-1].argmin(axis=1)
    return np.vstack([steps[chosen], later[:, rest[np.arange(len(totals)), chosen]]])
