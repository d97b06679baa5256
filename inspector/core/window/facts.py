"""The facts in a chunk's metadata that count, and what is wrong with them.

Metadata is free-form: a fact that cannot be used is a problem with its place and earns nothing;
the chunk itself stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk, plain_number

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


class ChunkFacts(NamedTuple):
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

    def completed(self, context: ChunkFacts) -> ChunkFacts:
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


NO_FACTS = ChunkFacts()


def is_stated(metadata: Mapping[str, object], name: str) -> bool:
    """Whether a fact stands in the metadata, in either spelling."""
    return name in metadata or _CAMEL[name] in metadata


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


BUSINESS = "business"  # the content type
CONTEXT = "business_context"  # the member of a request
_OF_BUSINESS = ("revenue_impact", "urgency", "client_tier", "deal_status", "relationship_stage")


def read_facts(chunk: Chunk, index: int, problems: list[Problem]) -> ChunkFacts:
    """Return the facts of a chunk, adding a problem for each that cannot be used as it is.

    ``index`` is the chunk's place in the input. Relevance is clamped to 0–1 and revenue impact to
    0 or more, each with a warning.
    """
    if not chunk.metadata:
        return NO_FACTS
    reader = _Reader(chunk.metadata, pointer("chunks", index, "metadata"), problems)
    return _facts(reader) if reader.values else NO_FACTS


def read_context(context: Mapping[str, object], problems: list[Problem]) -> ChunkFacts:
    """Return the facts of a business context, those that a chunk may lack; others have no use."""
    named = {key: value for key, value in context.items() if _NAMES.get(key) in _OF_BUSINESS}
    return _facts(_Reader(named, pointer(CONTEXT), problems)) if named else NO_FACTS


def _facts(reader: _Reader) -> ChunkFacts:
    return ChunkFacts(
        reader.relevance(),
        reader.revenue(),
        reader.word("urgency"),
        reader.word("client_tier"),
        reader.word("deal_status"),
        reader.word("relationship_stage"),
        reader.word("content_type"),
    )
