"""``inspector compare`` of two files of receipts tells what was decided otherwise, and where."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.main import main
from inspector.core import UnifiedContextBudgetPolicy
from inspector.core.reasons import Verdict
from inspector.files.session_format import schema
from inspector.recorder import Recorder
from inspector.stages.compare.receipt_results import ReceiptsComparison
from tests.shared.samples import sample_session

SAMPLES = ("securities-fraud", "direct-target", "starved-budget")
SMALL = UnifiedContextBudgetPolicy(max_injection_tokens_absolute=700)


@cache
def report(sample, policy=None):
    session = sample_session(sample)
    return InjectionRuns().run(replace(session, policy=policy or session.policy)).report


def written(path, *reports):
    with Recorder(path) as recorder:
        for one in reports:
            assert recorder.record(one), recorder.last_error
    return path


@pytest.fixture
def days(tmp_path):
    """Write two days of three requests, of which the first is decided with less on the second."""
    before = written(tmp_path / "a.jsonl", *map(report, SAMPLES))
    after = written(tmp_path / "b.jsonl", *map(report, SAMPLES[1:]), report(SAMPLES[0], SMALL))
    return before, after


def compared(capsys, *arguments):
    code = main(["compare", *map(str, arguments), "--json"])
    said = capsys.readouterr()
    return code, ReceiptsComparison.model_validate_json(said.out), said.err


def test_requests_are_paired_by_their_ids_and_the_one_that_changed_is_told(days, capsys):
    code, found, _ = compared(capsys, *days)
    assert (code, found.paired_by, found.pairs) == (0, "trace_id", 3)
    was, now = report(SAMPLES[0]), report(SAMPLES[0], SMALL)
    (change,) = found.changes
    assert change.trace_id == change.trace_id_after == was.given.request.trace_id
    assert change.used == (was.total_tokens_used, now.total_tokens_used)
    assert change.lost
    assert change.flips
    assert change.policy
    assert found.after.used - found.before.used == change.used[1] - change.used[0]
    assert sum(found.before.policies.values()) == 3
    total = next(one for one in found.differing if one.field.endswith("tokens_absolute"))
    assert (total.after, total.requests) == (700, 1)


def test_verdicts_and_reasons_of_a_side_are_those_of_its_ledgers(days, capsys):
    _, found, _ = compared(capsys, *days)
    rows = [row for sample in SAMPLES for row in report(sample).ledger.entries]
    rows = [row for row in rows if row.verdict is not Verdict.BALANCE]
    assert found.before.verdicts == Counter(row.verdict.value for row in rows)
    assert found.before.reasons == Counter(row.reason.code for row in rows)


def test_the_same_twice_has_no_change(days, capsys):
    code, found, _ = compared(capsys, days[0], days[0], "--fail-on", "any")
    assert code == 0
    assert not found.changes
    assert not found.differing
    assert found.before == found.after


def test_requests_of_one_side_are_named_and_several_of_one_id_are_paired_in_order(tmp_path, capsys):
    first, second = report(SAMPLES[0]), report(SAMPLES[1])
    before = written(tmp_path / "a.jsonl", first, first)
    after = written(tmp_path / "b.jsonl", first, second)
    _, found, _ = compared(capsys, before, after)
    assert (found.pairs, found.changes) == (1, ())
    assert found.only_before == (first.given.request.trace_id,)
    assert found.only_after == (second.given.request.trace_id,)


def test_requests_are_paired_in_order_where_no_id_is_on_both_sides(tmp_path, capsys):
    sizes = {"a": (10, 20), "b": (10, 30, 40)}
    for name, all_sizes in sizes.items():
        with Recorder(tmp_path / f"{name}.jsonl") as recorder:
            for at, size in enumerate(all_sizes):
                chosen = {"id": "x", "tokens": size, "form": size < 30}
                recorder.record_decision([chosen], trace_id=f"{name}{at}", budget=50)
    _, found, _ = compared(capsys, tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert (found.paired_by, found.pairs, found.only_after) == ("order", 2, ("b2",))
    (change,) = found.changes
    assert (change.trace_id, change.trace_id_after, change.lost) == ("a1", "b1", 1)
    assert found.after.verdicts == {"dropped": 2, "included": 1}


@pytest.mark.parametrize(
    ("what", "code"), [("any", 1), ("flip", 1), ("lost", 1), ("gained", 1), ("more-tokens", 0)]
)
def test_a_difference_can_be_asked_to_fail(days, capsys, what, code):
    # Gained is a card that was redundant beside its file, which is only listed now.
    assert compared(capsys, *days, "--fail-on", what)[0] == code


def test_a_line_that_is_no_receipt_is_reported_and_left_out(days, capsys):
    with days[1].open("ab") as file:
        file.write(b'{"receipt":1,"dropped":2}\n{"receipt":1,"cards":[[1]]}\n{"rece')
    code, found, told = compared(capsys, *days)
    assert (code, found.after.requests, found.after.not_written) == (0, 3, 2)
    assert "b.jsonl:5" in told
    assert "b.jsonl:6" in told


def test_receipts_are_compared_with_receipts_alone(days, capsys):
    before, after = map(str, days)
    assert main(["compare", before]) == 2
    assert main(["compare", "sample:securities-fraud", after]) == 2
    assert main(["compare", before, after, "--top-k", "3"]) == 2
    assert "--top-k is not for receipts" in capsys.readouterr().err
    assert main(["compare", before, after, "--fail-on", "expectation"]) == 2


def test_the_text_says_the_sides_the_counts_and_the_requests(days, capsys):
    assert main(["compare", *map(str, days)]) == 0
    text = capsys.readouterr().out
    assert "3 requests on both sides, by their ids" in text
    assert "1 of 3 requests decided otherwise" in text
    assert f"\n  {report(SAMPLES[0]).given.request.trace_id}: " in text


def test_the_result_has_a_schema(days, capsys):
    main(["compare", *map(str, days), "--json"])
    result = json.loads(capsys.readouterr().out)
    assert result.keys() == schema("receipts-comparison")["properties"].keys()


def test_a_receipt_that_cannot_be_compared_is_told_with_what_is_wrong(days, capsys):
    before, after = days
    with after.open("ab") as file:
        file.write(b'{"receipt":1,"cards":[["a"]]}\n')
    assert main(["compare", str(before), str(after)]) == 0
    told = capsys.readouterr().err
    assert "/cards/0: warning: The receipt is left out: Row 1 of cards is none." in told
