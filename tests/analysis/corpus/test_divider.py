"""Where the divider of a split comes to rest."""

import pytest
from hypothesis import given

from inspector.analysis.corpus.divider import SNAP, breakpoints, snapped
from inspector.analysis.tuning.split import splits_of
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports

EXPECT = {"must_include": ["n0"], "must_exclude": ["n1"]}


def splits(**expect):
    """Two cards of 50 tokens, out of 200: one is in from a quarter on, both from a half on."""
    return splits_of(
        report_of(
            [card("n0", 0.9, 50), card("n1", 0.8, 50)],
            [bucket("b0", file("f0", 0.9, 50))],
            policy(200),
            expect=expect or EXPECT,
        )
    )


def test_the_divider_rests_at_whole_percents():
    assert snapped(0.4149, 100, None) == 0.41
    assert snapped(0.9, 100, splits()) == 0.9


def test_a_breakpoint_within_six_pixels_wins():
    known = splits()
    first = float(breakpoints(known)[0])
    assert snapped(first + 5.9 / 1000, 1000, known) == first
    assert snapped(first - 5.9 / 1000, 1000, known) == first
    far = first + (SNAP + 1) / 1000
    assert snapped(far, 1000, known) == round(far, 2)


def test_the_divider_rests_on_the_side_where_more_is_met():
    known = splits()
    assert [known.met.met[known.piece_of(one)] for one in breakpoints(known)] == [2, 2]


def test_breakpoints_too_close_to_be_aimed_at_do_not_hold_the_divider():
    known = splits()
    first, second = breakpoints(known)[:2].tolist()
    width = SNAP / (second - first)
    assert snapped(first, width, known) == round(first, 2)


@given(reports)
def test_a_breakpoint_always_has_the_result_that_begins_there(report):
    known = splits_of(report)
    found = {known.sweep.stretch_of(known.piece_of(one))[0] for one in breakpoints(known)}
    assert found <= {
        0,
        *known.sweep.breakpoints.tolist(),
    }


def test_without_expectations_it_rests_where_something_else_is_in():
    known = splits_of(report_of([card("n0", 0.9, 50)], [bucket("b", file("f", 0.9, 50))]))
    assert breakpoints(known) == pytest.approx(known.changes, abs=1e-4)
