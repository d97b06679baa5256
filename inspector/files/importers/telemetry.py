"""What spans, events and log records of OpenTelemetry carry, in every way of writing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from inspector.files.importers.imported import listed, member
from inspector.files.importers.traces import decoded


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


def attributes_of(span: Any) -> dict[str, Any]:
    """Return the attributes of a span, an event or a log record as a tree, however written."""
    given = member(span, "attributes")
    if isinstance(given, list):  # the protocol's own JSON: a list of key and typed value
        flat = {str(member(one, "key")): plain_value(member(one, "value")) for one in given}
        return nested(flat)
    if isinstance(given, Mapping):
        return nested({str(name): plain_value(value) for name, value in given.items()})
    prefix = "attributes."
    if not isinstance(span, Mapping):
        return {}
    named = {key.removeprefix(prefix): span[key] for key in span if key.startswith(prefix)}
    return nested({key: value for key, value in named.items() if value is not None})


_TYPES = frozenset(
    f"{kind}Value" for kind in ("string", "int", "double", "bool", "bytes", "array", "kvlist")
)


def plain_value(typed: Any) -> Any:
    """Return a value of the protocol (``stringValue``, ``kvlistValue``) as a plain one."""
    if not isinstance(typed, Mapping) or len(typed) != 1 or not typed.keys() <= _TYPES:
        return typed
    if "arrayValue" in typed:
        return [plain_value(one) for one in listed(typed, "arrayValue/values")]
    if "kvlistValue" in typed:
        pairs = listed(typed, "kvlistValue/values")
        return {str(member(one, "key")): plain_value(member(one, "value")) for one in pairs}
    value = next(iter(typed.values()), None)
    return int(value) if "intValue" in typed and isinstance(value, str) else value


def events_of(span: Any) -> list[Any]:
    """Return the events of a span: a list, or a mapping of names to them."""
    given = member(span, "events")
    if isinstance(given, Mapping):
        return [
            {"name": name, **one} if isinstance(one, Mapping) else {"name": name, "body": one}
            for name, one in given.items()
        ]
    return given if isinstance(given, list) else []


def event_name(event: Any) -> str:
    """Return what an event or a log record is called, "" where it has no name."""
    named = (member(event, way) for way in ("eventName", "event_name", "name"))
    name = next((one for one in named if isinstance(one, str) and one), None)
    inner = member(attributes_of(event), "event/name")
    return name or (inner if isinstance(inner, str) else "")


def is_log_record(record: Any) -> bool:
    """Whether a record is a log record about what was sent, and no span."""
    return event_name(record).startswith("gen_ai.") and not isinstance(
        member(record, "events"), list | dict
    )


_ROLES = ("system", "developer", "user", "assistant", "tool")
_LEGACY = "gen_ai.content.prompt"


def event_messages(events: Iterable[Any]) -> list[Any] | None:
    """Return the messages that events carry as a request has them, None where there are none.

    An answer (``gen_ai.choice``) was not sent, and ends what was.
    """
    found: list[Any] = []
    for event in events:
        name = event_name(event)
        body = event_body(event)
        messages = decoded(member(body, "gen_ai/input/messages"))
        if name == _LEGACY:
            messages = decoded(member(body, "gen_ai/prompt"))
        if isinstance(messages, list):
            return messages
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        if not name.startswith("gen_ai.") or role not in _ROLES:
            continue
        calls = decoded(body.get("tool_calls"))
        content = decoded(body.get("content")) if role == "assistant" else body.get("content")
        message: dict[str, Any] = {"role": body.get("role") or role, "content": content}
        if isinstance(calls, list) and calls:
            message["tool_calls"] = calls
        call_id = body.get("id") or body.get("tool_call_id")
        if role == "tool" and call_id:
            message["tool_call_id"] = call_id
        if content or calls:
            found.append(message)
    return found or None


def event_body(event: Any) -> dict[str, Any]:
    """Return what an event says: its body and its attributes, whichever hold it."""
    body = attributes_of(event)
    for way in ("body", "gen_ai/event/content"):
        given = decoded(plain_value(member(event if way == "body" else body, way)))
        if isinstance(given, Mapping):
            body |= {str(key): one for key, one in given.items()}
        elif isinstance(given, str) and "content" not in body:
            body["content"] = given
    return body
