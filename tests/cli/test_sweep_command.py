"""``inspector sweep``: breakpoints, thresholds and checks from the command line."""

import csv
import io
import json
from itertools import pairwise

import pytest

from inspector import cli
from inspector.files.session_format import schema
from inspector.stages.tuning.results import SweepResult
from tests.shared.injection_input import candidate_set, card, policy, request

CARDS = [
    card("large", 1.0, lengths={"compact": 0}, token_counts={"compact": 30}),
    card("b", 0.9, lengths={"compact": 0}, token_counts={"compact": 10}),
    card("c", 0.8, lengths={"compact": 0}, token_counts={"compact": 10}),
]


@pytest.fixture
def session(tmp_path):
    """A session whose tokens are declared, so that only headings are counted."""
    asked = request(model={"name": "m", "context_window": 2000, "encoding": "o200k_base"})
    names = {}
    for name, value in (
        ("candidates", candidate_set(CARDS)),
        ("policy", policy(50, interaction_policy_sub_budget_pct=0)),
        ("request", asked),
    ):
        names[name] = tmp_path / f"{name}.json"
        names[name].write_text(value.model_dump_json(exclude_none=True))
    return [part for name, path in names.items() for part in (f"--{name}", str(path))]


def swept(capsys, *arguments, code=0):
    assert cli.main(["sweep", *arguments]) == code
    return capsys.readouterr()


def test_the_json_agrees_with_its_schema_and_covers_the_whole_range(session, capsys):
    out = swept(capsys, *session, "--json", "--optimum", "--item", "c", "--to", "100").out
    result = json.loads(out)
    assert result.keys() == schema("sweep")["properties"].keys()
    SweepResult.model_validate(result)
    stretches = result["stretches"]
    assert (stretches[0]["from"], stretches[-1]["to"]) == (0, 100)
    for before, after in pairwise(stretches):
        assert before["to"] + 1 == after["from"]
    assert all(sum(one["tokens"].values()) == one["used"] for one in stretches)
    assert result["optimum"]["best"] >= result["optimum"]["greedy"]
    assert result["items"][0]["subject"] == "card:c"


def test_the_text_says_what_comes_in_where(session, capsys):
    out = swept(capsys, *session, "--to", "100", "--item", "card:c").out
    assert "Max injected tokens 50 now" in out
    assert "Large" in out
    assert "C:" in out
    assert "max injected tokens" in out
    assert "Included " in out or "Out " in out


def test_rows_come_as_csv(session, capsys):
    rows = list(csv.DictReader(io.StringIO(swept(capsys, *session, "--format", "csv").out)))
    assert len(rows) >= 3


def test_an_item_that_has_to_stay_in_fails_the_check_where_it_does_not(session, capsys):
    held = swept(capsys, *session, "--from", "50", "--to", "100", "--keep-in", "large")
    assert not held.err
    err = swept(capsys, *session, "--from", "0", "--to", "100", "--keep-in", "large", code=1).err
    assert "card:large is out at total 0" in err


def test_a_result_that_changes_nearby_is_not_steady(session, capsys):
    swept(capsys, *session, "--steady-within", "0")
    err = swept(capsys, *session, "--steady-within", "50", code=1).err
    assert "the result changes at total" in err


def test_the_gap_to_the_best_selection_is_checked(session, capsys):
    swept(capsys, *session, "--set", "max_injection_tokens_absolute=400", "--max-gap", "0")
    arguments = (*session, "--set", "max_injection_tokens_absolute=36", "--max-gap", "0.01")
    assert "misses" in swept(capsys, *arguments, code=1).err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--from", "9", "--to", "3"),
        ("--axis", "procedures", "--to", "2"),
        ("--item", "nobody"),
        ("--axis", "colour"),
        ("--from", "x"),
    ],
)
def test_wrong_use_is_told_and_exits_with_2(session, capsys, wrong):
    assert swept(capsys, *session, *wrong, code=2).err


def test_an_input_that_cannot_be_used_exits_with_3(tmp_path, capsys):
    assert swept(capsys, str(tmp_path / "none.json"), code=3).err


def test_the_chart_is_written_beside_the_result(session, tmp_path, capsys):
    chart = tmp_path / "chart.svg"
    swept(capsys, *session, "--chart", str(chart))
    assert chart.read_text().startswith("<svg")


def test_a_top_k_is_swept_from_none_of_the_candidates_to_all(capsys, session):
    found = json.loads(swept(capsys, *session, "--axis", "top-k", "--json").out)
    assert (found["axis"], found["current"], found["budgets"]) == ("top-k", 3, 4)
    assert found["stretches"][0]["cards"] == 0


def test_a_relevance_floor_keeps_a_card_in_up_to_its_own_score(capsys, session):
    floor = (*session, "--axis", "relevance-floor", "--keep-in", "large")
    swept(capsys, *floor, "--to", "1")
    assert "card:large is out" in swept(capsys, *floor, "--to", "1.1", code=1).err


def test_a_breakpoint_is_the_same_number_in_json_and_in_csv(capsys):
    options = ["sweep", "sample:securities-fraud", "--axis", "division"]
    assert cli.main([*options, "--json"]) == 0
    found = [one["from"] for one in json.loads(capsys.readouterr().out)["stretches"]]
    assert cli.main([*options, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    exact = [row["Exactly from"] for row in rows]
    assert exact
    assert set(exact) <= set(map(repr, found))
