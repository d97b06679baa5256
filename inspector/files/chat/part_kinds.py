"""What kind a content part is, by its type or the member by which vendors without types tell it.

Images, recordings and files are no texts, but part of what is sent, counted by an estimate.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping

from inspector.files.chat.conversion import Conversion, Speaker

Part = Mapping[str, object]

TEXT_FIELD = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
    "refusal": "refusal",
    "thinking": "thinking",
    "logs": "logs",
}
IMAGES = {
    *("image_url", "input_image", "image", "computer_screenshot"),
    *("image-data", "image-url", "image-file-id"),
}
CALLS = {"tool_use", "server_tool_use", "mcp_tool_use", "tool-call"}
RESULTS = {"tool_result", "mcp_tool_result", "tool-result"}
AUDIO = {"input_audio", "audio"}
FILES = {"file", "input_file", "video", "media", "file-data", "file-url", "file-id", *AUDIO}
UI_TOOL = "tool-"  # how the types of calls in a program's own messages begin
HOSTED = "_tool_result"  # how the types of what the vendor's own tools give back end
WITHOUT_TEXT = {
    "container_upload": "A file",
    "redacted_thinking": "Encrypted thinking",
    "compaction": "An encrypted summary",
    "tool_reference": "A tool by reference",
}
STEPS = {"step-start", "step-finish", "snapshot", "patch"}
"""Marks between the parts of an answer, in which nothing is sent."""


_OTHERS = {
    "tool",
    "dynamic-tool",
    "tool-invocation",
    "document",
    "search_result",
    "resource",
    "resource_link",
}
_KNOWN = {
    *(*TEXT_FIELD, *IMAGES, *CALLS, *RESULTS, *FILES),
    *(*WITHOUT_TEXT, *STEPS, *_OTHERS),
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


def is_content(value: object) -> bool:
    """Say whether a value is content that ``add_content`` reads, not data to be shown as JSON.

    A list is content where one of its parts says that it is a known one: a part of a kind that
    nobody knows does not make text of its neighbours.
    """
    if isinstance(value, list):
        parts = [part for part in value if isinstance(part, Mapping)]
        if any("type" in part and _carries(part) for part in parts):
            return True
        return bool(parts) and len(parts) == len(value) and all(map(is_known, parts))
    return isinstance(value, Mapping) and is_known(value)


def is_known(part: Part) -> bool:
    """Say whether a part is of a kind that is known."""
    return _is_kind(typed_part(part).get("type"))


def _is_kind(kind: object) -> bool:
    return isinstance(kind, str) and (
        kind in _KNOWN or kind.endswith(HOSTED) or kind.startswith(UI_TOOL)
    )


def _carries(part: Part) -> bool:
    """Whether a part is of a known kind and has what this kind carries (data may have a type)."""
    typed = typed_part(part)
    kind = typed.get("type")
    if not isinstance(kind, str):
        return False
    if kind in TEXT_FIELD:
        return isinstance(typed.get(TEXT_FIELD[kind]), str)
    if kind in IMAGES or kind in FILES:
        return any(name in part for name in _HELD)
    return _is_kind(kind)


_HELD = (
    *("source", "data", "image_url", "image", "url", "base64", "file", "file_id", "file_data"),
    *("file_url", "fileData", "inlineData", "media", "input_audio"),
)


def _telling(part: Part) -> str | None:
    """Return the member that says what a part without a type is."""
    return next((name for name in _UNTYPED if name in part), None)


def carried(part: object) -> object:
    """Return what is read of a part: of one without a type, only the member that it is read by."""
    name = _telling(part) if isinstance(part, Mapping) and "type" not in part else None
    return part if name is None else part[name]  # type: ignore[index]


def typed_part(part: Part) -> Part:
    """Return a part that says its type: one without is read by the member that it has."""
    if "type" in part:
        return _in_messages_words(part)
    name = _telling(part)
    if name is None:
        return part
    inner, kind = part[name], _UNTYPED[name]
    whole: Part = inner if isinstance(inner, Mapping) else {}
    if name in ("inlineData", "inline_data", "fileData", "file_data"):
        named = whole.get("mimeType") or whole.get("mime_type") or f"{kind}/"
        return {"type": "media", "media_type": named, "data": whole.get("data", "")}
    if part.get("thought") is True:
        return {"type": "thinking", "thinking": inner}
    if kind == "text":
        return {"type": "text", "text": inner if isinstance(inner, str) else as_json(inner)}
    if kind == "tool_use":
        called = whole.get("input", whole.get("args", {}))
        return {
            "type": kind,
            "id": whole.get("toolUseId") or whole.get("id") or whole.get("name"),
            "name": whole.get("name"),
            "input": called,
        }
    if kind == "tool_result":
        given: object = whole.get("content", whole.get("response"))
        beside = whole.get("parts")
        if isinstance(beside, list) and beside:  # what a tool shows beside what it says
            text = as_json(given)
            given = [{"type": "text", "text": text}, *beside] if text else beside
        is_list = isinstance(given, list) and ("content" in whole or "parts" in whole)
        return {
            "type": kind,
            "tool_use_id": whole.get("toolUseId") or whole.get("id") or whole.get("name"),
            "content": given if is_list or is_content(given) else as_json(given),
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
    if kind in ("tool_call", "tool-call"):
        asked = next((part[name] for name in ("arguments", "args", "input") if name in part), {})
        name = part.get("name") or part.get("toolName")
        call_id = part.get("id") or part.get("toolCallId")
        return {**part, "type": "tool_use", "id": call_id, "name": name, "input": asked}
    if kind in ("tool_call_response", "tool-result"):
        given = next(
            (part[name] for name in ("response", "output", "result") if name in part), None
        )
        if isinstance(given, Mapping) and set(given) >= {"type", "value"}:
            given = given["value"]  # a typed output: text, json, content or an error
        content = given if isinstance(given, str) or is_content(given) else as_json(given)
        call_id = part.get("id") or part.get("toolCallId")
        return {"type": "tool_result", "tool_use_id": call_id, "content": content}
    if kind in ("text", "reasoning") and "text" not in part and "content" in part:
        return {"type": "text", "text": part["content"]}
    if kind == "reasoning" and "text" in part:
        return {"type": "text", "text": part["text"]}
    if kind == "resource":
        named = part["resource"]
        held: Part = named if isinstance(named, Mapping) else {}
        if isinstance(held.get("text"), str):
            return {"type": "text", "text": held["text"]}
        return {"type": "media", "media_type": held.get("mimeType"), "data": held.get("blob")}
    return part


def _document_source(document: Part) -> Part | None:
    source = document.get("source")
    text = source.get("text") if isinstance(source, Mapping) else None
    return {"type": "text", "data": text} if isinstance(text, str) else {"type": "file"}


def as_json(value: object) -> str | None:
    """Return a value as compact JSON, a text as it is."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Images are counted by their size in pixels, which a request rarely tells. A large one takes about
