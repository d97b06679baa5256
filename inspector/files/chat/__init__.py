"""Importing chats: requests to language models, and transcripts, become chunks.

Read are the request formats of the two largest vendors (messages with a role, whether the system
prompt and the tool results are messages or parts, and input items), and ``chunks/1`` transcripts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk, ChunkType, ReadChunks, is_chunk
from inspector.files.bounds import exceeds, most, or_more
from inspector.files.chat.conversion import Conversion, Speaker
from inspector.files.chat.messages import (
    add_item,
    add_message,
    add_tools,
    is_transcript,
    read_list,
    read_transcript,
)
from inspector.files.chat.parts import add_content

__all__ = [
    "CONVERSATIONS",
    "MOST_MESSAGES",
    "TOO_LONG",
    "TOO_MANY",
    "chunks_from_chat",
    "records_of",
]

CONVERSATIONS = ("messages", "input", "contents")
"""The member of a request that holds its conversation, in one of the formats."""

_SYSTEM = ("system", "instructions", "systemInstruction", "system_instruction")

# Text that the vendor adds from elsewhere.
_ELSEWHERE = {
    "previous_response_id": "The earlier response",
    "conversation": "The stored conversation",
    "prompt": "The stored prompt",
    "container": "The container",
    "mcp_servers": "The tools of these servers",
}
_SCHEMAS = (
    ("response_format",),
    ("text", "format"),
    ("output_config", "format"),
    ("output_format",),
)


def chunks_from_chat(value: object) -> tuple[list[Chunk], tuple[Problem, ...]]:
    """Return the chunks of a chat, in original order, and what could not be converted.

    ``value`` is a request as parsed JSON, a list of messages or input items, a transcript, or a
    bare list of chunks. System prompts, instructions and tool definitions become
    ``system_prompt``; the texts of the user's last message ``current_user_prompt``; calls and
    results ``tool_input`` and ``tool_output``; documents and search results
    ``rag_document_chunk``; the rest history. An id is the place of its piece in the request, so it
    stays the same from run to run. Tool definitions come before instructions, and these before the
    conversation, as they are sent.

    Images are counted by an estimate with a warning. What takes tokens but is not text in the
    request, and what is not in the shape of the formats, is a problem with its JSON pointer; empty
    texts are left out.
    """
    read = records_of(value)
    if read is not None:
        return list(read.chunks), read.problems
    conversion = Conversion()
    if isinstance(value, list):
        _add_conversation(conversion, "", value)
    elif isinstance(value, Mapping) and any(name in value for name in CONVERSATIONS):
        _add_request(conversion, value)
    else:
        problem = Problem(
            Severity.ERROR,
            "chat.not-recognised",
            "This is no chat: it has neither messages, nor input, nor chunks.",
            "Give a request as it is sent, a list of its messages, or a chunks/1 transcript.",
            Place(pointer=""),
        )
        return [], (problem,)
    return conversion.chunks(), conversion.problems


def records_of(value: object) -> ReadChunks | None:
    """Return the chunks of a transcript or a list of chunks, None for what is neither."""
    if isinstance(value, list):
        return read_list(value) if any(map(is_chunk, value)) else None
    return read_transcript(value) if isinstance(value, Mapping) and is_transcript(value) else None


def _add_request(conversion: Conversion, request: Mapping[str, object]) -> None:
    add_tools(conversion, pointer("tools"), request.get("tools"))
    add_tools(conversion, pointer("functions"), request.get("functions"))
    config = request.get("toolConfig")
    if isinstance(config, Mapping):
        add_tools(conversion, pointer("toolConfig", "tools"), config.get("tools"))
    for name in _SYSTEM:
        at = pointer(name)
        speaker = Speaker(ChunkType.SYSTEM_PROMPT, at, {"role": "system"})
        said = request.get(name)
        if isinstance(said, Mapping) and "parts" in said:
            add_content(conversion, at + pointer("parts"), said["parts"], speaker)
        else:
            add_content(conversion, at, said, speaker)
    _add_documents(conversion, request.get("documents"))
    for name in CONVERSATIONS:
        content = request.get(name)
        at = pointer(name)
        if isinstance(content, list):
            # Where nobody answers, one vendor lets whoever asks go unnamed.
            alone = name == "contents" and len(content) == 1 and isinstance(content[0], Mapping)
            spoken = [{"role": "user", **content[0]}] if alone else content
            _add_conversation(conversion, at, spoken)
        elif content is not None:
            user = Speaker(ChunkType.CHAT_HISTORY_USER, at, {"role": "user"})
            conversion.text(at, content, user)
    for name, what in _ELSEWHERE.items():
        if request.get(name):
            conversion.no_chunk(pointer(name), what)
    for path in _SCHEMAS:
        if _has_schema(request, path):
            conversion.no_chunk(pointer(*path), "What the vendor makes of the output schema")


def _add_documents(conversion: Conversion, documents: object) -> None:
    """Add the documents that a request brings beside its conversation."""
    for place, one in enumerate(documents if isinstance(documents, list) else ()):
        at = pointer("documents", place)
        held = one.get("data", one) if isinstance(one, Mapping) else one
        if isinstance(held, Mapping):
            held = "\n".join(text for text in held.values() if isinstance(text, str))
        conversion.text(at, held, Speaker(ChunkType.RAG_DOCUMENT_CHUNK, at, {}))


TOO_LONG = "chat.too-long"
TOO_MANY = "too many messages"
"""Why a record of a conversation that is too long is left out."""

MOST_MESSAGES = 60_000
"""Messages of one conversation: each is accounted for, placed and judged for itself."""


def _add_conversation(conversion: Conversion, place: str, entries: Sequence[object]) -> None:
    if exceeds(len(entries), MOST_MESSAGES):
        message = (
            f"The conversation has {len(entries):,} messages, and at most {most(MOST_MESSAGES):,}"
            " are placed; none was read."
        )
        fix = or_more("Cut it into several")
        conversion.refuse(place, TOO_LONG.removeprefix("chat."), message, fix)
        return
    for number, entry in enumerate(entries):
        at = place + pointer(number)
        if not isinstance(entry, Mapping):
            conversion.unreadable(at, "This should be a message or an input item")
        elif "role" in entry or "parts" in entry:
            add_message(conversion, at, entry)
        else:
            add_item(conversion, at, entry)


def _has_schema(request: Mapping[str, object], path: tuple[str, ...]) -> bool:
    found: object = request
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return isinstance(found, Mapping) and found.get("type") == "json_schema"
