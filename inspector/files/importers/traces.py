"""What traces have in common: the spans or runs of one trace belong to one request."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from inspector.files.findings import Parsed
from inspector.files.importers.chats import is_body, read_payload
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.hits import read_document
from inspector.files.importers.imported import Foreign, Imported, Payload, member
from inspector.files.importers.unsaid import told, unused_names

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
        self._asked.clear()
        names = unused_names(record, texts, frozenset(used) | _TOLD, _TELLING)
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
        self.draft.finish()
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


def decoded(value: Any) -> Any:
    """Return the JSON that a text holds, any other value as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
