"""Requests to models: bodies of any vendor's interface, and what keeps many of them.

Batches, fine-tuning lines, logs of gateways, results of evaluations and archives of proxies hold
the same bodies one or a few members deep; where, is one table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.account import (
    EVERYTHING,
    AccountDraft,
    decoded,
    names_beside,
    texts_in,
    told,
    unsaid_names,
    unused_names,
    ways_above,
)
from inspector.files.chat import CONVERSATIONS, TOO_LONG, TOO_MANY, chunks_from_chat
from inspector.files.chat.part_kinds import ESTIMATED, carried
from inspector.files.findings import Parsed, add_lint
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    Payload,
    by_marks,
    has_too_many_requests,
    listed,
    member,
    text_at,
)
from inspector.plurals import count_of

# Where the body of a request stands in what keeps it, and which member names the record.
_BODIES = (
    "body",
    "params",
    "raw/request_body",
    "request_body",
    "request/body",
    "requestBody",
    "kwargs",
    "payload",
    "request",
    "input",
    "data/request",
    "prompt/raw",
    "prompt",
)
_NAMES = ("custom_id", "request_id", "requestId", "id", "key", "name", "trace_id")
_MODELS = ("model", "modelId", "modelVersion", "response/model", "gen_ai/request/model")
_WINDOWS = ("context_window", "model_context_window", "max_input_tokens")
_ANSWERS = ("response", "choices", "output")
_OTHER_BODIES = ("conversations/*/from", "conversations/*/value", "prompt/raw")
_COMPOSITION = tuple(f"context_lens/composition/*/{name}" for name in ("category", "tokens"))
# Whom the lines of conversations for training call by other names.
_SPEAKERS = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "system": "system",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "tool": "tool",
    "observation": "tool",
    "function_response": "tool",
    "function_call": "assistant",
}
_ROLES = frozenset(
    ("system", "developer", "user", "assistant", "tool", "function", "model", "human", "gpt", "ai")
)
_WRAPPERS = ("data", "items", "logs", "requests", "results/results", "results", "lhar/entries")


def read_payload(
    parsed: Parsed, foreign: Foreign, name: str, model: object = None, *, counted: bool = True
) -> Payload:
    """Return a request body, or a bare list of messages, as chunks; report what cannot be one.

    Its messages are records of the account where they are ``counted``, and not whatever holds them.
    """
    chunks, problems = chunks_from_chat(parsed.value)
    add_lint(problems, parsed, foreign.found)
    if any(one.code == TOO_LONG for one in problems):  # whose account would take as long
        foreign.account.met()
        foreign.account.left(TOO_MANY, parsed.place())
        return Payload(name, (), record=parsed)
    if counted:
        _account(parsed, chunks, foreign.account)
    named = member(parsed.value, "model") or member(parsed.value, "modelId") or model
    said = named if isinstance(named, str) else None
    return Payload(name, tuple(chunks), said, record=parsed)


# The members of messages and parts that say what they are, and no more.
_STRUCTURE = frozenset(
    (
        *("role", "type", "id", "name", "model", "modelId", "tool_call_id", "tool_use_id"),
        *("call_id", "toolCallId", "toolUseId", "from", "status", "state"),
    )
)


def _account(parsed: Parsed, chunks: Sequence[Chunk], account: AccountDraft) -> None:
    """Enter every message of a request, and each piece that stands beside them."""
    value = parsed.value
    there = {chunk.id for chunk in chunks}
    told_of = there | {way for one in there for way in ways_above(one)}
    heads: set[str] = set()
    for name in ("",) if isinstance(value, list) else CONVERSATIONS:
        said = value if isinstance(value, list) else value.get(name)
        for place in range(len(said)) if isinstance(said, list) else ():
            head = f"{name}/{place}".lstrip("/")
            heads.add(head)
            account.met()
            if head in told_of:
                account.took("messages")
            else:
                way = (name, place) if name else (place,)
                account.left("nothing in it can be read", parsed.place(*way))
    beside = [
        one for one in there if not {"/".join(one.split("/")[:depth]) for depth in (1, 2)} & heads
    ]
    account.met(len(beside))
    account.took("instructions, tools and documents", len(beside))
    media = [one for one in chunks if "media" in (one.metadata or {})]
    counted = (text for one in media for text in texts_in(carried(member(value, one.id))))
    account.ignored(*unsaid_names(value, [*map(told, chunks), *counted], leaves=_STRUCTURE))
    if media:
        account.read_as("size", ESTIMATED)


def is_body(value: Any) -> bool:
    """Whether a value is the body of a request: it holds a conversation."""
    if isinstance(value, list):
        return is_conversation(value)
    if not isinstance(value, Mapping):
        return False
    for name in ("messages", "contents"):
        said = value.get(name)
        if isinstance(said, list) and any(
            _is_message(one) or (isinstance(one, Mapping) and "parts" in one) for one in said
        ):
            return True
    asked = value.get("input")
    named = "model" in value or "instructions" in value
    return named and (isinstance(asked, str) or (isinstance(asked, list) and bool(asked)))


def is_conversation(values: Sequence[Any]) -> bool:
    """Whether a list holds messages: most have a role, and the others at least what they say."""
    spoken = sum(_is_message(one) for one in values)
    others = (one for one in values if not _is_message(one))
    return 2 * spoken > len(values) and all(
        isinstance(one, Mapping) and ("parts" in one or "content" in one) for one in others
    )


def _is_message(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    role = value.get("role")
    return isinstance(role, str) and role in _ROLES


def _body_in(record: Any) -> tuple[str, ...] | None:
    """Return the way to the body that a record keeps, None where it keeps none or is one."""
    if is_body(record):
        return None
    for way in _BODIES:
        found = member(record, way)
        if is_body(decoded(found)):
            return tuple(way.split("/"))
    return None


def inner_records(
    parsed: Parsed, wrappers: tuple[str, ...], account: AccountDraft
) -> Iterator[Parsed]:
    """Give the records that an object wraps in one of these members, or the object itself.

    What else the object says is named in the account.
    """
    for wrapper in wrappers:
        found = member(parsed.value, wrapper)
        if isinstance(found, list) and found:
            holder = parsed.value
            for step in wrapper.split("/"):
                account.ignored(*names_beside(holder, (step,)))
                holder = holder[step]
            inside = parsed.child(*wrapper.split("/"))
            for place in range(len(found)):
                yield inside.child(place)
            return
    yield parsed


def _sniff_body(head: Head) -> float:
    if head.is_list and is_conversation(head.records):
        return 0.8
    return 0.7 if any(is_body(one) for one in head.records) else 0.0


def _read_bodies(foreign: Foreign) -> Imported | None:
    records = list(foreign.records())
    if foreign.head.is_list and is_conversation([one.value for one in records]):
        # Only where the messages are the items of one document is the list one conversation.
        whole = Parsed([one.value for one in records], records[0].origin)
        return _some("list of messages", [read_payload(whole, foreign, foreign.head.name)])
    if has_too_many_requests(len(records), foreign):
        return None
    payloads = [
        read_payload(one, foreign, _name_of(one.value, number))
        for number, one in enumerate(records, 1)
        if _usable(one, foreign)
    ]
    return _some("request body" if len(payloads) == 1 else "request bodies", payloads)


def _usable(parsed: Parsed, foreign: Foreign) -> bool:
    if is_body(parsed.value):
        return True
    foreign.account.met()
    foreign.leave_out(parsed, "This record holds no request", "Look whether it belongs here.")
    return False


def _kept_records(head: Head) -> Iterator[Any]:
    for record in head.records:
        yield from next(filter(None, (listed(record, way) for way in _WRAPPERS)), [record])[:3]


def _sniff_log(head: Head) -> float:
    kept = list(_kept_records(head))
    if any(_body_in(one) is not None or _conversation(one) is not None for one in kept):
        return 0.85
    answered = any(is_body(one) and ("response" in one or "choices" in one) for one in kept)
    return 0.85 if answered and not head.has("attributes") else 0.0


def _read_log(foreign: Foreign) -> Imported | None:
    payloads: list[Payload] = []
    for outer in foreign.records():
        for record in inner_records(outer, _WRAPPERS, foreign.account):
            payload = _kept_payload(record, foreign, len(payloads) + 1)
            if payload is not None:
                foreign.account.ignored(*_names_beside(record.value))
                window = next((one for way in _WINDOWS if (one := _size(record.value, way))), None)
                if window is not None:
                    told = f"{count_of(window, 'token')}, recorded with the request"
                    foreign.account.read_as("window", told)
                payloads.append(replace(payload, record=record, window=window))
                if has_too_many_requests(len(payloads), foreign):
                    return None
    return _some("log of requests", payloads)


def _size(value: Any, way: str) -> int | None:
    found = member(value, way)
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else None


def _names_beside(value: Any) -> Iterator[str]:
    """Give the names of what a record says beside its request: what was answered, and about it."""
    if is_body(value):
        yield from (name for name in _ANSWERS if isinstance(value, Mapping) and value.get(name))
        return
    way = _body_in(value)
    used = ("/".join(way),) if way is not None else _OTHER_BODIES
    inside = (f"{one}{EVERYTHING}" for one in used)  # accounted for where the body is read
    yield from unused_names(value, (*used, *inside, *_COMPOSITION, *_NAMES, *_MODELS, *_WINDOWS))


def _kept_payload(record: Parsed, foreign: Foreign, number: int) -> Payload | None:
    value = record.value
    way = _body_in(value)
    name = _name_of(value, number)
    named = text_at(value, *_MODELS)
    if way is not None:
        body = record.child(*way)
        written = decoded(body.value)
        if written is not body.value:
            body = Parsed(written, record.origin, body.prefix)
        return read_payload(body, foreign, name, named)
    if is_body(value):
        if isinstance(value, list):
            return read_payload(record, foreign, name, named)
        return read_payload(record.without(*_ANSWERS, *_WINDOWS), foreign, name, named)
    said = _conversation(value)
    if said is not None:
        turns = Parsed(said, record.origin, record.child("conversations").prefix)
        return read_payload(turns, foreign, name, named)
    composed = _composition(value, name)
    if composed:
        foreign.account.met()
        foreign.account.took("compositions")
        return Payload(name, composed, named)
    asked = member(value, "prompt/raw")
    if isinstance(asked, str) and asked:
        message = Parsed([{"role": "user", "content": asked}], record.origin)
        return read_payload(message, foreign, name, named)
    foreign.account.met()
    if isinstance(value, Mapping) and value.get("type") == "session":
        foreign.account.left("about the session", record.place())
    else:
        foreign.leave_out(record, "This record holds no request", "Look whether it belongs here.")
    return None


def _conversation(record: Any) -> list[dict[str, object]] | None:
    """Return the messages of a conversation in the shape of ShareGPT, None where it is none."""
    said = member(record, "conversations")
    if not isinstance(said, list) or not said:
        return None
    found = [
        {"role": _SPEAKERS.get(str(member(one, "from"))), "content": member(one, "value")}
        for one in said
    ]
    return found if any(isinstance(one["content"], str) for one in found) else None


# What an archive that keeps no contents says of a request: how many tokens of which kind.
_COMPOSED = {
    "system_prompt": ChunkType.SYSTEM_PROMPT,
    "tool_definitions": ChunkType.SYSTEM_PROMPT,
    "system_injections": ChunkType.SYSTEM_PROMPT,
    "tool_results": ChunkType.TOOL_OUTPUT,
    "tool_calls": ChunkType.TOOL_INPUT,
    "user_text": ChunkType.CHAT_HISTORY_USER,
}


def _composition(record: Any, name: str) -> tuple[Chunk, ...] | None:
    composed = member(record, "context_lens/composition")
    if not isinstance(composed, list):
        return None
    return tuple(
        Chunk(
            id=f"{name}/{kind}",
            type=_COMPOSED.get(str(kind), ChunkType.CHAT_HISTORY_ASSISTANT),
            tokens=tokens,
        )
        for one in composed
        if isinstance(kind := member(one, "category"), str)
        and isinstance(tokens := member(one, "tokens"), int)
        and not isinstance(tokens, bool)
        and tokens > 0
    )


def _name_of(record: Any, number: int) -> str:
    return text_at(record, *_NAMES) or f"request {number}"


def _some(title: str, payloads: list[Payload]) -> Imported | None:
    sent = tuple(one for one in payloads if one.chunks)
    return Imported(title, payloads=sent) if sent else None


IMPORTERS = (
    Importer(
        "archive",
        "archive of a proxy (LHAR)",
        (("context_lens", "gen_ai"), ("lhar/entries",)),
        by_marks(("context_lens", "gen_ai"), ("lhar/entries",), sure=0.95),
        _read_log,
    ),
    Importer(
        "request-log",
        "batch, gateway log or evaluation results with requests",
        (("custom_id", "body"), ("messages", "response"), ("results/results",)),
        _sniff_log,
        _read_log,
    ),
    Importer(
        "request-body",
        "request body or list of messages",
        tuple((name,) for name in CONVERSATIONS),
        _sniff_body,
        _read_bodies,
    ),
)
