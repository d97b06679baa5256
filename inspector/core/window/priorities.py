"""Base, recency, retrieval and business points of every chunk, as columns.

The sum is taken in that order, ((base + recency) + rag) + business, because floating-point sums
depend on it and equal priorities must be equal everywhere. Points for being recent are linear as
the specification computes them, or decay exponentially.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays import Bools, Float64
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk
from inspector.core.window.config import (
    LINEAR_RECENCY_POINTS,
    RAG_POINTS,
    PlacementOptions,
    PriorityBoosts,
    RecencyDecay,
    WindowConfig,
)
from inspector.core.window.facts import BUSINESS, CONTEXT, ChunkFacts, is_stated, key_of
from inspector.plurals import count_of

MS_PER_DAY = 86_400_000

_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10
_INVERSE_FACTORIALS = tuple(
    1.0 / factorial
    for factorial in (
        1,
        1,
        2,
        6,
        24,
        120,
        720,
        5_040,
        40_320,
        362_880,
        3_628_800,
        39_916_800,
        479_001_600,
        6_227_020_800,
    )
)


def exponential(exponents: Float64) -> Float64:
    """Return e to each exponent, the same bits on every machine.

    Library exponentials differ in the last bit between platforms, and one bit can reorder two
    chunks. This one uses only additions, multiplications and powers of two, which IEEE 754 fixes;
    it is within 2 units in the last place. Exponents are at most 0; below -700 the result is 0.
    """
    bounded = np.maximum(exponents, -700.0)
    halvings = np.rint(bounded / (_LN2_HIGH + _LN2_LOW))
    rest = (bounded - halvings * _LN2_HIGH) - halvings * _LN2_LOW
    series = np.zeros_like(rest)
    for coefficient in reversed(_INVERSE_FACTORIALS):
        series = series * rest + coefficient
    result = np.ldexp(series, halvings.astype(np.int64))
    return np.where(exponents < -700.0, 0.0, result)


def linear_recency(timestamps_ms: Float64, now_ms: float) -> Float64:
    """Return max(0, 20 - age in days); a future time gives 20, no time (NaN) gives 0."""
    ages = (now_ms - timestamps_ms) / MS_PER_DAY
    points = np.clip(LINEAR_RECENCY_POINTS - ages, 0.0, LINEAR_RECENCY_POINTS)
    return np.where(np.isnan(timestamps_ms), 0.0, points)


def exponential_recency(
    timestamps_ms: Float64, now_ms: float, business: Bools, decay: RecencyDecay
) -> Float64:
    """Return max boost x e^(-rate x age in days); a future time gives all, no time (NaN) none.

    ``business`` marks the chunks that fade at the slower business rate.
    """
    ages = np.maximum((now_ms - timestamps_ms) / MS_PER_DAY, 0.0)
    rates = np.where(business, decay.business_slow_decay, decay.decay_rate)
    known = ~np.isnan(timestamps_ms)
    exponents = np.where(known, -rates * np.where(known, ages, 0.0), 0.0)
    return np.where(known, decay.max_boost * exponential(exponents), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Priorities:
    """One column per part of the priority, in points; one row per chunk, in input order.

    ``business`` is what the business factors are worth, also when the options leave it out of the
    ``total``; ``revenue`` to ``relationship`` are its factors before the ceiling.
    """

    base: Float64
    recency: Float64
    rag: Float64
    business: Float64
    total: Float64
    revenue: Float64
    urgency: Float64
    client_tier: Float64
    deal_status: Float64
    relationship: Float64


def _column(values: Sequence[float]) -> Float64:
    return np.array(values, dtype=np.float64)


def _table_points(
    words: Sequence[str], table: Mapping[str, float]
) -> tuple[Float64, dict[str, list[int]]]:
    """Return the points of each word, and the rows of the words that the table does not know."""
    unknown: dict[str, list[int]] = {}
    points = []
    for row, word in enumerate(words):
        if not word:
            points.append(0.0)
            continue
        found = table.get(word)
        if found is None:
            unknown.setdefault(word, []).append(row)
            found = 0.0
        points.append(found)
    return _column(points), unknown


def _unknown_words(
    name: str, unknown: Mapping[str, list[int]], chunks: Sequence[Chunk], indices: Sequence[int]
) -> list[Problem]:
    """Name each unknown word once, at its first place, with the number of chunks that use it."""
    found = []
    for rows in unknown.values():
        first = rows[0]
        metadata = chunks[first].metadata or {}
        place = pointer("chunks", indices[first], "metadata", key_of(metadata, name))
        if not is_stated(metadata, name):
            place = pointer(CONTEXT)
        found.append(
            Problem(
                Severity.WARNING,
                "window.factor-unknown",
                f"The configuration has no points for this {name.replace('_', ' ')}:"
                f" none for {count_of(len(rows), 'chunk')}.",
                "Use a configured word, or add this one to the priority boosts.",
                Place(pointer=place),
            )
        )
    return found


def _recency(
    chunks: Sequence[Chunk],
    facts: Sequence[ChunkFacts],
    now_ms: float,
    options: PlacementOptions,
    config: WindowConfig,
) -> Float64:
    times = _column([np.nan if c.timestamp_ms is None else c.timestamp_ms for c in chunks])
    if options.recency == "linear":
        return linear_recency(times, now_ms)
    business = np.array([fact.content_type == BUSINESS for fact in facts], dtype=np.bool_)
    return exponential_recency(times, now_ms, business, config.optimization.recency_decay)


def compute_priorities(
    chunks: Sequence[Chunk],
    facts: Sequence[ChunkFacts],
    indices: Sequence[int],
    *,
    now_ms: float,
    options: PlacementOptions,
    config: WindowConfig,
) -> tuple[Priorities, list[Problem]]:
    """Return the priority of every chunk in parts, and a warning for each word without points.

    Business points are revenue / scale (at most ``max_boost``) plus the four table values, the sum
    held under ``max_boost`` again.
    """
    boosts: PriorityBoosts = config.priority_boosts
    problems: list[Problem] = []
    tables: list[Float64] = []
    for name, words, table in (
        ("urgency", [fact.urgency for fact in facts], boosts.urgency),
        ("client_tier", [fact.client_tier for fact in facts], boosts.client_tier),
        ("deal_status", [fact.deal_status for fact in facts], boosts.deal_status),
        ("relationship_stage", [fact.relationship_stage for fact in facts], boosts.relationship),
    ):
        points, unknown = _table_points(words, table)
        tables.append(points)
        problems += _unknown_words(name, unknown, chunks, indices)
    urgency, tier, deal, relationship = tables

    ceiling = boosts.revenue_impact.max_boost
    amounts = _column([fact.revenue_impact or 0.0 for fact in facts])
    revenue = np.minimum(amounts / boosts.revenue_impact.scale, ceiling)
    business = np.minimum(revenue + urgency + tier + deal + relationship, ceiling)
    base_of = {kind: config.priority_thresholds.of(kind) for kind in {c.type for c in chunks}}
    base = _column([base_of[chunk.type] for chunk in chunks])
    none = np.zeros(len(chunks))
    recency = _recency(chunks, facts, now_ms, options, config) if options.prefer_recent else none
    rag = _column([fact.relevance for fact in facts]) * RAG_POINTS
    columns = Priorities(
        base=base,
        recency=recency,
        rag=rag,
        business=business,
        total=((base + recency) + rag) + (business if options.include_business_boost else none),
        revenue=revenue,
        urgency=urgency,
        client_tier=tier,
        deal_status=deal,
        relationship=relationship,
    )
    return columns, problems
