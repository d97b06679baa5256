"""Conversations that programs for chatting export or keep: trees and lists of messages.

An export is a declaration: where its conversations are, where a conversation has its messages, how
these follow each other, and in which dialect they speak. The conversation is the way from the
message that is shown, or from the newest, to the root.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.window.chunk import TIMESTAMP_LIMIT
from inspector.files.account import EVERYTHING, unused_names
from inspector.files.chat.log_entries import (
    ABANDONED,
    NEVER_SENT,
    TWICE,
    UNREADABLE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
    injected_content,
    instant,
    way_from_root,
)
from inspector.files.findings import Parsed
from inspector.files.importers.dialects import (
    CHATGPT,
    CLAUDE_AI,
    GEMINI_CLI,
    OPEN_WEBUI,
    OPENCODE,
    Dialect,
)
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    first_at,
    listed,
    member,
    text_at,
)
from inspector.files.importers.turns import imported_log


@dataclass(frozen=True, slots=True)
class Export:
    """Where an export keeps what (ways; several are alternatives).

    ``messages`` leads to a list of messages or to a mapping of ids to them, ``inner`` from such an
    entry to the message. ``identity`` and ``parent`` are of the entry, ``shown`` names the entry at
    which the conversation ends, ``undone`` the first of those that were taken back. With ``whole``
    a conversation is one placement, else each turn is one. ``hints`` are the members that no other
    format has, where they are not its ``marks``.
    """

    name: str
    title: str
    messages: tuple[str, ...]
    dialect: Dialect
    marks: tuple[tuple[str, ...], ...]
    inner: str = ""
    identity: tuple[str, ...] = ("id",)
    parent: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    called: tuple[str, ...] = ("title", "name")
    models: tuple[str, ...] = ()
    whole: bool = True
    hints: tuple[tuple[str, ...], ...] = ()

    def read(self, foreign: Foreign) -> Imported | None:
        """Return the conversations of a file."""
        log = Log()
        for record in foreign.records():
            if record.value is None or not self._place(record.value):
                log.left_out.append((record, UNREADABLE if record.value is None else _OTHER))
                continue
            self._read_conversation(record, log, len(log.threads) + 1)
            said = (*self.shown, *self.undone, *self.models, *(self.called if self.whole else ()))
            below = f"{self._place(record.value)}{EVERYTHING}"
            log.unused += unused_names(record.value, (*said, below))
        used = [f"{self.inner}/{way}" if self.inner else way for way in self.dialect.ways]
        used += [*self.identity, *self.parent]
        return imported_log(self.title, log, foreign, used, whole=self.whole)

    def sniff(self, head: Head) -> float:
        """Return how sure it is of a file."""
        return 0.96 if any(head.has(*ways) and self._speaks(head) for ways in self.marks) else 0.0

    def _speaks(self, head: Head) -> bool:
        dialect = self.dialect
        known = {*dialect.roles, *dialect.notices}
        spoken = {
            dialect.spoken(self._message(entry))
            for record in head.records
            for _, entry in self._entries(record)
        }
        return bool(spoken & known)

    def _place(self, conversation: Any) -> str | None:
        return next((way for way in self.messages if member(conversation, way)), None)

    def _message(self, entry: Any) -> Any:
        return member(entry, self.inner) if self.inner else entry

    def _entries(self, conversation: Any) -> Iterator[tuple[str | int, Any]]:
        place = self._place(conversation)
        held = member(conversation, place) if place else None
        if isinstance(held, Mapping):
            yield from held.items()
        elif isinstance(held, list):
            yield from enumerate(held)

    def _read_conversation(self, record: Parsed, log: Log, number: int) -> None:
        conversation = record.value
        way = (self._place(conversation) or "").split("/")
        nodes: dict[str, _Node] = {}
        for key, entry in self._entries(conversation):
            is_root = self.inner and isinstance(entry, Mapping) and self._message(entry) is None
            message = None if is_root else record.child(*way, key)
            if is_root:  # which is no message
                known = (*self.identity, *self.parent, "children/*")
                log.unused += unused_names(entry, known)
            identity = text_at(entry, *self.identity) or str(key)
            before = nodes[identity].parsed if identity in nodes else None
            if before is not None:
                log.left_out.append((before, TWICE))
            nodes[identity] = _Node(message, text_at(entry, *self.parent))
        path = self._path(nodes, text_at(conversation, *self.shown))
        undone = text_at(conversation, *self.undone)
        names = (*(text_at(conversation, way) for way in self.models), None)
        model = next(one for one in names if one or one is None)
        stretches = [Stretch([])]
        sent = set(map(id, path))
        gone = False
        for node in path:
            gone = gone or (undone is not None and nodes.get(undone) is node)
            if node.parsed is None:
                continue
            if gone:
                log.left_out.append((node.parsed, ABANDONED))
                continue
            take_message(
                self.dialect, node.parsed, self._message(node.parsed.value), stretches, log, model
            )
        for node in nodes.values():
            if id(node) not in sent and node.parsed is not None:
                log.left_out.append((node.parsed, ABANDONED))
        kept = [one for one in stretches if one.entries]
        if kept:
            named = text_at(conversation, *self.called) or f"conversation {number}"
            log.threads.append(Thread(named if self.whole else "", kept))

    def _path(self, nodes: dict[str, _Node], shown: str | None) -> list[_Node]:
        """Return the messages of a conversation: the way to what is shown, else to the newest."""
        if not any(node.parent in nodes for node in nodes.values()):
            return list(nodes.values())
        spoken = [node for node in nodes.values() if node.parsed is not None]
        leaf = nodes.get(shown or "") or (spoken[-1] if spoken else None)
        if leaf is None:
            return []
        return way_from_root(leaf, lambda node: nodes.get(node.parent or ""))


@dataclass(slots=True, eq=False)
class _Node:
    parsed: Parsed | None
    parent: str | None


_OTHER = "no conversation"


def take_message(
    dialect: Dialect,
    parsed: Parsed,
    value: Any,
    stretches: list[Stretch],
    log: Log,
    model: str | None = None,
) -> None:
    """Add what a message says to the last stretch, or say why it was not sent.

    ``value`` is the message in the record ``parsed``; one that sums up what was before begins a
    stretch of its own.
    """
    spoken = dialect.spoken(value)
    if spoken in dialect.notices:
        log.left_out.append((parsed, NEVER_SENT))
        return
    messages = dialect.messages(_without_ignored(value))
    if spoken not in dialect.roles:
        log.left_out.append((parsed, f"{UNREADABLE}: a message without a known role"))
        return
    if not messages:
        log.left_out.append((parsed, "nothing in it"))
        return
    if member(value, "info/summary") is True:  # of all that was before
        asked = stretches[-1].entries[-1:]
        is_asked = bool(asked) and any(
            member(part, "type") == "compaction" for part in listed(asked[0].parsed.value, "parts")
        )
        stretches.append(Stretch([], 0, parsed))
        if is_asked:
            stretches[-1].entries.append(asked[0])
    time = _instant(first_at(value, dialect.time))
    named = text_at(value, *dialect.model) or model
    for message in messages:
        entry = LogEntry(parsed, 0, _who(message, value), message, (), time, named)
        if entry.origin is Origin.INJECTED:
            entry.kind = injected_content(message["content"]) or "program"
        stretches[-1].entries.append(entry)
    if member(value, "info/summary") is True:
        for entry in stretches[-1].entries:
            entry.origin = Origin.SUMMARY
        stretches[-1].kept = len(stretches[-1].entries)


def _without_ignored(value: Any) -> Any:
    """Return a message without the parts that its program does not send."""
    parts = member(value, "parts")
    if not isinstance(parts, list) or not any(member(one, "ignored") for one in parts):
        return value
    return {**value, "parts": [one for one in parts if not member(one, "ignored")]}


def _who(message: Mapping[str, Any], value: Any) -> Origin:
    role = message["role"]
    if role == "system":
        return Origin.INSTRUCTIONS
    if role == "tool":
        return Origin.RESULT
    if role == "assistant":
        return Origin.ASSISTANT
    parts = listed(value, "parts")
    put_in = bool(parts) and all(member(part, "synthetic") for part in parts)
    written = put_in or injected_content(message["content"]) is not None
    return Origin.INJECTED if written else Origin.PERSON


def _instant(value: Any) -> int | None:
    """Return the milliseconds of a time: a text, seconds, or milliseconds."""
    if isinstance(value, str):
        return instant(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    found = round(value * 1000) if abs(value) < 1e11 else round(value)
    return found if abs(found) <= TIMESTAMP_LIMIT else None


EXPORTS = (
    Export(
        "chatgpt",
        "export of ChatGPT",
        ("mapping",),
        CHATGPT,
        (("mapping",),),
        inner="message",
        parent=("parent",),
        shown=("current_node",),
        models=("default_model_slug",),
        hints=(("current_node",),),
    ),
    Export(
        "claude-ai",
        "export of Claude.ai",
        ("chat_messages",),
        CLAUDE_AI,
        (("chat_messages",),),
        identity=("uuid",),
        parent=("parent_message_uuid",),
        shown=("current_leaf_message_uuid",),
        models=("model",),
    ),
    Export(
        "open-webui",
        "export of Open WebUI",
        ("chat/history/messages", "history/messages", "chat/messages"),
        OPEN_WEBUI,
        (("chat/history/messages",), ("history/messages",), ("chat/messages",)),
        parent=("parentId",),
        shown=("chat/history/currentId", "history/currentId"),
        called=("title", "chat/title"),
        models=("chat/models/0",),
    ),
    Export(
        "gemini-cli",
        "session of Gemini CLI",
        ("messages",),
        GEMINI_CLI,
        (("sessionId", "messages"), ("projectHash", "messages")),
        whole=False,
    ),
    Export(
        "opencode",
        "session of opencode",
        ("messages",),
        OPENCODE,
        (("messages/0/info", "messages/0/parts"),),
        identity=("info/id", "id"),
        undone=("info/revert/messageID",),
        whole=False,
    ),
)

IMPORTERS = tuple(
    Importer(one.name, one.title, one.hints or one.marks, one.sniff, one.read) for one in EXPORTS
)
