"""What is said to be better is better, by a run of the step itself; else all is kept."""

from hypothesis import example, given

from inspector.analysis.expectations import check_expectations
from inspector.analysis.tuning.axes import Axis, SweepTooLargeError
from inspector.analysis.tuning.decision import WORTH, decide
from inspector.analysis.tuning.runs import Tuning
from inspector.stages.tuning.readout import decision_text
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import expecting_reports, report_of, reports


def met(report):
    return sum(one.met for one in check_expectations(report)[0])


def asking(total, **expect):
    cards = [card("a", 1.0, 30), card("b", 0.9, 30), card("c", 0.1, 30)]
    shelf = bucket("x", file("f", 1.0, 60))
    return report_of(cards, [shelf], policy(total), expect=expect)


def test_a_change_that_brings_more_in_goes_before_one_that_saves_tokens():
    report = asking(120, must_include=["a", "b", "c"])
    found = decide(Tuning(report))
    assert found.met > found.met_now == met(report)
    better = Tuning(report).report_at(found.axis, found.value)
    assert (met(better), better.total_tokens_used) == (found.met, found.used)
    assert " instead of " in decision_text(found, report)[0]


def test_the_same_with_fewer_tokens_is_worth_a_change():
    report = asking(2000, must_include=["a"])
    found = decide(Tuning(report))
    assert found.met == found.met_now == 1
    assert found.used < (1 - WORTH) * report.total_tokens_used
    better = Tuning(report).report_at(found.axis, found.value)
    assert (met(better), better.total_tokens_used) == (1, found.used)
    # Which of them are met may be another choice.
    said, _, button = decision_text(found, report)
    value = button.removeprefix("Apply ").removesuffix(" to policy")
    assert f" {value}: as many expectations met (1 of 1), " in said


def test_where_nothing_is_expected_nothing_is_said_to_be_better():
    report = asking(120)
    found = decide(Tuning(report))
    said, _, button = decision_text(found, report)
    assert found.axis is None
    assert not button
    assert "expects nothing" in said


def test_what_saves_no_token_or_meets_nothing_is_no_reason_for_a_change():
    nothing = asking(0, must_include=["nowhere"], must_exclude=["b"])
    assert nothing.total_tokens_used == 0
    found = decide(Tuning(nothing))
    assert (found.axis, found.met, found.used) == (None, 1, 0)
    unmet = asking(2000, must_include=["nowhere"])
    assert decide(Tuning(unmet)).axis is None


def test_a_top_k_is_tried_as_a_what_if_and_never_called_a_change_of_the_policy():
    cards = [card(f"n{n}", 1 - n / 50, 20) for n in range(20)]
    report = report_of(cards, [], policy(2000), expect={"must_include": ["n0", "n1"]})
    found = decide(Tuning(report))
    button = decision_text(found, report)[2]
    assert (found.axis is Axis.TOP_K) == ("what-if" in button)


def test_an_axis_that_is_too_large_or_changes_nothing_is_not_said_to_have_been_looked_at():
    class Narrow(Tuning):
        def sweep(self, axis, *rest):
            if axis is Axis.DIVISION:
                raise SweepTooLargeError("too many steps")
            return super().sweep(axis, *rest)

    report = asking(120, must_include=["a", "b", "c"])
    whole, narrow = decide(Tuning(report)).looked_at, decide(Narrow(report)).looked_at
    assert Axis.DIVISION in whole
    assert narrow == tuple(axis for axis in whole if axis is not Axis.DIVISION)
    assert Axis.PROCEDURES not in whole  # there is none


@given(reports | expecting_reports)
@example(asking(2000, must_include=["a"]))
def test_a_decision_never_meets_less_than_now(report):
    found = decide(Tuning(report))
    assert found.met >= found.met_now
    if found.axis is not None and found.met == found.met_now:
        assert found.used < found.used_now
