"""A file of a known format of which nothing can be opened has all its records left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import main
from inspector.files.findings import Findings
from inspector.files.importers import TABLE, importers, read_foreign
from inspector.files.importers.mapping import ColumnMapping

NOTHING: dict[str, Any] = {
    "claude-code": {"type": "user", "sessionId": "s", "message": {"role": "user", "content": ""}},
    "codex": {"timestamp": "t", "type": "session_meta", "payload": {"id": "x"}},
    "gemini-cli-lines": {"id": "1", "type": "info", "content": "Update available."},
    "chatgpt": {"mapping": {"a": {"id": "a", "message": {"author": {"role": "narrator"}}}}},
    "claude-ai": {"chat_messages": [{"uuid": "a", "sender": "narrator", "text": "x"}]},
    "open-webui": {"history": {"messages": {"a": {"id": "a", "role": "narrator"}}}},
    "gemini-cli": {"sessionId": "s", "messages": [{"id": "1", "type": "info", "content": "x"}]},
    "opencode": {"messages": [{"info": {"role": "narrator"}, "parts": []}]},
    "atif": {"steps": [{"step_id": 1, "source": "narrator", "message": "x"}]},
    "trajectory": {"trajectory": [], "info": {}, "history": []},
    "openhands": {"source": "user", "action": "pause", "args": {}},
    "langchain-messages": {"type": "remove", "content": "x"},
    "langsmith": {"run_type": "llm", "inputs": {}},
    "langfuse": {"traceId": "t", "type": "GENERATION", "input": 5},
    "spans": {"name": "a", "attributes": {"gen_ai.system": "x"}},
    "beir": {"_id": "a", "text": 5, "title": 5},
    "hotpotqa": {"question": "Why?", "context": [], "supporting_facts": []},
    "musique": {"question": "Why?", "paragraphs": [{"paragraph_text": ""}]},
    "dpr": {"question": "Why?", "ctxs": [{"text": ""}]},
    "squad": {"paragraphs": [{"context": "", "qas": [{"question": "Why?"}]}]},
    "ragas": {"question": "Why?", "contexts": []},
    "documents": {"documents": [{"page_content": ""}]},
    "memories": {"results": [{"memory": "", "id": "m"}]},
    "memory-blocks": {"blocks": [{"label": "human", "value": ""}]},
    "columns": {"ids": [["a"]], "metadatas": [[None]]},
    "hits": {"matches": [{"id": "v", "score": 1}]},
    "archive": {"gen_ai": {}, "context_lens": {"composition": []}},
    "request-log": {"custom_id": "q", "body": {}},
    "request-body": {"messages": [{"role": "narrator", "content": "x"}]},
    TABLE: {"text": "", "id": 1},
}


def test_every_importer_is_here() -> None:
    assert set(NOTHING) == {*(one.name for one in importers()), TABLE}


@pytest.mark.parametrize("kind", NOTHING)
def test_what_becomes_nothing_has_taken_nothing_and_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(NOTHING[kind])}\n" * 2, "utf-8")
    assert main(["import", str(path), "--as", kind, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    account = told["account"]
    assert told["becomes"] == []
    assert account["taken"] == {}
    assert account["records"] == sum(one["count"] for one in account["left_out"]) > 0
    assert all(one["reason"] and one["place"].startswith(str(path)) for one in account["left_out"])
    assert [one for one in told["problems"] if one["severity"] == "error"]


def test_questions_without_a_passage_are_named_as_that(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([NOTHING["hotpotqa"]]), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.account.lines() == [
        "  1 record: 0 taken (nothing), 1 left out",
        f"  left out: 1 with nothing to open beside them (questions) (first at {path}:1:2 /0)",
    ]


def test_a_table_without_a_column_that_was_named_is_left_out_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,said\n1,North.\n2,South.\n", "utf-8")
    imported = read_foreign(path, Findings(), mapping=ColumnMapping(text="words"))
    assert imported is not None
    assert (imported.becomes, imported.account.records, imported.account.taken) == ((), 2, {})
    assert imported.account.left_out_in_all == 2
