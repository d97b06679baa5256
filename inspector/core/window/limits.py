"""Category limits: which limits a chunk counts against when they are enforced."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.window.chunk import Chunk, ChunkType, Tokens
from inspector.core.window.config import TokenBudgets
from inspector.core.window.facts import Facts
from inspector.core.window.priority import BUSINESS

# The names of what can keep a chunk out, besides the category limits.
AVAILABLE = "available_tokens"
FILL_STOPPED = "allow_partial_fill"

_BY_TYPE = {
    ChunkType.SYSTEM_PROMPT: "max_system_prompt",
    ChunkType.CHAT_HISTORY_USER: "max_history",
    ChunkType.CHAT_HISTORY_ASSISTANT: "max_history",
    ChunkType.CRITICAL_RAG_DOCUMENT: "max_rag_results",
    ChunkType.RAG_MEMORY_COMMIT: "max_rag_results",
    ChunkType.RAG_DOCUMENT_CHUNK: "max_rag_results",
    ChunkType.RAG_EBOOK_CHUNK: "max_rag_results",
    ChunkType.RAG_GENERIC_CHUNK: "max_rag_results",
}


def limits_of(chunk: Chunk, facts: Facts) -> tuple[str, ...]:
    """Return the names of the limits a chunk counts against; a chunk may have several.

    Every chunk counts against ``max_overall``. History, retrieval and system prompts go by type;
    business data by content type; client data by naming a client tier or a relationship stage.
    """
    names = ["max_overall"]
    by_type = _BY_TYPE.get(chunk.type)
    if by_type is not None:
        names.append(by_type)
    if facts.content_type == BUSINESS:
        names.append("max_business_data")
    if facts.client_tier or facts.relationship_stage:
        names.append("max_client_data")
    return tuple(names)


def memberships(chunks: Sequence[Chunk], facts: Sequence[Facts]) -> list[tuple[str, ...]]:
    """Return the limits of each chunk."""
    return [limits_of(chunk, fact) for chunk, fact in zip(chunks, facts, strict=True)]


def room_under_limits(budgets: TokenBudgets, reserve: int) -> dict[str, Tokens]:
    """Return the tokens under each limit before anything is placed; the reserve counts overall."""
    room: dict[str, Tokens] = {name: getattr(budgets, name) for name in TokenBudgets.model_fields}
    room["max_overall"] = room["max_overall"] - reserve
    return room
