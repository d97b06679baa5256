"""Traces and logs of requests: each record holds a whole request, blocks are what they share."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from inspector.core.timeline.log import ANSWERED, BlockKind, LogPlace, Usage
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.chat import chunks_from_chat
from inspector.files.chat.log_entries import injected_kind, instant
from inspector.files.importers import recognised
from inspector.files.importers.imported import (
    Foreign,
    Payload,
    TooManyRequestsError,
    TooMuchSentError,
    first_at,
    member,
)
from inspector.files.importers.traces import attributes_of
from inspector.files.session_logs.blocks import BlockDraft, Drafts, first_words
from inspector.files.session_logs.conversations import (
    OUTPUT,
    SENT,
    Conversation,
    LoggedRequest,
    TooLongError,
    number_at,
    place_of,
    usage_in_all,
    usage_of,
)

_KINDS = {
    ChunkType.SYSTEM_PROMPT: BlockKind.SYSTEM,
    ChunkType.TOOL_INPUT: BlockKind.CALL,
    ChunkType.TOOL_OUTPUT: BlockKind.RESULT,
    ChunkType.CHAT_HISTORY_ASSISTANT: BlockKind.ASSISTANT,
    ChunkType.CHAT_HISTORY_USER: BlockKind.USER,
    ChunkType.CURRENT_USER_PROMPT: BlockKind.USER,
}
_USAGES = (
    "usage",
    "response/usage",
    "response/body/usage",
    "response_body/usage",
    "raw/response_body/usage",
    "raw/response/usage",
    "data/response/usage",
    "output/usage",
    "result/message/usage",
    "responseBody/usage",
    "response_obj/usage",
    "metadata/usage_object",
    "response/usageMetadata",
    "usageMetadata",
)
"""Where a log of requests keeps what a request took."""
_TIMES = (
    "start_time",
    "startTime",
    "startTimeUnixNano",
    "start_time_unix_nano",
    "timestamp",
    "created_at",
    "time",
    "request/timestamp",
    "created",
    "response/created",
    "response/created_at",
)


_PREVIOUS = tuple(
    f"{way}previous_response_id"
    for way in ("", "request/", "body/", "request_body/", "request/body/")
)
_RESPONSES = ("response/id", "response/body/id", "response_body/id", "responseBody/id", "output/id")
_OUTPUTS = ("response/output", "response/body/output", "response_body/output", "output/output")


def read_calls(foreign: Foreign, file: int) -> list[Conversation]:
    """Return the requests of a trace or a log as one conversation, [] where it holds none."""
    importer = recognised(foreign.head)
    try:
        imported = importer.read(foreign) if importer is not None else None
    except TooManyRequestsError:
        return []  # questions with passages, and no log
    except TooMuchSentError as error:
        raise TooLongError(LogPlace(file, 1)) from error
    if imported is None or not imported.payloads:
        return []
    reading = _Reading(file)
    timed = [(_time(one), number, one) for number, one in enumerate(imported.payloads)]
    if all(time is not None for time, _, _ in timed):
        timed.sort(key=lambda one: (one[0] or 0, one[1]))
    for time, _, payload in timed:
        reading.read(payload, time)
    account = foreign.account
    if not account.records:
        account.met(len(imported.payloads))
        account.took("requests", len(imported.payloads))
    return [reading.talk]


_Key = tuple[BlockKind, str]
"""What blocks have in common that are the same one, sent again."""


class _Reading:
    """Aligns each request with the earlier one that shares the most of it."""

    def __init__(self, file: int) -> None:
        self.talk = Conversation("", Drafts())
        self.file = file
        self.shared: defaultdict[_Key, list[int]] = defaultdict(list)
        self.responses: dict[str, tuple[LoggedRequest, list[Any]]] = {}
        self.before: dict[str, tuple[Chunk, BlockDraft]] = {}  # what was read last, by its text

    def read(self, payload: Payload, time: int | None) -> None:
        """Read the next request; what it shares with the one before it is the same block."""
        place = LogPlace(self.file, 0)
        record: object = None
        if payload.record is not None:
            place, record = place_of(payload.record, self.file), payload.record.value
        drafts = self._drafts(payload.chunks, place)
        continued = self._continued(record, place)
        parent = self._parent(drafts) if continued is None else continued[0]
        there: defaultdict[tuple[BlockKind, str], deque[int]] = defaultdict(deque)
        for block in parent.path if parent is not None else ():
            one = self.talk.drafts.all[block]
            there[one.kind, one.text].append(block)
        path = [] if continued is None else list(continued[1])
        came: list[int] = []
        for draft in drafts:
            same = None if continued is not None else there.get((draft.kind, draft.text))
            if same:
                path.append(same.popleft())
                continue
            came.append(len(self.talk.drafts.all))
            path.append(came[-1])
            self.talk.drafts.all.append(replace(draft, place=place))
        self._answered(parent, came)
        self._turn(came)
        asked = LoggedRequest(
            payload.name,
            place,
            path,
            parent,
            time,
            payload.model or "",
            payload.window,
            usage_of_record(record),
            turn=len(self.talk.turns),
        )
        number = len(self.talk.asked)
        self.talk.ask(asked)
        self._note_response(record, asked)
        for block in path:
            one = self.talk.drafts.all[block]
            if one.kind is BlockKind.SYSTEM:
                continue
            numbers = self.shared[one.kind, one.text]
            if number not in numbers[-1:]:
                numbers.append(number)

    def _drafts(self, chunks: Sequence[Chunk], place: LogPlace) -> list[BlockDraft]:
        """Return what chunks are; most were sent by the request before, too, and are read once."""
        drafts, read = [], {}
        for chunk in chunks:
            text = chunk.content or ""
            known = self.before.get(text)
            if known is None or (known[0] is not chunk and known[0] != chunk):
                known = chunk, _draft(chunk, place)
            read[text] = known
            drafts.append(known[1])
        self.before = read
        return drafts

    def _parent(self, drafts: Sequence[BlockDraft]) -> LoggedRequest | None:
        """Return the earlier request that shares the most beside the system prompt.

        Looked for by what is rarest: whoever shares more than so many is among those that share
        one of the rarest of the rest, so that of a conversation that grows only few are compared.
        """
        keys = {(one.kind, one.text) for one in drafts if one.kind is not BlockKind.SYSTEM}
        rarest = sorted((self.shared[key] for key in keys if key in self.shared), key=len)
        best, seen = (0, -1), set[int]()
        for place, numbers in enumerate(rarest):
            possible = len(rarest) - place  # for a request that is not seen yet
            if possible < best[0]:
                break
            for number in reversed(numbers):
                if number in seen:
                    continue
                seen.add(number)
                common = self._common(number, keys)
                best = max(best, (common, number))
                if common == possible:
                    break
        return self.talk.asked[best[1]] if best[0] else None

    def _common(self, number: int, keys: Set[_Key]) -> int:
        """Return how many of some keys an earlier request has."""
        held = (self.talk.drafts.all[block] for block in self.talk.asked[number].path)
        return len({key for one in held if (key := (one.kind, one.text)) in keys})

    def _continued(self, record: object, place: LogPlace) -> tuple[LoggedRequest, list[int]] | None:
        """Return the request that one goes on from by the id of its response, and what that held.

        Such a request brings only what is new; the vendor keeps the rest, the answer included.
        """
        named = first_at(record, _PREVIOUS)
        before = self.responses.get(named) if isinstance(named, str) else None
        if before is None:
            return None
        asked, output = before
        if output and not asked.answer:
            chunks, _ = chunks_from_chat(output)
            start = len(self.talk.drafts.all)
            self.talk.drafts.all += [_draft(chunk, place) for chunk in chunks]
            asked.answer += range(start, len(self.talk.drafts.all))
        return asked, [*asked.path, *asked.answer]

    def _note_response(self, record: object, asked: LoggedRequest) -> None:
        named = first_at(record, _RESPONSES)
        output = first_at(record, _OUTPUTS)
        if isinstance(named, str):
            self.responses[named] = asked, output if isinstance(output, list) else []

    def _answered(self, parent: LoggedRequest | None, came: Sequence[int]) -> None:
        """What a model wrote and comes first behind its request is the answer to that."""
        if parent is None or parent.answer:
            return
        for block in came:
            if self.talk.drafts.all[block].kind not in ANSWERED:
                return
            parent.answer.append(block)

    def _turn(self, came: Sequence[int]) -> None:
        said = [one for one in came if self.talk.drafts.all[one].kind is BlockKind.USER]
        if said:
            self.talk.turns.append(first_words(self.talk.drafts.all[said[-1]].text))


def _draft(chunk: Chunk, place: LogPlace) -> BlockDraft:
    text = chunk.content or ""
    facts = chunk.metadata or {}
    tool = str(facts.get("tool_name") or "")
    kind = _KINDS.get(chunk.type, BlockKind.INJECTED)
    if kind is BlockKind.USER and injected_kind(text) is not None:
        kind = BlockKind.INJECTED
    if facts.get("role") == "reasoning":
        kind = BlockKind.THINKING
    if facts.get("media") == "image":
        kind = BlockKind.IMAGE
    name = tool or first_words(text) or kind.value
    size = None if chunk.tokens is None else int(chunk.tokens)
    return BlockDraft(kind, name, text, place, tool, str(facts.get("call_id") or ""), "", size)


def usage_of_record(record: object) -> Usage | None:
    """Return what the record of a request says that it took; None where it says nothing."""
    attributes = attributes_of(record)
    traced = member(attributes, "gen_ai/usage") or member(attributes, "llm/token_count")
    if isinstance(traced, Mapping):
        # What a trace calls input, or prompt, has what was cached in it.
        sent = number_at(traced, (*SENT, "prompt"))
        return usage_in_all(traced, sent, number_at(traced, (*OUTPUT, "completion")))
    for usage in (*(member(record, way) for way in _USAGES), record):
        if isinstance(usage, Mapping) and number_at(usage, SENT):
            return usage_of(usage)
    return None


def _time(payload: Payload) -> int | None:
    record = payload.record.value if payload.record is not None else None
    value = first_at(record, _TIMES)
    if isinstance(value, str) and not value.isdecimal():
        return instant(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    number = float(value)
    for most, scale in ((1e11, 1_000.0), (1e14, 1.0), (1e17, 1e-3)):  # seconds to nanoseconds
        if number < most:
            return int(number * scale)
    return int(number * 1e-6)
