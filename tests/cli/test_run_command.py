"""``inspector run`` does the window's job: same numbers, documented exit codes."""

import csv
import io
import json
import shutil

import pytest

from inspector import cli
from inspector.core import fingerprint
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.files import save_session
from inspector.resources import resource_path
from inspector.session.session import Session
from tests.shared.injection_input import bucket, card, file

SAMPLE = "sample:securities-fraud"


def request_value(**fields):
    return {
        "trace_id": "t",
        "timestamp": "2026-04-03T12:00:00Z",
        "model": {"name": "m", "context_window": 10_000, "encoding": "chars"},
        **fields,
    }


@pytest.fixture
def inputs(tmp_path):
    """Write a small candidate set and a request; return the options that name them."""
    cards = [card("a", 0.9, 20), card("b", 0.5, 20, file="k:f")]
    candidates = {
        "schema_version": 1,
        "set_id": "s",
        "knowledge_cards": cards,
        "buckets": [bucket("k", file("f", 1, 50))],
    }
    (tmp_path / "candidates.json").write_text(json.dumps(candidates))
    (tmp_path / "request.json").write_text(json.dumps(request_value()))
    return [
        "--candidates",
        tmp_path / "candidates.json",
        "--request",
        tmp_path / "request.json",
    ]


def test_the_summary_says_what_was_used_and_that_the_balance_closes(inspector):
    code, out, err = inspector("run", SAMPLE)
    assert (code, err) == (0, "")
    assert "budget         6,000  = knowledge 2,400 + files 3,600" in out
    assert "8 suppressed" in out
    assert "Reconciled: adds up to 6,000" in out


def test_the_manifest_goes_to_standard_output_alone(inspector):
    code, out, _ = inspector("run", SAMPLE, "--manifest", "-")
    manifest = json.loads(out)
    assert code == 0
    assert manifest["cards_suppressed_by_bucket_overlap"] == 8
    assert manifest["total_tokens_used"] <= manifest["total_budget_tokens"] == 6000


def test_the_manifest_in_a_file_is_the_one_whose_fingerprint_the_summary_gives(inspector, tmp_path):
    path = tmp_path / "manifest.json"
    code, out, _ = inspector("run", SAMPLE, "--manifest", path, "--format", "json")
    assert code == 0
    assert json.loads(out)["manifest_fingerprint"] == fingerprint(json.loads(path.read_text()))


def test_the_ledger_has_a_row_for_every_candidate_and_closes(inspector):
    _, out, _ = inspector("run", SAMPLE, "--ledger", "json")
    rows = json.loads(out)
    assert sum(row["tokens"] for row in rows) == 6000
    types = [row["type"] for row in rows]
    assert (types.count("card"), types.count("file"), types.count("background")) == (48, 7, 2)


def test_a_filter_chooses_rows_of_the_ledger(inspector):
    options = ["--ledger", "csv", "--filter", "state:suppressed type:card"]
    code, out, _ = inspector("run", SAMPLE, *options)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 8
    assert {row["Reason"] for row in rows} == {"bucket_file_overlap"}


def test_a_wrong_filter_is_explained(inspector):
    code, _, err = inspector("run", SAMPLE, "--ledger", "table", "--filter", "nonsense:1")
    assert code == 3
    assert "nonsense" in err


def test_fields_of_the_policy_can_be_changed(inspector):
    change = ["--set", "max_injection_tokens_absolute=3000"]
    _, out, _ = inspector("run", SAMPLE, *change, "--format", "json")
    assert json.loads(out)["total_budget"] == 3000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("nothing=1", "names no field of the policy"),
        ("min_bucket_tokens=many", "is not FIELD=NUMBER"),
        ("knowledge_card_share_default=2", "between 0 and 1"),
    ],
)
def test_a_change_that_is_not_possible_is_wrong_usage(inspector, change, said):
    code, _, err = inspector("run", SAMPLE, "--set", change)
    assert code == 2
    assert said in err


