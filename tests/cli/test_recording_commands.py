"""Commands record what they find out, and never fail because of it."""

import json

import pytest

from inspector.files.history import Query, open_history
from inspector.files.history.opening import default_history_path
from tests.shared.injection_input import card

COMMANDS = {
    "injection": ("run", "sample:securities-fraud"),
    "relevance": ("relevance", "sample:relevance"),
    "discipline": ("discipline", "sample:discipline"),
    "window": ("place", "sample:window"),
    "assembly": ("assemble", "sample:assembly"),
    "builder": ("build", "sample:builder"),
}


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def runs_in(path, **query):
    with open_history(path).value as history:
        return history.search(Query(**query))


@pytest.mark.parametrize("stage", COMMANDS)
def test_each_command_records_its_result_and_the_same_one_again_as_seen_twice(
    inspector, stage, tmp_path
):
    path = tmp_path / "own.sqlite3"
    first = inspector(*COMMANDS[stage], "--history", path)
    assert inspector(*COMMANDS[stage], "--history", path) == first
    (run,) = runs_in(path)
    assert (run.stage, run.times_seen) == (stage, 2)
    assert not default_history_path().exists()


def test_without_being_told_a_run_goes_into_the_folder_of_the_user(inspector, tmp_path):
    assert inspector(*COMMANDS["window"])[0] == 0
    assert default_history_path().is_relative_to(tmp_path)
    assert len(runs_in(default_history_path(), stage="window")) == 1


def test_a_run_without_a_request_is_called_by_its_candidates(inspector, tmp_path):
    (tmp_path / "hits.json").write_text('[{"id": "a", "text": "one", "score": 1}]')
    assert inspector("run", tmp_path / "hits.json")[0] == 0
    assert [one.title for one in runs_in(default_history_path())] == ["hits.json"]


def test_a_run_that_is_not_to_be_recorded_leaves_nothing(inspector):
    assert inspector(*COMMANDS["window"], "--no-history")[0] == 0
    assert not default_history_path().parent.exists()


@pytest.mark.parametrize("stage", COMMANDS)
def test_a_history_that_cannot_be_written_is_one_note_and_changes_nothing_else(
    inspector, stage, tmp_path
):
    path = tmp_path / "note.txt"
    path.write_text("not a history " * 100)
    code, out, err = inspector(*COMMANDS[stage], "--no-history")
    refused = inspector(*COMMANDS[stage], "--history", path)
    assert refused[:2] == (code, out)
    (line,) = [one for one in refused[2].splitlines() if one not in err.splitlines()]
    assert "note: " in line
    assert "[history.not-a-history]" in line
    assert path.read_text() == "not a history " * 100


def test_a_corpus_is_recorded_as_one_series(inspector, tmp_path):
    candidates = {"schema_version": 1, "set_id": "s", "knowledge_cards": [card("a", 0.9)]}
    model = {"name": "m", "context_window": 10_000, "encoding": "chars"}
    requests = [
        {"trace_id": f"t{number}", "timestamp": "2026-04-03T12:00:00Z", "model": model}
        for number in range(3)
    ]
    (tmp_path / "set.json").write_text(json.dumps(candidates))
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(one) + "\n" for one in requests))
    code, out, _ = inspector(
        "run", "--candidates", tmp_path / "set.json", "--corpus", tmp_path / "corpus.jsonl"
    )
    assert code == 0
    runs = runs_in(default_history_path(), stage="corpus")
    assert {run.title for run in runs} == {"t0", "t1", "t2"}
    (series,) = {run.series for run in runs}
    assert series.startswith("corpus.jsonl ")
    with open_history(default_history_path()).value as history:
        records = [history.get(run.id).record for run in runs]
    found = [one.result_value for one in records]
    assert len({one.inputs["request"] for one in records}) == 3
    assert sorted(found, key=lambda row: row["trace_id"]) == [
        json.loads(line) for line in out.splitlines()
    ]
