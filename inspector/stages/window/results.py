"""The result of a placement as JSON, for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from inspector.core.arguments import require
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.core.window.chunk import ChunkType, Tokens, write_instant
from inspector.core.window.events import Scalar
from inspector.core.window.optimum import WindowOptimum
from inspector.core.window.outcome import (
    Allocation,
    Conflict,
    ConflictType,
    LimitUse,
    Metrics,
    Resolution,
    TokenSource,
    optimization_id,
)
from inspector.core.window.report import WindowReport
from inspector.files.result_rows import KEPT, LedgerRow, result_from
from inspector.session.window_stage import WindowStage

Span = tuple[Tokens, Tokens]


class PlacementResult(Document):
    """What one placement decided. Counts are in tokens, priorities in points."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    now_ms: Annotated[Tokens, KEPT]
    """The time of the request, in milliseconds since 1970-01-01 UTC."""

    available_tokens: Annotated[int, KEPT]
    """Tokens available, the reserve included."""

    reserve: Annotated[int, KEPT]
    """Tokens kept in reserve for the system prompt."""

    effective_available: Annotated[int, KEPT]
    """Available tokens less the reserve."""

    total_tokens_used: Annotated[Tokens, KEPT]
    """Tokens of all placed chunks."""

    tokens_remaining: Annotated[Tokens, KEPT]
    """What of the effective room stayed free."""

    token_sources: dict[TokenSource, int]
    """Of how many chunks the tokens were given, counted and estimated."""

    allocated: Annotated[list[str], KEPT]
    """Ids of the placed chunks, in selection order."""

    token_spans: Annotated[list[Span], KEPT]
    """Where each of them stands."""

    layout: Annotated[list[str], KEPT]
    """Ids of the placed chunks in original order."""

    layout_spans: Annotated[list[Span], KEPT]
    """Where each of them stands in the prompt."""

    dropped: Annotated[list[str], KEPT]
    """Ids of the dropped chunks, in the order of consideration."""

    partial: bool
    """Whether some records of the request could not be used."""

    chunks: Annotated[list[Allocation], KEPT]
    """Every usable chunk with its numbers, in input order."""

    conflicts: Annotated[list[Conflict], KEPT]
    """Each dropped chunk against the one placed last before it."""

    metrics: Annotated[Metrics, KEPT]
    """Means over the placed chunks."""

    limits: Annotated[list[LimitUse], KEPT]
    """The use of each category limit."""

    budget: Annotated[int, KEPT]
    """The sum of all rows of the ledger."""

    balances: Annotated[bool, KEPT]
    """Whether the rows add up to the budget."""

    ledger: list[LedgerRow]
    """Every chunk, the reserve and the unused rest."""

    optimum: WindowOptimum | None = None
    """The best choice beside the greedy one, where it was asked for."""

    gap: float | None = Field(default=None)
    """Points of priority that the greedy choice leaves behind."""

    events: list[dict[str, Scalar]] | None = None
    """The log, where it was asked for."""


def placement_result(
    report: WindowReport, *, best: WindowOptimum | None = None, with_events: bool = False
) -> dict[str, Any]:
    """Return a placement as plain values; the texts of chunks are not among them."""
    require(WindowReport, report=report)
    require(WindowOptimum | None, best=best)
    outcome = report.outcome
    result = result_from(
        PlacementResult,
        report,
        now_ms=outcome.now_ms,
        available_tokens=outcome.available_tokens,
        reserve=outcome.reserve,
        partial=report.is_partial,
        token_sources={one: outcome.sources.count(one) for one in TokenSource},
        chunks=list(report.allocations),
        budget=report.ledger.budget,
        balances=report.ledger.balances,
        ledger=list(report.ledger.entries),
        optimum=best,
        gap=None if best is None else best.gap,
        events=[event.record() for event in report.events] if with_events else None,
    )
    plain: dict[str, Any] = TypeAdapter(PlacementResult).dump_python(result, mode="json")
    for name in ("optimum", "gap", "events"):
        if plain[name] is None:
            del plain[name]
    return plain


class OptimizedChunk(Document):
    """A chosen chunk with its content, under the specification's names."""

    id: str
    """Names the chunk."""

    content: str | None
    """Its text; none where only its tokens were given."""

    type: ChunkType
    """What it is."""

    tokens: Tokens
    """Its tokens, given or estimated."""

    priority: float
    """Its priority: base and boosts."""

    timestamp: str | None
    """When it was made, in ISO 8601."""

    original_index: int
    """Its place among the chunks of the request."""

    source_system: str | None
    """Where it came from."""

    metadata: Mapping[str, Any] | None
    """Its facts, as they were given."""

    token_span: Span
    """Where it stands, in selection order."""


class ContextChunkAllocation(Document):
    """A chunk as a span of tokens, under the specification's names."""

    chunk_id: str
    """Names the chunk."""

    token_span: Span
    """Where it stands, in selection order; a dropped chunk's begins at 0."""

    tokens: Tokens
    """Its tokens, given, counted or estimated."""

    priority: float
    """Its priority: base and boosts."""

    chunk_type: ChunkType
    """What it is."""

    timestamp: str | None
    """When it was made, in ISO 8601."""

    original_index: int
    """Its place among the records of the request."""

    metadata: Mapping[str, Any] | None
    """Its facts, as they were given."""