# this much; one that was asked for in low detail takes a fixed count.
IMAGE_TOKENS = 1_600
LOW_DETAIL_IMAGE_TOKENS = 85

# A file is read page by page, each about as much as an image; how many pages it has, a request does
# not tell.
FILE_TOKENS = 1_600

# A recording is counted by its length, which its bytes tell roughly: of one that is compressed a
# second takes about 16,000 of them, of plain samples 32,000. Without its bytes it is as long as a
# file has pages.
AUDIO_TOKENS_PER_SECOND = 32
_BYTES_PER_SECOND, _PLAIN_BYTES_PER_SECOND = 16_000, 32_000

ESTIMATED = "of images, recordings and files an estimate"
"""What an account says of the sizes of media."""


def add_media(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    """Add an image, a recording or a file: its text, or an estimate of what it takes."""
    held = part.get("file") or part.get("input_audio")
    whole = {**part, **held} if isinstance(held, Mapping) else part
    named = _text_at(whole, _MEDIA)
    data = _text_at(whole, _DATA)
    if data.startswith("data:"):
        head, _, data = data.removeprefix("data:").partition(",")
        named = head.partition(";")[0] or named
    kind = named.partition("/")[0].lower()
    is_text = kind == "text" or named.lower() in _TEXTS
    text = _decoded(data) if is_text and data else None
    if kind == "image" or part.get("type") in IMAGES:
        _image(conversion, place, part, speaker)
    elif kind == "audio" or part.get("type") in AUDIO:
        is_plain = "wav" in named or "pcm" in named or whole.get("format") in ("wav", "pcm16")
        conversion.estimated(place, _audio_tokens(data, is_plain=is_plain), "recording", speaker)
    elif text is not None:
        conversion.text(place, text, speaker)
    else:
        conversion.estimated(place, FILE_TOKENS, "file", speaker)


def _audio_tokens(data: str, *, is_plain: bool) -> int:
    size = len(data) * 3 // 4
    rate = _PLAIN_BYTES_PER_SECOND if is_plain else _BYTES_PER_SECOND
    return -(-size * AUDIO_TOKENS_PER_SECOND // rate) if size and "//" not in data else FILE_TOKENS


_MEDIA = ("media_type", "mediaType", "mimeType", "mime_type", "mime")
_DATA = ("data", "file_data", "base64", "url")
_TEXTS = ("application/json", "application/xml", "application/yaml")


def _text_at(part: Part, names: tuple[str, ...]) -> str:
    return next((text for name in names if isinstance(text := part.get(name), str)), "")


def _decoded(data: str) -> str | None:
    """Return the text that a file's bytes are, None where they are none."""
    try:
        return base64.b64decode(data, validate=True).decode("utf-8")
    except ValueError:
        return None


def _image(conversion: Conversion, place: str, part: Part, speaker: Speaker) -> None:
    shown = part.get("image_url")
    detail = shown.get("detail") if isinstance(shown, Mapping) else part.get("detail")
    tokens = LOW_DETAIL_IMAGE_TOKENS if detail == "low" else IMAGE_TOKENS
    conversion.estimated(place, tokens, "image", speaker)
