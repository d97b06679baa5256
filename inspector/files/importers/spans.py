"""Spans: OpenInference and OpenTelemetry GenAI, nested or with flattened names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.files.findings import Parsed
from inspector.files.importers.chats import inner_records
from inspector.files.importers.imported import Foreign, Head, Imported, Importer, listed, member
from inspector.files.importers.traces import WRAPPERS, Trace, decoded, query_text


def nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes whose names are ways (``a.0.b``) as objects and lists in each other."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        steps = name.split(".")
        inner = tree
        for step in steps[:-1]:
            known = inner.get(step)
            if not isinstance(known, dict):
                known = inner[step] = {} if known is None else {"": known}
            inner = known
        last = inner.get(steps[-1])
        deeper = _nested_value(value)
        if isinstance(last, dict) and isinstance(deeper, dict):
            last.update(deeper)
        elif isinstance(last, dict):
            last[""] = deeper
        else:
            inner[steps[-1]] = deeper
    return {name: _listed(value) for name, value in tree.items()}


def _nested_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_nested_value(one) for one in value]
    return nested(value) if isinstance(value, Mapping) else value


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    found = {name: _listed(inner) for name, inner in value.items()}
    if found and all(name.isdecimal() for name in found):
        return [found[name] for name in sorted(found, key=int)]
    return found


def _attributes(span: Any) -> dict[str, Any]:
    """Return the attributes of a span as a tree, in whichever way they are written."""
    given = member(span, "attributes")
    if isinstance(given, list):  # the protocol's own JSON: a list of key and typed value
        flat = {str(member(one, "key")): _value(member(one, "value")) for one in given}
        return nested(flat)
    if isinstance(given, Mapping):
        return nested(given)
    prefix = "attributes."
    if not isinstance(span, Mapping):
        return {}
    named = {key.removeprefix(prefix): span[key] for key in span if key.startswith(prefix)}
    return nested({key: value for key, value in named.items() if value is not None})


def _value(typed: Any) -> Any:
    if not isinstance(typed, Mapping):
        return typed
    if "arrayValue" in typed:
        return [_value(one) for one in listed(typed, "arrayValue/values")]
    if "kvlistValue" in typed:
        pairs = listed(typed, "kvlistValue/values")
        return {str(member(one, "key")): _value(member(one, "value")) for one in pairs}
    value = next(iter(typed.values()), None)
    return int(value) if "intValue" in typed and isinstance(value, str) else value


def _spans(foreign: Foreign) -> Iterator[Parsed]:
    for outer in foreign.records():
        resources = member(outer.value, "resourceSpans") or member(outer.value, "resource_spans")
        if not isinstance(resources, list):
            yield from inner_records(outer, WRAPPERS)
            continue
        name = "resourceSpans" if "resourceSpans" in outer.value else "resource_spans"
        for place, resource in enumerate(resources):
            for scopes in ("scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
                for inner, scope in enumerate(listed(resource, scopes)):
                    way = (name, place, scopes, inner, "spans")
                    for number in range(len(listed(scope, "spans"))):
                        yield outer.child(*way, number)


def _read_spans(foreign: Foreign) -> Imported | None:
    trace = Trace("spans of a trace", foreign)
    for parsed in _spans(foreign):
        span = parsed.value
        attributes = _attributes(span)
        identity = (
            member(span, "context/trace_id")
            or member(span, "trace_id")
            or member(span, "traceId")
            or (span.get("context.trace_id") if isinstance(span, Mapping) else None)
        )
        time = next(
            (span[name] for name in _STARTS if isinstance(span, Mapping) and span.get(name)), None
        )
        documents = member(attributes, "retrieval/documents") or member(
            attributes, "gen_ai/retrieval/documents"
        )
        if documents is not None:
            query = query_text(member(attributes, "input/value")) or member(
                attributes, "gen_ai/retrieval/query/text"
            )
            trace.retrieved(parsed, identity, query, decoded(documents), time)
        ranked = member(attributes, "reranker/output_documents")
        if ranked is not None:  # a choice among what was retrieved, so a request of its own
            query = query_text(member(attributes, "reranker/query"))
            trace.retrieved(parsed, f"{identity or 'span'}/reranked", query, ranked, time)
        body, model = _span_body(attributes, span)
        if body is not None:
            trace.sent(parsed, member(span, "name"), body, model)
    return trace.finished()


_STARTS = ("start_time", "startTime", "startTimeUnixNano", "start_time_unix_nano")


def _span_body(attributes: dict[str, Any], span: Any) -> tuple[dict[str, Any] | None, object]:
    """Return what a span sent to a model as the body of a request, and the model."""
    model = (
        member(attributes, "llm/model_name")
        or member(attributes, "gen_ai/request/model")
        or member(attributes, "gen_ai/response/model")
    )
    messages = decoded(member(attributes, "gen_ai/input/messages"))
    if not isinstance(messages, list):
        messages = decoded(member(attributes, "gen_ai/prompt"))
    if not isinstance(messages, list):
        traced = member(attributes, "llm/input_messages")
        messages = [_traced_message(one) for one in traced] if isinstance(traced, list) else None
    if not isinstance(messages, list):
        messages = _event_messages(member(span, "events"))
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


def _event_messages(events: Any) -> list[Any] | None:
    """Return the messages that events of a span carry, as earlier conventions wrote them."""
    if not isinstance(events, list):
        return None
    found = []
    for event in events:
        name = str(member(event, "name"))
        given = member(event, "attributes")
        body = nested(given) if isinstance(given, Mapping) else {}
        messages = decoded(member(body, "gen_ai/input/messages"))
        if isinstance(messages, list):
            return messages
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        text = member(body, "content") or member(event, "body/content")
        if name.startswith("gen_ai.") and name.endswith(".message") and text and role != "choice":
            found.append({"role": role, "content": text})
    return found or None


def _traced_message(one: Any) -> dict[str, Any]:
    """Return a message of an OpenInference span as a request has it."""
    message = member(one, "message") or one
    found: dict[str, Any] = {"role": member(message, "role") or "user"}
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
        if member(record, "resourceSpans") or member(record, "resource_spans"):
            return 0.95
        wrapped = next(
            (one for way in WRAPPERS if isinstance(one := member(record, way), list)), None
        )
        for span in wrapped[:12] if wrapped else [record]:
            attributes = _attributes(span)
            if any(
                name in attributes
                for name in ("openinference", "gen_ai", "llm", "retrieval", "reranker")
            ):
                return 0.95
    return 0.0


IMPORTERS = (
    Importer(
        "spans",
        "spans (OpenInference, OpenTelemetry GenAI)",
        (("attributes", "name"), ("resourceSpans",)),
        _sniff_spans,
        _read_spans,
    ),
)
