"""Content parts: text, images, files, documents, tool calls and results, in any vendor's words.

The part types of the formats do not collide, so one table reads them all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from inspector.core.problems import pointer
from inspector.core.window.chunk import ChunkType, plain_number
from inspector.files.chat.conversion import DEEPEST, Conversion, Speaker

Part = Mapping[str, object]

# Images are counted by their size in pixels, which a request rarely tells. A large one takes about
# this much; one that was asked for in low detail takes a fixed count.
IMAGE_TOKENS = 1_600
LOW_DETAIL_IMAGE_TOKENS = 85

_TEXT_FIELD = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
    "refusal": "refusal",
    "thinking": "thinking",
    "logs": "logs",
}
_IMAGES = {"image_url", "input_image", "image", "computer_screenshot"}
_CALLS = {"tool_use", "server_tool_use", "mcp_tool_use"}
_RESULTS = {"tool_result", "mcp_tool_result"}
_HOSTED = "_tool_result"  # how the types of what the vendor's own tools give back end
_WITHOUT_TEXT = {
    "input_audio": "An audio recording",
    "audio": "An audio recording",
    "file": "A file",
    "input_file": "A file",
    "container_upload": "A file",
    "redacted_thinking": "Encrypted thinking",
    "compaction": "An encrypted summary",
    "tool_reference": "A tool by reference",
}


# Parts without a type, as two vendors write them: the member that says what a part is.
_UNTYPED = {
    "text": "text",
    "image": "image",
    "inlineData": "image",
    "inline_data": "image",
    "fileData": "file",
    "file_data": "file",
    "video": "file",
    "toolUse": "tool_use",
    "functionCall": "tool_use",
    "function_call": "tool_use",
    "toolResult": "tool_result",
    "functionResponse": "tool_result",
    "function_response": "tool_result",
    "reasoningContent": "thinking",
    "document": "document",
    "json": "text",
    "executableCode": "text",
    "codeExecutionResult": "text",
}


_KNOWN = {*_TEXT_FIELD, *_IMAGES, *_CALLS, *_RESULTS, *_WITHOUT_TEXT, "document", "search_result"}


def add_content(
    conversion: Conversion, place: str, content: object, speaker: Speaker, depth: int = 0
) -> None:
    """Add a message's content: a text, a part, or a list of them."""
    if depth > DEEPEST:
        conversion.unreadable(place, "The content is nested too deep")
    elif isinstance(content, list):
        for number, part in enumerate(content):
            at = place + pointer(number)
            if isinstance(part, list):
                conversion.unreadable(at, "A list of parts holds a list")
            else:
                add_content(conversion, at, part, speaker, depth + 1)
    elif isinstance(content, Mapping):
        _add_part(conversion, place, content, speaker, depth)
    else:
        conversion.text(place, content, speaker)


def is_content(value: object) -> bool:
    """Say whether a value is content that ``add_content`` reads, not data to be shown as JSON."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(part, Mapping) and is_content(part) for part in value)
    if not isinstance(value, Mapping):
        return False
    kind = typed_part(value).get("type")
    return isinstance(kind, str) and (kind in _KNOWN or kind.endswith(_HOSTED))


def typed_part(part: Part) -> Part:
    """Return a part that says its type: one without is read by the member that it has."""
    if "type" in part:
        return _in_messages_words(part)
    name = next((name for name in _UNTYPED if name in part), None)
    if name is None:
        return part
    inner, kind = part[name], _UNTYPED[name]
    whole: Part = inner if isinstance(inner, Mapping) else {}
    if part.get("thought") is True:
        return {"type": "thinking", "thinking": inner}
    if kind == "text":
        return {"type": "text", "text": inner if isinstance(inner, str) else _as_json(inner)}
    if kind == "tool_use":
        called = whole.get("input", whole.get("args", {}))
        return {
            "type": kind,
            "id": whole.get("toolUseId") or whole.get("id") or whole.get("name"),
            "name": whole.get("name"),
            "input": called,
        }
    if kind == "tool_result":
        given = whole.get("content", whole.get("response"))
        return {
            "type": kind,
            "tool_use_id": whole.get("toolUseId") or whole.get("id") or whole.get("name"),
            "content": given if is_content(given) else _as_json(given),
            "is_error": whole.get("status") == "error",
        }
    if kind == "thinking":
        said = whole.get("reasoningText")
        return {"type": kind, "thinking": said.get("text") if isinstance(said, Mapping) else None}
    if kind == "document":
        return {"type": kind, "title": whole.get("name"), "source": _document_source(whole)}
    return {"type": kind}


def _in_messages_words(part: Part) -> Part:
    """Return a part of a traced message (``tool_call``, ``content``) as a request has it."""
    kind = part["type"]
    if kind == "tool_call":
        return {**part, "type": "tool_use", "input": part.get("arguments", part.get("args", {}))}
    if kind == "tool_call_response":
        given = part.get("response", part.get("result"))
        content = given if isinstance(given, str) or is_content(given) else _as_json(given)
        return {"type": "tool_result", "tool_use_id": part.get("id"), "content": content}
    if kind in ("text", "reasoning") and "text" not in part and "content" in part:
        return {"type": "text", "text": part["content"]}
    return part


def _document_source(document: Part) -> Part | None:
    source = document.get("source")
    text = source.get("text") if isinstance(source, Mapping) else None
    return {"type": "text", "data": text} if isinstance(text, str) else {"type": "file"}


def _as_json(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _add_part(conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int) -> None:
    if "cachePoint" in part:
        conversion.cached("default")
        return
    mark = part.get("cache_control")
    part = typed_part(part)
    if isinstance(mark, Mapping):
        facts = {**speaker.facts, "cache_control": str(mark.get("type"))}
        speaker = replace(speaker, facts=facts)
    if not is_content(part):
        conversion.unreadable(place + pointer("type"), "This part is of no known type")
        return
    kind = str(part["type"])
    if kind in _TEXT_FIELD:
        _text(conversion, place, part, speaker)
    elif kind in _IMAGES:
        _image(conversion, place, part, speaker)
    elif kind in _CALLS:
        _call(conversion, place, part, speaker)
    elif kind in _RESULTS:
        _result(conversion, place, part, speaker, depth)
    elif kind in _WITHOUT_TEXT:
        conversion.no_chunk(place, _WITHOUT_TEXT[kind])
    elif kind == "document":
        _document(conversion, place, part, speaker, depth)
    elif kind == "search_result":
        _search_result(conversion, place, part, speaker, depth)
    else:
        _hosted_result(conversion, place, part, speaker)


def _text(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    name = _TEXT_FIELD[str(part["type"])]
    if name not in part:
        conversion.unreadable(place, f"This part has no {name}")
        return
    conversion.text(place, part[name], speaker)


def _image(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    shown = part.get("image_url")
    detail = shown.get("detail") if isinstance(shown, Mapping) else part.get("detail")
    tokens = LOW_DETAIL_IMAGE_TOKENS if detail == "low" else IMAGE_TOKENS
    conversion.estimated(place, tokens, "image", speaker)


def _call(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    asked = Speaker(ChunkType.TOOL_INPUT, speaker.message, speaker.facts)
    add_call(conversion, place, part, asked, part.get("id"))


def add_call(
    conversion: Conversion, place: str, call: Part, asked: Speaker, call_id: object
) -> None:
    """Add what a tool was called with, its name and the call's id in the metadata."""
    name = call.get("name")
    conversion.named_call(call_id, name)
    field = "arguments" if "arguments" in call else "input"
    if field not in call:
        conversion.unreadable(place, "This call has no arguments")
        return
    conversion.data(place, call[field], asked, tool_name=name, call_id=call_id)


