"""What traces have in common, and what OpenTelemetry's spans, events and log records carry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from inspector.files.account import decoded, told, unsaid_names
from inspector.files.findings import Parsed
from inspector.files.importers.chats import is_body, read_payload
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.hits import read_document
from inspector.files.importers.imported import Foreign, Imported, Payload, listed, member

_QUERIES = ("query", "question", "input", "user_input", "searchquery_text", "text", "prompt")
_TELLING = frozenset(
    (
        *("id", "name", "type", "kind", "role", "trace_id", "span_id", "parent_id", "traceId"),
        *("spanId", "parentSpanId", "parentObservationId", "traceState", "flags", "status"),
        *("startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "start_time", "end_time"),
        *("startTime", "endTime", "run_type", "observedTimeUnixNano", "finish_reason"),
        *("tool_call_id", "toolCallId", "toolName", "call_id", "parent_run_id"),
    )
)
"""Members at any depth that say what a record is, not what it says."""
_TOLD = frozenset(("model", "attributes/llm/model_name", "attributes/ai/model/id"))
STEPS = "its steps are spans of their own"
WRAPPERS = ("spans", "data", "runs", "observations", "traces", "batch", "items")


class Trace:
    """Collects the spans of all traces of a file."""

    def __init__(self, title: str, foreign: Foreign) -> None:
        self.title = title
        self.foreign = foreign
        self.draft = SetDraft(foreign, title)
        self.payloads: list[Payload] = []
        self._asked: list[str] = []

    def retrieved(
        self, parsed: Parsed, trace: object, query: object, documents: object, time: object
    ) -> None:
        """Take what a retriever found for a query."""
        if not isinstance(documents, list) or not documents:
            self.foreign.account.met()
            self.foreign.leave_out(parsed, "This retrieval holds no documents", "Trace them, too.")
            return
        asked = query if isinstance(query, str) else ""
        self._asked.append(asked)
        request = self.draft.request(trace, asked, timestamp=time)
        for document in documents:
            read_document(self.draft, parsed, document, request)

    def unused(self, record: Any, *, used: Iterable[str] = (), sent: bool = False) -> None:
        """Name in the account what a record says and nothing that was taken of it says.

        ``used`` are the ways to what was retrieved; what was asked for it since the last record is
        of this one, and with ``sent`` the newest payload is.
        """
        newest = self.payloads[-1:] if sent else []
        texts = [*self._asked, *(told(one) for each in newest for one in each.chunks)]
        texts += (one.model for one in newest if one.model)
        self._asked.clear()
        names = unsaid_names(record, texts, frozenset(used) | _TOLD, _TELLING)
        self.foreign.account.ignored(*names)

    def sent(self, parsed: Parsed, name: object, body: Any, model: object) -> bool:
        """Take what was sent to a model; return whether it could be read."""
        if not is_body(body):
            return False
        whole = Parsed(body, parsed.origin, parsed.prefix)
        label = name if isinstance(name, str) and name else f"span {len(self.payloads) + 1}"
        payload = read_payload(whole, self.foreign, label, model, counted=False)
        if payload.chunks:
            self.payloads.append(replace(payload, record=parsed))
        return bool(payload.chunks)

    def finished(self) -> Imported | None:
        """Return what was collected; None where there is nothing."""
        candidates = self.draft.candidates()
        if candidates is None and not self.payloads:
            return None
        requests = self.draft.requests() if candidates is not None else ()
        return Imported(self.title, candidates, requests, tuple(self.payloads))


def query_text(inputs: Any) -> str | None:
    """Return the text that was asked for: itself, or the member that holds it."""
    inputs = decoded(inputs)
    if isinstance(inputs, str):
        return inputs
    for name in _QUERIES:
        found = member(inputs, name)
        if isinstance(found, str):
            return found
        if isinstance(found, Mapping):
            return query_text(found)
    return None


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


def attributes_of(span: Any, under: str = "") -> dict[str, Any]:
    """Return the attributes of a span, an event or a log record as a tree, however written.

    With ``under``, those alone are read whose names begin so.
    """
    given = member(span, "attributes")
    if isinstance(given, list):  # the protocol's own JSON: a list of key and typed value
        return nested(
            dict(_pair(one) for one in given if str(member(one, "key") or "").startswith(under))
        )
    if isinstance(given, Mapping):
        return nested(
            {
                str(name): plain_value(value)
                for name, value in given.items()
                if str(name).startswith(under)
            }
        )
    if given is not None:
        return {"*": given}
    prefix = "attributes."
    if not isinstance(span, Mapping):
        return {}
    named = {key.removeprefix(prefix): span[key] for key in span if key.startswith(prefix)}
    return nested({key: value for key, value in named.items() if value is not None})


def _pair(attribute: Any) -> tuple[str, Any]:
    """Return the key and value of an attribute; what is none has the name that its account has."""
    if not isinstance(attribute, Mapping):
        return "*", attribute
    return str(attribute.get("key")), plain_value(attribute.get("value"))


_TYPES = frozenset(
    f"{kind}Value" for kind in ("string", "int", "double", "bool", "bytes", "array", "kvlist")
)


def plain_value(typed: Any) -> Any:
    """Return a value of the protocol (``stringValue``, ``kvlistValue``) as a plain one."""
    if not isinstance(typed, dict) or len(typed) != 1:
        return typed
    [(kind, value)] = typed.items()
    if kind not in _TYPES:
        return typed
    if kind == "arrayValue":
        return [plain_value(one) for one in listed(value, "values")]
    if kind == "kvlistValue":
        pairs = listed(value, "values")
        return {str(member(one, "key")): plain_value(member(one, "value")) for one in pairs}
    return int(value) if kind == "intValue" and isinstance(value, str) else value


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
    inner = None if name else member(attributes_of(event, "event"), "event/name")
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
