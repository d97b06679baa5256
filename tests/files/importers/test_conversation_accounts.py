"""Whatever a conversation's file holds, its account closes, and no text is lost without a word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.files.findings import Findings
from inspector.files.importers import read_foreign

Record = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

ROLES = st.sampled_from(["user", "assistant", "system", "tool", "narrator", None])
IDS = st.sampled_from(["a", "b", "c", "d", None, "gone"])


def text(number: int) -> str:
    return f"text-{number}."


def parts(draw: Draw, number: int) -> Any:
    """Return content of a message, in one of its forms, with the text of its number in it."""
    said = text(number)
    return draw(
        st.sampled_from(
            [
                said,
                [{"type": "text", "text": said}],
                [{"type": "telepathy", "text": said}],
                [{"type": "tool_use", "id": "a", "name": "f", "input": {"x": said}}],
                [{"type": "tool_result", "tool_use_id": "a", "content": said}],
                [{"type": "text", "text": "beside"}, {"type": "telepathy", "text": said}],
            ]
        )
    )


def of_claude_code(draw: Draw, number: int) -> Record:
    kind = draw(st.sampled_from(["user", "assistant", "attachment", "progress", "system"]))
    record: Record = {"type": kind, "sessionId": "s", "uuid": draw(IDS), "note": text(number)}
    record["parentUuid"] = draw(IDS)
    record["isSidechain"] = draw(st.booleans())
    record["isCompactSummary"] = draw(st.sampled_from([False, False, True]))
    if kind == "attachment":
        record["attachment"] = {"type": "file", "content": text(number)}
    elif kind == "system":
        record["subtype"] = draw(
            st.sampled_from(["compact_boundary", "local_command", "api_error"])
        )
        record["content"] = text(number)
    elif kind != "progress":
        model = draw(st.sampled_from(["m", "<synthetic>"]))
        role = draw(st.sampled_from([kind, kind, "narrator", None]))
        message = {"role": role, "content": parts(draw, number), "model": model}
        record["message"] = {name: one for name, one in message.items() if one is not None}
    return {name: one for name, one in record.items() if one is not None or name == "parentUuid"}


def of_codex(draw: Draw, number: int) -> Record:
    said = text(number)
    message = {"type": "message", "role": draw(ROLES), "content": parts(draw, number)}
    kind, payload = draw(
        st.sampled_from(
            [
                ("response_item", message),
                ("response_item", message),
                ("response_item", {"type": "telepathy", "text": said}),
                ("response_item", {"type": "function_call_output", "call_id": "c", "output": said}),
                ("event_msg", {"type": "user_message", "message": said}),
                ("event_msg", {"type": "thread_rolled_back", "num_turns": 1, "note": said}),
                ("compacted", {"message": said}),
                ("compacted", {"message": "", "replacement_history": [message]}),
                ("future", {"note": said}),
            ]
        )
    )
    return {"timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload}


def of_messages(draw: Draw, number: int) -> Record:
    role = draw(ROLES)
    return {"content": parts(draw, number)} | ({} if role is None else {"role": role})


def of_langchain(draw: Draw, number: int) -> Record:
    kind = draw(st.sampled_from(["human", "ai", "system", "tool", "remove", "narrator"]))
    return {"type": kind, "data": {"content": parts(draw, number)}}


def of_gemini(draw: Draw, number: int) -> Record:
    kind = draw(st.sampled_from(["user", "gemini", "info", "narrator"]))
    record = {"id": draw(IDS), "type": kind, "content": parts(draw, number)}
    return draw(st.sampled_from([record, record, {"$rewindTo": draw(IDS), "note": text(number)}]))


def of_atif(draw: Draw, number: int) -> Record:
    source = draw(st.sampled_from(["user", "agent", "system", "narrator", None]))
    results = [{"source_call_id": "c", "content": text(number)}]
    step = {"step_id": number, "source": source, "message": parts(draw, number)}
    return step | ({"observation": {"results": results}} if draw(st.booleans()) else {})


def of_chatgpt(draw: Draw, number: int) -> Record:
    content = {"content_type": "text", "parts": [text(number)]}
    message = {"author": {"role": draw(ROLES)}, "content": content}
    return {
        "id": str(number),
        "parent": draw(st.sampled_from(["0", "1", "2", None])),
        "message": message,
    }


LINES = {
    "claude-code": of_claude_code,
    "codex": of_codex,
    "gemini-cli-lines": of_gemini,
    "langchain-messages": of_langchain,
    "request-body": of_messages,
}


def whole_of(kind: str, records: list[Record]) -> Any:
    if kind == "atif":
        return {"schema_version": "ATIF-v1.6", "agent": {"name": "a"}, "steps": records}
    return [{"title": "t", "mapping": {one["id"]: one for one in records}}]


@st.composite
def files(draw: Draw) -> tuple[str, str, int]:
    """Draw a file: its kind, its text, and how many texts it has."""
    kind = draw(st.sampled_from([*LINES, "atif", "chatgpt"]))
    count = draw(st.integers(1, 7))
    make = LINES.get(kind) or (of_atif if kind == "atif" else of_chatgpt)
    records = [make(draw, number) for number in range(count)]
    if kind not in LINES:
        return kind, json.dumps(whole_of(kind, records)), count
    again = draw(st.lists(st.sampled_from(records), max_size=2))
    odd = draw(st.lists(st.sampled_from([5, "odd", None, []]), max_size=2))
    lines = [json.dumps(one) for one in (*records, *again, *odd)]
    cut = draw(st.sampled_from([0, 0, 3]))
    return kind, "\n".join(lines)[: -cut or None] + "\n", count


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files())
def test_an_account_of_a_conversation_closes_and_names_what_is_not_there(
    tmp_path: Path, file: tuple[str, str, int]
):
    kind, written, count = file
    path = tmp_path / ("a.jsonl" if kind in LINES else "a.json")
    path.write_text(written, "utf-8")
    found = Findings()
    imported = read_foreign(path, found, kind=kind)
    if imported is None:
        assert found.has_errors
        return
    account = imported.account
    assert account.balances, account
    said = "\n".join(one.content or "" for each in imported.payloads for one in each.chunks)
    silent = [number for number in range(count) if text(number) not in said]
    told = account.left_out_in_all + len(account.unused) + len(found.problems())
    assert told or not silent


@pytest.mark.parametrize("kind", ["claude-code", "codex"])
def test_a_record_is_counted_once_in_however_many_turns_it_stands(tmp_path: Path, kind: str):
    records = {
        "claude-code": [
            {
                "type": "user",
                "uuid": str(n),
                "sessionId": "s",
                "message": {"role": "user", "content": str(n)},
            }
            for n in range(4)
        ],
        "codex": [
            {
                "timestamp": str(n),
                "type": "response_item",
                "payload": {"role": "user", "type": "message", "content": str(n)},
            }
            for n in range(4)
        ],
    }[kind]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert len(imported.payloads) == 4
    assert imported.account.taken == {"messages of a person": 4}


@pytest.mark.parametrize(
    "steps",
    [
        [{"query": ["s", "u"]}, {"query": ["s", "u", "a", "elided"]}],
        [{"messages": ["s", "u", "a", "elided"]}, {"messages": ["s", "u", "a", "elided", "b"]}],
    ],
    ids=["query", "messages"],
)
def test_a_step_that_says_what_it_sent_is_read_as_it_was_sent(
    tmp_path: Path, steps: list[dict[str, list[str]]]
):
    said = {
        "s": {"role": "system", "content": "Be brief."},
        "u": {"role": "user", "content": "Fix it."},
        "a": {"role": "assistant", "content": "ls", "agent": "main"},
        "o": {"role": "user", "content": "a.py b.py c.py"},
        "elided": {"role": "user", "content": "(1 line omitted)"},
        "b": {"role": "assistant", "content": "Done."},
    }
    sent = [{name: [said[one] for one in held] for name, held in step.items()} for step in steps]
    value = {"trajectory": sent, "history": [said[one] for one in "suaob"], "info": {}}
    path = tmp_path / "a.traj"
    path.write_text(json.dumps(value), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert [[one.content for one in each.chunks] for each in imported.payloads] == [
        ["Be brief.", "Fix it."],
        ["Be brief.", "Fix it.", "ls", "(1 line omitted)"],
    ]
    account = imported.account
    assert (account.records, account.balances) == (5, True)
    assert [(one.reason, one.count) for one in account.left_out] == [
        ("after the last request: sent with none", 1)
    ]


def test_what_a_micro_compaction_cleared_is_sent_as_a_note_from_then_on(tmp_path: Path):
    def said(kind: str, uuid: str, above: str | None, content: object) -> Record:
        message = {"role": kind, "content": content, "model": "m"}
        return {
            "type": kind,
            "uuid": uuid,
            "parentUuid": above,
            "sessionId": "s",
            "message": message,
        }

    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "a long list"}
    boundary = {
        "type": "system",
        "subtype": "microcompact_boundary",
        "uuid": "b",
        "parentUuid": "a2",
        "sessionId": "s",
        "microcompactMetadata": {"compactedToolIds": ["t"], "clearedAttachmentUUIDs": []},
    }
    records = [
        said("user", "u1", None, "List them."),
        said("assistant", "a1", "u1", [call]),
        said("user", "u2", "a1", [result]),
        said("assistant", "a2", "u2", [{"type": "text", "text": "Many."}]),
        boundary,
        said("user", "u3", "b", "How many?"),
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    before, after = ([one.content for one in each.chunks] for each in imported.payloads)
    assert "a long list" in before
    assert after == [
        "List them.",
        '{"command":"ls"}',
        "[Old tool result content cleared]",
        "Many.",
        "How many?",
    ]
    assert imported.account.balances
    assert imported.account.taken["results of tools"] == 1


@pytest.mark.parametrize("name", ["inlineData", "inline_data"])
def test_what_stands_beside_a_picture_without_a_type_is_named(name: str, tmp_path: Path) -> None:
    picture = {name: {"mimeType": "image/png", "data": "iVBORw0KGgo="}, "note": "a sketch"}
    path = tmp_path / "a.json"
    path.write_text(
        json.dumps({"contents": [{"role": "user", "parts": [{"text": "Look."}, picture]}]}), "utf-8"
    )
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.account.unused == ("contents/*/parts/*/note",)
