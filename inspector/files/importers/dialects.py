"""Messages of programs that keep conversations: which member means what, and what is sent of it.

A dialect is a declaration. A record of it becomes one message of a request, or several: an answer
whose calls stand beside their results is the answer, then the results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.files.importers.imported import member, text_at

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where a message keeps what (ways such as ``author/role``; the first that is there counts).

    ``roles`` are the words for who speaks; of any other nothing was sent. ``notices`` are those
    that a program shows and never sends. ``beside`` holds what is sent with the content: files that
    were attached. Of a call, ``call_*`` say where its id, name and arguments are, and
    ``call_result`` where what came back is; ``results`` are results that stand apart, and
    ``result_call`` the id of their call.
    """

    role: tuple[str, ...]
    roles: Mapping[str, str]
    content: tuple[str, ...] = ("content",)
    notices: frozenset[str] = frozenset()
    thoughts: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    call_id: tuple[str, ...] = ("id",)
    call_name: tuple[str, ...] = ("name",)
    call_arguments: tuple[str, ...] = ("args", "arguments", "input")
    call_result: tuple[str, ...] = ()
    results: str = ""
    result_call: tuple[str, ...] = ()
    answers: tuple[str, ...] = ("tool_call_id",)
    model: tuple[str, ...] = ("model",)
    time: tuple[str, ...] = ("timestamp",)
    recipient: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The members that say what a message is, not what it says."""
        told = (*self.role, *self.answers, *self.model, *self.time)
        return (
            *told,
            *filter(None, (self.recipient,)),
            "content/content_type",
            "id",
            "uuid",
            "parent",
            "parentId",
            "parent_message_uuid",
            "children/*",
        )

    def spoken(self, record: Any) -> str | None:
        """Return the word for who speaks, None where the record has none."""
        return text_at(record, *self.role)

    def messages(self, record: Any) -> list[Message]:
        """Return what is sent of a record, [] where it has no known role."""
        role = self.roles.get(self.spoken(record) or "")
        if role is None:
            return []
        content = _first(record, self.content)
        parts = _parts(content)
        said = list(parts) if isinstance(parts, list) else []
        thoughts = _texts(_first(record, self.thoughts))
        before = [{"type": "thinking", "thinking": one} for one in thoughts]
        beside = [part for way in self.beside for part in _beside(member(record, way))]
        message: Message = {"role": role, "content": [*before, *said, *beside]}
        call_id = text_at(record, *self.answers)
        if role == "tool" and call_id:
            message["tool_call_id"] = call_id
        to = text_at(record, self.recipient) if self.recipient else None
        if role == "assistant" and to not in (None, "all"):
            texts = "\n".join(_texts(said))
            call = {"type": "tool_use", "id": None, "name": to, "input": texts}
            message["content"] = [*before, call]
        results = list(self._with_calls(record, message))
        return [message, *results] if message["content"] else results

    def _with_calls(self, record: Any, message: Message) -> Iterator[Message]:
        """Add the calls of a record to its message, and give the results as messages."""
        calls = _first(record, self.calls)
        names: dict[str | None, str | None] = {}
        for call in calls if isinstance(calls, list) else ():
            call_id, name = text_at(call, *self.call_id), text_at(call, *self.call_name)
            asked = _first(call, self.call_arguments)
            names[call_id] = name
            message["content"].append(
                {"type": "tool_use", "id": call_id, "name": name, "input": asked or {}}
            )
            given = _first(call, self.call_result)
            if given is not None:
                yield _result(call_id, name, given)
        apart = member(record, self.results) if self.results else None
        for one in apart if isinstance(apart, list) else ():
            call_id = text_at(one, *self.result_call)
            yield _result(call_id, names.get(call_id), member(one, "content"))


def _result(call_id: str | None, name: str | None, given: Any) -> Message:
    """Return what came back of a call as a message of the tool."""
    content = _parts(given)
    inner = member(given, "0/functionResponse")
    if isinstance(inner, Mapping):
        beside = inner.get("parts")
        said = [{"json": inner.get("response")}] if inner.get("response") is not None else []
        content = [*said, *(beside if isinstance(beside, list) else []), *given[1:]]
    part = {"type": "tool_result", "tool_use_id": call_id, "content": content}
    return {"role": "tool", "name": name, "tool_call_id": call_id, "content": [part]}


def _first(record: Any, ways: tuple[str, ...]) -> Any:
    """Return the first value at one of several ways that says something."""
    found = (member(record, way) for way in ways)
    return next((one for one in found if one not in (None, "", [], {})), None)


_TEXTS = ("text", "content", "parts", "result", "thoughts", "summary", "description")
_POINTERS = ("image_asset_pointer", "audio_asset_pointer")


def _parts(value: Any) -> Any:
    """Return content as parts: what is typed or told by its member as it is, else its texts."""
    if isinstance(value, str):
        return [{"type": "text", "text": value}] if value else []
    if isinstance(value, list):
        return [part for one in value for part in _parts(one)]
    if not isinstance(value, Mapping):
        return [] if value is None else [{"json": value}]
    kind = value.get("content_type")
    if kind in _POINTERS:
        return [{"type": "image" if kind == _POINTERS[0] else "audio"}]
    if kind is not None:
        texts = _texts(value)
        inner = value.get("parts")
        return _parts(inner) if isinstance(inner, list) else _parts(texts)
    return [value]


def _texts(value: Any) -> list[str]:
    """Return the texts of a value in which members hold them."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if not isinstance(value, Mapping):
        return []
    if "subject" in value and "description" in value:
        return [f"{value['subject']}: {value['description']}"]
    if str(value.get("content_type", "")).startswith(("user_editable", "model_editable")):
        return [text for one in value.values() for text in _texts(one)][1:]
    return next((found for name in _TEXTS if (found := _texts(value.get(name)))), [])


