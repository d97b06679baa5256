"""``inspector timeline``: its forms, tables and files, and what it says of a session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.cli.main import main
from tests.shared.session_log_parts import ClaudeLog, usage

SAMPLE = "sample:timeline"


def _json(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    assert main(["timeline", *options, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_parts_of_every_request_add_up_to_its_input_tokens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = _json(capsys, SAMPLE)
    requests = made["requests"]
    assert isinstance(requests, list)
    assert len(requests) == 20
    for one in requests:
        assert sum(part["tokens"] for part in one["parts"]) == one["input_tokens"]
        assert one["known"] == "recorded"
        assert {"id", "time", "model", "window", "output_tokens", "cached_tokens", "cost"} <= set(
            one
        )
    blocks = made["blocks"]
    assert isinstance(blocks, list)
    assert sum(one["carried_tokens"] for one in blocks) == made["input_tokens"]


def test_a_compaction_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    compactions = _json(capsys, SAMPLE)["compactions"]
    assert isinstance(compactions, list)
    (one,) = compactions
    assert one["kept"] + one["summarised"] + one["gone"] + one["not_in_log"] == one["before_tokens"]
    assert one["kept"] + one["summary"] + one["added"] == one["after_tokens"]
    assert one["read_again"] > 0


def test_one_request_is_given_block_by_block(capsys: pytest.CaptureFixture[str]) -> None:
    requests = _json(capsys, SAMPLE, "--request", "9")["requests"]
    assert isinstance(requests, list)
    (one,) = requests
    assert sum(part["tokens"] for part in one["parts"]) == one["input_tokens"]
    assert any(part["block"] is not None for part in one["parts"])
    assert main(["timeline", SAMPLE, "--request", "9"]) == 0
    assert "system prompt and tools (not in the log)" in capsys.readouterr().out


@pytest.mark.parametrize("table", ["requests", "blocks", "compactions", "turns"])
def test_every_table_is_written(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timeline", SAMPLE, "--table", table]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 1
    assert main(["timeline", SAMPLE, "--table", table, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_chart_and_page_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart, page = tmp_path / "c.svg", tmp_path / "p.html"
    assert main(["timeline", SAMPLE, "--chart", str(chart), "--report", str(page)]) == 0
    assert chart.read_text().startswith("<svg")
    assert "20 requests" in page.read_text()
    assert "20 requests" in capsys.readouterr().out


def test_what_would_have_been_is_marked_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    made = _json(capsys, SAMPLE, "--compact-at", "30000")["simulation"]
    assert isinstance(made, dict)
    assert made["simulated"] is True
    first = made["first_change"]
    for one in made["requests"]:
        if one["number"] < first:
            assert one["input_tokens"] == one["recorded_tokens"]
    assert main(["timeline", SAMPLE, "--clear-results-after", "4"]) == 0
    assert "Simulated" in capsys.readouterr().out


def test_own_prices_come_before_the_shipped_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = tmp_path / "prices.json"
    free = {"input": 0, "output": 0, "cache_read": 0, "cache_write": 0}
    prices.write_text(json.dumps({"models": [{"names": ["claude-sonnet-4-5"], "prices": free}]}))
    assert _json(capsys, SAMPLE, "--prices", str(prices))["cost"] == 0


def test_costs_are_not_told_by_other_prices_than_those_that_were_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["timeline", SAMPLE, "--prices", str(tmp_path / "nowhere.json")]) == 3
    told = capsys.readouterr()
    assert "There is no such file." in told.err
    assert not told.out


def test_a_file_that_is_no_log_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "x.json"
    other.write_text('{"a": 1}')
    assert main(["timeline", str(other)]) == 3
    assert "no log of a session" in capsys.readouterr().err


def test_a_request_that_is_not_there_is_a_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timeline", SAMPLE, "--request", "99"]) == 2
    assert "the log has 20 requests" in capsys.readouterr().err


def test_a_log_without_usage_says_how_sizes_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = ClaudeLog()
    log.say("First.")
    log.answer("m1", {"type": "text", "text": "One."}, None)
    made = _json(capsys, str(log.write(tmp_path / "s.jsonl")))
    assert made["known"] == "estimated"
    assert made["cost"] is None
    log.say("Second.")
    log.answer("m2", {"type": "text", "text": "Two."}, usage(700))
    assert _json(capsys, str(log.write(tmp_path / "t.jsonl")))["known"] == "estimated"


def test_no_exit_repeats_a_key_that_a_command_or_a_person_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    log = ClaudeLog()
    log.say(f"Use the token {key} for the release of the tide tables, as it was the last time.")
    told = f"curl -sS -H 'Authorization: Bearer {key}' https://tides.example/releases | head -40"
    log.call("m1", "c1", usage(900), command=told)
    log.result("c1", "done")
    log.answer("m2", {"type": "text", "text": "Released."}, usage(1200))
    file, page, chart = (tmp_path / name for name in ("s.jsonl", "page.html", "chart.svg"))
    log.write(file)
    assert (
        main(["timeline", str(file), "--json", "--report", str(page), "--chart", str(chart)]) == 0
    )
    written = capsys.readouterr().out + page.read_text("utf-8") + chart.read_text("utf-8")
    for table in ("requests", "blocks", "turns"):
        assert main(["timeline", str(file), "--table", table]) == 0
        written += capsys.readouterr().out
    assert "[REDACTED:github-token]" in written
    assert key[:20] not in written


def test_a_wrong_filter_is_refused_with_and_without_a_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = []
    for options in ((), ("--table", "blocks")):
        assert main(["timeline", SAMPLE, *options, "--filter", "nosuch>1"]) == 2
        said.append(capsys.readouterr().err)
    assert "--filter: " in said[0]
    assert said[0] == said[1]
