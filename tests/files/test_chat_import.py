"""Requests and transcripts become chunks; what cannot is listed with its place."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.chunk import ChunkType
from inspector.files.chat import chunks_from_chat
from inspector.files.chat.part_kinds import IMAGE_TOKENS, LOW_DETAIL_IMAGE_TOKENS

CHATS = Path(__file__).parent / "chats"


def chat(name):
    return json.loads((CHATS / f"{name}.json").read_text("utf-8"))


def converted(value):
    chunks, problems = chunks_from_chat(value)
    rows = [(one.id, one.type.value, one.content) for one in chunks]
    return rows, [(problem.code, problem.place.pointer) for problem in problems]


def test_a_chat_completions_request_is_converted_whole():
    rows, problems = converted(chat("chat_completions"))
    definition = json.dumps(chat("chat_completions")["tools"][0], separators=(",", ":"))
    assert rows == [
        ("tools/0", "system_prompt", definition),
        ("messages/0", "system_prompt", "You help the harbour office with berth bookings."),
        ("messages/1/content/0", "system_prompt", "Answer in one paragraph."),
        ("messages/2", "chat_history_user", "Is berth 14 free on Friday?"),
        ("messages/3/tool_calls/0", "tool_input", '{"berth":14,"day":"friday"}'),
        ("messages/3/tool_calls/1", "tool_input", "asked for 14"),
        ("messages/4", "tool_output", '{"free":true}'),
        ("messages/5/content/0", "tool_output", "noted"),
        ("messages/6", "chat_history_assistant", "Berth 14 is free on Friday."),
        ("messages/7/content/0", "current_user_prompt", "Does this yacht fit there?"),
        ("messages/7/content/1", "current_user_prompt", None),
        ("messages/7/content/2", "current_user_prompt", None),
        ("messages/7/content/3", "current_user_prompt", None),
        ("messages/7/content/4", "current_user_prompt", None),
        ("messages/7/content/5", "current_user_prompt", "It is 11 metres long."),
    ]
    assert problems == [
        ("chat.tokens-estimated", "/messages/7/content/1"),
        ("chat.tokens-estimated", "/messages/7/content/2"),
        ("chat.tokens-estimated", "/messages/7/content/3"),
        ("chat.tokens-estimated", "/messages/7/content/4"),
        ("chat.part-not-converted", "/response_format"),
    ]


def test_an_input_items_request_is_converted_whole():
    rows, problems = converted(chat("responses"))
    assert rows == [
        (
            "tools/0",
            "system_prompt",
            '{"type":"function","name":"find_trains","parameters":{"type":"object"}}',
        ),
        ("tools/1", "system_prompt", '{"type":"web_search"}'),
        ("instructions", "system_prompt", "You plan train journeys."),
        ("input/0", "chat_history_user", "From Porto to Vigo, please."),
        ("input/1/summary/0", "chat_history_assistant", "The user wants a direct train."),
        ("input/2", "tool_input", '{"from":"Porto","to":"Vigo"}'),
        ("input/3/output", "tool_output", '[{"dep":"08:13"}]'),
        ("input/4", "tool_input", '["celta timetable"]'),
        ("input/4/results/0", "rag_document_chunk", "The Celta runs twice a day."),
        ("input/4/results/1", "rag_document_chunk", "Fares from 15 euros."),
        ("input/5", "tool_input", "print(2 * 15)"),
        ("input/5/outputs/0", "tool_output", "30"),
        ("input/6/content/0", "chat_history_assistant", "At 08:13, for 30 euros."),
        ("input/7/output", "tool_output", None),
        ("input/8/output", "tool_output", '[{"stdout":"ok","stderr":""}]'),
        ("input/10/content/0", "current_user_prompt", "Book it for two."),
        ("input/10/content/1", "current_user_prompt", None),
    ]
    assert problems == [
        ("chat.hosted-tool", "/tools/1"),
        ("chat.part-not-converted", "/input/1/encrypted_content"),
        ("chat.tokens-estimated", "/input/7/output"),
        ("chat.part-not-converted", "/input/9"),
        ("chat.tokens-estimated", "/input/10/content/1"),
        ("chat.part-not-converted", "/previous_response_id"),
    ]


def test_a_request_with_content_blocks_is_converted_whole():
    rows, problems = converted(chat("content_blocks"))
    assert rows == [
        (
            "tools/0",
            "system_prompt",
            '{"name":"read_ledger","description":"Reads a month","input_schema":{"type":"object"}}',
        ),
        (
            "tools/1",
            "system_prompt",
            '{"type":"web_search_20250305","name":"web_search","max_uses":2}',
        ),
        ("system/0", "system_prompt", "You keep the accounts of a bakery."),
        ("system/1", "system_prompt", "Prices are in euros."),
        ("messages/0/content/0", "rag_document_chunk", "March\nFlour 120, sugar 40."),
        ("messages/0/content/1/source", "rag_document_chunk", None),
        ("messages/0/content/2/content/0", "rag_document_chunk", "Flour costs 0.80 a kilo."),
        ("messages/0/content/3", "chat_history_user", "How much did we spend in March?"),
        ("messages/1/content/0", "chat_history_assistant", "The document has both sums."),
        ("messages/1/content/2", "chat_history_assistant", "Let me check the ledger."),
        ("messages/1/content/3", "tool_input", '{"month":"março"}'),
        ("messages/2/content/0/content/0", "tool_output", "160.00"),
        ("messages/2/content/0/content/1", "tool_output", None),
        ("messages/3/content/0", "tool_input", '{"query":"flour"}'),
        (
            "messages/3/content/1",
            "tool_output",
            '[{"type":"web_search_result","title":"Mills","url":"https://example.org"}]',
        ),
        ("messages/3/content/2", "chat_history_assistant", "You spent 160 euros."),
        ("messages/4", "current_user_prompt", "And in April?"),
        ("messages/5/content/0", "tool_input", '{"month":"abril"}'),
        ("messages/6/content/0", "tool_output", "175.50"),
    ]
    assert problems == [
        ("chat.hosted-tool", "/tools/1"),
        ("chat.tokens-estimated", "/messages/0/content/1/source"),
        ("chat.part-not-converted", "/messages/1/content/1"),
        ("chat.tokens-estimated", "/messages/2/content/0/content/1"),
        ("chat.part-not-converted", "/messages/3/content/1/content/0/encrypted_content"),
    ]


def test_a_transcript_keeps_its_ids_types_and_order():
    chunks, problems = chunks_from_chat(chat("transcript"))
    assert problems == ()
    assert [one.id for one in chunks] == ["t-0", "t-1", "t-2", "t-3", "t-4"]
    assert [one.type for one in chunks] == [
        ChunkType.SYSTEM_PROMPT,
        ChunkType.RAG_DOCUMENT_CHUNK,
        ChunkType.TOOL_INPUT,
        ChunkType.TOOL_OUTPUT,
        ChunkType.CURRENT_USER_PROMPT,
    ]
    assert chunks[1].content == "Orchids like shade."
    assert chunks[1].metadata == {
        "title": "Orchids",
        "rag_match_metadata": {"relevance": 0.5},
        "turn": 1,
    }
    assert chunks[2].metadata == {"turn": 1, "tool_name": "open_roof", "call_id": "c1"}


def test_problems_of_a_transcript_name_its_own_fields():
    value = chat("transcript")
    value["chunks"][1]["chunk_id"] = "t-0"
    value["chunks"][2]["type"] = "banner"
    value["chunks"][3]["text"] = 5
    value["chunks"][4]["mood"] = "warm"
    value["chunks"].append({"chunk_id": "t-5", "type": "tool_output", "text": "x", "meta": "y"})
    rows, problems = converted(value)
    assert [name for name, _, _ in rows] == ["t-0", "t-4"]
    assert problems == [
        ("window.chunk-id-duplicate", "/chunks/1/chunk_id"),
        ("window.chunk-type-unknown", "/chunks/2/type"),
        ("window.value-invalid", "/chunks/3/text"),
        ("window.field-unknown", "/chunks/4/mood"),
        ("window.value-invalid", "/chunks/5/meta"),
    ]


def test_a_transcript_of_another_version_is_refused():
    assert converted({"schema": "chunks/2", "chunks": []}) == (
        [],
        [("chat.schema-unknown", "/schema")],
    )


def test_chunks_with_the_fields_of_chunks_are_read_as_they_are():
    value = {"chunks": [{"id": "a", "type": "tool_output", "tokens": 5, "content": "x"}]}
    chunks, problems = chunks_from_chat(value)
    assert ([one.tokens for one in chunks], problems) == ([5], ())


def test_a_bare_list_of_messages_is_a_chat():
    rows, problems = converted(
        [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]
    )
    assert rows == [("0", "current_user_prompt", "hi"), ("1", "chat_history_assistant", "yo")]
    assert problems == []


def test_input_that_is_a_text_is_the_current_prompt():
    assert converted({"input": "hi"}) == ([("input", "current_user_prompt", "hi")], [])


def test_results_and_calls_name_their_tool_and_their_call():
    facts = {one.id: one.metadata for one in chunks_from_chat(chat("chat_completions"))[0]}
    assert facts["messages/3/tool_calls/0"]["tool_name"] == "berth_status"
    assert facts["messages/4"] == {
        "role": "tool",
        "call_id": "call_b14",
        "tool_name": "berth_status",
    }
    facts = {one.id: one.metadata for one in chunks_from_chat(chat("content_blocks"))[0]}
    assert facts["messages/6/content/0"] == {
        "role": "user",
        "call_id": "toolu_2",
        "tool_name": "read_ledger",
    }
    assert facts["messages/2/content/0/content/0"]["is_error"] is False
    facts = {one.id: one.metadata for one in chunks_from_chat(chat("responses"))[0]}
    assert facts["input/3/output"]["tool_name"] == "find_trains"


def test_a_search_score_from_0_to_1_is_the_relevance_and_any_other_is_not():
    facts = {one.id: one.metadata for one in chunks_from_chat(chat("responses"))[0]}
    assert facts["input/4/results/0"]["rag_match_metadata"] == {"relevance": 0.75}
    assert "rag_match_metadata" not in facts["input/4/results/1"]


def test_images_are_counted_by_an_estimate():
    tokens = {one.id: one.tokens for one in chunks_from_chat(chat("chat_completions"))[0]}
    assert tokens["messages/7/content/1"] == LOW_DETAIL_IMAGE_TOKENS
    assert tokens["messages/7/content/2"] == IMAGE_TOKENS
    assert tokens["messages/7/content/0"] is None


@pytest.mark.parametrize(
    ("message", "code", "place_of_problem"),
    [
        ({"role": "narrator", "content": "x"}, "chat.part-unreadable", "/messages/0/role"),
        ({"content": "x"}, "chat.part-unreadable", "/messages/0/type"),
        ({"role": "user"}, "chat.part-unreadable", "/messages/0"),
        ({"role": "user", "content": 7}, "chat.part-unreadable", "/messages/0/content"),
        ("hello", "chat.part-unreadable", "/messages/0"),
        (
            {"role": "user", "content": [{"type": "smell"}]},
            "chat.part-unreadable",
            "/messages/0/content/0/type",
        ),
        (
            {"role": "user", "content": [{"type": "text"}]},
            "chat.part-unreadable",
            "/messages/0/content/0",
        ),
        (
            {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {}}]},
            "chat.part-unreadable",
            "/messages/0/tool_calls/0",
        ),
        (
            {"role": "assistant", "content": None, "tool_calls": "none"},
            "chat.part-unreadable",
            "/messages/0/tool_calls",
        ),
        (
            {"role": "assistant", "content": None, "audio": {"id": "audio_1"}},
            "chat.part-not-converted",
            "/messages/0/audio",
        ),
        (
            {"role": "user", "content": "x", "secret_sauce": "y"},
            "chat.field-unknown",
            "/messages/0/secret_sauce",
        ),
        ({"type": "function_call_output"}, "chat.part-unreadable", "/messages/0"),
    ],
)
def test_what_does_not_have_the_shape_of_a_format_is_a_problem(message, code, place_of_problem):
    assert converted({"messages": [message]})[1] == [(code, place_of_problem)]


@pytest.mark.parametrize("kind", ["telepathy", 5, None, ["message"]])
def test_an_item_of_no_known_type_is_a_problem_at_its_type(kind):
    rows, problems = converted({"input": [{"type": kind}, {"role": "user", "content": "hi"}]})
    assert (problems, rows[0][2]) == ([("chat.part-unreadable", "/input/0/type")], "hi")


def test_a_passage_of_a_search_that_is_none_is_a_problem_and_the_others_are_read():
    passages = ["what?", {"filename": "a.md", "text": "found", "score": 0.5}]
    rows, problems = converted({"input": [{"type": "file_search_call", "results": passages}]})
    assert ("chat.part-unreadable", "/input/0/results/0") in problems
    assert ("input/0/results/1", "rag_document_chunk", "found") in rows


@pytest.mark.parametrize("value", [None, 5, "hi", {}, {"prompt": "once upon a time"}])
def test_what_is_no_chat_is_one_error(value):
    chunks, problems = chunks_from_chat(value)
    assert chunks == []
    assert [problem.code for problem in problems] == ["chat.not-recognised"]


def nested(levels):
    content = [{"type": "text", "text": "deep"}]
    for _ in range(levels):
        content = [{"type": "tool_result", "tool_use_id": "t", "content": content}]
    return chunks_from_chat({"messages": [{"role": "user", "content": content}]})


def test_content_nested_without_end_is_a_problem():
    chunks, problems = nested(5)
    assert [one.content for one in chunks] == ["deep"]
    assert problems == ()
    chunks, problems = nested(150)
    assert chunks == []
    assert [problem.code for problem in problems] == ["chat.part-unreadable"]
    assert "nested too deep" in problems[0].message


def test_arguments_that_json_cannot_write_are_a_problem():
    arguments: dict[str, object] = {}
    arguments["self"] = arguments
    call = {"function": {"name": "f", "arguments": arguments}}
    value = {"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}
    assert converted(value) == ([], [("chat.part-unreadable", "/messages/0/tool_calls/0")])


def test_no_problem_quotes_the_chat():
    secret = "the vault opens at nine"
    value = {
        "messages": [
            {"role": secret, "content": secret},
            {"role": "user", "content": [{"type": secret, "text": secret}]},
            {"role": "user", "content": {"type": "text", "text": [secret]}},
        ]
    }
    _, problems = chunks_from_chat(value)
    assert len(problems) == 3
    assert not any(secret in str(problem) for problem in problems)


@pytest.mark.parametrize("name", ["chat_completions", "responses", "content_blocks"])
def test_every_message_leaves_a_chunk_or_a_problem(name):
    value = chat(name)
    key = "input" if "input" in value else "messages"
    chunks, problems = chunks_from_chat(value)
    places = ["/" + one.id for one in chunks] + [problem.place.pointer for problem in problems]
    for number in range(len(value[key])):
        mine = f"/{key}/{number}"
        assert any(place == mine or place.startswith(mine + "/") for place in places)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
_types = st.sampled_from(
    [
        "text",
        "image",
        "tool_use",
        "tool_result",
        "document",
        "search_result",
        "thinking",
        "web_search_tool_result",
        "function_call",
        "function_call_output",
        "reasoning",
        "file_search_call",
        "mcp_list_tools",
        "input_audio",
        "mcp_call",
        "item_reference",
    ]
)
_names = ["text", "content", "source", "input", "output", "name", "results", "summary", "tools"]


def _shaped(inner):
    fields = dict.fromkeys([*_names, "arguments", "id", "tool_use_id", "tool_calls"], inner)
    return st.lists(inner, max_size=3) | st.fixed_dictionaries(
        {},
        optional={"type": _types, "role": st.sampled_from(["user", "assistant", "tool"]), **fields},
    )


_chats = st.recursive(_json | st.text(max_size=4), _shaped, max_leaves=12)


@given(st.fixed_dictionaries({"messages": st.lists(_chats, max_size=4)}) | _chats)
def test_any_json_gives_chunks_with_ids_of_their_own_and_no_crash(value):
    chunks, problems = chunks_from_chat(value)
    ids = [one.id for one in chunks]
    assert len(set(ids)) == len(ids)
    assert all(problem.place.pointer is not None and problem.fix for problem in problems)
    assert chunks_from_chat(value) == (chunks, problems)