class TokenAllocationConflict(Document):
    """A dropped chunk against the one placed last before it, under the specification's names."""

    chunk1: ContextChunkAllocation
    """The chunk that was placed, and stays."""

    chunk2: ContextChunkAllocation
    """The chunk that was dropped."""

    conflict_type: ConflictType
    """Over what they compete."""

    resolution: Resolution
    """Which of them stays."""


class OptimizationRecord(Document):
    """The row that is kept of an optimization."""

    id: str
    """UUIDv5 of the inputs."""

    user_id: str | None = None
    """Whose request it was, where it was given."""

    session_id: str | None = None
    """The session of the request, where it was given."""

    chunks_count: int
    """Number of records of the request, those that cannot be used included."""

    optimized_count: int
    """Number of chunks that were chosen."""

    tokens_used: Tokens
    """Tokens of the chosen chunks."""

    tokens_available: int
    """Tokens that were available, the reserve included."""

    pxyz: Any = None
    """The coordinates that the request was traced under, where they were given."""


class OptimizationResult(Document):
    """A placement under the names that the specification gives its result and its record."""

    optimized_chunks: list[OptimizedChunk]
    """The chosen chunks, in selection order."""

    total_tokens_used: Tokens
    """Their tokens."""

    tokens_remaining: Tokens
    """What of the room stayed free."""

    chunks_dropped: int
    """Number of dropped chunks."""

    optimization_metrics: Metrics
    """Means over the chosen chunks."""

    partial: bool
    """Whether some records of the request could not be used."""

    allocations: list[ContextChunkAllocation]
    """The chosen chunks as spans, in selection order."""

    dropped: list[ContextChunkAllocation]
    """The dropped chunks, in the order in which they were considered."""

    conflicts: list[TokenAllocationConflict]
    """Each dropped chunk against the one placed last before it."""

    context_optimizations: list[OptimizationRecord]
    """The record that is kept; one."""

    events: list[dict[str, Scalar]]
    """The log. An event that the specification does not name says ``own``."""


def _instant(milliseconds: Tokens | None) -> str | None:
    return None if milliseconds is None else write_instant(milliseconds)


def _allocation(one: Allocation, metadata: Mapping[str, Any] | None) -> ContextChunkAllocation:
    return ContextChunkAllocation(
        chunk_id=one.id,
        token_span=one.token_span or (0, one.tokens),
        tokens=one.tokens,
        priority=one.priority,
        chunk_type=one.type,
        timestamp=_instant(one.timestamp_ms),
        original_index=one.original_index,
        metadata=metadata,
    )


def optimization_result(report: WindowReport, stage: WindowStage) -> dict[str, Any]:
    """Return a placement under the specification's names, with the texts of what was chosen.

    ``user_id``, ``session_id`` and ``pxyz`` are the stage's; what it has not, the record has not.
    Raises ``TypeError`` for an argument of another type.
    """
    require(WindowReport, report=report)
    require(WindowStage, stage=stage)
    outcome = report.outcome
    chosen = [(row, report.allocation(row)) for row in outcome.selection.placed]
    by_id = {
        chunk.id: _allocation(report.allocation(row), chunk.metadata)
        for row, chunk in enumerate(outcome.chunks)
    }
    result = OptimizationResult(
        optimized_chunks=[
            OptimizedChunk(
                id=one.id,
                content=outcome.chunks[row].content,
                type=one.type,
                tokens=one.tokens,
                priority=one.priority,
                timestamp=_instant(one.timestamp_ms),
                original_index=one.original_index,
                source_system=outcome.chunks[row].source_system,
                metadata=outcome.chunks[row].metadata,
                token_span=one.token_span or (0, 0),
            )
            for row, one in chosen
        ],
        total_tokens_used=report.total_tokens_used,
        tokens_remaining=report.tokens_remaining,
        chunks_dropped=report.chunks_dropped,
        optimization_metrics=report.metrics,
        partial=report.is_partial,
        allocations=[by_id[one.id] for _, one in chosen],
        dropped=[by_id[chunk_id] for chunk_id in report.dropped],
        conflicts=[
            TokenAllocationConflict(
                chunk1=by_id[one.chunk1],
                chunk2=by_id[one.chunk2],
                conflict_type=one.conflict_type,
                resolution=one.resolution,
            )
            for one in report.conflicts
        ],
        context_optimizations=[
            OptimizationRecord(
                id=optimization_id(outcome),
                user_id=stage.user_id,
                session_id=stage.session_id,
                chunks_count=outcome.records,
                optimized_count=len(chosen),
                tokens_used=report.total_tokens_used,
                tokens_available=outcome.available_tokens,
                pxyz=stage.pxyz,
            )
        ],
        events=[event.record() for event in report.events],
    )
    plain: dict[str, Any] = TypeAdapter(OptimizationResult).dump_python(result, mode="json")
    for record in plain["context_optimizations"]:
        for name in ("user_id", "session_id", "pxyz"):
            if record[name] is None:
                del record[name]
    return plain
