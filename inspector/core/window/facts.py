"""The facts in a chunk's metadata that count, and what is wrong with them.

Metadata is free-form: a fact that cannot be used is a problem with its place and earns nothing;
the chunk itself stays.

Priorities: base, recency, retrieval and business points of every chunk, as columns.

The sum is taken in that order, ((base + recency) + rag) + business, because floating-point sums
depend on it and equal priorities must be equal everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk, plain_number
from inspector.core.window.config import RAG_POINTS, PlacementOptions, PriorityBoosts, WindowConfig
from inspector.core.window.recency import Floats, exponential_recency, linear_recency

# The specification spells these keys both ways.
_CAMEL = {
    "content_type": "contentType",
    "rag_match_metadata": "ragMatchMetadata",
    "revenue_impact": "revenueImpact",
    "urgency": "urgency",
    "client_tier": "clientTier",
    "deal_status": "dealStatus",
    "relationship_stage": "relationshipStage",
}
_NAMES = {name: name for name in _CAMEL} | {camel: name for name, camel in _CAMEL.items()}

# Far beyond any ceiling of points, and within what a float can hold.
_REVENUE_LIMIT = 1e18

_HIGH_REVENUE = 10_000
_URGENT = ("critical", "urgent")


class Facts(NamedTuple):
    """The facts of one chunk; empty text and None mean that there is none."""

    relevance: float = 0.0  # 0 to 1
    revenue_impact: float | None = None  # never negative
    urgency: str = ""
    client_tier: str = ""
    deal_status: str = ""
    relationship_stage: str = ""
    content_type: str = ""

    @property
    def has_high_business_relevance(self) -> bool:
        """Whether the revenue impact is 10,000 or more."""
        return (self.revenue_impact or 0) >= _HIGH_REVENUE

    @property
    def is_urgent(self) -> bool:
        """Whether the urgency is critical or urgent, with points for it or not."""
        return self.urgency in _URGENT

    @property
    def is_business(self) -> bool:
        """Whether the chunk has a fact that business points are worked out from."""
        words = (self.urgency, self.client_tier, self.deal_status, self.relationship_stage)
        return bool(self.revenue_impact) or any(words)

    def completed(self, context: Facts) -> Facts:
        """Return the facts with those of the business context where the chunk has none.

        What a text is and how well it matched are facts of the chunk alone.
        """
        own = self.revenue_impact
        return self._replace(
            revenue_impact=context.revenue_impact if own is None else own,
            urgency=self.urgency or context.urgency,
            client_tier=self.client_tier or context.client_tier,
            deal_status=self.deal_status or context.deal_status,
            relationship_stage=self.relationship_stage or context.relationship_stage,
        )


NO_FACTS = Facts()


def key_of(metadata: Mapping[str, object], name: str) -> str:
    """Return the spelling under which a fact stands in the metadata; snake_case comes first."""
    return name if name in metadata else _CAMEL[name]


class _Reader:
    """Reads the metadata of a chunk, or the business context, that stands at ``at``."""

    __slots__ = ("at", "metadata", "problems", "values")

    def __init__(self, metadata: Mapping[str, object], at: str, problems: list[Problem]) -> None:
        self.metadata = metadata
        self.at = at
        self.problems = problems
        self.values: dict[str, object] = {}
        for key, value in metadata.items():
            name = _NAMES.get(key)
            if name is not None and (key == name or name not in metadata):
                self.values[name] = value

    def warn(self, name: str, inner: tuple[str, ...], code: str, message: str, fix: str) -> None:
        key = key_of(self.metadata, name)
        place = Place(pointer=self.at + pointer(key, *inner))
        self.problems.append(Problem(Severity.WARNING, f"window.{code}", message, fix, place))

    def relevance(self) -> float:
        match = self.values.get("rag_match_metadata")
        if match is None:
            return 0.0
        if not isinstance(match, dict):
            self.warn(
                "rag_match_metadata",
                (),
                "metadata-unusable",
                "The retrieval facts are not an object; they earn no points.",
                'Write an object such as {"relevance": 0.8}.',
            )
            return 0.0
        value = match.get("relevance")
        if value is None:
            return 0.0
        number = plain_number(value)
        if number is None:
            self.warn(
                "rag_match_metadata",
                ("relevance",),
                "metadata-unusable",
                "The relevance is not a finite number; it earns no points.",
                "Write a number from 0 to 1.",
            )
            return 0.0
        if 0 <= number <= 1:
            return float(number)
        clamped = 0 if number < 0 else 1
        self.warn(
            "rag_match_metadata",
            ("relevance",),
            "relevance-out-of-range",
            f"The relevance is outside 0 to 1; {clamped} is used.",
            "Scale relevance to 0 to 1.",
        )
        return float(clamped)

    def revenue(self) -> float | None:
        value = self.values.get("revenue_impact")
        if value is None:
            return None
        number = plain_number(value)
        if number is None:
            self.warn(
                "revenue_impact",
                (),
                "metadata-unusable",
                "The revenue impact is not a finite number; it earns no points.",
                "Write an amount as a number.",
            )
            return 0.0
        if number < 0:
            self.warn(
                "revenue_impact",
                (),
                "revenue-negative",
                "The revenue impact is negative; 0 is used.",
                "Business facts raise a priority and never lower it: use 0 or more.",
            )
            return 0.0
        return float(number) if number < _REVENUE_LIMIT else _REVENUE_LIMIT

    def word(self, name: str) -> str:
        value = self.values.get(name)
        if isinstance(value, str):
            return value
        if value is not None:
            self.warn(
                name,
                (),
                "metadata-unusable",
                f"{name} is not text; it has no effect.",
                "Write one of the configured words, or leave it out.",
            )
        return ""


CONTEXT = "business_context"  # the member of a request
_OF_BUSINESS = ("revenue_impact", "urgency", "client_tier", "deal_status", "relationship_stage")


def read_facts(chunk: Chunk, index: int, problems: list[Problem]) -> Facts:
    """Return the facts of a chunk, adding a problem for each that cannot be used as it is.

    ``index`` is the chunk's place in the input. Relevance is clamped to 0–1 and revenue impact to
    0 or more, each with a warning.
    """
    if not chunk.metadata:
        return NO_FACTS
    reader = _Reader(chunk.metadata, pointer("chunks", index, "metadata"), problems)
    return _facts(reader) if reader.values else NO_FACTS


def read_context(context: Mapping[str, object], problems: list[Problem]) -> Facts:
    """Return the facts of a business context, those that a chunk may lack; others have no use."""
    named = {key: value for key, value in context.items() if _NAMES.get(key) in _OF_BUSINESS}
    return _facts(_Reader(named, pointer(CONTEXT), problems)) if named else NO_FACTS


def _facts(reader: _Reader) -> Facts:
    return Facts(
        reader.relevance(),
        reader.revenue(),
        reader.word("urgency"),
        reader.word("client_tier"),
        reader.word("deal_status"),
        reader.word("relationship_stage"),
        reader.word("content_type"),
    )


BUSINESS = "business"  # the content type


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
        if name not in metadata and _CAMEL[name] not in metadata:
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
    facts: Sequence[Facts],
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
    facts: Sequence[Facts],
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
