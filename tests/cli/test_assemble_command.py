"""``inspector assemble`` prints the eight steps, writes the prompt, and refuses what cannot fit."""

import json

from inspector.stages.assembly.results import AssemblyResult

SAMPLE = "sample:assembly"


def test_the_eight_steps_are_printed_with_their_tokens(inspector):
    code, out, err = inspector("assemble", SAMPLE)
    assert (code, err) == (0, "")
    assert "6 Injection" in out
    assert "Reconciled: adds up to 4,096." in out


def test_the_json_is_what_its_schema_describes(inspector):
    code, out, _ = inspector("assemble", SAMPLE, "--json")
    result = AssemblyResult.model_validate_json(out)
    assert code == 0
    assert json.loads(out) == result.model_dump(mode="json")
    assert [step.step for step in result.steps] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sum(row.tokens for row in result.ledger) == result.window
    assert result.reserve_span[1] == result.window


def test_the_prompt_is_written_as_the_model_would_get_it(inspector, tmp_path):
    path = tmp_path / "prompt.txt"
    code, _, _ = inspector("assemble", SAMPLE, "--text", path)
    text = path.read_text("utf-8")
    assert code == 0
    assert text.startswith("You help the duty desk")
    assert "# Knowledge" in text
    assert "compare" not in text.partition("# Knowledge")[0]
    assert text.endswith("in the next eight minutes?")


def test_on_standard_output_the_prompt_stands_alone(inspector):
    code, out, _ = inspector("assemble", SAMPLE, "--text", "-")
    assert code == 0
    assert out.startswith("You help")
    assert "Balance" not in out


def test_a_prompt_over_the_hard_limit_is_refused_and_not_written(inspector, tmp_path):
    path = tmp_path / "prompt.txt"
    code, out, err = inspector("assemble", SAMPLE, "--reserve", 3000, "--text", path)
    assert code == 1
    assert "Nothing is cut" in err
    assert "over the window" in out
    assert not path.exists()


def test_a_prompt_over_the_soft_limit_is_sent_with_a_warning(inspector):
    code, out, _ = inspector("assemble", SAMPLE, "--soft", 50)
    assert code == 0
    assert "Fits, with a warning" in out


def test_a_refused_hot_state_refuses_the_whole(inspector, tmp_path):
    stage = tmp_path / "discipline.json"
    stage.write_text(json.dumps({"hot_state": {"session_id": ""}}))
    session = tmp_path / "s.inspector.json"
    request = {
        "trace_id": "t",
        "timestamp": "2026-04-03T12:00:00Z",
        "user_message": "hello",
        "model": {"name": "m", "context_window": 10_000, "encoding": "chars"},
    }
    parts = {"request": {"inline": request}, "discipline": {"path": "discipline.json"}}
    session.write_text(json.dumps({"schema_version": 1, **parts}))
    code, _, err = inspector("assemble", session)
    assert code == 1
    assert "discipline refused the hot state" in err


def test_the_chart_is_a_picture_of_the_bands(inspector, tmp_path):
    code, _, _ = inspector("assemble", SAMPLE, "--chart", tmp_path / "bands.svg")
    assert code == 0
    assert "<svg" in (tmp_path / "bands.svg").read_text("utf-8")


def test_two_results_cannot_both_go_to_standard_output(inspector):
    code, out, err = inspector("assemble", SAMPLE, "--text", "-", "--chart", "-")
    assert (code, out) == (2, "")
    assert err.startswith("inspector assemble: ")


def test_a_piece_without_its_text_cannot_be_written(inspector, tmp_path):
    code, _, err = inspector("assemble", "sample:securities-fraud", "--text", tmp_path / "p.txt")
    assert code == 3
    assert "these texts are not in the session" in err


def test_without_a_request_nothing_can_be_assembled(inspector, tmp_path):
    (tmp_path / "s.inspector.json").write_text('{"schema_version": 1}')
    code, _, err = inspector("assemble", tmp_path / "s.inspector.json")
    assert code == 3
    assert "No request" in err


def test_the_manifest_is_the_one_that_a_run_of_the_same_session_writes(inspector, tmp_path):
    own, run = tmp_path / "own.json", tmp_path / "run.json"
    assert inspector("assemble", SAMPLE, "--no-history", "--manifest", own)[0] == 0
    assert inspector("run", SAMPLE, "--no-history", "--manifest", run)[0] == 0
    assert own.read_bytes() == run.read_bytes()
    assert inspector("verify", own, "--inputs", SAMPLE)[0] == 0
    assert inspector("assemble", SAMPLE, "--manifest", "-", "--text", "-")[0] == 2
