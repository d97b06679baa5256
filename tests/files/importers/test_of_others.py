"""Readings that files of other programs taught: each in a small file with the same shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.files.findings import Findings
from inspector.files.importers import Imported, read_foreign
from tests.files.importers.sent_shapes import lines


def read(folder: Path, text: str) -> tuple[Imported, list[str]]:
    path = folder / "a.json"
    path.write_text(text, "utf-8")
    found = Findings()
    imported = read_foreign(path, found)
    assert imported is not None
    return imported, [one.message for one in found.problems()]


def item(kind: str, **payload: object) -> dict[str, Any]:
    stamp = "2026-01-01T00:00:00Z"
    return {"timestamp": stamp, "type": kind, "payload": payload}


def said(text: str) -> dict[str, Any]:
    part = {"type": "input_text", "text": text}
    return item("response_item", type="message", role="user", content=[part])


def test_of_two_messages_beside_a_shortened_event_the_one_before_it_was_typed(
    tmp_path: Path,
) -> None:
    log = lines(
        said("List all that is there."),
        item("event_msg", type="user_message", message="List all…"),
        said("A reminder that a program put in."),
        item("event_msg", type="token_count"),
    )
    imported, _ = read(tmp_path, log)
    assert len(imported.payloads) == 1
    assert imported.account.taken == {"messages of a person": 1, "injected texts": 1}


def test_what_a_compaction_lists_is_no_message_of_a_person(tmp_path: Path) -> None:
    kept = [said(text)["payload"] for text in ("First.", "Summed up.")]
    log = lines(said("First."), item("compacted", message="", replacement_history=kept))
    imported, _ = read(tmp_path, log)
    assert imported.account.taken == {"messages of a person": 1, "summaries": 1}


def test_a_message_whose_words_stand_in_text_is_read(tmp_path: Path) -> None:
    spoken = [("system", "Be brief."), ("user", "Which?"), ("assistant", "The northern.")]
    messages = [{"role": role, "text": text, "id": "m"} for role, text in spoken]
    imported, told = read(tmp_path, json.dumps({"messages": messages, "profile": "p"}))
    assert [one.content for one in imported.payloads[0].chunks] == [text for _, text in spoken]
    assert (imported.account.taken, told) == ({"messages": 3}, [])


def test_passages_of_one_text_under_two_ids_are_two(tmp_path: Path) -> None:
    passages = [{"passage_id": one, "title": "", "text": "The same."} for one in ("1", "2", "2")]
    row = {"question": "Which?", "answers": [], "positive_ctxs": passages}
    imported, _ = read(tmp_path, json.dumps([row]))
    assert imported.counts == {"files": 2, "requests": 1, "evidence": 1}
    assert [one.count for one in imported.account.left_out] == [1]


def test_what_is_known_of_a_piece_is_used(tmp_path: Path) -> None:
    call = {"id": "call-1", "function": {"name": "look", "arguments": "{}"}}
    messages = [{"role": "assistant", "content": "", "tool_calls": [call]}]
    imported, _ = read(tmp_path, json.dumps({"messages": messages, "model": "m"}))
    assert imported.account.unused == ()


@pytest.mark.parametrize(
    "value",
    [
        {"runs": 3, "inputs": {"a": 1}, "steps": []},
        {"source": "browser", "action": "capture", "session": {"turns": []}},
    ],
)
def test_members_that_anything_may_have_name_no_format(tmp_path: Path, value: Any) -> None:
    _, told = read(tmp_path, json.dumps(value))
    assert "looks like" not in "".join(told)
