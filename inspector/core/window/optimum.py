"""The exact optimum beside the greedy placement, and the gap between them.

The optimum is an exact 0/1 knapsack in exact integers: the choice of greatest value within a
capacity. A feasible choice and a bound fix most items first; a dynamic programme over the tokens
decides the rest. Its table is the only thing that grows, and it is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.core.arguments import require
from inspector.core.arrays import Bools, Int64
from inspector.core.window.chunk import Tokens
from inspector.core.window.report import WindowReport
from inspector.plurals import count_of

# Items times tokens of the programme's table: one bit each (125 MB), about three seconds.
MAX_CELLS = 1_000_000_000

# The same for a choice that only serves to start from.
QUICK_CELLS = 50_000_000

# Products of one value and one weight stay within 64 bits.
MAX_VALUE = 2**32
MAX_WEIGHT = 2**30


class KnapsackTooLargeError(ValueError):
    """The part that bounds cannot decide needs a table of more than ``MAX_CELLS`` cells."""

    def __init__(self, items: int, capacity: int) -> None:
        super().__init__(f"{count_of(items, 'undecided item')} by {count_of(capacity, 'token')}")
        self.items = items
        self.capacity = capacity


@dataclass(frozen=True, slots=True)
class _Split:
    """Items that every better choice has, items that some may have, and the known choice.

    ``earned`` is what each item brings above the price of its tokens, in a scale of its own; the
    undecided ones are listed from the closest call on.
    """

    certain: Int64
    undecided: Int64
    known: Int64
    earned: Int64


@dataclass(frozen=True, slots=True)
class _Items:
    """What may be chosen, and the tokens to choose it for."""

    values: Int64
    weights: Int64
    capacity: int

    def value_of(self, rows: Int64) -> int:
        return _total(self.values, rows)

    def room_beside(self, rows: Int64) -> int:
        return self.capacity - _total(self.weights, rows)


def _total(amounts: Int64, rows: Int64 | Bools) -> int:
    return int(amounts[rows].sum())


def _fill(order: Sequence[int], weights: Sequence[int], capacity: int) -> list[int]:
    """Take items in order while they fit, passing over those that do not."""
    taken = []
    for row in order:
        if weights[row] <= capacity:
            taken.append(row)
            capacity -= weights[row]
    return taken


def _split(items: _Items, known: Int64) -> _Split:
    """Fix what a bound decides.

    For any price per token, capacity x price plus what every item earns above the price bounds the
    value of all choices. If forcing an item in (or out) lowers that bound below one more than the
    best known value, every better choice has it the other way.
    """
    values, weights = items.values, items.weights
    by_density = np.lexsort((weights, -(values / weights)))
    room_after = items.capacity - np.cumsum(weights[by_density])
    break_item = int(by_density[np.argmax(room_after < 0)])
    filled = np.array(_fill(by_density.tolist(), weights.tolist(), items.capacity), dtype=np.int64)
    best = max(filled, known, key=items.value_of)

    # The price is value / weight of the break item; everything is scaled by that weight.
    value, weight = int(values[break_item]), int(weights[break_item])
    earned = values * weight - weights * value
    above = earned > 0
    bound = items.capacity * value + _total(values, above) * weight - _total(weights, above) * value
    slack = bound - (items.value_of(best) + 1) * weight
    if slack < 0:  # no choice can be better than the known one
        return _Split(certain=best, undecided=best[:0], known=best, earned=earned)
    decided = np.abs(earned) > min(slack, 2**63 - 1)
    undecided = np.flatnonzero(~decided)
    return _Split(
        certain=np.flatnonzero(decided & above),
        undecided=undecided[np.argsort(np.abs(earned[undecided]), kind="stable")],
        known=best,
        earned=earned,
    )


def _programme(values: Int64, weights: Int64, capacity: int) -> list[int]:
    """Return the best rows, by dynamic programming over the tokens from 0 to ``capacity``."""
    best = np.zeros(capacity + 1, dtype=np.int64)
    taken: list[npt.NDArray[np.uint8]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        with_item = best[: capacity + 1 - weight] + value
        better = with_item > best[weight:]
        taken.append(np.packbits(better))
        np.copyto(best[weight:], with_item, where=better)
    # The first amount of tokens that reaches the best value: no token is spent for nothing.
    left = int(np.argmax(best == best[capacity]))
    rows = []
    for row in range(len(taken) - 1, -1, -1):
        place = left - int(weights[row])
        if place >= 0 and taken[row][place >> 3] & (128 >> (place & 7)):
            rows.append(row)
            left = place
    return rows


def _decide(items: _Items, certain: Int64, undecided: Int64, most_cells: int) -> Int64:
    """Return the best choice that has the ``certain`` items and any of the ``undecided``.

    Raises ``KnapsackTooLargeError`` when that needs a table of more than ``most_cells``.
    """
    room = items.room_beside(certain)
    fitting = undecided[items.weights[undecided] <= room]
    if not fitting.size:
        return certain
    weights = items.weights[fitting]
    divisor = int(np.gcd.reduce(weights))
    steps = min(room, int(weights.sum())) // divisor
    if fitting.size * (steps + 1) > most_cells:
        raise KnapsackTooLargeError(int(fitting.size), steps)
    picked = _programme(items.values[fitting], weights // divisor, steps)
    return np.concatenate([certain, fitting[np.array(picked, dtype=np.int64)]])


def _closest_calls(items: _Items, split: _Split) -> Int64:
    """Return a good choice: the closest calls decided exactly, the others by what they earn."""
    count = split.undecided.size
    while count:
        close, rest = split.undecided[:count], split.undecided[count:]
        certain = np.concatenate([split.certain, rest[split.earned[rest] > 0]])
        if items.room_beside(certain) < 0:
            break
        try:
            return _decide(items, certain, close, QUICK_CELLS)
        except KnapsackTooLargeError:
            count //= 2
    return split.known


def _best_of(items: _Items, known: Int64) -> Int64:
    split = _split(items, known)
    if split.undecided.size * items.capacity > QUICK_CELLS:
        # A better choice to start from leaves far less undecided.
        better = max(split.known, _closest_calls(items, split), key=items.value_of)
        split = _split(items, better)
    if items.room_beside(split.certain) < 0:
        return split.known
    decided = _decide(items, split.certain, split.undecided, MAX_CELLS)
    return max(split.known, decided, key=items.value_of)


def best_choice(
    values: Sequence[int], weights: Sequence[int], capacity: int, known: Sequence[int] = ()
) -> list[int]:
    """Return the rows of a choice of greatest value that weighs at most ``capacity``, ascending.

    Values are at least 0 and below ``MAX_VALUE``, weights at least 0 and, where they fit at all,
    below ``MAX_WEIGHT``. ``known`` is a choice that fits, to start from. Raises
    ``KnapsackTooLargeError`` when what bounds leave open is too large to decide.
    """
    if capacity < 0:
        return []
    free = [row for row, weight in enumerate(weights) if weight == 0]
    paid = [row for row, weight in enumerate(weights) if 0 < weight <= capacity]
    items = _Items(
        np.array([values[row] for row in paid], dtype=np.int64),
        np.array([weights[row] for row in paid], dtype=np.int64),
        capacity,
    )
    if int(items.weights.sum()) <= capacity:
        return sorted([*free, *paid])
    position = {row: place for place, row in enumerate(paid)}
    start = np.array([position[row] for row in known if row in position], dtype=np.int64)
    chosen = _best_of(items, start)
    return sorted([*free, *(paid[place] for place in chosen.tolist())])


# The value of a chunk is its priority in millionths of a point, rounded: whole numbers, so that
# sums and the gap are exact and two choices are never told apart by a rounding error.
MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True)
class WindowOptimum:
    """The greedy choice beside the choice of greatest total priority in the same room.

    Values are total priorities in millionths of a point. ``value``, ``tokens`` and ``chosen`` (ids
    in original order) are None when there is no answer, and ``reason`` says why. ``gained`` and
    ``lost`` are the ids by which the optimum differs from the greedy choice.
    """

    greedy_value: int
    greedy_tokens: Tokens
    value: int | None = None
    tokens: int | None = None
    chosen: tuple[str, ...] | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    reason: str = ""

    @property
    def gap(self) -> float | None:
        """Points of priority that the greedy choice leaves behind; 0 when it is optimal."""
        return None if self.value is None else (self.value - self.greedy_value) / MILLIONTHS

    @property
    def gap_share(self) -> float | None:
        """The gap as a fraction of the optimum, 0 when that is 0."""
        if self.value is None:
            return None
        return (self.value - self.greedy_value) / self.value if self.value else 0.0


def _obstacle(report: WindowReport) -> str:
    outcome = report.outcome
    if outcome.options.enforce_category_limits:
        return "Category limits are enforced; the optimum is computed for a single limit."
    if outcome.options.keep_pairs:
        return "Calls and results are kept together; the optimum is computed for single chunks."
    if any(isinstance(tokens, float) for tokens in outcome.tokens):
        return "A token count has a fraction; the optimum is computed for whole tokens."
    if outcome.room >= MAX_WEIGHT:
        return f"The room is {MAX_WEIGHT:,} tokens or more; the optimum is computed for less."
    return ""


def optimum(report: WindowReport) -> WindowOptimum:
    """Return the choice of greatest total priority for the chunks and the room of ``report``.

    It may leave a chunk out for two that are worth more together, whatever their order, and it is
    exact. There is no answer under enforced category limits, where pairs are kept, for fractional
    token counts, for a room of 2^30 tokens or more, or when the chunks that bounds cannot decide,
    times the tokens they compete for, are more than a billion; ``reason`` then says which.
    Raises TypeError for what is no report.
    """
    require(WindowReport, report=report)
    outcome = report.outcome
    greedy = outcome.selection.placed
    values = [round(points * MILLIONTHS) for points in outcome.priorities.total.tolist()]
    greedy_value = sum(values[row] for row in greedy)
    unanswered = WindowOptimum(greedy_value=greedy_value, greedy_tokens=outcome.selection.used)

    obstacle = _obstacle(report)
    if obstacle:
        return _without_answer(unanswered, obstacle)
    weights = [int(tokens) for tokens in outcome.tokens]
    try:
        rows = best_choice(values, weights, outcome.room, greedy)
    except KnapsackTooLargeError as error:
        return _without_answer(
            unanswered,
            f"Too large: {count_of(error.items, 'chunk')} could not be decided by bounds, for"
            f" {count_of(error.capacity, 'token')}.",
        )

    def ids(some: list[int]) -> tuple[str, ...]:
        return tuple(outcome.chunks[row].id for row in some)

    best, first = set(rows), set(greedy)
    return WindowOptimum(
        greedy_value=greedy_value,
        greedy_tokens=outcome.selection.used,
        value=sum(values[row] for row in rows),
        tokens=sum(weights[row] for row in rows),
        chosen=ids(rows),
        gained=ids([row for row in rows if row not in first]),
        lost=ids([row for row in sorted(greedy) if row not in best]),
    )


def _without_answer(unanswered: WindowOptimum, reason: str) -> WindowOptimum:
    return WindowOptimum(unanswered.greedy_value, unanswered.greedy_tokens, reason=reason)
