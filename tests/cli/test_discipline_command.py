"""``inspector discipline``, ``diff-check`` and ``metrics``, from the command line."""

import json
from pathlib import Path

import pytest

from inspector import cli
from inspector.core.discipline import ArtifactRegistry
from inspector.files.session_format import schema
from inspector.stages.discipline.results import DiffCheckFile, DisciplineResultFile, RegressionsFile
from tests.shared.discipline_input import BROKEN_DIFF, GOOD_DIFF, GROWING, STATE


@pytest.fixture
def state(tmp_path):
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATE))
    return str(path)


@pytest.fixture
def series(tmp_path):
    path = tmp_path / "series.jsonl"
    path.write_text("".join(turn.log_line() + "\n" for turn in GROWING))
    return str(path)


def ran(capsys, *arguments, code=0):
    assert cli.main(list(arguments)) == code
    return capsys.readouterr()


# discipline --------------------------------------------------------------------------------------


def test_a_state_within_its_limits_passes_as_it_is(state, capsys):
    out = ran(capsys, "discipline", state).out
    assert out.startswith("Passes as it is:")


def test_compression_and_reference_are_told_step_by_step(state, capsys):
    limits = ["--limit", "max_hot_state_tokens=70", "--limit", "max_artifact_index_entries=3"]
    out = ran(capsys, "discipline", state, *limits).out
    assert out.startswith("Compressed and referenced:")
    steps = [line.split()[0] for line in out.splitlines() if "limit" in line]
    assert [step for step in steps if step in ("Check", "Compress", "Reference")] == [
        "Check",
        "Compress",
        "Reference",
    ]


def test_a_rejected_state_fails_and_says_which_steps_were_tried(state, capsys):
    limit = ["--limit", "max_hot_state_tokens=3"]
    out = ran(capsys, "discipline", state, *limit, "--no-compress", code=1).out
    assert "Rejected" in out
    assert "compression is off" in out


def test_with_rejection_off_the_minimal_state_is_returned(state, capsys):
    limit = ["--limit", "max_hot_state_tokens=6"]
    out = ran(capsys, "discipline", state, *limit, "--no-reject", "--state", "-").out
    assert json.loads(out) == {"session_id": "ferry"}


def test_the_json_result_agrees_with_its_schema_and_closes(state, capsys):
    limit = ["--limit", "max_hot_state_tokens=90"]
    result = json.loads(ran(capsys, "discipline", state, *limit, "--json").out)
    assert set(result) == set(schema("discipline")["properties"])
    assert DisciplineResultFile.model_validate(result).model_dump(mode="json") == result
    assert result["balances"]
    assert sum(row["tokens"] for row in result["ledger"]) == result["budget"] == 90


def test_without_a_folder_the_json_result_holds_what_was_taken_out(state, capsys):
    limit = ["--limit", "max_hot_state_tokens=90"]
    result = json.loads(ran(capsys, "discipline", state, *limit, "--json").out)
    contents = {row["field"]: json.loads(row["content"]) for row in result["moved"]}
    assert contents == {name: STATE[name] for name in ("accepted_decisions", "open_questions")}


def test_what_is_taken_out_is_in_the_folder_under_its_id(state, tmp_path, capsys):
    folder = tmp_path / "artifacts"
    limit = ["--limit", "max_hot_state_tokens=90"]
    arguments = ["discipline", state, *limit, "--artifacts", str(folder), "--json"]
    result = json.loads(ran(capsys, *arguments).out)
    for row in result["moved"]:
        stored = ArtifactRegistry(folder).get(row["artifact_id"])
        assert json.loads(stored.content) == STATE[row["field"]]
        assert row["content"] is None


def test_a_prompt_over_its_limits_fails(state, capsys):
    out = ran(capsys, "discipline", state, "--system-chars", "40000", code=1).out
    assert "1 limit broken" in out


def test_the_line_of_the_log_can_be_read_by_metrics(state, tmp_path, capsys):
    log = tmp_path / "turns.jsonl"
    for day in (1, 2):
        now = f"2026-01-0{day}T00:00:00Z"
        ran(capsys, "discipline", state, "--log", str(log), "--now", now)
    assert ran(capsys, "metrics", str(log)).out == "2 turns of 1 session; no warnings\n"