def test_inputs_can_be_named_one_by_one(inspector, inputs):
    code, out, err = inspector("run", *inputs, "--format", "json")
    assert (code, err) == (0, "")
    summary = json.loads(out)
    assert (summary["injected"], summary["suppressed"], summary["files_inlined"]) == (1, 1, 1)
    assert summary["independent"]["cards_spent_twice"] == 1


def test_an_expectation_that_fails_is_said_and_gives_code_1(inspector, inputs, tmp_path):
    expecting = request_value(expect={"must_include": ["b"], "must_exclude": ["a"]})
    (tmp_path / "request.json").write_text(json.dumps(expecting))
    code, _, err = inspector("run", *inputs)
    assert code == 1
    assert "expectation failed: in: b" in err
    assert "expectation failed: out: a" in err


def test_a_report_is_one_self_contained_file(inspector, tmp_path):
    path = tmp_path / "report.html"
    assert inspector("run", SAMPLE, "--report", path)[0] == 0
    page = path.read_text("utf-8")
    assert "Reconciled: adds up to 6,000" in page
    assert "<svg" in page
    assert page.count("<script") == 2  # the divider and its data, named by hash in the policy
    assert 'src="' not in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    "options",
    [
        ["--manifest", "-", "--report", "-"],
        ["--manifest", "-", "--ledger", "table"],
        ["--filter", "state:dropped"],
        ["--corpus", "x.jsonl", "--table", "cards"],
        ["--corpus", "x.jsonl", "--ledger", "csv"],
        ["--corpus", "x.jsonl", "--format", "text"],
        ["--no-such-option"],
        ["--strategy", "luck"],
    ],
)
def test_wrong_usage_gives_code_2(inspector, options):
    code, out, err = inspector("run", SAMPLE, *options)
    assert (code, out) == (2, "")
    assert "inspector" in err


@pytest.mark.parametrize("option", ["--policy", "--candidates", "--request", "--corpus"])
def test_a_file_that_is_not_there_is_bad_input(inspector, inputs, tmp_path, option):
    code, _, err = inspector("run", *inputs, option, tmp_path / "missing.json")
    assert code == 3
    assert "missing.json" in err


def test_a_set_without_a_request_runs_and_nothing_is_printed_of_one(inspector, inputs):
    code, out, _ = inspector("run", *inputs[:2])
    assert (code, out.splitlines()[0]) == (0, "o200k_base  strategy coverage")
    _, out, _ = inspector("run", *inputs)
    assert out.splitlines()[0] == "t  2026-04-03T12:00:00Z  m  chars  strategy coverage"


def test_a_set_with_problems_runs_with_what_is_good_and_says_partial(inspector):
    code, out, err = inspector("run", "sample:with-problems", "--manifest", "-")
    assert code == 0
    assert json.loads(out)["degraded_state"] == "partial"
    assert "candidates.json:" in err
    assert "Traceback" not in err


def test_a_part_that_cannot_be_used_is_bad_input_beside_a_partial_result(inspector, tmp_path):
    (tmp_path / "policy.json").write_text('{"max_injection_tokens_absolute": "many"}')
    code, _, err = inspector("run", "sample:with-problems", "--policy", tmp_path / "policy.json")
    assert code == 3
    assert "policy.json" in err


def test_a_corpus_gives_a_line_for_each_request_and_a_sum(inspector, inputs, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    lines = [request_value(trace_id=f"q{n}", tokens_used_before=n * 4000) for n in range(3)]
    corpus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    manifests = tmp_path / "manifests.jsonl"
    code, out, err = inspector("run", *inputs[:2], "--corpus", corpus, "--manifest", manifests)
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["trace_id"] for row in rows] == ["q0", "q1", "q2"]
    assert all(row["balances"] for row in rows)
    assert "3 requests; ledger closes in 3" in err
    written = [json.loads(line)["trace_id"] for line in manifests.read_text().splitlines()]
    assert written == ["q0", "q1", "q2"]


