"""Every span, run and observation is on one side of the account."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.files.findings import Findings
from inspector.files.importers import read_foreign, traces

ASKED = [{"role": "user", "content": "Which?"}]
FOUND = {"documents": [{"page_content": "North.", "score": 0.5}]}


@pytest.mark.parametrize(
    ("records", "taken"),
    [
        (
            [
                {"run_type": "llm", "inputs": {"messages": ASKED}},
                {"run_type": "llm", "inputs": {}},
                {"run_type": "chain", "inputs": {}},
                {"run_type": "retriever", "inputs": {"query": "q"}, "outputs": FOUND},
                {"run_type": "retriever", "inputs": {"query": "q"}, "outputs": {}},
            ],
            {"requests": 1, "passages": 1},
        ),
        (
            [
                {"traceId": "t", "type": "GENERATION", "input": ASKED},
                {"traceId": "t", "type": "EVENT", "input": 5},
                {"traceId": "t", "type": "RETRIEVER", "input": "q", "output": FOUND},
            ],
            {"requests": 1, "passages": 1},
        ),
        (
            [
                {"name": "a", "attributes": {"gen_ai.input.messages": json.dumps(ASKED)}},
                {"name": "b", "attributes": {"gen_ai.system": "x"}},
            ],
            {"spans": 1},
        ),
    ],
    ids=["runs", "observations", "spans"],
)
def test_a_trace_is_accounted_for(tmp_path: Path, records: list[object], taken: dict[str, int]):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    account = imported.account
    assert (account.records, account.balances) == (len(records), True)
    assert account.taken == taken


def test_a_generation_that_holds_others_is_read_at_its_steps(tmp_path: Path):
    seen = [
        {"id": "c", "type": "GENERATION", "name": "inner", "input": ASKED, "output": "North."},
        {"id": "b", "type": "SPAN", "name": "between", "input": None},
        {"id": "a", "type": "GENERATION", "name": "outer", "input": "Which?"},
    ]
    for one, above in zip(seen, ("b", "a", None), strict=True):
        one |= {"traceId": "t", "parentObservationId": above}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"trace": {"id": "t", "output": "South."}, "observations": seen}))
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert [one.name for one in imported.payloads] == ["inner"]
    assert [(one.reason, one.count) for one in imported.account.left_out] == [
        ("neither a request to a model nor a retrieval", 1),
        ("its steps are spans of their own", 1),
    ]
    assert imported.account.unused == ("trace", "output")


def test_what_a_request_of_a_log_was_answered_is_named_as_not_used(tmp_path: Path):
    answer = {"choices": [{"message": {"role": "assistant", "content": "North."}}]}
    record = {"messages": ASKED, "response": answer, "context_window": 65_536}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(record))
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.account.unused == ("response",)
    assert [one.window for one in imported.payloads] == [65_536]


def test_what_spans_say_beside_what_they_sent_is_named_by_its_attribute(tmp_path: Path):
    attributes = {
        "gen_ai.input.messages": json.dumps(ASKED),
        "gen_ai.output.messages": json.dumps([{"role": "assistant", "content": "North."}]),
    }
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"name": "a", "attributes": attributes}) + "\n")
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.account.unused == ("attributes/gen_ai/output",)


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}


@pytest.mark.parametrize(
    ("record", "unused"),
    [
        (
            {"custom_id": "a", "url": "/v1", "body": {"model": "gpt-4o", "messages": ASKED}},
            ("url",),
        ),
        (
            {
                "name": "a",
                "attributes": {
                    "gen_ai.request.model": "gpt-4o",
                    "gen_ai.input.messages": json.dumps(ASKED),
                    "gen_ai.usage.input_tokens": 20,
                },
            },
            ("attributes/gen_ai/usage",),
        ),
        ({"messages": [*ASKED, {"role": "user", "content": [PICTURE]}]}, ()),
    ],
    ids=["the body of a batch", "the model of a span", "a picture that is counted"],
)
def test_what_is_used_is_not_named_as_unused(
    tmp_path: Path, record: object, unused: tuple[str, ...]
):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(record) + "\n")
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.payloads
    assert imported.account.unused == unused


def test_an_attribute_is_read_to_tell_the_file_and_once_more_for_its_span(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"role": {"stringValue": "user"}, "content": {"stringValue": "Hello there."}}
    message = {"kvlistValue": {"values": [{"key": key, "value": said[key]} for key in said]}}
    attribute = {"key": "gen_ai.input.messages", "value": {"arrayValue": {"values": [message]}}}
    span = {"traceId": "t", "spanId": "s", "name": "chat", "attributes": [attribute]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}), "utf-8")
    read: list[object] = []
    plain = traces.plain_value

    def counted(typed: object) -> object:
        read.append(typed)
        return plain(typed)

    monkeypatch.setattr(traces, "plain_value", counted)
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert [one.content for one in imported.payloads[0].chunks] == ["Hello there."]
    assert 0 < read.count(said["content"]) <= 2
