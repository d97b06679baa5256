"""``inspector place``: chats and chunks into a window, from the command line."""

import json

import pytest

from inspector import cli
from inspector.files import schemas
from inspector.files.placements import PlacementResult

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
    assert "the ledger closes" in out
    row = next(line for line in out.splitlines() if " long " in line)
    assert row.split()[-1] == "ask"


def test_the_json_result_agrees_with_its_schema_and_closes(chunks, capsys):
    result = json.loads(placed(capsys, chunks, "--json", "--optimum", "--events").out)
    assert result.keys() == schemas()["placement"]["properties"].keys()
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
    assert "reserve-counted-twice" in done.err


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
        (["--filter", "a", "--json"], "--json prints everything"),
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
