"""What becomes of each part of a chat, one case after the other, and where reading ends."""

import json
from pathlib import Path

import pytest

from inspector.core.window.placement import place
from inspector.files.chat import chunks_from_chat

CHATS = Path(__file__).with_name("chats")
CASES = json.loads(CHATS.joinpath("cases.json").read_text("utf-8"))
"""A chat each, with its chunks, their metadata, and the problems in their words."""

TEXT = [{"type": "text", "text": "deep"}]
HOLDERS = {
    "a result": lambda inner: {"type": "tool_result", "tool_use_id": "t", "content": inner},
    "a result of a search": lambda inner: {"type": "search_result", "content": inner},
    "a document": lambda inner: {
        "type": "document",
        "source": {"type": "content", "content": inner},
    },
}


@pytest.mark.parametrize("case", CASES, ids=[case["says"] for case in CASES])
def test_a_chat_becomes_exactly_these_chunks_and_problems(case):
    chunks, problems = chunks_from_chat(case["chat"])
    found = [
        [one.id, one.type.value, one.content if one.tokens is None else one.tokens, one.metadata]
        for one in chunks
    ]
    assert found == case["chunks"]
    told = [[one.severity.value, one.code, one.place.pointer, one.message] for one in problems]
    assert told == case["problems"]


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize(("content", "levels"), [(TEXT, 5), ("deep", 6)], ids=["parts", "a text"])
def test_content_in_content_is_read_to_a_depth_of_twelve(holder, content, levels):
    for _ in range(levels):
        content = [HOLDERS[holder](content)]
    chunks, problems = chunks_from_chat([{"role": "user", "content": content}])
    assert ([one.content for one in chunks], problems) == (["deep"], ())
    chunks, (problem,) = chunks_from_chat([{"role": "user", "content": [HOLDERS[holder](content)]}])
    assert chunks == []
    assert problem.message == "The content is nested too deep; it is left out."


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_what_is_encrypted_is_looked_for_to_a_depth_of_twelve(wrap):
    def read(levels):
        content = {"encrypted_content": "x", "kept": 1}
        for _ in range(levels):
            content = wrap(content)
        part = {"type": "web_search_tool_result", "tool_use_id": "t", "content": content}
        (chunk,), problems = chunks_from_chat([{"role": "assistant", "content": [part]}])
        return "encrypted_content" in chunk.content, len(problems)

    assert read(12) == (False, 1)
    assert read(13) == (True, 0)


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("chat_completions", [("messages/4", "messages/3/tool_calls/0")]),
        # Results rank above calls: two of them are in, and 2 of 50 tokens are left for their calls
        # of 8 and 4. A result without its call is told, each with its pair.
        ("responses", [("input/3/output", "input/2"), ("input/5/outputs/0", "input/5")]),
        ("content_blocks", []),
        ("transcript", []),
    ],
)
def test_converted_chunks_can_be_placed(name, split):
    chunks, _ = chunks_from_chat(json.loads(CHATS.joinpath(f"{name}.json").read_text("utf-8")))
    report = place(chunks, now_ms=0, available_tokens=50, max_system_prompt=0)
    told = "A tool's result ({}) is placed without its call ({}); no interface takes that."
    assert [(one.code, one.message) for one in report.problems] == [
        ("window.pair-split", told.format(*pair)) for pair in split
    ]
    assert report.ledger.balances


@pytest.mark.parametrize(
    ("part", "tokens"),
    [
        ({"type": "input_audio", "input_audio": {"data": "A" * 128_000, "format": "wav"}}, 96),
        ({"type": "input_audio", "input_audio": {"data": "A" * 128_000, "format": "mp3"}}, 192),
        ({"inlineData": {"mimeType": "audio/mp3", "data": "A" * 128_000}}, 192),
        ({"type": "audio", "mimeType": "audio/wav", "data": "A" * 128_000}, 96),
        ({"fileData": {"mimeType": "audio/mp3", "fileUri": "https://e.org/a.mp3"}}, 1_600),
    ],
)
def test_a_recording_is_counted_by_its_length(part, tokens):
    (chunk,), problems = chunks_from_chat([{"role": "user", "content": [part]}])
    assert (chunk.tokens, chunk.metadata["media"]) == (tokens, "recording")
    assert [one.code for one in problems] == ["chat.tokens-estimated"]
