"""``inspector history`` lists, shows and removes what was recorded."""

import json

import pytest

from inspector.files.history import open_history
from inspector.files.history.opening import default_history_path
from inspector.plurals import count_of
from tests.files.history_samples import record
from tests.shared.samples import FOLDER


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """A history of the user with four runs, one a day, the last of which is of the window."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    runs = [record(day, recorded_at=f"2026-04-0{day}T12:00:00Z") for day in (1, 2, 3)]
    runs.append(record(4, stage="window", recorded_at="2026-04-04T12:00:00Z", title="Two\nlines"))
    with open_history(default_history_path()).value as history:
        history.add_many(runs)
    return default_history_path()


def ids(out):
    return [run["id"] for run in json.loads(out)]


def test_runs_are_listed_the_newest_first(inspector):
    code, out, err = inspector("history")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["id", "last", "seen", "times", "stage", "title", "verdicts"]
    assert [line.split()[0] for line in lines[1:5]] == ["4", "3", "2", "1"]
    assert "Two lines" in lines[1]
    assert "dropped:3 included:3" in lines[2]
    assert lines[5] == "4 of 4 runs"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--limit", 2), [4, 3]),
        (("--limit", 0), []),
        (("--stage", "injection"), [3, 2, 1]),
        (("--text", "run 2"), [2]),
        (("--text", "nowhere"), []),
    ],
)
def test_a_list_can_be_narrowed(inspector, options, found):
    code, out, _ = inspector("history", "--json", *options)
    assert (code, ids(out)) == (0, found)


def test_a_run_is_shown_whole(inspector):
    code, out, _ = inspector("history", "show", 2)
    assert code == 0
    assert "run            2, injection" in out
    assert '"trace_id": "t2"' in out


def test_a_run_as_json_has_its_configuration_and_result(inspector):
    code, out, _ = inspector("history", "show", 2, "--json")
    run = json.loads(out)
    assert (code, run["id"], run["configuration"]) == (0, 2, {"strategy": "coverage"})
    assert run["result"] == {"trace_id": "t2", "total_tokens_used": 2}
    assert run["metrics"] == {"policy": "Wide", "tokens_used": 2}


def test_a_run_that_is_not_there_is_bad_input(inspector):
    assert inspector("history", "show", 9) == (3, "", "inspector history: there is no run 9\n")


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (("--keep", 1), [4]),
        (("--older-than", "2026-04-03T00:00:00Z"), [4, 3]),
        (("--keep", 3, "--older-than", "2026-04-03T00:00:00Z"), [4, 3, 2]),
    ],
)
def test_pruning_removes_old_runs_and_says_how_many(inspector, options, left):
    code, out, _ = inspector("history", "prune", *options)
    assert (code, out) == (0, f"{count_of(4 - len(left), 'run')} removed, {len(left)} left\n")
    assert ids(inspector("history", "--json")[1]) == left


def test_pruning_needs_to_know_what_is_old(inspector):
    code, out, err = inspector("history", "prune")
    assert (code, out) == (2, "")
    assert "--keep or --older-than" in err
    assert len(ids(inspector("history", "--json")[1])) == 4


@pytest.mark.parametrize(
    "options",
    [("--limit", "-1"), ("--limit", "x"), ("show",), ("show", "x"), ("prune", "--keep", "-2")],
)
def test_a_wrong_number_is_wrong_usage(inspector, options):
    assert inspector("history", *options)[:2] == (2, "")


def test_a_time_that_is_none_is_bad_input_and_removes_nothing(inspector):
    code, out, err = inspector("history", "prune", "--older-than", "yesterday")
    assert (code, out) == (3, "")
    assert "[history.unusable-value]" in err
    assert len(ids(inspector("history", "--json")[1])) == 4


def test_listing_changes_nothing_in_the_file(inspector, file):
    before = file.read_bytes()
    inspector("history")
    inspector("history", "show", 1)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code", "out"),
    [((), 0, ""), (("--json",), 0, "[]\n"), (("prune", "--keep", 1), 0, ""), (("show", 1), 3, "")],
)
def test_where_nothing_was_recorded_no_file_is_made(inspector, file, arguments, code, out):
    file.unlink()
    answer = inspector("history", *arguments)
    assert answer == (code, out, "inspector history: nothing has been recorded yet\n")
    assert not file.exists()


def test_another_history_can_be_named_before_or_after_the_action(inspector, file, tmp_path):
    other = tmp_path / "other.sqlite3"
    with open_history(other).value as history:
        history.add(record(7))
    assert inspector("history", "--history", other, "show", 1)[1].count("Run 7") == 1
    assert inspector("history", "show", 1, "--history", other)[1].count("Run 7") == 1
    assert len(ids(inspector("history", "--history", file, "--json")[1])) == 4


@pytest.mark.parametrize("arguments", [(), ("show", 1), ("prune", "--keep", 1)])
def test_a_file_that_is_no_history_is_bad_input(inspector, tmp_path, arguments):
    other = tmp_path / "note.txt"
    other.write_text("not a history " * 100)
    code, out, err = inspector("history", "--history", other, *arguments)
    assert (code, out) == (3, "")
    assert "[history.not-a-history]" in err


def test_a_named_history_that_is_not_there_is_bad_input(inspector, tmp_path):
    other = tmp_path / "none.sqlite3"
    assert inspector("history", "--history", other)[0] == 3
    assert inspector("history", "--history", other, "prune", "--keep", 1)[0] == 3
    assert not other.exists()


def test_runs_are_found_by_time_fingerprint_and_verdict(inspector):
    _, out, _ = inspector("history", "--json")
    everything = json.loads(out)
    between = ("--since", "2026-04-02T00:00:00Z", "--until", "2026-04-03T00:00:00Z")
    _, out, _ = inspector("history", "--json", *between)
    assert len(ids(out)) == 1
    newest = everything[0]
    _, out, _ = inspector("history", "--json", "--fingerprint", newest["result_fingerprint"][:12])
    assert newest["id"] in ids(out)
    _, out, _ = inspector("history", "--json", "--verdict", "unheard-of")
    assert ids(out) == []


def test_a_list_says_of_how_many_runs_it_was_narrowed(inspector):
    _, out, _ = inspector("history", "--stage", "window")
    assert out.splitlines()[-1] == "1 of 1 matching run; 4 recorded"
    _, out, _ = inspector("history", "--text", "unheard-of")
    assert out.splitlines()[-1] == "0 of 0 matching runs; 4 recorded"
    _, out, _ = inspector("history", "--limit", "1")
    assert out.splitlines()[-1] == "1 of 4 runs"


def test_a_time_that_is_none_is_refused(inspector):
    code, _, errors = inspector("history", "--since", "yesterday")
    assert code == 3
    assert "Traceback" not in errors


@pytest.fixture
def two_runs(inspector, tmp_path):
    """Two recorded runs of a sample, with different strategies."""
    for strategy in ("coverage", "depth"):
        out = tmp_path / "summary.txt"
        run = ("run", "sample:direct-target", "--strategy", strategy, "--output", out)
        code, _, _ = inspector(*run)
        assert code == 0
    _, out, _ = inspector("history", "--json", "--stage", "injection", "--limit", 2)
    second, first = ids(out)
    return first, second


def test_two_runs_are_compared_by_inputs_configuration_and_rows(inspector, two_runs):
    code, out, _ = inspector("history", "compare", *two_runs, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["inputs"] == {}
    assert found["configuration"] == {"strategy": ["coverage", "depth"]}
    rows = {row["id"]: (row["before"], row["after"]) for row in found["rows"]}
    assert rows["ent-crane-bridge"] == ("reduced compact 43", "included full 162")
    code, out, _ = inspector("history", "compare", *two_runs)
    assert "inputs: the same" in out
    assert "Strategy" in out
    assert "coverage → depth" in out
    assert "reduced, compact (43) → included, full (162)" in out


def test_a_recorded_manifest_can_be_verified(inspector, two_runs, tmp_path):
    path = tmp_path / "recorded.json"
    assert inspector("history", "manifest", two_runs[0], "--output", path)[0] == 0
    assert inspector("verify", path, "--inputs", "sample:direct-target", "--strict")[0] == 0


def test_runs_of_a_policy_are_found_by_its_file(inspector, two_runs, tmp_path):
    policy = FOLDER / "direct-target" / "policy.json"
    _, out, _ = inspector("history", "--json", "--policy", policy)
    assert set(ids(out)) == set(two_runs)
    other = tmp_path / "policy.json"
    other.write_text('{"max_injection_tokens_absolute": 1234, "schema_version": 1}')
    _, out, _ = inspector("history", "--json", "--policy", other)
    assert ids(out) == []


@pytest.mark.parametrize("action", [("compare", 1, 99), ("manifest", 99), ("manifest", 4)])
def test_a_run_that_is_not_there_cannot_be_compared_or_written(inspector, action):
    code, out, errors = inspector("history", *action)
    assert (code, out) == (3, "")
    assert "there is no" in errors
