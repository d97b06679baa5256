"""Content parts: text, images, files, documents, tool calls and results, in any vendor's words.

The part types of the formats do not collide, so one table reads them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.core.problems import pointer
from inspector.core.window.chunk import ChunkType, plain_number
from inspector.files.chat.conversion import DEEPEST, Conversion, Speaker
from inspector.files.chat.part_kinds import (
    CALLS,
    FILES,
    HOSTED,
    IMAGES,
    RESULTS,
    STEPS,
    TEXT_FIELD,
    UI_TOOL,
    WITHOUT_TEXT,
    Part,
    add_media,
    is_content,
    is_known,
    typed_part,
)


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


def _add_part(conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int) -> None:
    if "cachePoint" in part:
        conversion.cached("default")
        return
    mark = part.get("cache_control")
    part = typed_part(part)
    if isinstance(mark, Mapping):
        facts = {**speaker.facts, "cache_control": str(mark.get("type"))}
        speaker = replace(speaker, facts=facts)
    if not is_known(part):
        conversion.unreadable(place + pointer("type"), "This part is of no known type")
        return
    kind = str(part["type"])
    if kind in STEPS:
        return
    if kind in WITHOUT_TEXT:
        conversion.no_chunk(place, WITHOUT_TEXT[kind])
    elif kind in TEXT_FIELD:
        _text(conversion, place, part, speaker)
    elif kind in IMAGES or kind in FILES:
        add_media(conversion, place, part, speaker)
    elif kind == "resource_link":
        conversion.data(place, part, speaker)
    elif kind in CALLS:
        _call(conversion, place, part, speaker)
    elif kind in _NESTED:
        _NESTED[kind](conversion, place, part, speaker, depth)
    elif kind.endswith(HOSTED):
        _hosted_result(conversion, place, part, speaker)
    else:
        _call_with_result(conversion, place, part, speaker, depth)


def _text(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    name = TEXT_FIELD[str(part["type"])]
    if name not in part:
        conversion.unreadable(place, f"This part has no {name}")
        return
    conversion.text(place, part[name], speaker)


def _call(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    asked = Speaker(ChunkType.TOOL_INPUT, speaker.message, speaker.facts)
    add_call(conversion, place, part, asked, part.get("id"))


def add_call(
    conversion: Conversion, place: str, call: Part, asked: Speaker, call_id: object
) -> None:
    """Add what a tool was called with, its name and the call's id in the metadata."""
    name = call.get("name")
    conversion.named_call(call_id, name)
    given = call.get("arguments", call.get("input", call.get("args")))
    # A call without arguments is one, too.
    given = {} if given is None or given == "" else given
    conversion.data(place, given, asked, tool_name=name, call_id=call_id)


def _call_with_result(
    conversion: Conversion, place: str, part: Part, speaker: Speaker, depth: int
) -> None:
    """Add a call that a program's own messages keep with its result in one part."""
    inner = part.get("toolInvocation")
    whole = {**part, **inner} if isinstance(inner, Mapping) else dict(part)
    state = whole.get("state")
    if isinstance(state, Mapping):
        whole |= state
    call_id = whole.get("toolCallId") or whole.get("callID")
    name = whole.get("toolName") or whole.get("tool") or str(part["type"]).removeprefix(UI_TOOL)
    asked = whole.get("input", whole.get("args", whole.get("rawInput")))
    _call(conversion, place, {"id": call_id, "name": name, "input": asked}, speaker)
    fields = ("output", "result", "errorText", "error")
    field = next((one for one in fields if whole.get(one) is not None), None)
    if field is None:
        return
    beside = whole.get("attachments")
    given = whole[field]
    if isinstance(given, Mapping) and isinstance(given.get("content"), list):
        given = given["content"]
    result = {"tool_use_id": call_id, "content": given}
    _result(conversion, place + pointer(field), result, speaker, depth)
    if isinstance(beside, list):
        held = Speaker(ChunkType.TOOL_OUTPUT, speaker.message, speaker.facts)
        add_content(conversion, place + pointer("attachments"), beside, held, depth + 1)


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
    is_data = not isinstance(content, list | str) or (
        isinstance(content, list) and "type" not in part
    )
    if is_data and not is_content(content):
        conversion.data(at, content, given)
    else:
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
        add_media(conversion, at, {**source, "type": "file"}, retrieved)


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


_NESTED = {
    **dict.fromkeys(RESULTS, _result),
    "document": _document,
    "search_result": _search_result,
}
"""The kinds of parts that hold content themselves."""