def test_a_state_that_does_not_validate_is_named_with_line_and_rejected(tmp_path, capsys):
    path = tmp_path / "state.json"
    path.write_text('{"session_id": "s",\n "risk_level": "huge"}')
    said = ran(capsys, "discipline", str(path), code=3)
    assert f"{path}:2:" in said.err
    assert "huge" not in said.err
    assert said.err.count("hot-state.literal-error") == 1
    assert said.out.startswith("Rejected: it does not validate")


@pytest.mark.parametrize(
    "option", [["--limit", "tokens=3"], ["--limit", "max_rag_chunks"], ["--encoding", "none"]]
)
def test_options_that_mean_nothing_are_refused(state, option, capsys):
    assert ran(capsys, "discipline", state, *option, code=2).err


def test_a_size_below_zero_is_refused(state, capsys):
    ran(capsys, "discipline", state, "--system-chars", "-3", code=2)


def test_a_missing_file_cannot_be_used(tmp_path, capsys):
    assert ran(capsys, "discipline", str(tmp_path / "no.json"), code=3).err


# diff-check --------------------------------------------------------------------------------------


def written(tmp_path, text):
    path = tmp_path / "output.txt"
    path.write_text(text)
    return str(path)


def test_a_diff_is_accepted_and_its_files_are_named(tmp_path, capsys):
    out = ran(capsys, "diff-check", written(tmp_path, GOOD_DIFF)).out
    assert out == "Accepted: A unified diff\nChanges 1: times.py\n"


def test_a_broken_diff_is_refused_with_its_line(tmp_path, capsys):
    out = ran(capsys, "diff-check", written(tmp_path, BROKEN_DIFF), code=1).out
    assert "Refused: The diff does not parse" in out
    assert "Line 3: " in out


def test_lines_are_those_of_the_output_also_in_a_fenced_block(tmp_path, capsys):
    text = f"Here it is.\n\n```diff\n{BROKEN_DIFF}```\n"
    out = ran(capsys, "diff-check", written(tmp_path, text), code=1).out
    assert "Line 6: " in out


def test_signs_alone_accept_it(tmp_path, capsys):
    ran(capsys, "diff-check", written(tmp_path, BROKEN_DIFF), "--mode", "heuristic")


def test_a_task_without_a_change_is_not_checked_unless_forced(tmp_path, capsys):
    file = written(tmp_path, BROKEN_DIFF)
    task = ["--task", "Describe the quay."]
    ran(capsys, "diff-check", file, *task)
    ran(capsys, "diff-check", file, *task, "--force", code=1)


def test_an_empty_output_is_an_answer_to_a_question_alone(tmp_path, capsys):
    ran(capsys, "diff-check", written(tmp_path, ""), "--task", "What does f do?")
    ran(capsys, "diff-check", written(tmp_path, ""), code=1)


def test_the_outcome_as_json_agrees_with_its_schema(tmp_path, capsys):
    file = written(tmp_path, BROKEN_DIFF)
    result = json.loads(ran(capsys, "diff-check", file, "--json", code=1).out)
    assert set(result) == set(schema("diff-check")["properties"])
    assert DiffCheckFile.model_validate(result).model_dump(mode="json") == result
    assert result["problems"][0]["line"] == 3


# metrics -----------------------------------------------------------------------------------------


def test_a_series_that_grows_fails_and_says_when(series, capsys):
    out = ran(capsys, "metrics", series, code=1).out
    assert "rose over 80 % of its limit: 800 -> 1000" in out


def test_the_limits_can_be_changed(series, capsys):
    ran(capsys, "metrics", series, "--limit", "max_hot_state_tokens=100000")


def test_warnings_as_json_agree_with_their_schema(series, capsys):
    result = json.loads(ran(capsys, "metrics", series, "--json", code=1).out)
    assert set(result) == set(schema("regressions")["properties"])
    assert RegressionsFile.model_validate(result).model_dump(mode="json") == result
    assert result["turns"] == 5


def test_bad_lines_are_named_and_the_rest_is_judged(series, tmp_path, capsys):
    with Path(series).open("a") as file:
        file.write('{"type": "prompt_metrics", "ts": 3}\nno json\n')
    said = ran(capsys, "metrics", series, code=3)
    assert said.out.startswith("5 turns of 1 session")
    assert f"{series}:6:" in said.err
    assert f"{series}:7:" in said.err
