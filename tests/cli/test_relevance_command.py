"""``inspector relevance``: the seven layers from the command line."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from inspector import cli
from inspector.files.session_format import schema
from inspector.stages.relevance.results import RelevanceRun
from tests.shared.relevance_input import raw_config
from tests.shared.relevance_results import EVENTFUL
from tests.shared.vectors import FOLDER

MOVED = ["--mode", "M", "--signal", "x=2", "--signal", "y=v", "--budget", "140"]


@pytest.fixture
def write(tmp_path):
    def written(value: Any, name: str = "config.json") -> str:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return str(path)

    return written


def relevance(capsys, *arguments: str, code: int = 0):
    assert cli.main(["relevance", *arguments]) == code
    return capsys.readouterr()


def test_the_grid_shows_each_node_and_the_sums(write, capsys):
    out = relevance(capsys, write(EVENTFUL), *MOVED).out
    row = next(line for line in out.splitlines() if line.startswith("c "))
    assert "soft*" in row
    assert "in*" in row
    assert "3 of 6 nodes in, 90 of 140 tokens, reconciled" in out


def test_facts_are_options(write, capsys):
    config = write(EVENTFUL)
    urgent = relevance(capsys, config, *MOVED, "--urgency", "high").out
    assert "urgency forced: b" in urgent
    back = relevance(capsys, "--config", config, *MOVED, "--silence").out
    assert "safety overrides: f" in back


def test_a_signal_is_json_or_else_text_and_null_takes_it_away(write, capsys):
    arguments = ["--signal", "a=true", "--signal", "b=1.5", "--signal", "c=plain", "--signal"]
    out = relevance(capsys, write(raw_config()), "--mode", "M", *arguments, "d=[1]", "--json").out
    assert json.loads(out)["signals"] == {"a": True, "b": 1.5, "c": "plain", "d": [1]}
    out = relevance(capsys, write(raw_config()), "--mode", "M", *arguments, "a=null", "--json").out
    assert json.loads(out)["signals"] == {"b": 1.5, "c": "plain"}


def test_the_json_result_agrees_with_its_schema_and_closes(write, capsys):
    out = relevance(capsys, write(EVENTFUL), *MOVED, "--flips", "--json").out
    result = json.loads(out)
    assert result.keys() == schema("relevance-run")["properties"].keys()
    RelevanceRun.model_validate(result)
    assert result["recovered_soft"] == ["c"]
    assert result["rest"] + sum(row["tokens"] for row in result["nodes"]) == 140
    assert result["nodes"][2]["layers"][1] == {
        "layer": 2,
        "state": "out_soft",
        "changed": True,
        "reason": "node_rule_soft",
        "rule": "/signal_rules/c/0",
        "facts": "x 2 ≥ 2",
        "parent": None,
    }
    assert {"fact": "urgency", "name": "urgency", "value": "high"}.items() <= result["flips"][
        -3
    ].items()


def test_the_log_line_stands_alone(write, capsys):
    out = relevance(capsys, write(EVENTFUL), *MOVED, "--log").out
    assert out == (
        "[CONTEXT RELEVANCE] mode=M | excluded_hard=[f, b] | excluded_soft=[d]"
        " | recovered_soft=[c] | deps_added=[e] | urgency_forced=[] | overrides_applied=[]"
        " | total_included=3"
        " | est_tokens=90\n"
    )
    quiet = relevance(capsys, write(EVENTFUL | {"log_exclusions": False}), *MOVED, "--log")
    assert quiet.out == ""
    assert "not logged" in quiet.err


def test_flips_are_listed_when_asked_for(write, capsys):
    out = relevance(capsys, write(EVENTFUL), *MOVED, "--flips").out
    assert "remaining budget" in out
    assert "+f" in out


def test_a_circle_of_dependencies_is_spelled_out_with_its_place_and_everything_is_in(write, capsys):
    text = '{"node_token_estimates": {"a": 1, "b": 2},\n "dependencies": {"a": ["b"], "b": ["a"]}}'
    found = relevance(capsys, write(text), code=1)
    assert "2 of 2 nodes in" in found.out
    assert "a -> b -> a" in found.err
    assert "config.json:2:" in found.err


def test_a_wrong_strength_and_an_unknown_name_are_reported_with_their_lines(write, capsys):
    text = (
        '{"template_masks": {"M": {"a": true}},\n "node_token_estimates": {"a": 1},\n'
        ' "signal_rules": {"a": [{"strength": "firm"}],\n  "nobody": []}}'
    )
    found = relevance(capsys, write(text), code=1)
    assert "config.json:3:" in found.err
    assert '"firm" is no strength' in found.err
    assert "config.json:4:" in found.err
    assert 'no node "nobody"' in found.err
    assert found.out


def test_a_switched_off_configuration_includes_everything(write, capsys):
    found = relevance(capsys, write({"enabled": False, "template_masks": {}}))
    assert "17 of 17 nodes in" in found.out
    assert "switched off" in found.out
    assert found.err == ""


def test_without_a_mode_the_first_is_used_and_said(write, capsys):
    found = relevance(capsys, write(EVENTFUL))
    assert "mode M (first of the configuration)" in found.out
    assert "names no mode" in found.err


def test_the_facts_of_a_request_are_used(write, capsys):
    request = {
        "trace_id": "r",
        "timestamp": "2026-01-01T00:00:00Z",
        "model": {"name": "m", "context_window": 1},
        "mode": "N",
    }
    config, asked = write(EVENTFUL), write(request, "request.json")
    assert "mode N," in relevance(capsys, config, "--request", asked).out


def test_the_picture_is_written_beside_the_result(write, capsys, tmp_path):
    picture, result = tmp_path / "grid.svg", tmp_path / "result.txt"
    out = relevance(
        capsys, write(EVENTFUL), *MOVED, "--chart", str(picture), "--output", str(result)
    ).out
    assert out == ""
    assert picture.read_text().startswith("<svg")
    assert "3 of 6" in result.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["c.json", "--signal", "x"],
        ["c.json", "--signal", "=1"],
        ["c.json", "--budget", "-1"],
        ["c.json", "--log", "--flips"],
        ["c.json", "--log", "--json"],
        ["c.json", "--chart", "-"],
        ["-", "--request", "-"],
    ],
)
def test_wrong_use_is_said_and_is_code_2(arguments, capsys):
    assert "inspector relevance: " in relevance(capsys, *arguments, code=2).err


@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"'])
def test_a_file_that_is_no_configuration_includes_everything_and_is_code_1(text, write, capsys):
    for file in (write(text), str(FOLDER / "missing.json")):
        found = relevance(capsys, file, code=1)
        assert found.err
        assert "every node is included" in found.out


def test_a_file_of_another_kind_is_code_3(write, capsys):
    assert relevance(capsys, write('{"schema_version": 1}'), code=3).err


def test_a_folder_that_does_not_exist_is_said(write, capsys, tmp_path):
    target = str(tmp_path / "nowhere" / "result.json")
    found = relevance(capsys, write(EVENTFUL), "--output", target, code=3)
    assert "cannot write" in found.err


@pytest.mark.parametrize("name", ["relevance_config_a.json", "relevance_config_b.json"])
def test_real_configurations_run_and_are_explained(name, capsys):
    found = relevance(capsys, str(FOLDER / name), "--mode", "RESPOND", "--flips")
    assert "reconciled" in found.out
    assert 'no node "adaptive_directives"' in found.err


REQUEST = {
    "timestamp": "2026-01-01T00:00:00Z",
    "user_message": "m",
    "model": {"name": "m", "context_window": 8000, "encoding": "o200k_base"},
    "mode": "M",
}


def test_all_requests_of_a_file_are_a_table_of_requests_by_nodes(write, capsys):
    asked = [
        REQUEST | {"trace_id": "calm"},
        REQUEST | {"trace_id": "urgent", "classification": {"urgency": "high"}},
    ]
    requests = write("".join(json.dumps(one) + "\n" for one in asked), "requests.jsonl")
    shown = relevance(capsys, write(EVENTFUL), "--requests", requests, "--csv")
    rows = list(csv.DictReader(io.StringIO(shown.out)))
    assert [row["Request"] for row in rows] == ["calm", "urgent"]
    for row, facts in zip(rows, ([], ["--urgency", "high"]), strict=True):
        alone = relevance(capsys, write(EVENTFUL), "--mode", "M", *facts, "--json").out
        found = json.loads(alone)
        assert {node: row[node] == "in" for node in found["inclusion_map"]} == (
            found["inclusion_map"]
        )
        assert int(row["Tokens saved"]) == found["tokens_saved"]
        assert int(row["Fetches saved"]) == found["fetches_saved"]
    tokens = sum(int(row["Tokens saved"]) for row in rows)
    assert f"2 requests; {tokens:,} of " in shown.err


def test_a_table_of_requests_does_not_mix_with_what_is_of_one_run(write, capsys):
    config = write(EVENTFUL)
    for options in (["--log"], ["--flips"], ["--table", "nodes"]):
        relevance(capsys, config, "--requests", "r.jsonl", *options, code=2)
    relevance(capsys, config, "--requests", "no-such-file.jsonl", code=3)


def test_what_is_saved_is_what_is_out(write, capsys):
    found = json.loads(relevance(capsys, write(EVENTFUL), *MOVED, "--json").out)
    out = [node for node in found["nodes"] if not node["included"]]
    assert found["fetches_saved"] == len(out)
    assert found["tokens_saved"] == sum(node["estimate"] for node in out)
    text = relevance(capsys, write(EVENTFUL), *MOVED).out
    assert f"{found['tokens_saved']:,} of " in text
