"""``inspector place``: chats and chunks into a window, from the command line."""

import json

import pytest

from inspector import cli
from inspector.files.session_format import schema
from inspector.stages.window.results import OptimizationResult, PlacementResult

CHUNKS = {
    "available_tokens": 500,
    "max_system_prompt": 0,
    "chunks": [
        {"id": "rules", "type": "system_prompt", "tokens": 100},
        {"id": "ask", "type": "current_user_prompt", "tokens": 100},
        {"id": "long", "type": "tool_output", "tokens": 400},
        {"id": "short", "type": "rag_document_chunk", "tokens": 50},
    ],
}
CHAT = {
    "messages": [
        {"role": "system", "content": "Answer briefly."},
        {"role": "user", "content": "What changed in March?"},
    ]
}


@pytest.fixture
def chunks(tmp_path):
    path = tmp_path / "chunks.json"
    path.write_text(json.dumps(CHUNKS))
    return str(path)


def placed(capsys, *arguments, code=0):
    assert cli.main(["place", *arguments]) == code
    return capsys.readouterr()


def test_the_summary_says_what_is_in_and_what_beat_the_rest(chunks, capsys):
    out = placed(capsys, chunks).out
    assert "Placed      3 of 4 chunks, 250 tokens" in out
    assert "Reconciled: adds up to" in out
    row = next(line for line in out.splitlines() if " long " in line)
    assert row.split()[-1] == "ask"


def test_the_json_result_agrees_with_its_schema_and_closes(chunks, capsys):
    result = json.loads(placed(capsys, chunks, "--json", "--optimum", "--events").out)
    assert result.keys() == schema("placement")["properties"].keys()
    PlacementResult.model_validate(result)
    assert result["allocated"] == ["rules", "ask", "short"]
    assert result["balances"]
    assert sum(row["tokens"] for row in result["ledger"]) == result["budget"] == 500
    assert result["events"][0]["event"] == "context.optimization.started"
    assert result["optimum"]["chosen"] == ["rules", "ask", "short"]
    assert result["gap"] == 0


def test_the_json_result_leaves_out_what_was_not_asked_for(chunks, capsys):
    result = json.loads(placed(capsys, chunks, "--json").out)
    assert not {"optimum", "gap", "events"} & result.keys()


def test_options_change_the_placement(chunks, capsys):
    def dropped(*arguments):
        return json.loads(placed(capsys, chunks, "--json", *arguments).out)["dropped"]

    assert dropped("--available", "650") == []
    assert dropped("--available", "650", "--reserve", "10") == ["short"]
    assert dropped("--option", "allow_partial_fill=off") == ["long", "short"]


def test_the_time_of_the_request_may_be_iso_or_milliseconds(tmp_path, capsys):
    path = tmp_path / "timed.json"
    old = {"id": "old", "type": "tool_output", "tokens": 5, "timestamp_ms": 0}
    path.write_text(json.dumps({"schema": "chunks/1", "chunks": [old]}))

    def boost(*arguments):
        result = json.loads(placed(capsys, str(path), "--json", *arguments).out)
        return result["chunks"][0]["recency_boost"]

    assert boost() == 20  # without a time, the newest chunk is of now
    assert boost("--now", "1970-01-06T00:00:00Z") == boost("--now", str(5 * 86_400_000)) == 15


def test_a_chat_payload_is_placed(tmp_path, capsys):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(CHAT))
    done = placed(capsys, str(path), "--json")
    assert json.loads(done.out)["allocated"] == ["messages/0", "messages/1"]
    assert json.loads(done.out)["reserve"] == 0


def test_the_printed_chunks_can_be_filtered(chunks, capsys):
    out = placed(capsys, chunks, "--filter", "state:dropped").out
    assert " long " in out
    assert " short " not in out


def test_the_log_is_printed_when_asked_for(chunks, capsys):
    out = placed(capsys, chunks, "--events").out
    assert "context.conflict_detected" in out
    assert "lost to ask, which was placed last before it" in out


def test_the_chart_is_written_as_svg(chunks, capsys, tmp_path):
    picture = tmp_path / "ruler.svg"
    placed(capsys, chunks, "--chart", str(picture))
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--option", "speed=9"], "there is no such option"),
        (["--option", "recency=never"], "recency"),
        (["--filter", "tokens>"], "--filter"),
        (["--filter", "a", "--json"], "--json alone prints everything"),
        (["--chart", "-"], "different places"),
        (["--now", "yesterday"], "--now"),
        (["--available", "-1"], "--available"),
    ],
)
def test_wrong_usage_is_named(chunks, capsys, arguments, said):
    assert said in placed(capsys, chunks, *arguments, code=2).err


def test_a_file_without_chunks_cannot_be_placed(tmp_path, capsys):
    path = tmp_path / "policy.json"
    path.write_text('{"schema_version": 1}')
    assert "nothing that could be placed" in placed(capsys, str(path), code=3).err


def test_bad_chunks_are_listed_with_their_place_and_the_rest_is_placed(tmp_path, capsys):
    path = tmp_path / "chunks.json"
    good, bad = {"id": "a", "type": "tool_output", "tokens": 5}, {"id": "b", "type": "poem"}
    path.write_text(json.dumps({"chunks": [good, bad]}, indent=1))
    done = placed(capsys, str(path), "--json", code=3)
    assert json.loads(done.out)["allocated"] == ["a"]
    assert "chunks.json:" in done.err
    assert "/chunks/1/type" in done.err


