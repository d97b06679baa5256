"""The result of a placement as JSON, for other programs."""

from __future__ import annotations

from typing import Any

from pydantic import Field, TypeAdapter

from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.core.window.chunk import Tokens
from inspector.core.window.optimum import Optimum
from inspector.core.window.placed import Allocation, Conflict, LimitUse, Metrics
from inspector.core.window.report import WindowReport

Span = tuple[Tokens, Tokens]


class PlacementRow(Document):
    """One row of the ledger."""

    subject: str
    """A chunk's id, or the code of a row that closes the sum."""

    kind: str
    """``chunk`` or ``balance``."""

    verdict: str
    """What became of it."""

    reason: str
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    tokens: int
    """Whole tokens it takes from the budget."""

    needed: int | None
    """Whole tokens it asked for."""

    left: int | None
    """Whole tokens that were left under the cap at its turn."""

    cap: str | None
    """The cap that it met."""

    sentence: str
    """The reason in plain words."""


class PlacementResult(Document):
    """What one placement decided. Counts are in tokens, priorities in points."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    now_ms: Tokens
    """The time of the request, in milliseconds since 1970-01-01 UTC."""

    available_tokens: int
    """Tokens available, the reserve included."""

    reserve: int
    """Tokens kept in reserve for the system prompt."""

    effective_available: int
    """Available tokens less the reserve."""

    total_tokens_used: Tokens
    """Tokens of all placed chunks."""

    tokens_remaining: Tokens
    """What of the effective room stayed free."""

    allocated: list[str]
    """Ids of the placed chunks, in selection order."""

    token_spans: list[Span]
    """Where each of them stands."""

    layout: list[str]
    """Ids of the placed chunks in original order."""

    layout_spans: list[Span]
    """Where each of them stands in the prompt."""

    dropped: list[str]
    """Ids of the dropped chunks, in the order of consideration."""

    chunks: list[Allocation]
    """Every usable chunk with its numbers, in input order."""

    conflicts: list[Conflict]
    """Each dropped chunk against the one placed last before it."""

    metrics: Metrics
    """Means over the placed chunks."""

    limits: list[LimitUse]
    """The use of each category limit."""

    budget: int
    """The sum of all rows of the ledger."""

    balances: bool
    """Whether the rows add up to the budget."""

    ledger: list[PlacementRow]
    """Every chunk, the reserve and the unused rest."""

    optimum: Optimum | None = None
    """The best choice beside the greedy one, where it was asked for."""

    gap: float | None = Field(default=None)
    """Points of priority that the greedy choice leaves behind."""

    events: list[dict[str, int | float | str]] | None = None
    """The log, where it was asked for."""


def placement_result(
    report: WindowReport, *, best: Optimum | None = None, with_events: bool = False
) -> dict[str, Any]:
    """Return a placement as plain values; the texts of chunks are not among them."""
    result = PlacementResult(
        now_ms=report.outcome.now_ms,
        available_tokens=report.outcome.available_tokens,
        reserve=report.outcome.reserve,
        effective_available=report.effective_available,
        total_tokens_used=report.total_tokens_used,
        tokens_remaining=report.tokens_remaining,
        allocated=list(report.allocated),
        token_spans=list(report.token_spans),
        layout=list(report.layout),
        layout_spans=list(report.layout_spans),
        dropped=list(report.dropped),
        chunks=list(report.allocations),
        conflicts=list(report.conflicts),
        metrics=report.metrics,
        limits=list(report.limits),
        budget=report.ledger.budget,
        balances=report.ledger.balances,
        ledger=_rows(report),
        optimum=best,
        gap=None if best is None else best.gap,
        events=[event.record() for event in report.events] if with_events else None,
    )
    plain: dict[str, Any] = TypeAdapter(PlacementResult).dump_python(result, mode="json")
    for name in ("optimum", "gap", "events"):
        if plain[name] is None:
            del plain[name]
    return plain


def _rows(report: WindowReport) -> list[PlacementRow]:
    return [
        PlacementRow(
            subject=entry.subject,
            kind=entry.kind,
            verdict=entry.verdict.value,
            reason=entry.reason.code,
            rule=entry.rule,
            tokens=entry.tokens,
            needed=entry.needed,
            left=entry.left,
            cap=entry.cap,
            sentence=entry.sentence,
        )
        for entry in report.ledger.entries
    ]
