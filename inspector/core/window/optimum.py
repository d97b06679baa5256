"""The exact optimum beside the greedy placement, and the gap between them."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.arguments import require
from inspector.core.window.chunk import Tokens
from inspector.core.window.knapsack import (
    MAX_WEIGHT,
    KnapsackTooLargeError,
    best_choice,
)
from inspector.core.window.report import WindowReport

# The value of a chunk is its priority in millionths of a point, rounded: whole numbers, so that
# sums and the gap are exact and two choices are never told apart by a rounding error.
MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True)
class Optimum:
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


def optimum(report: WindowReport) -> Optimum:
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
    unanswered = Optimum(greedy_value=greedy_value, greedy_tokens=outcome.selection.used)

    obstacle = _obstacle(report)
    if obstacle:
        return _without_answer(unanswered, obstacle)
    weights = [int(tokens) for tokens in outcome.tokens]
    try:
        rows = best_choice(values, weights, outcome.room, greedy)
    except KnapsackTooLargeError as error:
        return _without_answer(
            unanswered,
            f"Too large: {error.items:,} chunks could not be decided by bounds, for"
            f" {error.capacity:,} tokens.",
        )

    def ids(some: list[int]) -> tuple[str, ...]:
        return tuple(outcome.chunks[row].id for row in some)

    best, first = set(rows), set(greedy)
    return Optimum(
        greedy_value=greedy_value,
        greedy_tokens=outcome.selection.used,
        value=sum(values[row] for row in rows),
        tokens=sum(weights[row] for row in rows),
        chosen=ids(rows),
        gained=ids([row for row in rows if row not in first]),
        lost=ids([row for row in sorted(greedy) if row not in best]),
    )


def _without_answer(unanswered: Optimum, reason: str) -> Optimum:
    return Optimum(unanswered.greedy_value, unanswered.greedy_tokens, reason=reason)
