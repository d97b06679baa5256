"""Runs of LangSmith, observations of Langfuse, and messages as LangChain dumps them.

Of LangChain are also the states of its graphs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.files.account import EVERYTHING, decoded, unused_names
from inspector.files.chat.log_entries import Log, Stretch, Thread
from inspector.files.findings import Parsed
from inspector.files.importers.chats import inner_records, is_body
from inspector.files.importers.dialects import LANGCHAIN
from inspector.files.importers.exports import take_message
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    by_marks,
    listed,
    member,
    text_at,
)
from inspector.files.importers.traces import STEPS, WRAPPERS, Trace, query_text
from inspector.files.importers.turns import imported_log


def _read_runs(foreign: Foreign) -> Imported | None:
    trace = Trace("runs of LangSmith", foreign)
    for outer in foreign.records():
        for parsed in inner_records(outer, WRAPPERS, foreign.account):
            _read_run(trace, parsed, parsed.value)
    return trace.finished()


def _read_run(trace: Trace, parsed: Parsed, run: Any) -> None:
    kind = member(run, "run_type")
    identity = member(run, "trace_id") or member(run, "id")
    if kind == "retriever":
        outputs = member(run, "outputs/documents") or member(run, "outputs/output")
        query = query_text(member(run, "inputs"))
        trace.retrieved(parsed, identity, query, outputs, member(run, "start_time"))
        trace.unused(_beside(run), used=("outputs/documents/**", "outputs/output/**"))
    elif kind in ("llm", "chat_model"):
        trace.foreign.account.met()
        messages = member(run, "inputs/messages")
        if isinstance(messages, list) and messages and isinstance(messages[0], list):
            messages = messages[0]
        if isinstance(messages, list):
            messages = [_langchain_message(one) for one in messages]
        elif isinstance(prompts := member(run, "inputs/prompts"), list):
            messages = [{"role": "user", "content": one} for one in prompts]
        model = member(run, "extra/metadata/ls_model_name") or member(
            run, "extra/invocation_params/model"
        )
        if not messages or not trace.sent(
            parsed, member(run, "name"), {"messages": messages}, model
        ):
            trace.foreign.leave_out(parsed, "This run holds no messages", "Trace its inputs.")
        else:
            trace.foreign.account.took("requests")
            trace.unused(_beside(run), sent=True)
    else:
        trace.foreign.account.met()
        trace.foreign.account.left(_NEITHER, parsed.place())
    for place, _ in enumerate(listed(run, "child_runs")):
        child = parsed.child("child_runs", place)
        _read_run(trace, child, child.value)


def _beside(run: Any) -> dict[str, Any]:
    return {name: one for name, one in run.items() if name != "child_runs"}


_NEITHER = "neither a request to a model nor a retrieval"


def _langchain_message(message: Any) -> Any:
    """Return a serialised message of LangChain as a request has it."""
    if member(message, "role"):
        return message
    kind = member(message, "id") or member(message, "type")
    name = kind[-1] if isinstance(kind, list) and kind else kind
    inner = member(message, "kwargs") or member(message, "data") or message
    found = {
        "role": LANGCHAIN.roles.get(str(name)),
        "content": member(inner, "content"),
    }
    calls = member(inner, "tool_calls")
    if isinstance(calls, list) and calls:
        found["tool_calls"] = [
            {
                "id": member(one, "id"),
                "function": {"name": member(one, "name"), "arguments": member(one, "args") or {}},
            }
            for one in calls
        ]
    if member(inner, "tool_call_id"):
        found["tool_call_id"] = member(inner, "tool_call_id")
    return found


def _read_observations(foreign: Foreign) -> Imported | None:
    trace = Trace("observations of Langfuse", foreign)
    records = [
        parsed
        for outer in foreign.records()
        for parsed in inner_records(outer, WRAPPERS, foreign.account)
    ]
    above = {text_at(one.value, "id"): text_at(one.value, _PARENT) for one in records}
    held = [text_at(one.value, _PARENT) for one in records if _body_of(one.value) is not None]
    outer_steps = {one for parent in held for one in _way_up(parent, above)}
    for parsed in records:
        seen = parsed.value
        asked, given = member(seen, "input"), decoded(member(seen, "output"))
        kind = str(member(seen, "type") or "").upper()
        identity = member(seen, "traceId") or member(seen, "trace_id") or member(seen, "id")
        found = given if isinstance(given, list) else member(given, "documents")
        if kind == "RETRIEVER" or (isinstance(found, list) and kind == "SPAN"):
            time = member(seen, "startTime")
            trace.retrieved(parsed, identity, query_text(asked), found, time)
            trace.unused(seen, used=("output/**" if found is given else "output/documents/**",))
            continue
        foreign.account.met()
        body = _body_of(seen)
        if body is not None and text_at(seen, "id") in outer_steps:
            foreign.account.left(STEPS, parsed.place())
        elif trace.sent(parsed, member(seen, "name"), body, member(seen, "model")):
            foreign.account.took("requests")
            trace.unused(seen, sent=True)
        else:
            foreign.account.left(_NEITHER, parsed.place())
    return trace.finished()


_PARENT = "parentObservationId"


def _way_up(identity: str | None, above: Mapping[str | None, str | None]) -> Iterator[str]:
    """Give what holds a step, and what holds that; each once."""
    seen: set[str] = set()
    while identity is not None and identity not in seen:
        seen.add(identity)
        yield identity
        identity = above.get(identity)


def _body_of(seen: Any) -> Any:
    """Return what an observation sent as the body of a request, None where that is none."""
    body = decoded(member(seen, "input"))
    if isinstance(body, list):
        body = {"messages": [_langchain_message(one) for one in body]}
    elif isinstance(body, str) and str(member(seen, "type") or "").upper() == "GENERATION":
        body = {"messages": [{"role": "user", "content": body}]}
    return body if is_body(body) else None


def _sniff_observations(head: Head) -> float:
    inside = head.has("observations/0/type") or head.has("observations/0/traceId")
    return 0.95 if inside or head.has("traceId", "type", "input") else 0.0


_RUNS = (("run_type", "inputs"), ("runs/0/run_type",))

IMPORTERS = (
    Importer("langsmith", "runs of LangSmith", _RUNS, by_marks(*_RUNS, sure=0.95), _read_runs),
    Importer(
        "langfuse",
        "observations of Langfuse",
        (("traceId", "type", "input"), ("observations",)),
        _sniff_observations,
        _read_observations,
    ),
)


_PLACES = (
    "messages",
    "values/messages",
    "channel_values/messages",
    "checkpoint/channel_values/messages",
    "state/messages",
    "state/values/messages",
    "output/messages",
    "kwargs/messages",
)
_MESSAGE_CONTENT = ("data/content", "kwargs/content", "content")


def is_dumped(value: Any) -> bool:
    """Whether a value is a message as LangChain dumps it: a type in the place of a role."""
    return (
        member(value, "role") is None
        and LANGCHAIN.spoken(value) in {*LANGCHAIN.roles, *LANGCHAIN.notices}
        and any(member(value, way) is not None for way in _MESSAGE_CONTENT)
        and member(value, "message") is None
    )


def _place(state: Any) -> str | None:
    return next((way for way in _PLACES if any(map(is_dumped, listed(state, way)))), None)


def _sniff_messages(head: Head) -> float:
    alone = [one for one in head.records if is_dumped(one)]
    if head.is_list and 2 * len(alone) > len(head.records):
        return 0.96
    return 0.96 if any(_place(one) for one in head.records) else 0.0


def _read_messages(foreign: Foreign) -> Imported | None:
    log = Log()
    records = list(foreign.records())
    if any(is_dumped(one.value) for one in records):
        _take(records, foreign.head.name, log)
        records = []
    for number, record in enumerate(records, 1):
        place = _place(record.value)
        if place is None:
            log.left_out.append((record, "no messages in it"))
            continue
        way = place.split("/")
        name = text_at(record.value, "config/configurable/checkpoint_id", "checkpoint_id")
        known = (f"{place}/*{EVERYTHING}", "checkpoint_id", "config/configurable/checkpoint_id")
        log.unused += unused_names(record.value, known)
        messages = [record.child(*way, one) for one in range(len(listed(record.value, place)))]
        _take(messages, name or f"state {number}", log)
    return imported_log("messages of LangChain", log, foreign, LANGCHAIN.ways, whole=True)


def _take(messages: list[Parsed], name: str, log: Log) -> None:
    stretch = Stretch([])
    for parsed in messages:
        take_message(LANGCHAIN, parsed, parsed.value, [stretch], log)
    if stretch.entries:
        log.threads.append(Thread(name, [stretch]))


MESSAGES = (
    Importer(
        "langchain-messages",
        "messages of LangChain",
        (("kwargs/content", "lc"),),
        _sniff_messages,
        _read_messages,
    ),
)
