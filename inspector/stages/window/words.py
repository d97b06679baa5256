"""What people call the parts of a placement, and a placement in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from inspector.core.window.chunk import ChunkType, Tokens
from inspector.core.window.optimum import MILLIONTHS, WindowOptimum
from inspector.core.window.outcome import TokenSource
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import AVAILABLE, FILL_STOPPED, PAIR, REQUIRE_ALL
from inspector.language import localized, tr, tr_n
from inspector.present.shares import counted_chunks, reconciled_text
from inspector.stage import flow

TYPE_TITLES: Mapping[ChunkType, str] = MappingProxyType(
    {
        ChunkType.SYSTEM_PROMPT: "system prompt",
        ChunkType.CURRENT_USER_PROMPT: "current message",
        ChunkType.CRITICAL_RAG_DOCUMENT: "critical document",
        ChunkType.TOOL_OUTPUT: "tool output",
        ChunkType.TOOL_INPUT: "tool input",
        ChunkType.CHAT_HISTORY_USER: "user turn",
        ChunkType.CHAT_HISTORY_ASSISTANT: "assistant turn",
        ChunkType.RAG_MEMORY_COMMIT: "memory",
        ChunkType.RAG_DOCUMENT_CHUNK: "document part",
        ChunkType.RAG_EBOOK_CHUNK: "book part",
        ChunkType.RAG_GENERIC_CHUNK: "other retrieval",
    }
)

# Chunk types that are drawn alike; the names are those of the palette's parts.
FAMILIES = ("system", "prompt", "tools", "history", "retrieval")
FAMILY_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "system": tr("system prompt"),
        "prompt": tr("current message"),
        "tools": tr("tool calls and results"),
        "history": tr("earlier turns"),
        "retrieval": tr("retrieved"),
    }
)
_FAMILY_OF_TYPE = MappingProxyType(
    {
        ChunkType.SYSTEM_PROMPT: "system",
        ChunkType.CURRENT_USER_PROMPT: "prompt",
        ChunkType.TOOL_OUTPUT: "tools",
        ChunkType.TOOL_INPUT: "tools",
        ChunkType.CHAT_HISTORY_USER: "history",
        ChunkType.CHAT_HISTORY_ASSISTANT: "history",
    }
)

# The parts of a priority, in the order in which they are added up.
PARTS = ("base", "recency", "rag", "business")
PART_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "base": tr("base"),
        "recency": tr("recency"),
        "rag": tr("relevance"),
        "business": tr("business"),
    }
)

CAP_TITLES: Mapping[str, str] = MappingProxyType(
    {
        AVAILABLE: "available tokens",
        FILL_STOPPED: "partial fill is off",
        REQUIRE_ALL: "all records are demanded",
        PAIR: "pairs are kept",
        "max_overall": "limit of the whole",
        "max_history": "limit of history",
        "max_business_data": "limit of business data",
        "max_client_data": "limit of client data",
        "max_rag_results": "limit of retrieval",
        "max_system_prompt": "limit of system prompts",
    }
)


def family_of(chunk_type: ChunkType) -> str:
    """Return the family that a type is drawn as; all retrieval is one family."""
    return _FAMILY_OF_TYPE.get(chunk_type, "retrieval")


def chunk_key(chunk_id: str) -> str:
    """Return the subject of a chunk, as tables, chart and explanations know it."""
    return f"chunk:{chunk_id}"


def tokens_text(tokens: Tokens) -> str:
    """Return a number of tokens with its noun."""
    return tr_n(
        "{tokens} token", "{tokens} tokens", 1 if tokens == 1 else 2, tokens=written(tokens)
    )


def written(tokens: Tokens) -> str:
    """Return a number of tokens with its thousands parted, and no more decimals than it has."""
    return localized(tokens)


def status_line(report: WindowReport) -> str:
    """Return the outcome in one line."""
    closes = tr("reconciled") if report.ledger.balances else tr("balance does NOT close")
    unusable = unusable_records(report)
    return (f"{unusable} · " if unusable else "") + tr(
        "{total_tokens_used} of {max}"
        " tokens used · {closes} · {allocated:,} placed ·"
        " {chunks_dropped:,} dropped · {sources}",
        total_tokens_used=written(report.total_tokens_used),
        max=written(max(0, report.effective_available)),
        closes=closes,
        allocated=len(report.allocated),
        chunks_dropped=report.chunks_dropped,
        sources=token_sources(report),
    )


def token_sources(report: WindowReport) -> str:
    """Say of how many chunks the tokens were given, counted and estimated."""
    found = Counter(report.outcome.sources)
    return tr(
        "token counts: {given:,} given, {counted:,} counted, {estimated:,} estimated",
        given=found[TokenSource.GIVEN],
        counted=found[TokenSource.COUNTED],
        estimated=found[TokenSource.ESTIMATED],
    )


def unusable_records(report: WindowReport) -> str:
    """Say how many records of the request cannot be used; "" where all can."""
    outcome = report.outcome
    if not outcome.unusable:
        return ""
    return tr(
        "partial: {unusable:,} of {records:,} records cannot be used",
        unusable=len(outcome.unusable),
        records=outcome.records,
    )


def placement_lines(report: WindowReport) -> list[str]:
    """Return what was placed and dropped, with the means of the placed chunks."""
    outcome, metrics = report.outcome, report.metrics
    placed = Counter(outcome.chunks[row].type for row in outcome.selection.placed)
    considered = Counter(chunk.type for chunk in outcome.chunks)
    lines = [
        f"Available   {tokens_text(outcome.available_tokens)}, less a reserve of"
        f" {written(outcome.reserve)}: room for {written(max(0, outcome.room))}",
        tr(
            "Placed      {allocated:,} of {chunks}, {tokens}",
            allocated=len(report.allocated),
            chunks=counted_chunks(len(outcome.chunks)),
            tokens=tokens_text(report.total_tokens_used),
        ),
        tr(
            "Dropped     {chunks}, {tokens}; {conflicts}",
            chunks=counted_chunks(report.chunks_dropped),
            tokens=tokens_text(sum(outcome.tokens[row] for row in outcome.selection.dropped)),
            conflicts=tr_n(
                "1 conflict", "{n:,} conflicts", len(report.conflicts), n=len(report.conflicts)
            ),
        ),
        f"Unused      {tokens_text(max(0, report.tokens_remaining))}",
        f"Balance     {reconciled_text(report.ledger.total_tokens, report.ledger.budget)}",
        f"Sizes       {token_sources(report)}",
        f"Means       priority {metrics.prioritization_score:,.2f}, recency"
        f" {metrics.recency_boost:,.2f}, revenue {metrics.business_relevance_boost:,.2f}",
    ]
    if outcome.unusable:
        lines.append(f"Records     {unusable_records(report)}")
    lines += [
        f"  {TYPE_TITLES[kind]:<18}{placed[kind]:>6,} of {considered[kind]:,}"
        for kind in TYPE_TITLES
        if considered[kind]
    ]
    return lines


def optimum_line(best: WindowOptimum) -> str:
    """Return greedy beside optimal in one sentence."""
    greedy = f"{best.greedy_value / MILLIONTHS:,.2f}"
    if best.value is None:
        return tr(
            "Greedy {greedy} points. There is no optimum: {reason}",
            greedy=greedy,
            reason=best.reason,
        )
    if best.value == best.greedy_value:
        return tr("Greedy {greedy} points: no choice of chunks has more.", greedy=greedy)
    return tr(
        "Greedy {greedy} points, optimum {best:,.2f}: a gap of"
        " {gap:,.2f} ({gap_share:.1%}). The optimum leaves out"
        " {chunks} of the greedy choice, takes {chunks_2}"
        " instead and needs {tokens} tokens; greedy needs"
        " {greedy_tokens}.",
        greedy=greedy,
        best=best.value / MILLIONTHS,
        gap=best.gap or 0,
        gap_share=(best.gap_share or 0),
        chunks=counted_chunks(len(best.lost)),
        chunks_2=counted_chunks(len(best.gained)),
        tokens=written(best.tokens or 0),
        greedy_tokens=written(best.greedy_tokens),
    )


def headline(report: WindowReport) -> str:
    """Return what was placed and what was not, as the title of the chart."""
    dropped = sum(report.outcome.tokens[row] for row in report.outcome.selection.dropped)
    used, room = written(report.total_tokens_used), written(max(0, report.effective_available))
    text = tr("{used} / {room} tokens", used=used, room=room)
    return text + (
        tr(" · {dropped} dropped", dropped=written(dropped)) if report.chunks_dropped else ""
    )


def token_flow(result: Any) -> str:
    """Say how many tokens the chunks have, and how many those that are placed."""
    report = result.report
    return "" if report is None else flow(sum(report.outcome.tokens), report.total_tokens_used)
