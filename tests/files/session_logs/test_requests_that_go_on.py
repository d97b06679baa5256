"""Which earlier request one goes on from, in a log that does not say, and what that costs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import cli
from inspector.core.timeline.log import BlockKind, LogPlace
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files import chat
from inspector.files.importers import imported, turns
from inspector.files.importers.imported import Payload
from inspector.files.session_logs import calls, conversations
from inspector.files.session_logs.blocks import BlockDraft
from inspector.files.session_logs.calls import _Reading
from tests.shared.examples import examples

TEXTS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6)


def _payload(name: str, texts: list[str]) -> Payload:
    kind = ChunkType.CHAT_HISTORY_USER
    chunks = [Chunk(id=f"{at}", type=kind, content=text) for at, text in enumerate(texts)]
    return Payload(name, tuple(chunks), None, None)


@examples(60)
@given(st.lists(TEXTS, max_size=12))
def test_a_request_goes_on_from_the_latest_that_shares_the_most(sent: list[list[str]]) -> None:
    reading = _Reading(0)
    for number, texts in enumerate(sent):
        reading.read(_payload(f"r{number}", texts), None)
    for number, asked in enumerate(reading.talk.asked):
        shared = Counter(
            {at: len(set(sent[number]) & set(before)) for at, before in enumerate(sent[:number])}
        )
        best = max(shared, key=lambda at: (shared[at], at), default=None)
        parent = None if best is None or not shared[best] else reading.talk.asked[best]
        assert asked.parent is parent
        held = [reading.talk.drafts.all[block] for block in asked.path]
        assert [one.text for one in held] == sent[number]
        assert {(one.kind, one.place) for one in held} == {(BlockKind.USER, LogPlace(0, 0))}


def test_of_a_conversation_that_grows_each_request_is_compared_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []
    common = _Reading._common

    def counted(self: _Reading, number: int, keys: set[tuple[BlockKind, str]]) -> int:
        compared.append(number)
        return common(self, number, keys)

    monkeypatch.setattr(_Reading, "_common", counted)
    reading, texts = _Reading(0), [f"Text {at}" for at in range(200)]
    for length in range(1, 201):
        reading.read(_payload(f"r{length}", texts[:length]), None)
    assert compared == list(range(199))


def _session(folder: Path, messages: int) -> str:
    time = "2026-01-01T00:00:00Z"
    said = [
        {"id": f"m{at}", "timestamp": time, "type": kind, "content": f"It is {at}"}
        for at, kind in enumerate(("user", "gemini") * (messages // 2))
    ]
    path = folder / "a.json"
    session = {"sessionId": "s", "projectHash": "p", "startTime": time}
    path.write_text(json.dumps(session | {"messages": said}), "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["import"], "more than 20 blocks that its requests send over and over"),
        (["timeline", "--no-history"], "The requests up to here send more than"),
    ],
)
def test_a_session_whose_requests_send_too_much_is_refused(
    command: list[str], told: str, tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _session(tmp_path, 20)
    for module in (turns, imported, conversations):
        monkeypatch.setattr(module, "MOST_SENT", 2_000)
    assert cli.main([*command, path]) == 0
    assert told not in capsys.readouterr().err
    assert cli.main([*command, "--max-input-mb", "1", path]) == 3
    error = capsys.readouterr().err
    assert told in error
    assert "--max-input-mb" in error


def test_a_session_of_too_many_messages_is_refused_with_its_reason(
    tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, built = _session(tmp_path, 20), []
    for module in (chat, turns):
        monkeypatch.setattr(module, "MOST_MESSAGES", 10)
    monkeypatch.setattr(turns, "_payload", lambda *sent: built.append(sent))
    assert cli.main(["import", path]) == 3
    told = capsys.readouterr()
    assert "The conversation has 20 messages" in told.err
    assert "20 too many messages" in told.out
    assert not built  # what cannot be sent is walked over once, not once a turn


def test_what_every_request_sends_again_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    draft = calls._draft

    def counted(chunk: Chunk, place: LogPlace) -> BlockDraft:
        made.append(chunk.content or "")
        return draft(chunk, place)

    monkeypatch.setattr(calls, "_draft", counted)
    reading, texts = _Reading(0), [f"Text {at}" for at in range(100)]
    for length in range(1, 101):
        reading.read(_payload(f"r{length}", texts[:length]), None)
    assert made == texts
