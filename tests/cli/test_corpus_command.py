"""``inspector corpus``: curves of every request, a recommendation, and results that come again."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from inspector import cli
from inspector.analysis.corpus.workload import Workload
from inspector.core import inject
from inspector.core.tokens import counter_by_name
from inspector.files.history import Query, open_history
from inspector.files.session_format import schema
from inspector.recorder import Recorder
from inspector.stages.corpus.results import CorpusResult
from tests.shared.corpus_input import made_corpus, write_corpus
from tests.shared.injection_input import policy

ROOT = Path(__file__).parents[2]
SCARCE = ("--set", "max_injection_tokens_absolute=60")


@pytest.fixture
def folder(tmp_path):
    """Two corpora and a policy of 120 tokens."""
    data = tmp_path / "data"
    data.mkdir()
    write_corpus(made_corpus(7, "ant"), data)
    write_corpus(made_corpus(5, "bee"), data)
    (tmp_path / "policy.json").write_text(policy(120).model_dump_json())
    return data


def arguments(folder, *more):
    return ["corpus", str(folder), "--policy", str(folder.parent / "policy.json"), *more]


def done(capsys, folder, *more, code=0, history=False):
    history = () if history else ("--no-history",)
    assert cli.main(arguments(folder, "--processes", "1", *history, *more)) == code
    return capsys.readouterr()


def test_the_json_agrees_with_its_schema_and_has_every_request(folder, capsys):
    result = json.loads(done(capsys, folder, "--json").out)
    assert result.keys() == schema("corpus")["properties"].keys()
    read = CorpusResult.model_validate(result)
    assert [one.trace_id for one in read.requests][:8] == [f"q{n:02}" for n in (*range(7), 0)]
    assert read.corpora == ("ant", "bee")
    (policy_row,) = read.policies
    assert policy_row.curve.first[0] == 0
    assert policy_row.recommendation.recall >= policy_row.recommendation.recall_now


def test_the_text_recommends_with_evidence_and_names_the_seed(folder, capsys):
    out = done(capsys, folder, "--seed", "7").out
    assert "12 requests" in out
    assert "no value has more recall" in out.lower()
    assert "seed 7" in out
    assert "Paired difference" in out


def test_each_of_several_corpora_is_said_by_itself_as_if_it_were_run_alone(folder, capsys):
    both = json.loads(done(capsys, folder, *SCARCE, "--json").out)
    text = done(capsys, folder, *SCARCE).out
    assert [one["corpus"] for one in both["by_corpus"]] == ["ant", "bee"]
    for one in both["by_corpus"]:
        alone = folder / f"{one['corpus']}.requests.jsonl"
        options = ["corpus", str(alone), *arguments(folder)[2:], *SCARCE, "--processes", "1"]
        assert cli.main([*options, "--no-history", "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["by_corpus"] == []
        (policy_row,) = result["policies"]
        names = ("recall", "ceiling", "best_possible", "losses", "recommendation")
        assert {name: policy_row[name] for name in names} == {name: one[name] for name in names}
        (said,) = [line for line in text.splitlines() if line.startswith(f"  {one['corpus']}: ")
                   and "Cheapest" in line]  # fmt: skip
        assert f"ceiling {one['ceiling']:.1%}".replace("%", " %") in said


def test_the_csv_is_the_whole_curve_and_the_other_files_are_written(folder, tmp_path, capsys):
    places = [str(tmp_path / name) for name in ("requests.csv", "front.csv", "chart.svg")]
    out = done(capsys, folder, "--format", "csv", "--requests", places[0], "--front", places[1],
               "--chart", places[2]).out  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(out)))
    assert float(rows[0]["From"]) == 0
    assert float(rows[-1]["To"]) == 1
    assert all(one["To"] == two["From"] for one, two in pairwise(rows))
    requests = list(csv.DictReader(Path(places[0]).read_text().splitlines()))
    assert [one["Corpus"] for one in requests] == ["ant"] * 7 + ["bee"] * 5
    assert Path(places[1]).read_text().startswith("Policy,Value,Tokens")
    assert Path(places[2]).read_text().startswith("<svg")


def test_a_grid_of_policies_is_run_whole(folder, capsys):
    result = json.loads(
        done(capsys, folder, "--json", "--vary", "max_injection_tokens_absolute=60,120,240").out
    )
    names = [one["name"] for one in result["policies"]]
    assert names == [
        "as it is",
        "max_injection_tokens_absolute=60",
        "max_injection_tokens_absolute=240",
    ]
    assert {one["policy"] for one in result["front"]} <= set(names)
    assert [one["recall"] for one in result["front"]] == sorted(
        one["recall"] for one in result["front"]
    )


def test_the_same_command_gives_the_same_bytes_on_one_process_and_on_two(folder, capsys):
    one = done(capsys, folder, "--json").out
    assert cli.main(arguments(folder, "--processes", "2", "--no-history", "--json")) == 0
    assert capsys.readouterr().out == one


def test_each_policy_says_where_its_evidence_went(folder, tmp_path, capsys):
    lost = tmp_path / "lost.csv"
    result = json.loads(done(capsys, folder, "--json", "--strategy", "all", *SCARCE,
                             "--losses", str(lost)).out)  # fmt: skip
    assert [one["strategy"] for one in result["policies"]] == ["coverage", "depth", "optimal"]
    for one in result["policies"]:
        assert one["recall"] <= one["best_possible"] <= one["ceiling"] <= 1
        assert sum(loss["pieces"] for loss in one["losses"]) == one["pieces"] - one["found"]
        assert len(one["lost"]) == one["pieces"] - one["found"]
        for loss in one["losses"]:
            behind = [piece["trace_id"] for piece in one["lost"] if piece["cause"] == loss["cause"]]
            assert sorted(set(loss["requests"])) == sorted(set(behind))
    rows = list(csv.DictReader(lost.read_text().splitlines()))
    assert len(rows) == len(result["policies"][0]["lost"]) > 0


def test_the_text_begins_with_where_the_points_were_lost(folder, capsys):
    lines = done(capsys, folder, *SCARCE).out.splitlines()
    assert "points of recall are missing" in lines[2]
    assert "best possible under this budget" in lines[3]


def test_the_recommendation_has_values_that_are_good_enough_and_short_numbers(folder, capsys):
    result = json.loads(done(capsys, folder, "--json", "--tolerance", "0.05").out)
    found = result["policies"][0]["recommendation"]
    assert found["best_from"] <= found["value"] <= found["best_to"]
    assert found["value_interval"]["low"] <= found["best_from"]
    assert found["value_interval"]["high"] >= found["best_to"]
    cheapest = found["cheapest"]
    assert cheapest.keys() == {"value", "tokens", "recall", "difference", "low", "high"}
    assert cheapest["recall"] >= found["recall"] - 0.05 - 1e-6
    assert cheapest["tokens"] <= found["tokens"]
    assert found["harm"]["at_most"] >= len(found["worse"])
    for value in (found["value"], found["best_from"], found["best_to"], cheapest["value"]):
        assert value == round(value, 4)


def test_requests_are_drawn_by_what_is_asked_for(folder, capsys):
    by = json.loads(done(capsys, folder, "--json", "--group-by", "corpus").out)
    assert by["grouping"] == {"by": "corpus", "found": False, "groups": 2}
    assert [one["name"] for one in by["regrets"]] == ["ant", "bee"]
    assert "--group-by" in done(capsys, folder, "--group-by", "nothing", code=3).err


def test_two_policies_stand_side_by_side_in_a_comment(folder, tmp_path, capsys):
    other, comment = tmp_path / "other.json", tmp_path / "comment.md"
    other.write_text(policy(60).model_dump_json())
    done(capsys, folder, "--against", str(other), "--comment", str(comment))
    said = comment.read_text()
    assert said.startswith("### Context budget: as it is and other.json")
    assert "| Recall@budget |" in said
    assert "Paired difference" in said
    done(capsys, folder, "--comment", str(comment), *SCARCE)
    assert "points of recall are missing" in comment.read_text()


@pytest.mark.parametrize("option", [(), ("--session",)], ids=["alone", "option"])
def test_a_session_brings_its_own_requests(option, capsys):
    assert cli.main(["corpus", *option, "sample:securities-fraud", "--no-history"]) == 0
    assert "1 request" in capsys.readouterr().out


def test_a_mean_recall_below_the_least_fails(folder, capsys):
    done(capsys, folder, "--min-recall", "0")
    assert "mean recall" in done(capsys, folder, "--min-recall", "1.1", code=1).err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--request", "one.json"],
        ["--processes", "0"],
        ["--vary", "nothing=1"],
        ["--vary", "max_injection_tokens_absolute=x"],
        ["--vary", "knowledge_card_share_default=3"],
        ["--from", "0.6", "--to", "0.2"],
        ["--requests", "-"],
        ["--tolerance", "2"],
        ["--against", "nowhere.json"],
    ],
)
def test_wrong_options_are_said_in_a_line(folder, capsys, wrong):
    assert cli.main(arguments(folder, "--no-history", *wrong)) == 2
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("inspector corpus: ")
    assert "Traceback" not in said


def test_requests_that_cannot_be_worked_out_are_named_each(folder, capsys):
    told = done(capsys, folder, "--axis", "knowledge-floor", "--to", "1e12", "--json", code=3).err
    assert told.count("was left out") == 12
    assert "no request could be worked out" in told


def test_nothing_to_run_is_wrong_use(capsys):
    assert cli.main(["corpus", "--no-history"]) == 2
    assert "name a corpus" in capsys.readouterr().err


def test_a_bad_request_is_reported_and_the_others_run(folder, capsys):
    with (folder / "ant.requests.jsonl").open("a") as file:
        file.write('{"trace_id": 5}\n')
    told = done(capsys, folder, code=3)
    assert "ant.requests.jsonl:8" in told.err
    assert "12 requests" in told.out


def test_a_run_is_recorded_as_a_series(folder, tmp_path, capsys):
    place = tmp_path / "history.sqlite3"
    done(capsys, folder, "--history", str(place), history=True)
    with open_history(place).value as history:
        runs = history.search(Query(stage="corpus"))
        assert len(runs) == 13
        assert len({run.series for run in runs}) == 1


def test_a_killed_run_goes_on_where_it_was_with_the_same_bytes(folder, tmp_path, capsys):
    write_corpus(made_corpus(20, "cat"), folder)
    command = arguments(folder, "--no-history", "--json", "--processes", "1")
    journal = tmp_path / "journal"
    noted = [*command, "--journal", str(journal)]

    def lines():
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    # A pause at every request, so that there is time to kill it in.
    slow = "import time, inspector.analysis.corpus.workload as w; real = w.Workload.curves\n"
    slow += "def curves(*a): time.sleep(0.05); return real(*a)\n"
    slow += "w.Workload.curves = curves\nfrom inspector import cli\nimport sys\n"
    slow += "cli.main(sys.argv[1:])"
    killed = subprocess.Popen(
        [sys.executable, "-c", slow, *noted],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while lines() < 4 and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    before = lines()
    assert 4 <= before < 33
    assert cli.main(noted) == 0
    again = capsys.readouterr()
    assert "requests already done" in again.err
    assert cli.main([*command, "--no-journal"]) == 0
    assert again.out == capsys.readouterr().out
    assert not journal.exists()


def test_receipts_are_held_against_the_tokens_they_were_recorded_with(folder, tmp_path, capsys):
    counter = counter_by_name("o200k_base")
    corpus = made_corpus(4)
    taken = []
    receipts = tmp_path / "receipts.jsonl"
    with Recorder(receipts) as recorder:
        for total, request in zip((300, 300, 900, 900), corpus.requests, strict=True):
            report = inject(request, corpus.candidates, policy(total), counter)
            taken.append(report.total_tokens_used)
            recorder.record(report)
    asked = ("--policy", str(folder.parent / "policy.json"), "--processes", "1", "--no-history")
    assert cli.main(["corpus", str(receipts), *asked, "--json"]) == 0
    result = CorpusResult.model_validate_json(capsys.readouterr().out)
    assert result.recorded_tokens == sum(taken) / 4
    assert result.policies[0].curve.tokens[0] < result.recorded_tokens
    assert cli.main(["corpus", str(receipts), *asked]) == 0
    assert f"Tokens a request, as recorded: {sum(taken) / 4:,.0f}" in capsys.readouterr().out


@pytest.mark.parametrize("more", [(), ("--json",), ("--losses", "lost.csv"), ("--output", "a.txt")])
def test_a_corpus_that_is_interrupted_tells_of_the_requests_that_are_done_and_leaves_no_half_file(
    more, folder, capsys, monkeypatch
):
    curves = Workload.curves

    def until_the_fourth(load, place, watch):
        if place == 3:
            raise KeyboardInterrupt
        return curves(load, place, watch)

    monkeypatch.chdir(folder.parent)
    monkeypatch.setattr(Workload, "curves", until_the_fourth)
    before = set(folder.parent.iterdir())
    told = done(capsys, folder, "--no-journal", *more, code=130)
    assert set(folder.parent.iterdir()) == before
    if more:
        assert (told.out, told.err.splitlines()[-1]) == ("", "inspector: interrupted")
        return
    said = "inspector corpus: interrupted; the figures are those of 3 of 12 requests"
    assert told.err.splitlines()[-1] == said
    assert told.out.startswith("3 requests")


def test_a_corpus_that_was_interrupted_goes_on_from_there(folder, capsys, monkeypatch):
    whole = done(capsys, folder, "--no-journal").out
    curves, asked = Workload.curves, []

    def until_the_fourth(load, place, watch):
        if place == 3 and not asked:
            asked.append(place)
            raise KeyboardInterrupt
        return curves(load, place, watch)

    monkeypatch.setattr(Workload, "curves", until_the_fourth)
    journal = ("--journal", str(folder.parent / "journal"))
    done(capsys, folder, *journal, code=130)
    told = done(capsys, folder, *journal)
    assert told.out == whole
    assert "3 requests already done" in told.err
