"""What people call the chunk types, the parts of a priority and the caps of the window."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from inspector.core.window.chunk import ChunkType, Tokens
from inspector.core.window.selection import AVAILABLE, FILL_STOPPED, PAIR, REQUIRE_ALL
from inspector.language import localized, tr, tr_n

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