def _beside(value: Any) -> Iterator[Message]:
    """Give what was attached: a text that was taken out of it, a picture, else a file."""
    for one in value if isinstance(value, list) else ():
        ways = ("extracted_content", "file/data/content", "content", "data/content")
        text = text_at(one, *ways)
        named = " ".join(
            str(member(one, way) or "") for way in ("type", "file_type", "mime_type", "mimeType")
        )
        if text is not None:
            title = text_at(one, "file_name", "name", "file/filename")
            source = {"type": "text", "data": text}
            yield {"type": "document", "title": title, "source": source}
        else:
            yield {"type": "image" if "image" in named else "file"}


_SPEAKERS = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}

CHATGPT = Dialect(
    role=("author/role",),
    roles=_SPEAKERS,
    time=("create_time",),
    model=("metadata/model_slug",),
    recipient="recipient",
)
CLAUDE_AI = Dialect(
    role=("sender",),
    roles={"human": "user", "assistant": "assistant"},
    content=("content", "text"),
    beside=("attachments", "files", "files_v2"),
    time=("created_at",),
)
OPEN_WEBUI = Dialect(role=("role",), roles=_SPEAKERS, beside=("files",))
GEMINI_CLI = Dialect(
    role=("type",),
    roles={"user": "user", "gemini": "assistant"},
    notices=frozenset(("info", "error", "warning", "about", "quit")),
    thoughts=("thoughts",),
    calls=("toolCalls",),
    call_result=("result",),
)
OPENCODE = Dialect(
    role=("info/role", "role"),
    roles=_SPEAKERS,
    content=("parts",),
    model=("info/modelID", "info/model/modelID"),
    time=("info/time/created",),
)
ATIF = Dialect(
    role=("source",),
    roles={"system": "system", "user": "user", "agent": "assistant"},
    content=("message",),
    thoughts=("reasoning_content",),
    calls=("tool_calls",),
    call_id=("tool_call_id",),
    call_name=("function_name",),
    call_arguments=("arguments",),
    results="observation/results",
    result_call=("source_call_id",),
    model=("model_name",),
)
LANGCHAIN = Dialect(
    role=("role", "data/role", "data/type", "kwargs/type", "id/3", "id/2", "type"),
    roles={
        "system": "system",
        "developer": "system",
        "human": "user",
        "user": "user",
        "ai": "assistant",
        "assistant": "assistant",
        "AIMessageChunk": "assistant",
        "tool": "tool",
        "function": "tool",
        "SystemMessage": "system",
        "HumanMessage": "user",
        "AIMessage": "assistant",
        "ToolMessage": "tool",
        "FunctionMessage": "tool",
    },
    notices=frozenset(("remove", "RemoveMessage")),
    content=("data/content", "kwargs/content", "content"),
    calls=("data/tool_calls", "kwargs/tool_calls", "tool_calls"),
    call_id=("id",),
    call_name=("name", "function/name"),
    call_arguments=("args", "function/arguments"),
    answers=("data/tool_call_id", "kwargs/tool_call_id", "tool_call_id"),
)
