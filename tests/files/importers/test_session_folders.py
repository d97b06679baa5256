"""A folder of sessions opens as all of them, each request called by its file."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.files.findings import Findings
from inspector.files.importers import is_session_folder, read_foreign
from inspector.files.opening import Offer, files_of_folder, load_offer


def session(path: Path, *said: str, side: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [
        {
            "type": "user",
            "sessionId": "s",
            "uuid": text,
            "isSidechain": side,
            "message": {"role": "user", "content": text},
        }
        for text in said
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")


def test_sessions_and_those_of_their_agents_are_one_list(tmp_path: Path):
    session(tmp_path / "a.jsonl", "one", "two")
    session(tmp_path / "a" / "subagents" / "agent-x.jsonl", "look", side=True)
    (tmp_path / "settings.json").write_text('{"theme": "dark"}', "utf-8")
    found = Findings()
    imported = read_foreign(tmp_path, found)
    assert imported is not None
    assert [one.name for one in imported.payloads] == [
        "a/subagents/agent-x.jsonl: side conversation 1, turn 1",
        "a.jsonl: turn 1",
        "a.jsonl: turn 2",
    ]
    account = imported.account
    assert (account.records, account.balances) == (4, True)
    assert [one.reason for one in account.left_out] == ["a file that holds no session"]
    assert found.problems() == ()
    offer = load_offer(tmp_path).value
    assert isinstance(offer, Offer)
    assert offer.imported.payloads == imported.payloads
    assert files_of_folder(tmp_path) == ()


def test_a_folder_with_other_files_is_none(tmp_path: Path):
    session(tmp_path / "a.jsonl", "one")
    assert is_session_folder(tmp_path)
    (tmp_path / "main.py").write_text("x = 1\n", "utf-8")
    assert not is_session_folder(tmp_path)


def test_a_folder_of_other_data_is_none(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text('{"text": "a"}\n', "utf-8")
    assert not is_session_folder(tmp_path)
    assert not is_session_folder(tmp_path / "a.jsonl")