def _result(conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int) -> None:
    call_id = part.get("tool_use_id")
    facts = dict(speaker.facts) | {
        name: value
        for name, value in (
            ("call_id", call_id),
            ("tool_name", conversion.tool_of(call_id)),
            ("is_error", part.get("is_error")),
        )
        if isinstance(value, str | bool)
    }
    content = part.get("content")
    at = place if isinstance(content, str) else place + pointer("content")
    given = Speaker(ChunkType.TOOL_OUTPUT, speaker.message, facts)
    add_content(conversion, at, content, given, depth + 1)


def _hosted_result(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    """Add what a tool of the vendor's gave back: what can be read of it, as JSON."""
    hidden: list[str] = []
    readable = _without_encrypted(part.get("content"), place + pointer("content"), hidden, 0)
    call_id = part.get("tool_use_id")
    conversion.data(
        place,
        readable,
        replace(speaker, type=ChunkType.TOOL_OUTPUT),
        call_id=call_id,
        tool_name=conversion.tool_of(call_id),
    )
    for where in hidden:
        conversion.no_chunk(where, "Encrypted content")


def _without_encrypted(value: object, place: str, hidden: list[str], depth: int) -> object:
    if depth > DEEPEST:
        return value
    if isinstance(value, list):
        return [
            _without_encrypted(inner, place + pointer(number), hidden, depth + 1)
            for number, inner in enumerate(value)
        ]
    if not isinstance(value, Mapping):
        return value
    kept = {}
    for key, inner in value.items():
        at = place + pointer(str(key))
        if str(key).startswith("encrypted_"):
            hidden.append(at)
        else:
            kept[key] = _without_encrypted(inner, at, hidden, depth + 1)
    return kept


def _document(conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int) -> None:
    """Add a document whose text is in the request as a retrieved document."""
    source = part.get("source")
    kind = source.get("type") if isinstance(source, Mapping) else None
    title = part.get("title")
    retrieved = Speaker(
        ChunkType.RAG_DOCUMENT_CHUNK,
        speaker.message,
        dict(speaker.facts) | ({"title": title} if isinstance(title, str) else {}),
    )
    if not isinstance(source, Mapping):
        conversion.unreadable(place, "This document has no source")
        return
    heading = [text for text in (title, part.get("context")) if isinstance(text, str) and text]
    body = source.get("data")
    if kind == "text" and isinstance(body, str):
        conversion.text(place, "\n".join([*heading, body]), retrieved)
        return
    conversion.text(place, "\n".join(heading), retrieved)
    at = place + pointer("source")
    if kind == "content":
        content = source.get("content")
        add_content(conversion, at + pointer("content"), content, retrieved, depth + 1)
    elif kind == "text":
        conversion.unreadable(at, "This document has no text")
    else:
        conversion.no_chunk(at, "A document")


def _search_result(
    conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int
) -> None:
    facts = dict(speaker.facts)
    for name in ("title", "source"):
        value = part.get(name)
        if isinstance(value, str):
            facts[name] = value
    retrieved = Speaker(ChunkType.RAG_DOCUMENT_CHUNK, speaker.message, facts)
    add_content(conversion, place + pointer("content"), part.get("content"), retrieved, depth + 1)


def relevance_facts(score: object) -> dict[str, dict[str, float]]:
    """Return the retrieval facts of a score from 0 to 1, nothing for any other value."""
    number = plain_number(score)
    if number is None or not 0 <= number <= 1:
        return {}
    return {"rag_match_metadata": {"relevance": float(number)}}
