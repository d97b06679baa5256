"""Messages of any agent as blocks: what each part is, and what a person knows it by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.core.model_facts import Known
from inspector.core.timeline.log import BlockKind, LogBlock, LogPlace
from inspector.core.tokens import TokenCounter, UncountableTextError
from inspector.files.chat.part_kinds import IMAGE_TOKENS, typed_part
from inspector.project.secrets.redaction import without_secrets

_NAMED_BY = (
    "file_path",
    "notebook_path",
    "path",
    "target_file",
    "command",
    "cmd",
    "pattern",
    "query",
    "url",
    "description",
    "skill",
    "prompt",
    "task_id",
    "text",
)
"""The arguments that say what a call is about, the most telling first."""
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)
_LONGEST_NAME, _MOST_LOOKED_AT = 90, 400
_SUSPECT = re.compile(
    r"(?i:pass|pwd|secret|token|key|auth|bearer|cred|cookie|session|private)|://[^\s/]*@"
    r"|(?<![A-Za-z0-9_+=.-])(?=[A-Za-z_+=.-]*\d)[A-Za-z0-9_+=.-]{16,}"
)
"""What a name has that may hold a secret; to look at every name for all of them takes long."""
_TEXTS = ("text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text")
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_ROUGH_DENSITY = 3.6  # characters a token, of prose and code together


@dataclass(slots=True)
class BlockDraft:
    """A block before it is counted; ``size`` where something else than a text tells it."""

    kind: BlockKind
    name: str
    text: str
    place: LogPlace
    tool: str = ""
    call: str = ""
    source: str = ""
    size: int | None = None


class Drafts:
    """Collects blocks; a result is named by its call."""

    def __init__(self) -> None:
        self.all: list[BlockDraft] = []
        self._calls: dict[str, BlockDraft] = {}

    def add(self, message: Mapping[str, Any], own: BlockKind, place: LogPlace) -> range:
        """Add the parts of a message; ``own`` is what its texts are. Return their numbers."""
        start = len(self.all)
        self.all += self._parts(message, own, place)
        return range(start, len(self.all))

    def caller(self, call: str) -> BlockDraft | None:
        """Return the call of an id."""
        return self._calls.get(call)

    def _parts(
        self, message: Mapping[str, Any], own: BlockKind, place: LogPlace
    ) -> Iterator[BlockDraft]:
        kind = message.get("type")
        if isinstance(kind, str) and kind not in ("message", "user", "assistant"):
            yield from self._item(message, kind, own, place)
            return
        if message.get("role") in ("tool", "function"):
            given = {**message, "type": "tool_result", "tool_use_id": message.get("tool_call_id")}
            yield from self._result(given, place)
            return
        reasoning = message.get("reasoning_content")
        if isinstance(reasoning, str) and reasoning:
            yield BlockDraft(BlockKind.THINKING, "thinking", reasoning, place)
        yield from self._content(message.get("content", message.get("parts")), own, place)
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, Mapping):
                inner = call.get("function")
                said = inner if isinstance(inner, Mapping) else call
                yield self._call(said.get("name"), said.get("arguments"), call.get("id"), place)

    def _content(self, content: object, own: BlockKind, place: LogPlace) -> Iterator[BlockDraft]:
        for part in content if isinstance(content, list) else (content,):
            if isinstance(part, str):
                if part:
                    yield BlockDraft(own, first_words(part), part, place)
            elif isinstance(part, Mapping):
                plain = typed_part(part)
                yield from self._item(plain, str(plain.get("type")), own, place)

    def _item(
        self, part: Mapping[str, Any], kind: str, own: BlockKind, place: LogPlace
    ) -> Iterator[BlockDraft]:
        """Yield what one part of a message, or one item of a request, is."""
        if kind in _TEXTS:
            yield from self._content(part.get("text", part.get("refusal")), own, place)
        elif kind in ("thinking", "redacted_thinking", "reasoning"):
            yield BlockDraft(BlockKind.THINKING, "thinking", _thought(part), place)
        elif kind in ("compaction", "compaction_summary", "context_compaction"):
            yield BlockDraft(BlockKind.SUMMARY, "encrypted summary", "", place)
        elif kind in _CALLS or kind == "tool_call":
            called = part.get("input", part.get("arguments"))
            yield self._call(part.get("name"), called, part.get("id"), place)
        elif kind.endswith("_call"):
            tool = part.get("name") or kind.removesuffix("_call")
            called = part.get("arguments", part.get("input", part.get("action")))
            yield self._call(tool, called, part.get("call_id"), place)
        elif kind.endswith(("_output", "tool_result", "tool_call_response")):
            yield from self._result(part, place)
        elif kind in ("image", "input_image", "image_url", "computer_screenshot"):
            yield BlockDraft(BlockKind.IMAGE, "image", "", place, size=IMAGE_TOKENS)
        elif "text" in part or "content" in part:
            yield from self._content(part.get("text", part.get("content")), own, place)
        else:
            rest = {name: value for name, value in part.items() if name not in ("type", "source")}
            yield BlockDraft(own, kind, compact(rest) if rest else "", place)

    def _call(self, tool: object, called: object, identity: object, place: LogPlace) -> BlockDraft:
        name = str(tool or "tool")
        source = _about(called)
        text = called if isinstance(called, str) else compact(called)
        about = source.rstrip("/").rpartition("/")[2] if is_path(source) else _first_line(source)
        draft = BlockDraft(BlockKind.CALL, about or name, f"{name} {text}", place, name)
        draft.source = source
        if isinstance(identity, str):
            draft.call = identity
            self._calls[identity] = draft
        return draft

    def _result(self, part: Mapping[str, Any], place: LogPlace) -> Iterator[BlockDraft]:
        identity = part.get("tool_use_id") or part.get("call_id") or part.get("id")
        called = self._calls.get(identity) if isinstance(identity, str) else None
        given = part.get("content", part.get("output", part.get("response", part.get("result"))))
        texts: list[str] = []
        others: list[BlockDraft] = []
        for draft in self._given(given, place):
            if draft.kind is BlockKind.IMAGE:
                others.append(draft)
            else:
                texts.append(draft.text)
        tool = called.tool if called is not None else ""
        name = called.name if called is not None else "result"
        for draft in (BlockDraft(BlockKind.RESULT, name, "\n".join(texts), place), *others):
            draft.tool = tool
            draft.call = identity if isinstance(identity, str) else ""
            draft.source = called.source if called is not None else ""
            yield draft

    def _given(self, given: object, place: LogPlace) -> Iterator[BlockDraft]:
        if isinstance(given, str | list):
            yield from self._content(given, BlockKind.RESULT, place)
        elif isinstance(given, Mapping):
            inner = given.get("content")
            if isinstance(inner, str | list):
                yield from self._content(inner, BlockKind.RESULT, place)
            else:
                yield BlockDraft(BlockKind.RESULT, "result", compact(given), place)

    def counted(self, counter: TokenCounter | None, *, exact: bool) -> tuple[LogBlock, ...]:
        """Return the blocks with their sizes: by a counter, else by their characters alone."""
        sizes = iter(_counts([one.text for one in self.all], counter))
        known = Known.COUNTED if exact and counter is not None else Known.ESTIMATED
        names = shown_names(one.name for one in self.all)
        return tuple(
            _block(one, name, next(sizes), known) for one, name in zip(self.all, names, strict=True)
        )


def _block(draft: BlockDraft, name: str, counted: int, known: Known) -> LogBlock:
    return LogBlock(
        draft.kind,
        name,
        draft.text,
        draft.place,
        counted if draft.size is None else draft.size,
        known if draft.size is None else Known.ESTIMATED,
        draft.tool,
        draft.call,
        draft.source,
    )


def _counts(texts: Sequence[str], counter: TokenCounter | None) -> Iterable[int]:
    if counter is None:
        return (rough_size(text) for text in texts)
    try:
        return counter.count_many(texts)
    except UncountableTextError:
        return (_counted(text, counter) for text in texts)


def _counted(text: str, counter: TokenCounter) -> int:
    try:
        return counter.count(text)
    except UncountableTextError:
        return rough_size(text)


def rough_size(text: str) -> int:
    """Return about how many tokens a text has, by its length alone."""
    return -int(-len(text) // _ROUGH_DENSITY)


def compact(value: object) -> str:
    """Return a value as the JSON that is sent."""
    if value is None:
        return ""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (RecursionError, TypeError, ValueError):
        return ""


def first_words(text: str) -> str:
    """Return how a text begins, as one line; ``shown_names`` makes a name of it."""
    return " ".join(text[:_MOST_LOOKED_AT].split())


def shown_names(names: Iterable[str]) -> Iterator[str]:
    """Yield names as they may be repeated: without secrets, and cut where they are long.

    Every exit of a timeline tells what a block is known by, and a command may hold a key.
    """
    known: dict[str, str] = {}
    for name in names:
        if name not in known:
            told = without_secrets(name) if _SUSPECT.search(name) else name
            known[name] = told if len(told) <= _LONGEST_NAME else _cut(told)
        yield known[name]


def _cut(name: str) -> str:
    return name[: _LONGEST_NAME - 1].rstrip() + "…"


def _first_line(text: str) -> str:
    lines = (one.strip() for one in text[:_MOST_LOOKED_AT].splitlines())
    return next((one for one in lines if one), "")


def _about(called: object) -> str:
    """Return what a call is about: a file, a command, a pattern, a question."""
    if isinstance(called, str):
        patched = _PATCHED.search(called)
        if patched is not None:
            return patched[1].strip()
        if not called.lstrip().startswith("{"):
            return ""
        try:
            called = json.loads(called)
        except (ValueError, RecursionError):
            return ""
    if not isinstance(called, Mapping):
        return ""
    for name in _NAMED_BY:
        value = called.get(name)
        if isinstance(value, list) and value:  # a command as its words: what follows ``-lc``
            value = value[-1]
        if isinstance(value, str) and value:
            return value
    return ""


def is_path(source: str) -> bool:
    """Whether what a call is about is a file."""
    return "/" in source and not any(one in source for one in "\n ?*|;")


def _thought(part: Mapping[str, Any]) -> str:
    said = part.get("thinking") or part.get("text") or part.get("content")
    if isinstance(said, str):
        return said
    summary = part.get("summary")
    parts = summary if isinstance(summary, list) else ()
    texts = [one.get("text") for one in parts if isinstance(one, Mapping)]
    return "\n".join(text for text in texts if isinstance(text, str))
