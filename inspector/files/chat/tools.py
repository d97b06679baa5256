"""Tool definitions: they stand before the conversation and take tokens like a system prompt."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.problems import pointer
from inspector.core.window.chunk import ChunkType
from inspector.files.chat.conversion import Conversion, Speaker

_DEFINED_HERE = {None, "function", "custom"}


def add_tools(conversion: Conversion, place: str, tools: object) -> None:
    """Add each definition as one system prompt chunk, written as compact JSON."""
    if tools is None:
        return
    if not isinstance(tools, list):
        conversion.unreadable(place, "This should be a list of tools")
        return
    for number, tool in enumerate(tools):
        at = place + pointer(number)
        if not isinstance(tool, Mapping):
            conversion.unreadable(at, "This should be a tool definition")
            continue
        declared = tool.get("functionDeclarations") or tool.get("function_declarations")
        if isinstance(declared, list):
            add_tools(conversion, at + pointer("functionDeclarations"), declared)
            continue
        inner = tool.get("function") or tool.get("custom") or tool.get("toolSpec")
        named = inner if isinstance(inner, Mapping) else tool
        speaker = Speaker(ChunkType.SYSTEM_PROMPT, at, {"role": "tool_definition"})
        conversion.data(at, tool, speaker, tool_name=named.get("name"))
        if isinstance(tool.get("cache_control"), Mapping):
            conversion.cached("ephemeral")
        if tool.get("type") not in _DEFINED_HERE:
            conversion.note(
                at,
                "hosted-tool",
                "The vendor adds the definition of this tool; it is counted as it is written here.",
                "Expect it to take more tokens than shown.",
            )
