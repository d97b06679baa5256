"""Base, recency, retrieval and business points of every chunk, as columns.

The sum is taken in that order, ((base + recency) + rag) + business, because floating-point sums
depend on it and equal priorities must be equal everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk
from inspector.core.window.config import RAG_POINTS, PlacementOptions, PriorityBoosts, WindowConfig
from inspector.core.window.facts import BUSINESS, CONTEXT, ChunkFacts, is_stated, key_of
from inspector.core.window.recency import Floats, exponential_recency, linear_recency


@dataclass(frozen=True, slots=True, eq=False)
class Priorities:
    """One column per part of the priority, in points; one row per chunk, in input order.

    ``business`` is what the business factors are worth, also when the options leave it out of the
    ``total``; ``revenue`` to ``relationship`` are its factors before the ceiling.
    """

    base: Floats
    recency: Floats
    rag: Floats
    business: Floats
    total: Floats
    revenue: Floats
    urgency: Floats
    client_tier: Floats
    deal_status: Floats
    relationship: Floats


def _column(values: Sequence[float]) -> Floats:
    return np.array(values, dtype=np.float64)


def _table_points(
    words: Sequence[str], table: Mapping[str, float]
) -> tuple[Floats, dict[str, list[int]]]:
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
        users = "1 chunk uses" if len(rows) == 1 else f"{len(rows):,} chunks use"
        found.append(
            Problem(
                Severity.WARNING,
                "window.factor-unknown",
                f"The configuration has no points for this {name.replace('_', ' ')}; {users} it"
                " and earn none for it.",
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
) -> Floats:
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
    tables: list[Floats] = []
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
