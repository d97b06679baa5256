"""Input items without a role: calls, their outputs, reasoning and retrieval."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.problems import pointer
from inspector.core.window.chunk import ChunkType
from inspector.files.chat.conversion import Conversion, Speaker
from inspector.files.chat.parts import add_content, is_content, relevance_facts
from inspector.files.chat.tools import add_tools

Item = Mapping[str, object]

# Which field of an item says what was asked for, and which what came back.
_ASKED = {
    "function_call": "arguments",
    "custom_tool_call": "input",
    "mcp_call": "arguments",
    "computer_call": "action",
    "local_shell_call": "action",
    "shell_call": "action",
    "web_search_call": "action",
    "apply_patch_call": "operation",
    "code_interpreter_call": "code",
    "file_search_call": "queries",
}
_GIVEN = {
    "function_call_output": "output",
    "custom_tool_call_output": "output",
    "mcp_call": "output",
    "computer_call_output": "output",
    "local_shell_call_output": "output",
    "shell_call_output": "output",
    "apply_patch_call_output": "output",
    "code_interpreter_call": "outputs",
}
_WITHOUT_TEXT = {
    "item_reference": "An item by reference",
    "compaction": "An encrypted summary",
    "image_generation_call": "A generated image",
    "mcp_approval_request": "A request for approval",
    "mcp_approval_response": "An answer to a request for approval",
}
_KNOWN = {*_ASKED, *_GIVEN, *_WITHOUT_TEXT, "reasoning", "mcp_list_tools"}


def add_item(conversion: Conversion, place: str, item: Item) -> None:
    """Add an input item that is no message."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in _KNOWN:
        conversion.unreadable(place + pointer("type"), "This item is of no known type")
        return
    if kind in _ASKED:
        _add_asked(conversion, place, item, _ASKED[kind])
    if kind in _GIVEN:
        _add_given(conversion, place, item, _GIVEN[kind])
    if kind in _WITHOUT_TEXT:
        conversion.no_chunk(place, _WITHOUT_TEXT[kind])
    if kind == "file_search_call":
        _add_found(conversion, place, item)
    if kind == "reasoning":
        _add_reasoning(conversion, place, item)
    if kind == "mcp_list_tools":
        add_tools(conversion, place + pointer("tools"), item.get("tools"))


def _facts(conversion: Conversion, item: Item) -> dict[str, str]:
    call_id = item.get("call_id") or item.get("id")
    name = item.get("name") or conversion.tool_of(call_id) or item.get("type")
    facts = {"call_id": call_id, "tool_name": name}
    return {key: value for key, value in facts.items() if isinstance(value, str)}


def _add_asked(conversion: Conversion, place: str, item: Item, field: str) -> None:
    conversion.named_call(item.get("call_id"), item.get("name"))
    if field not in item:
        conversion.unreadable(place, f"This call has no {field}")
        return
    speaker = Speaker(ChunkType.TOOL_INPUT, place, _facts(conversion, item))
    conversion.data(place, item[field], speaker)


def _add_given(conversion: Conversion, place: str, item: Item, field: str) -> None:
    speaker = Speaker(ChunkType.TOOL_OUTPUT, place, _facts(conversion, item))
    output = item.get(field)
    at = place + pointer(field)
    if field not in item and item.get("type") not in _ASKED:
        conversion.unreadable(place, f"This result has no {field}")
    elif is_content(output):
        add_content(conversion, at, output, speaker)
    else:
        conversion.data(at, output, speaker)
    conversion.data(place + pointer("error"), item.get("error"), speaker)


def _add_found(conversion: Conversion, place: str, item: Item) -> None:
    """Add the passages that a file search found, each with its score as relevance."""
    results = item.get("results")
    if results is None:
        conversion.no_chunk(place, "What the search found")
        return
    if not isinstance(results, list):
        conversion.unreadable(place + pointer("results"), "This should be a list of passages")
        return
    for number, result in enumerate(results):
        at = place + pointer("results", number)
        if not isinstance(result, Mapping):
            conversion.unreadable(at, "This should be a passage")
            continue
        facts = {"title": result.get("filename")} | relevance_facts(result.get("score"))
        speaker = Speaker(ChunkType.RAG_DOCUMENT_CHUNK, place)
        conversion.text(at, result.get("text"), speaker, **facts)


def _add_reasoning(conversion: Conversion, place: str, item: Item) -> None:
    speaker = Speaker(ChunkType.CHAT_HISTORY_ASSISTANT, place, {"role": "reasoning"})
    for field in ("summary", "content"):
        add_content(conversion, place + pointer(field), item.get(field), speaker)
    if item.get("encrypted_content") is not None:
        conversion.no_chunk(place + pointer("encrypted_content"), "Encrypted reasoning")
