"""Receipts are a corpus: what was decided, under any policy, with what was recorded."""

import json
from dataclasses import replace

from inspector.analysis.corpus.workload import Variant, workload
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.cli.main import main
from inspector.core import UnifiedContextBudgetPolicy
from inspector.core.tokens import counter_by_name
from inspector.recorder import Recorder
from inspector.stages.corpus.corpora import load_corpora
from tests.shared.samples import sample_session

SMALL = UnifiedContextBudgetPolicy(max_injection_tokens_absolute=700)


def test_receipts_lead_to_what_their_candidates_lead_to_under_another_policy(tmp_path):
    path, runs, expected = tmp_path / "day.jsonl", InjectionRuns(), []
    with Recorder(path) as recorder:
        for sample in ("securities-fraud", "direct-target", "starved-budget"):
            session = sample_session(sample)
            assert recorder.record(runs.run(session).report), recorder.last_error
            report = runs.run(replace(session, policy=SMALL)).report
            assert report is not None
            expected.append((report.total_tokens_used, len(report.tiers.ranks)))
    with path.open("ab") as file:
        file.write(b'{"receipt":1,"dropped":2}\n{"receipt":1,"cards":[[1]]}\n')
    loaded = load_corpora([path])
    assert [one.place.line for one in loaded.problems] == [5]
    assert loaded.value is not None
    span = AxisRange(Axis.TOTAL, 0, 1_000)
    load, refused = workload(loaded.value, (Variant("", SMALL),), span, counter_by_name)
    assert not refused
    from inspector.core.injection.prepare import prepare
    from inspector.core.injection.step import Injector

    found = []
    for job in load.jobs:
        injector = Injector(prepare(job.request, load.counted_of(job), job.used_before))
        report = injector.run(SMALL, load.strategy, load.settings, load.overrides)
        found.append((report.total_tokens_used, len(report.tiers.ranks)))
    assert found == expected


def test_receipts_of_one_policy_are_run_beside_it_and_their_limits_reach_as_far_as_they_do(
    tmp_path, capsys
):
    path, policy = tmp_path / "day.jsonl", tmp_path / "policy.json"
    policy.write_text(json.dumps({"schema_version": 1, "max_injection_tokens_absolute": 700}))
    session = sample_session("direct-target")
    with Recorder(path) as recorder:
        for _ in range(2):
            assert recorder.record(InjectionRuns().run(session).report)
    options = ["--policy", str(policy), "--no-history", "--no-journal", "--processes", "1"]
    assert main(["corpus", str(path), *options, "--axis", "top-k", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in result["policies"]] == ["as it is", "as recorded"]
    assert result["to"] == 27


def test_a_receipt_that_cannot_be_used_is_told_with_the_field_or_the_row_that_is_wrong(tmp_path):
    path = tmp_path / "day.jsonl"
    with Recorder(path) as recorder:
        for trace, time, card in (
            ("right", None, {}),
            ("t" * 121, None, {}),
            ("no zone", "2026-04-03T12:00:00", {}),
            ("odd source", None, {"source": 3}),
            ("odd group", None, {"group": ["x"]}),
        ):
            rows = [{"id": "a"}, {"id": "b", **card}]
            assert recorder.record_decision(rows, trace_id=trace, timestamp=time)
    with path.open("ab") as file:
        file.write(b'{"receipt":1,"cards":[["a"]]}\n{"receipt":1,"files":[[0,"f"]]}\n[]\n')
    loaded = load_corpora([path])
    assert loaded.value is not None
    assert [len(one.requests) for one in loaded.value] == [1]
    assert [(one.place.line, one.place.pointer) for one in loaded.problems] == [
        (2, "/trace_id"),
        (3, "/timestamp"),
        (4, "/cards/1"),
        (5, "/cards/1"),
        (6, "/cards/0"),
        (7, "/files/0"),
        (8, None),
    ]
    told = [one.message for one in loaded.problems]
    assert told[0].endswith("trace_id has 121 UTF-16 units, at most 120 are allowed.")
    assert told[2].endswith("Row 2 of cards is none.")
    assert not any("Error" in one for one in told)
