"""A model that asks gets the values of the commands, in answers of a bounded size."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from inspector.cli.main import main
from inspector.cli.mcp import server_of
from inspector.core import tiktoken_counter
from inspector.files.result_rows import MOST_TOKENS, within
from inspector.stages.injection.results import Answers
from tests.shared.samples import sample_session

mcp = pytest.importorskip("mcp")

SAMPLE = "sample:securities-fraud"
TOKENS = tiktoken_counter("o200k_base")


SESSION = sample_session("securities-fraud")


@pytest.fixture(scope="module")
def answers():
    return Answers(SESSION)


def asked(server, *calls):
    async def ask():
        async with mcp.Client(server) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            return tools, [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(ask())


def value(result):
    assert not result.is_error
    return json.loads(result.content[0].text)


def printed(capsys, *arguments):
    assert main(arguments) in (0, 1)  # 1: an expectation of the sample does not hold
    return json.loads(capsys.readouterr().out)


def test_the_sdks_own_client_gets_what_the_commands_print(capsys):
    more = {"changes": {"max_injection_tokens_absolute": 3000}}
    _, (budget, explained, changed) = asked(
        server_of(SESSION),
        ("budget", {}),
        ("explain", {"subject": "ent-scienter"}),
        ("what_if", more),
    )
    run = printed(capsys, "run", SAMPLE, "--json", "--no-history")
    told = value(budget)
    assert {name: told[name] for name in run if name != "quantities"} == {
        name: run[name] for name in run if name != "quantities"
    }
    assert told["quantities"].items() <= run["quantities"].items()
    rows = printed(capsys, "run", SAMPLE, "--ledger", "json", "-o", "/dev/null", "--no-history")
    (row,) = value(explained)["rows"]
    (same,) = [one for one in rows if one["subject"] == "ent-scienter"]
    assert {name: row[name] for name in same if name in row} == {
        name: same[name] for name in same if name in row
    }
    half = printed(capsys, "run", SAMPLE, "--json", "--no-history",
                   "--set", "max_injection_tokens_absolute=3000")  # fmt: skip
    assert value(changed)["after"] == {name: half[name] for name in value(changed)["after"]}
    assert value(changed)["before"]["used"] == run["used"]


def test_every_tool_says_that_it_only_reads():
    tools, _ = asked(server_of(SESSION))
    assert tools.keys() == {"budget", "explain", "what_if", "timeline"}
    assert all(tool.annotations.read_only_hint and tool.description for tool in tools.values())


def test_an_answer_stays_under_2000_tokens_and_says_what_it_left_out():
    _, results = asked(server_of(SESSION), ("what_if", {"changes": {"top_k": 0}}), ("budget", {}))
    for result in results:
        assert TOKENS.count(result.content[0].text) < MOST_TOKENS
    everything = value(results[0])
    assert everything["left_out"]["rows"] == everything["changed"] - len(everything["rows"]) > 0


def test_the_log_of_a_session_is_answered_as_the_command_prints_it(capsys):
    session = sample_session("timeline")
    server = server_of(session)
    _, (whole, ninth_told) = asked(server, ("timeline", {}), ("timeline", {"request": 9}))
    printed_whole = printed(capsys, "timeline", "sample:timeline", "--json", "--no-history")
    told = value(whole)
    assert told["input_tokens"] == printed_whole["input_tokens"]
    for said, one in zip(told["compactions"], printed_whole["compactions"], strict=True):
        assert said == {name: part for name, part in one.items() if name != "blocks"}
    assert TOKENS.count(whole.content[0].text) < MOST_TOKENS
    ninth = printed(capsys, "timeline", "sample:timeline", "--json", "--no-history",
                    "--request", "9")["requests"][0]  # fmt: skip
    assert value(ninth_told).get("left_out") or value(ninth_told) == ninth


def test_what_fits_is_left_whole():
    assert within({"rows": [1, 2, 3]}, "rows") == {"rows": [1, 2, 3]}


def test_what_is_not_there_is_said_with_the_closest(answers):
    assert "ent-scienter" in answers.explain("ent-scienta")["close"]


@pytest.mark.parametrize("changes", [{}, {"nothing": 1}, {"knowledge_card_share_default": 7}])
def test_a_policy_that_cannot_be_is_said(answers, changes):
    assert "message" in answers.what_if(changes)


def test_it_serves_the_files_that_it_was_started_with_on_standard_input():
    started = mcp.client.stdio.StdioServerParameters(
        command=sys.executable, args=["-m", "inspector", "mcp", SAMPLE]
    )
    _, (result,) = asked(started, ("explain", {"subject": "ent-scienter"}))
    assert value(result)["rows"][0]["reason"] == "bucket_file_overlap"


def test_files_without_candidates_are_an_input_that_cannot_be_used(tmp_path, capsys):
    (tmp_path / "policy.json").write_text('{"schema_version": 1}')
    assert main(["mcp", "--policy", str(tmp_path / "policy.json")]) in (2, 3)
    assert capsys.readouterr().err