def test_a_corpus_as_csv_has_a_line_of_titles(inspector, inputs, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(json.dumps(request_value()) + "\n")
    _, out, _ = inspector("run", *inputs[:2], "--corpus", corpus, "--format", "csv")
    assert [row["trace_id"] for row in csv.DictReader(io.StringIO(out))] == ["t"]


def test_expectations_are_written_for_a_ci_and_fail_the_command(inspector, inputs, tmp_path):
    expect = {"must_include": ["k:f", "b"], "limits": ["cards.injected = 1"]}
    (tmp_path / "request.json").write_text(json.dumps(request_value(expect=expect)))
    code, _, _ = inspector("run", *inputs, "--junit", tmp_path / "out.xml")
    text = (tmp_path / "out.xml").read_text()
    assert code == 1
    assert 'tests="4" failures="1" errors="0"' in text
    assert "none of it is in (/expect/must_include/1)" in text


def test_a_corpus_is_one_suite_a_request(inspector, inputs, tmp_path):
    lines = [request_value(trace_id=one, expect={"must_include": ["a"]}) for one in ("x", "y")]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    code, _, _ = inspector(
        "run", *inputs, "--corpus", tmp_path / "corpus.jsonl", "--junit", tmp_path / "out.xml"
    )
    text = (tmp_path / "out.xml").read_text()
    assert code == 0
    assert text.count("<testsuite ") == 2
    assert 'failures="0"' in text


def test_overrides_of_a_patch_hold_and_are_named(inspector, inputs, tmp_path):
    (tmp_path / "patch.json").write_text('{"schema_version": 1, "exclude": ["a"]}')
    code, out, err = inspector(
        "run", *inputs, "--overrides", tmp_path / "patch.json", "--manifest", "-"
    )
    assert code == 0
    assert "What-if: 1 excluded." in err
    manifest = json.loads(out)
    assert manifest["what_if"] == {
        "schema_version": 1,
        "exclude": ["a"],
        **{name: [] for name in ("inline", "keep", "list_only", "pin")},
    }


def test_a_conversation_is_told_which_command_takes_it(inspector, tmp_path):
    chat = tmp_path / "chat.json"
    messages = [{"role": "user", "content": "Where is the harbour?"}]
    chat.write_text(json.dumps({"model": "gpt-4o", "messages": messages}), "utf-8")
    code, out, said = inspector("run", chat)
    assert (code, out) == (3, "")
    assert "`inspector place`" in said
    assert inspector("place", chat)[0] == 0


def test_a_folder_of_our_files_runs_as_these(inspector, tmp_path):
    sample = resource_path("samples/securities-fraud")
    folder = shutil.copytree(sample, tmp_path / "work")
    as_session = inspector("run", folder, "--no-history")
    assert as_session == inspector("run", SAMPLE, "--no-history")
    (folder / "session.inspector.json").unlink()
    code, out, _ = inspector("run", folder, "--no-history")
    assert (code, out.splitlines()[0]) == (0, as_session[1].splitlines()[0])


def test_a_configuration_brings_policy_and_what_ifs_and_leaves_the_data_alone(capsys, tmp_path):
    policy = DEFAULT_POLICY.model_copy(update={"max_injection_tokens_absolute": 4000})
    held = Session(policy=policy, overrides=Overrides(top_k=7))
    assert save_session(held.configuration, tmp_path / "both.inspector.json") == ()
    sample = ["run", "sample:securities-fraud", "--format", "json", "--no-history"]
    cli.main([*sample, "--what-if", str(tmp_path / "both.inspector.json")])
    one = json.loads(capsys.readouterr().out)
    cli.main([*sample, "--top-k", "7", "--set", "max_injection_tokens_absolute=4000"])
    other = json.loads(capsys.readouterr().out)
    assert one == other
