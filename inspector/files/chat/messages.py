"""Messages: a role and content, with tool calls beside the content in one of the formats.

Lists of chunks: transcripts of typed pieces (``chunks/1``), and chunks as they are.

Tool definitions: they stand before the conversation and take tokens like a system prompt.

Input items without a role: calls, their outputs, reasoning and retrieval.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import ChunkType, ReadChunks, read_chunks
from inspector.files.chat.conversion import Conversion, Speaker
from inspector.files.chat.part_kinds import is_content
from inspector.files.chat.parts import add_call, add_content, relevance_facts

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
    *("text", "tool_calls", "tool_call_id", "function_call", "refusal", "audio"),
    *("finish_reason", "weight", "cache_control", "reasoning_content"),
    # What responses add to a message that is sent back as history.
    *("model", "stop_reason", "stop_sequence", "usage"),
}
_CARRIERS = {"content", "parts", "text", "tool_calls", "function_call", "refusal", "audio"}


def add_message(conversion: Conversion, place: str, message: Mapping[str, object]) -> None:
    """Add everything a message holds, in the order in which it is sent."""
    role = message.get("role")
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
    field = next((one for one in ("parts", "content", "text") if one in message), "content")
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
        if inner is None and "name" in whole:
            inner = whole
        _add_call(conversion, at, inner, asked, whole.get("id"))


def _add_call(
    conversion: Conversion, place: str, call: object, asked: Speaker, call_id: object
) -> None:
    if isinstance(call, Mapping):
        add_call(conversion, place, call, asked, call_id)
    else:
        conversion.unreadable(place, "This should be a call with a name and arguments")


SCHEMA = "chunks/1"

# What a transcript calls the fields of a chunk.
_NAMES = {"chunk_id": "id", "type": "type", "text": "content", "tokens": "tokens"}
_FACTS = ("turn", "tool_name", "call_id")


def is_transcript(value: Mapping[str, object]) -> bool:
    """Say whether a document holds chunks."""
    return isinstance(value.get("chunks"), list)


def read_list(records: list[object]) -> ReadChunks:
    """Return the chunks of a bare list."""
    read = read_transcript({"chunks": records})
    problems = (
        problem.at(Place(pointer=(problem.place.pointer or "").removeprefix("/chunks")))
        for problem in read.problems
    )
    return replace(read, problems=tuple(problems))


def read_transcript(value: Mapping[str, object]) -> ReadChunks:
    """Return the chunks of a document, each with its turn and its tool in the metadata.

    A record with a ``chunk_id`` is a transcript's; any other is a chunk with the fields of
    ``Chunk``. Problems name the fields as the document does.
    """
    schema = value.get("schema", SCHEMA)
    if schema != SCHEMA:
        problem = Problem(
            Severity.ERROR,
            "chat.schema-unknown",
            "The transcript is of an unknown version; nothing of it is used.",
            f"Export it as {SCHEMA}.",
            Place(pointer=pointer("schema")),
        )
        return ReadChunks((), (), (problem,))
    records = value["chunks"]
    if not isinstance(records, list):
        return ReadChunks((), (), ())
    read = read_chunks(_chunk_record(record) for record in records)
    problems = tuple(_in_its_words(problem, records) for problem in read.problems)
    return replace(read, problems=problems)


def _chunk_record(record: object) -> object:
    """Return a transcript's record with the field names of a chunk; another as it is."""
    if not isinstance(record, Mapping) or "chunk_id" not in record:
        return record
    meta = record.get("meta")
    facts = {name: record[name] for name in _FACTS if record.get(name) is not None}
    named = {_NAMES.get(key, key): value for key, value in record.items()}
    for name in (*_FACTS, "meta"):
        named.pop(name, None)
    if meta is None or isinstance(meta, Mapping):
        return named | {"metadata": {**(meta or {}), **facts}}
    return named | {"metadata": meta}


def _in_its_words(problem: Problem, records: list[object]) -> Problem:
    """Return a problem with the place that it has in the document."""
    _, chunks, index, *rest = (problem.place.pointer or "").split("/")
    record = records[int(index)]
    if rest and isinstance(record, Mapping) and "chunk_id" in record:
        ours = {theirs: name for name, theirs in _NAMES.items()} | {"metadata": "meta"}
        rest[0] = ours.get(rest[0], rest[0])
    return problem.at(Place(pointer="/".join(["", chunks, index, *rest])))


_DECLARATIONS = ("functionDeclarations", "function_declarations")


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
        several = next((name for name in _DECLARATIONS if tool.get(name)), "")
        declared = tool.get(several)
        if isinstance(declared, list):
            add_tools(conversion, at + pointer(several), declared)
            continue
        inner = tool.get("function") or tool.get("custom") or tool.get("toolSpec")
        named = inner if isinstance(inner, Mapping) else tool
        speaker = Speaker(ChunkType.SYSTEM_PROMPT, at, {"role": "tool_definition"})
        conversion.data(at, tool, speaker, tool_name=named.get("name"))
        if isinstance(tool.get("cache_control"), Mapping):
            conversion.cached("ephemeral")
        if tool.get("type") not in (None, "function", "custom"):
            conversion.note(
                at,
                "hosted-tool",
                "The vendor adds the definition of this tool; it is counted as it is written here.",
                "Expect it to take more tokens than shown.",
            )


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
    speaker = Speaker(ChunkType.TOOL_INPUT, place, _facts(conversion, item))
    given = item.get(field)
    # A call without arguments is one, too.
    conversion.data(place, {} if given is None or given == "" else given, speaker)


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
