"""Spans: OpenInference and OpenTelemetry GenAI, nested or with flattened names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from inspector.files.account import AccountDraft, decoded, names_beside
from inspector.files.findings import Parsed
from inspector.files.importers.chats import inner_records
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    first_at,
    listed,
    member,
)
from inspector.files.importers.traces import (
    STEPS,
    WRAPPERS,
    Trace,
    attributes_of,
    event_body,
    event_messages,
    event_name,
    events_of,
    is_log_record,
    query_text,
)


def _records(foreign: Foreign) -> Iterator[Parsed]:
    """Give the spans and log records of a file."""
    for outer in foreign.records():
        names = [name for name in _HOLDERS if isinstance(member(outer.value, name), list)]
        if not names:
            yield from inner_records(outer, WRAPPERS, foreign.account)
            continue
        foreign.account.ignored(*names_beside(outer.value, names))
        for name in names:
            for resource in _items(outer.child(name)):
                yield from _inside(resource, _HOLDERS[name], foreign.account)


def _inside(resource: Parsed, ways: Mapping[str, str], account: AccountDraft) -> Iterator[Parsed]:
    """Give what stands under the scopes of a resource; what is no object is no span, either."""
    if not isinstance(resource.value, Mapping):
        yield resource
        return
    named = [one for one in ways if isinstance(resource.value.get(one), list)]
    account.ignored(*names_beside(resource.value, named))
    for name in named:
        for scope in _items(resource.child(name)):
            inner = member(scope.value, ways[name])
            if not isinstance(scope.value, Mapping):
                yield scope
            elif isinstance(inner, list):
                account.ignored(*names_beside(scope.value, (ways[name],)))
                yield from _items(scope.child(ways[name]))
            else:
                account.ignored(*names_beside(scope.value, ()))


def _items(parsed: Parsed) -> Iterator[Parsed]:
    return (parsed.child(place) for place in range(len(parsed.value)))


# What holds resources, and under which member of one what is in which member of a scope.
_HOLDERS = {
    "resourceSpans": {"scopeSpans": "spans", "instrumentationLibrarySpans": "spans"},
    "resource_spans": {"scope_spans": "spans"},
    "resourceLogs": {"scopeLogs": "logRecords"},
    "resource_logs": {"scope_logs": "log_records"},
}
_TRACES = ("context/trace_id", "trace_id", "traceId")
_SPANS = ("context/span_id", "span_id", "spanId")
_PARENTS = ("parent_id", "parentSpanId", "parent_span_id", "parentSpanContext/spanId")


def _identity(record: Any, ways: tuple[str, ...]) -> Any:
    flat = (f"{way.replace('/', '.')}" for way in ways)
    found = (*(member(record, way) for way in ways), *(member(record, way) for way in flat))
    return next((one for one in found if one and isinstance(one, str | int)), None)


def _read_spans(foreign: Foreign) -> Imported | None:
    trace = Trace("spans of a trace", foreign)
    records = list(_records(foreign))
    steps = {
        _identity(one.value, _PARENTS)
        for one in records
        if _prompt(attributes_of(one.value, "ai")) is not None
    }
    logged: dict[tuple[Any, Any], list[Parsed]] = {}
    for parsed in records:
        if is_log_record(parsed.value):
            _read_event(trace, parsed, logged)
        elif isinstance(parsed.value, Mapping):
            _read_span(trace, parsed, steps)
        else:
            foreign.account.met()
            foreign.account.left("no span", parsed.place())
    for group in logged.values():
        _send_events(trace, group)
    return trace.finished()


def _read_event(trace: Trace, parsed: Parsed, logged: dict[tuple[Any, Any], list[Parsed]]) -> None:
    """Take a log record to those of its request; an answer ends a request."""
    key = (_identity(parsed.value, _TRACES), _identity(parsed.value, _SPANS))
    group = logged.setdefault(key, [])
    if event_name(parsed.value) == "gen_ai.choice":
        trace.foreign.account.met()
        trace.foreign.account.left("an answer, not sent", parsed.place())
        _send_events(trace, group)
        group.clear()
    else:
        group.append(parsed)


def _send_events(trace: Trace, group: list[Parsed]) -> None:
    account = trace.foreign.account
    account.met(len(group))
    attributes: dict[str, Any] = {}
    for one in group:
        attributes |= attributes_of(one.value)
    body, model = _span_body(attributes, {"events": [one.value for one in group]})
    if group and body is not None and trace.sent(group[0], "", body, model):
        account.took("messages", len(group))
        for one in group:
            trace.unused(_plain(one.value, attributes_of(one.value)), sent=True)
    else:
        for one in group:
            account.left("no message in it", one.place())


def _read_span(trace: Trace, parsed: Parsed, steps: Set[Any]) -> None:
    span, account = parsed.value, trace.foreign.account
    attributes = attributes_of(span)
    identity = _identity(span, _TRACES)
    time = next((span[name] for name in _STARTS if span.get(name)), None)
    documents = member(attributes, "retrieval/documents") or member(
        attributes, "gen_ai/retrieval/documents"
    )
    ranked = member(attributes, "reranker/output_documents")
    body, model = _span_body(attributes, span)
    if documents is None and ranked is None:
        account.met()
        if body is None:
            account.left("nothing was sent or retrieved in it", parsed.place())
        elif _prompt(attributes) is None and _identity(span, _SPANS) in steps:
            account.left(STEPS, parsed.place())
            return
        elif trace.sent(parsed, member(span, "name"), body, model):
            account.took("spans")
            trace.unused(_plain(span, attributes), sent=True)
        else:
            account.left("no message in it", parsed.place())
        return
    if documents is not None:
        query = query_text(member(attributes, "input/value")) or member(
            attributes, "gen_ai/retrieval/query/text"
        )
        trace.retrieved(parsed, identity, query, decoded(documents), time)
    if ranked is not None:  # a choice among what was retrieved, so a request of its own
        query = query_text(member(attributes, "reranker/query"))
        trace.retrieved(parsed, f"{identity or 'span'}/reranked", query, ranked, time)
    sent = body is not None and trace.sent(parsed, member(span, "name"), body, model)
    trace.unused(_plain(span, attributes), used=_DOCUMENTS, sent=sent)


_DOCUMENTS = (
    *("attributes/retrieval/documents/**", "attributes/gen_ai/retrieval/documents/**"),
    "attributes/reranker/output_documents/**",
)


def _plain(record: Any, attributes: dict[str, Any]) -> Any:
    """Return a span or log record with its attributes and events as one reads them."""
    if not isinstance(record, Mapping):
        return record
    events = [
        {**_beside(one), "name": event_name(one), **event_body(one)} for one in events_of(record)
    ]
    said = event_body(record) if is_log_record(record) else {}
    return {**_beside(record), "attributes": attributes, "events": events, "body": said}


def _beside(record: Any) -> dict[str, Any]:
    """Return what a span, event or log record says beside its attributes, events and body."""
    return {
        name: one
        for name, one in (record.items() if isinstance(record, Mapping) else ())
        if name not in ("attributes", "events", "body") and not name.startswith("attributes.")
    }


def _prompt(attributes: dict[str, Any]) -> list[Any] | None:
    """Return the messages of a step as the SDK of Vercel notes them, None where there are none."""
    messages = decoded(member(attributes, "ai/prompt/messages"))
    return messages if isinstance(messages, list) else None


def _whole_prompt(attributes: dict[str, Any]) -> list[Any] | None:
    """Return the messages of a call of that SDK before it goes its steps."""
    given = member(attributes, "ai/prompt")
    given = decoded(given.get("") if isinstance(given, Mapping) else given)
    if not isinstance(given, Mapping):
        return None
    said = given.get("messages")
    messages = list(said) if isinstance(said, list) else []
    if isinstance(given.get("prompt"), str):
        messages.append({"role": "user", "content": given["prompt"]})
    if isinstance(given.get("system"), str):
        messages.insert(0, {"role": "system", "content": given["system"]})
    return messages or None


_STARTS = ("start_time", "startTime", "startTimeUnixNano", "start_time_unix_nano")


def _span_body(attributes: dict[str, Any], span: Any) -> tuple[dict[str, Any] | None, object]:
    """Return what a span sent to a model as the body of a request, and the model."""
    named = ("llm/model_name", "gen_ai/request/model", "gen_ai/response/model", "ai/model/id")
    model = first_at(attributes, named)
    messages = _messages(attributes, span)
    if not messages:
        return None, model
    body: dict[str, Any] = {"messages": messages}
    system = decoded(member(attributes, "gen_ai/system_instructions"))
    if isinstance(system, list):
        body["system"] = [
            {"type": "text", "text": member(part, "content") or member(part, "text")}
            for part in system
        ]
    elif isinstance(system, str):
        body["system"] = system
    tools = decoded(member(attributes, "gen_ai/tool/definitions"))
    given = member(attributes, "ai/prompt/tools")
    if isinstance(given, list):
        tools = [decoded(one) for one in given]
    if not isinstance(tools, list):
        listed = member(attributes, "llm/tools")
        tools = (
            [decoded(member(one, "tool/json_schema")) for one in listed]
            if isinstance(listed, list)
            else None
        )
    if tools:
        body["tools"] = tools
    return body, model


def _messages(attributes: dict[str, Any], span: Any) -> list[Any] | None:
    """Return the messages of a span from the first convention that holds a list of them."""
    for way in ("gen_ai/input/messages", "gen_ai/prompt"):
        messages = decoded(member(attributes, way))
        if isinstance(messages, list):
            return messages
    traced = member(attributes, "llm/input_messages")
    if isinstance(traced, list):
        return [_traced_message(one) for one in traced]
    return _prompt(attributes) or _whole_prompt(attributes) or event_messages(events_of(span))


def _traced_message(one: Any) -> dict[str, Any]:
    """Return a message of an OpenInference span as a request has it."""
    message = member(one, "message") or one
    found: dict[str, Any] = {"role": member(message, "role")}
    parts = member(message, "contents")
    if isinstance(parts, list):
        found["content"] = [_traced_part(member(part, "message_content")) for part in parts]
    else:
        found["content"] = member(message, "content")
    calls = member(message, "tool_calls")
    if isinstance(calls, list):
        found["tool_calls"] = [
            {
                "id": member(call, "tool_call/id"),
                "function": {
                    "name": member(call, "tool_call/function/name"),
                    "arguments": member(call, "tool_call/function/arguments") or "{}",
                },
            }
            for call in calls
        ]
    if member(message, "tool_call_id"):
        found["tool_call_id"] = member(message, "tool_call_id")
    return found


def _traced_part(part: Any) -> dict[str, Any]:
    if member(part, "type") == "image":
        return {"type": "image"}
    return {"type": "text", "text": member(part, "text") or ""}


def _sniff_spans(head: Head) -> float:
    for record in head.records:
        if any(member(record, name) for name in _HOLDERS):
            return 0.95
        wrapped = next(filter(None, (listed(record, way) for way in WRAPPERS)), [record])
        for span in wrapped[:12]:
            attributes = attributes_of(span)
            names = ("openinference", "gen_ai", "llm", "retrieval", "reranker")
            if any(name in attributes for name in names) or is_log_record(span):
                return 0.95
            if member(attributes, "ai/prompt") is not None:
                return 0.95
            if any(event_name(one).startswith("gen_ai.") for one in events_of(span)):
                return 0.95
    return 0.0


IMPORTERS = (
    Importer(
        "spans",
        "spans (OpenInference, OpenTelemetry GenAI)",
        (("attributes", "name"), ("resourceSpans",), ("resourceLogs",)),
        _sniff_spans,
        _read_spans,
    ),
)
