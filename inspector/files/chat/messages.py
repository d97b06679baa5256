"""Messages: a role and content, with tool calls beside the content in one of the formats."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.problems import pointer
from inspector.core.window.chunk import ChunkType
from inspector.files.chat.conversion import Conversion, Speaker
from inspector.files.chat.parts import add_call, add_content

_TYPE_OF_ROLE = {
    "system": ChunkType.SYSTEM_PROMPT,
    "developer": ChunkType.SYSTEM_PROMPT,
    "user": ChunkType.CHAT_HISTORY_USER,
    "assistant": ChunkType.CHAT_HISTORY_ASSISTANT,
    "tool": ChunkType.TOOL_OUTPUT,
    "function": ChunkType.TOOL_OUTPUT,
    # As other vendors, and programs that keep messages for training, call the same.
    "model": ChunkType.CHAT_HISTORY_ASSISTANT,
    "ai": ChunkType.CHAT_HISTORY_ASSISTANT,
    "gpt": ChunkType.CHAT_HISTORY_ASSISTANT,
    "human": ChunkType.CHAT_HISTORY_USER,
}

# What a message may have; anything else is listed, for it might be content.
_FIELDS = {
    *(
        "role",
        "content",
        "parts",
        "type",
        "name",
        "id",
        "status",
        "phase",
        "annotations",
        "timestamp",
    ),
    *("tool_calls", "tool_call_id", "function_call", "refusal", "audio"),
    *("finish_reason", "weight", "cache_control", "reasoning_content"),
    # What responses add to a message that is sent back as history.
    *("model", "stop_reason", "stop_sequence", "usage"),
}
_CARRIERS = {"content", "parts", "tool_calls", "function_call", "refusal", "audio"}


def add_message(conversion: Conversion, place: str, message: Mapping[str, object]) -> None:
    """Add everything a message holds, in the order in which it is sent."""
    role = message.get("role", "user" if "parts" in message else None)
    kind = _TYPE_OF_ROLE.get(role) if isinstance(role, str) else None
    if kind is None:
        conversion.unreadable(place + pointer("role"), "The message has no known role")
        return
    facts = {"role": str(role)}
    mark = message.get("cache_control")
    if isinstance(mark, Mapping):
        facts["cache_control"] = str(mark.get("type"))
    speaker = Speaker(kind, place, facts)
    if kind is ChunkType.TOOL_OUTPUT:
        speaker = _giver(conversion, message, speaker)
    if not message.keys() & _CARRIERS:
        conversion.unreadable(place, "The message has no content")
    field = "parts" if "parts" in message else "content"
    content = message.get(field)
    at = place if isinstance(content, str) else place + pointer(field)
    add_content(conversion, at, content, speaker)
    thought = message.get("reasoning_content")
    if isinstance(thought, str):
        conversion.text(place + pointer("reasoning_content"), thought, speaker)
    conversion.text(place + pointer("refusal"), message.get("refusal"), speaker)
    if message.get("audio") is not None:
        conversion.no_chunk(place + pointer("audio"), "An audio recording")
    _add_calls(conversion, place, message, speaker)
    for key in message:
        if key not in _FIELDS:
            conversion.warn(
                place + pointer(str(key)),
                "field-unknown",
                "A message has no such field in the formats known here; it is left out.",
                "Where it holds text of the prompt, move it into the content.",
            )


def _giver(conversion: Conversion, message: Mapping[str, object], speaker: Speaker) -> Speaker:
    call_id = message.get("tool_call_id")
    name = message.get("name") or conversion.tool_of(call_id)
    facts = dict(speaker.facts)
    if isinstance(call_id, str):
        facts["call_id"] = call_id
    if isinstance(name, str):
        facts["tool_name"] = name
    return Speaker(speaker.type, speaker.message, facts)


def _add_calls(
    conversion: Conversion, place: str, message: Mapping[str, object], speaker: Speaker
) -> None:
    asked = Speaker(ChunkType.TOOL_INPUT, speaker.message, speaker.facts)
    single = message.get("function_call")
    if single is not None:
        _add_call(conversion, place + pointer("function_call"), single, asked, None)
    calls = message.get("tool_calls")
    if calls is None:
        return
    if not isinstance(calls, list):
        conversion.unreadable(place + pointer("tool_calls"), "This should be a list of calls")
        return
    for number, call in enumerate(calls):
        at = place + pointer("tool_calls", number)
        whole = call if isinstance(call, Mapping) else {}
        inner = whole.get("function") or whole.get("custom")
        _add_call(conversion, at, inner, asked, whole.get("id"))


def _add_call(
    conversion: Conversion, place: str, call: object, asked: Speaker, call_id: object
) -> None:
    if isinstance(call, Mapping):
        add_call(conversion, place, call, asked, call_id)
    else:
        conversion.unreadable(place, "This should be a call with a name and arguments")
