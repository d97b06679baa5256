"""Messages in spans, events and log records of OpenTelemetry, however these are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.files.findings import Findings
from inspector.files.importers import Imported, read_foreign

CALL = [{"id": "c1", "type": "function", "function": {"name": "find", "arguments": "{}"}}]
SAID: list[tuple[str, dict[str, str]]] = [
    ("gen_ai.system.message", {"content": "Be brief."}),
    ("gen_ai.user.message", {"content": "Which ferry?"}),
    ("gen_ai.assistant.message", {"tool_calls": json.dumps(CALL)}),
    ("gen_ai.tool.message", {"id": "c1", "content": "The northern."}),
]
CHOICE = ("gen_ai.choice", {"message": json.dumps({"content": "The northern one."})})
BECOMES = [
    ("system_prompt", "Be brief."),
    ("current_user_prompt", "Which ferry?"),
    ("tool_input", "{}"),
    ("tool_output", "The northern."),
]


def listed(attributes: dict[str, str]) -> list[dict[str, Any]]:
    return [{"key": key, "value": {"stringValue": one}} for key, one in attributes.items()]


def read(folder: Path, value: object) -> Imported:
    path = folder / "a.json"
    path.write_text(json.dumps(value), "utf-8")
    found = read_foreign(path, Findings())
    assert found is not None
    return found


def said(imported: Imported) -> list[list[tuple[str, str | None]]]:
    return [[(one.type.value, one.content) for one in each.chunks] for each in imported.payloads]


def span(attributes: object, **more: object) -> dict[str, Any]:
    return {"name": "chat", "traceId": "t", "spanId": "s", "attributes": attributes, **more}


def spans(*several: object) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(several)}]}]}


MODEL = {"gen_ai.request.model": "m"}


@pytest.mark.parametrize(
    "events",
    [
        [{"name": name, "attributes": one} for name, one in (*SAID, CHOICE)],
        [{"name": name, "attributes": listed(one)} for name, one in (*SAID, CHOICE)],
        {name: {"attributes": one} for name, one in (*SAID, CHOICE)},
        [{"name": name, "body": one} for name, one in (*SAID, CHOICE)],
        [
            {"name": name, "attributes": {"gen_ai.event.content": json.dumps(one)}}
            for name, one in (*SAID, CHOICE)
        ],
    ],
    ids=["mappings", "lists", "by name", "bodies", "one attribute"],
)
def test_events_are_messages_in_every_way_of_writing_them(tmp_path: Path, events: object):
    for attributes in (MODEL, listed(MODEL)):
        found = read(tmp_path, spans(span(attributes, events=events)))
        assert said(found) == [BECOMES]
        assert found.payloads[0].model == "m"
        assert found.account.balances


def test_log_records_of_a_trace_are_one_request_until_an_answer_ends_it(tmp_path: Path):
    def record(name: str, body: dict[str, str]) -> dict[str, Any]:
        values = listed(body)
        return {"eventName": name, "traceId": "t", "body": {"kvlistValue": {"values": values}}}

    records = [record(*one) for one in (*SAID, CHOICE, SAID[1])]
    found = read(tmp_path, {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]})
    assert said(found) == [BECOMES, [("current_user_prompt", "Which ferry?")]]
    account = found.account
    assert (account.records, account.taken, account.balances) == (6, {"messages": 5}, True)


def test_a_call_of_an_sdk_is_read_at_its_steps_and_by_itself_where_it_has_none(tmp_path: Path):
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Which ferry?"}]},
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {}}],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "c",
                    "output": {"type": "text", "value": "The northern."},
                }
            ],
        },
    ]
    whole = {"system": "Be brief.", "prompt": "Which ferry?"}
    step = {"ai.model.id": "m", "ai.prompt.messages": json.dumps(messages)}
    outer = span(listed({"ai.prompt": json.dumps(whole)}), spanId="o")
    found = read(tmp_path, spans(outer, span(listed(step), parentSpanId="o")))
    assert said(found) == [BECOMES]
    assert [one.reason for one in found.account.left_out] == ["its steps are spans of their own"]
    assert said(read(tmp_path, spans(outer))) == [BECOMES[:2]]