def test_what_cannot_be_written_is_said(chunks, capsys, tmp_path):
    target = str(tmp_path / "no-such-folder" / "out.txt")
    assert "cannot write" in placed(capsys, chunks, "--output", target, code=3).err


def test_a_chat_that_brings_its_system_prompt_has_no_reserve(tmp_path, capsys):
    file = tmp_path / "chat.json"
    for chat, reserve in ((CHAT, "0"), ({"messages": CHAT["messages"][1:]}, "2,000")):
        file.write_text(json.dumps(chat))
        assert f"128,000 tokens, less a reserve of {reserve}" in placed(capsys, str(file)).out


def test_a_configuration_as_the_document_spells_it_is_an_option(tmp_path, capsys):
    chunks, config = tmp_path / "list.json", tmp_path / "window.json"
    chunks.write_text(json.dumps([{"id": "a", "type": "tool_input", "tokens": 5}]))
    config.write_text(json.dumps({"contextWindow": {"tokenBudgets": {"maxSystemPrompt": 700}}}))
    assert "less a reserve of 700" in placed(capsys, str(chunks), "--config", str(config)).out
    placed(capsys, str(chunks), "--config", str(chunks), code=3)
    config.write_text(json.dumps({"contextWindow": {"tokenBudgets": {"maxSystemPrompt": -1}}}))
    assert "maxSystemPrompt" in placed(capsys, str(chunks), "--config", str(config), code=3).err


def test_the_optimization_has_the_documents_names_and_the_chosen_texts(tmp_path, capsys):
    request, out = tmp_path / "request.json", tmp_path / "out.json"
    chunk = {"id": "a", "type": "tool_output", "content": "hello", "timestamp": "2026-04-03T12:00Z"}
    plain = {"chunks": [chunk], "available_tokens": 2_100}
    results = []
    for given in ({}, {"user_id": "u", "session_id": "s", "business_context": {"deal": 1}}):
        request.write_text(json.dumps(plain | given))
        assert not placed(capsys, str(request), "--optimization", str(out)).err
        results.append(json.loads(out.read_text()))
        OptimizationResult.model_validate(results[-1])
    (record,) = results[0]["context_optimizations"]
    assert record == {
        "id": results[0]["events"][-1]["optimization_id"],
        "chunks_count": 1,
        "optimized_count": 1,
        "tokens_used": 2,
        "tokens_available": 2_100,
    }
    assert results[1]["context_optimizations"] == [record | {"user_id": "u", "session_id": "s"}]
    assert results[0]["optimized_chunks"][0]["content"] == "hello"
    assert results[0]["optimized_chunks"][0]["timestamp"] == "2026-04-03T12:00:00Z"


def test_a_payload_is_counted_with_the_tokenizer_of_its_own_model(tmp_path, capsys):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"model": "gpt-4o", **CHAT}))
    assert "2 counted, 0 estimated" in placed(capsys, str(path)).out
    path.write_text(json.dumps({"model": "a-model-that-nobody-knows", **CHAT}))
    assert "0 counted, 2 estimated" in placed(capsys, str(path)).out


def test_a_payload_with_a_system_prompt_of_its_own_keeps_nothing_in_reserve(tmp_path, capsys):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(CHAT))
    assert json.loads(placed(capsys, str(path), "--json").out)["reserve"] == 0


def batch(folder):
    """Write a batch of two requests, the second of which is longer."""
    lines = [
        {
            "custom_id": name,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": "gpt-4o", "messages": [{"role": "user", "content": text}]},
        }
        for name, text in (("short", "Hello."), ("long", "word " * 400))
    ]
    path = folder / "batch.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def test_of_several_requests_each_is_placed_alone_in_a_row_of_its_own(tmp_path, capsys):
    rows = json.loads(placed(capsys, batch(tmp_path), "--json").out)["requests"]
    assert [(row["request"], row["model"], row["chunks"]) for row in rows] == [
        ("short", "gpt-4o", 1),
        ("long", "gpt-4o", 1),
    ]
    assert [row["placed"] + row["unused"] for row in rows] == [126_000, 126_000]
    printed = placed(capsys, batch(tmp_path), "--filter", "name:long").out
    assert "gpt-4o" in printed
    assert "short" not in printed


def test_options_hold_for_each_of_several_requests(tmp_path, capsys):
    path = batch(tmp_path)
    out = placed(capsys, path, "--json", "--available", "100", "--reserve", "0").out
    rows = json.loads(out)["requests"]
    assert [row["dropped"] for row in rows] == [0, 1]
    assert [row["placed"] + row["unused"] for row in rows] == [100, 100]


def test_one_of_several_requests_is_placed_as_a_file_of_its_own_would_be(tmp_path, capsys):
    path = batch(tmp_path)
    one = json.loads(placed(capsys, path, "--json", "--request", "long").out)
    rows = json.loads(placed(capsys, path, "--json").out)["requests"]
    assert sum(chunk["tokens"] for chunk in one["chunks"]) == rows[1]["tokens"]


def test_a_request_that_is_not_in_the_file_is_refused_with_those_that_are(tmp_path, capsys):
    error = placed(capsys, batch(tmp_path), "--request", "none", code=2).err
    assert "short, long" in error


def test_what_is_asked_of_one_placement_needs_one_request(tmp_path, capsys):
    error = placed(capsys, batch(tmp_path), "--optimum", code=2).err
    assert "--request" in error
