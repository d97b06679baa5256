"""A sweep: what the core decides at every value of an axis, and every place where it changes."""

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    SweepTooLargeError,
    complement,
    default_range,
)
from inspector.analysis.tuning.breakpoints import first_reaching
from inspector.analysis.tuning.modes import MODES
from inspector.analysis.tuning.outcomes import STATES_AT_ONCE
from inspector.analysis.tuning.sweep import Sweep, first_number, report_at, shortest_between, sweep
from inspector.analysis.watched_counter import StoppedError
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import CEILING_OF_KIND, FIELD_OF_AXIS, Strategy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.reasons import Verdict
from tests.shared.examples import examples
from tests.shared.injection_input import bucket, candidate_set, card, file, policy, request
from tests.shared.tuning_input import report_of, reports

axes = st.sampled_from(list(Axis))


def decided(report: InjectionReport) -> dict[str, object]:
    """Everything that a report decided, and the sums a sweep shows."""
    budget = report.budget
    return {
        "budgets": [
            budget.total_budget,
            budget.knowledge_card_budget,
            budget.bucket_budget,
            *budget.ceilings,
        ],
        "cards": dict(zip(report.tiers.ranks.tolist(), report.tiers.tiers.tolist(), strict=True)),
        "files": {
            place: choice.mode
            for place, choice in enumerate(report.materialization.files)
            if choice.mode is not Mode.OMITTED
        },
        "backgrounds": {
            choice.bucket_index: choice.verdict
            for choice in report.backgrounds
            if choice.verdict in (Verdict.INCLUDED, Verdict.SUPPRESSED)
        },
        "used": report.total_tokens_used,
        "overhead": report.knowledge_overhead + report.bucket_overhead,
        "released": report.released,
        "suppressed": report.cards_suppressed,
        "freed": report.tokens_freed,
    }


def swept(found: Sweep, piece: int) -> dict[str, object]:
    """The same, as a sweep says it of one piece."""
    outcomes = found.outcomes
    pairs = {
        name: dict(zip(*(column.tolist() for column in spans.at(piece)), strict=True))
        for name, spans in (
            ("cards", outcomes.cards),
            ("files", outcomes.files),
            ("backgrounds", outcomes.backgrounds),
        )
    }
    verdicts = (Verdict.INCLUDED, Verdict.SUPPRESSED)
    return {
        "budgets": [int(column[piece]) for column in outcomes.states.columns],
        "cards": pairs["cards"],
        "files": {place: MODES[mode] for place, mode in pairs["files"].items()},
        "backgrounds": {place: verdicts[form] for place, form in pairs["backgrounds"].items()},
        "used": int(outcomes.used[piece]),
        "overhead": int(outcomes.tokens["overhead"][piece]),
        "released": int(outcomes.released[piece]),
        "suppressed": int(outcomes.suppressed[piece]),
        "freed": int(outcomes.tokens_freed[piece]),
    }


@examples(75)
@given(reports, axes, st.data())
def test_a_sweep_is_what_the_core_decides_at_every_value(report, axis, data):
    found = sweep(report, axis)
    pieces = data.draw(st.lists(st.integers(0, len(found.pieces) - 1), min_size=1, max_size=8))
    # A policy may stand beside the range on either side.
    nearest = max(0, min(found.here, len(found.pieces) - 1))
    for piece in [*pieces, nearest]:
        for value in {
            float(found.pieces.starts[piece]),
            found.value_in(piece),
            found.pieces.last_of(piece),
        }:
            assert decided(report_at(report, axis, value)) == swept(found, piece)


@given(reports, axes, st.data())
def test_a_value_between_two_starts_belongs_to_the_piece_before(report, axis, data):
    found = sweep(report, axis)
    span = found.pieces.range
    numbers = st.integers if axis.whole else st.floats
    value = data.draw(numbers(span.low, span.high))
    assert decided(report_at(report, axis, value)) == swept(found, found.pieces.piece_of(value))


@given(reports, axes)
def test_breakpoints_are_exactly_where_something_comes_in_or_goes(report, axis):
    found = sweep(report, axis)
    contents = [
        {name: swept(found, piece)[name] for name in ("cards", "files", "backgrounds")}
        for piece in range(min(len(found.pieces), 200))
    ]
    changed = [piece for piece in range(1, len(contents)) if contents[piece] != contents[piece - 1]]
    assert [int(one) for one in found.breakpoints if one < 200] == changed


@given(reports)
def test_tokens_of_all_kinds_are_what_is_used(report):
    found = sweep(report, Axis.TOTAL)
    kinds = found.outcomes.tokens
    assert (sum(kinds.values()) == found.outcomes.used).all()
    assert (found.outcomes.used <= found.outcomes.states.total).all()


@given(st.floats(0, 1), st.integers(0, 10**9))
def test_the_first_value_that_reaches_a_step_is_exact_to_the_last_bit(low, total):
    high = 1.0
    first, last = math.floor(total * low), total
    targets = np.unique(np.linspace(first, last, 5).astype(np.int64))
    targets = targets[targets > first]
    found = first_reaching(lambda x: np.floor(total * x), targets.astype(np.float64), low, high)
    for target, value in zip(targets.tolist(), found.tolist(), strict=True):
        assert math.floor(total * value) >= target
        assert math.floor(total * np.nextafter(value, 0.0)) < target or value <= low


def test_a_share_of_a_total_changes_the_budget_at_every_token_of_it():
    report = report_of([card("a", 1.0)], [bucket("b", file("f", 1.0))], policy(100))
    found = sweep(report, Axis.DIVISION)
    knowledge = found.outcomes.states.knowledge
    assert knowledge[0] == 0
    assert knowledge[-1] == 100
    assert set(knowledge.tolist()) == set(range(101))


def test_beyond_what_the_window_allows_the_total_says_nothing():
    report = report_of([card("a", 1.0)], chosen=policy(50), tokens_used_before=999_900)
    assert report.budget.allowed_by_window == 20
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 1_000_000))
    assert len(found.pieces) == 21


def test_a_floor_below_zero_stands_before_the_range_and_acts_like_its_beginning():
    below = policy(40, min_knowledge_card_tokens=-5)
    report = report_of([card("a", 1.0), card("b", 0.5)], [bucket("b", file("f", 1.0))], below)
    found = sweep(report, Axis.KNOWLEDGE_FLOOR)
    assert found.here == -1
    assert len(found.pieces) > 1
    assert decided(report) == swept(found, 0) != swept(found, len(found.pieces) - 1)


def test_pieces_of_negative_scores_end_at_the_double_before_the_next():
    report = report_of([card("a", -0.5), card("b", 0.5)])
    found = sweep(report, Axis.RELEVANCE_FLOOR).pieces
    assert [found.last_of(piece) for piece in range(3)] == [-0.5, 0.5, 1.0]
    assert found.starts.tolist() == [-0.5, math.nextafter(-0.5, math.inf), math.nextafter(0.5, 1)]


def test_shares_of_a_direct_target_are_one_piece_and_say_why():
    report = report_of([card("a", 1.0)], [bucket("b", file("f", 1.0))], direct_target_refs=("b",))
    found = sweep(report, Axis.KNOWLEDGE_SHARE)
    assert len(found.pieces) == 1
    assert "fixed at 20 : 80" in found.without_effect


def test_a_sweep_longer_than_one_block_has_no_seam():
    cards = [card(f"n{number}", 1.0 - number / 100, 40 + number) for number in range(60)]
    report = report_of(cards, chosen=policy(300))
    long = sweep(report, AxisRange(Axis.TOTAL, 0, 2 * STATES_AT_ONCE + 10))
    assert not set(long.breakpoints.tolist()) & {STATES_AT_ONCE, 2 * STATES_AT_ONCE}
    assert int(long.outcomes.cards_in[-1]) == 60


def test_a_sweep_is_stopped_by_who_watches_it():
    with pytest.raises(StoppedError):
        sweep(report_of([card("a", 1.0)]), Axis.TOTAL, watch=lambda done, total: False)


@pytest.mark.parametrize("kind", ["entity", "event"])
def test_only_entities_that_are_in_cover_the_background_of_their_matter(kind):
    cards = [card(f"n{n}", 1.0 - n / 100, kind=kind, matter_id="m") for n in range(4)]
    report = report_of(cards, [bucket("b", background="z" * 30, matter_id="m")], policy(200))
    found = sweep(report, Axis.DIVISION)
    verdicts = set()
    for piece, start in enumerate(found.pieces.starts.tolist()):
        assert decided(report_at(report, Axis.DIVISION, start)) == swept(found, piece)
        verdicts |= set(swept(found, piece)["backgrounds"].values())
    covers = {Verdict.SUPPRESSED} if kind == "entity" else set()
    assert verdicts == {Verdict.INCLUDED} | covers


@pytest.mark.parametrize("axis", [Axis.TOTAL, Axis.DIVISION, Axis.PROCEDURES])
@pytest.mark.parametrize("buckets", [[], [bucket("b", file("f", 1.0))]])
def test_neighbouring_pieces_differ_in_a_budget(axis, buckets):
    chosen = policy(40, min_knowledge_card_tokens=10)
    states = sweep(report_of([card("a", 1.0)], buckets, chosen), axis).pieces.states
    differ = [column[1:] != column[:-1] for column in states.columns]
    assert np.logical_or.reduce(differ).all()


def test_more_candidates_than_are_worked_out_one_by_one_are_refused():
    cards = [card(f"n{n}", n / 4096) for n in range(4097)]
    with pytest.raises(SweepTooLargeError, match="4,096 steps"):
        sweep(report_of(cards), Axis.RELEVANCE_FLOOR)


def test_a_range_of_too_many_steps_is_refused():
    with pytest.raises(SweepTooLargeError):
        sweep(
            report_of(
                [card("a", 1.0)],
                chosen=policy(10),
                model={"name": "m", "context_window": 10**9, "encoding": "characters"},
            ),
            AxisRange(Axis.TOTAL, 0, 10**8),
        )


@pytest.mark.parametrize(
    ("one", "other"),
    [("interaction_policy", "entity"), ("interaction_policy", "procedure")],
)
def test_of_two_selections_worth_the_same_the_one_that_spends_less_is_swept(one, other):
    # Less under the ceilings, and then less under the last of them.
    cards = [card("a", 0.5, 10, kind=one), card("b", 0.5, 10, kind=other)]
    chosen = policy(60, procedure_sub_budget_pct=1.0, interaction_policy_sub_budget_pct=1.0)
    report = report_of(cards, chosen=chosen, strategy=Strategy.OPTIMAL)
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 60))
    for piece, start in enumerate(found.pieces.starts.tolist()):
        assert decided(report_at(report, Axis.TOTAL, start)) == swept(found, piece)


def test_a_floor_acts_from_what_its_own_share_gives():
    cards = [card(f"n{n}", 1 - n / 20, 8) for n in range(15)]
    files = bucket("b", *(file(f"f{n}", 0.9 - n / 10, 12) for n in range(8)))
    chosen = policy(200, knowledge_card_share_default=0.3, bucket_content_share_default=0.7)
    report = report_of(cards, [files], chosen)
    for axis, least in ((Axis.KNOWLEDGE_FLOOR, 60), (Axis.BUCKET_FLOOR, 140)):
        found = sweep(report, AxisRange(axis, 0, 200))
        assert found.breakpoints.size > 1
        assert least < found.pieces.starts[1] <= least + 2  # scaled down to the total again
        for value in range(0, 201, 5):
            piece = found.pieces.piece_of(value)
            assert decided(report_at(report, axis, value)) == swept(found, piece)


def test_a_range_holds_its_ends():
    span = AxisRange(Axis.TOTAL, 5, 9)
    assert [value in span for value in (4, 5, 9, 10)] == [False, True, True, False]
    beyond = math.nextafter(0.5, 1)
    report = report_of([card("a", 0.5)], chosen=policy(100))
    starts = sweep(report, AxisRange(Axis.RELEVANCE_FLOOR, 0.0, beyond)).pieces.starts
    assert starts.tolist() == [0.0, beyond]


def test_floors_are_swept_up_to_the_greatest_whose_sums_are_exact():
    cards, buckets = [card("a", 1.0)], [bucket("b", file("f", 1.0))]
    largest = report_of(cards, buckets, policy(10, min_bucket_tokens=2**50))
    assert len(sweep(largest, Axis.PROCEDURES).pieces) == 1
    beyond = report_of(cards, buckets, policy(10, min_bucket_tokens=2**50 + 1))
    with pytest.raises(SweepTooLargeError, match="cannot be swept"):
        sweep(beyond, Axis.PROCEDURES)


class Words:
    """Counts one token a word, so that only the heading takes any beside the cards."""

    name = "words"

    def count(self, text):
        return len(text.split())

    def count_many(self, texts):
        return [len(text.split()) for text in texts]


@pytest.mark.parametrize("strategy", [Strategy.COVERAGE, Strategy.DEPTH])
def test_no_card_is_in_where_the_heading_leaves_nothing(strategy):
    counted = count_candidates(candidate_set([card("a", 1.0, 1)]), Words())
    report = Injector(prepare(request(), counted, 0)).run(policy(5), strategy)
    heading = counted.separators.knowledge_heading
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 5))
    assert found.outcomes.cards_in.tolist() == [int(total > heading) for total in range(6)]


@pytest.mark.parametrize(
    ("axis", "low", "high"),
    [(Axis.TOTAL, 5, 4), (Axis.TOTAL, -1, 4), (Axis.TOTAL, 0.5, 4), (Axis.PROCEDURES, 0, 1.5)],
)
def test_a_range_that_a_policy_cannot_have_is_an_error(axis, low, high):
    with pytest.raises(ValueError, match=str(axis)):
        AxisRange(axis, low, high)


def test_the_default_range_of_every_axis():
    cards = [card("a", 0.75), card("b", 0.5)]
    report = report_of(cards, [bucket("b", file("f", 0.9))], policy(3_000))
    spans = {axis: default_range(axis, report) for axis in Axis}
    assert {axis: (one.low, one.high) for axis, one in spans.items()} == {
        Axis.TOTAL: (0, 12_000),
        Axis.WINDOW_PART: (0, 1),
        Axis.DIVISION: (0, 1),
        Axis.KNOWLEDGE_SHARE: (0, 1),
        Axis.BUCKET_SHARE: (0, 1),
        Axis.KNOWLEDGE_FLOOR: (0, 3_000),
        Axis.BUCKET_FLOOR: (0, 3_000),
        **{axis: (0, 1) for axis in Axis if FIELD_OF_AXIS.get(axis) in CEILING_OF_KIND.values()},
        Axis.TOP_K: (0, 2),
        Axis.RELEVANCE_FLOOR: (0, 1),
    }


@given(reports, axes)
def test_the_default_range_holds_what_the_policy_has_unless_it_says_nothing(report, axis):
    span = default_range(axis, report)
    found = sweep(report, span)
    here = found.pieces.piece_of(found.current)
    assert swept(found, here)["used"] == report.total_tokens_used or (
        axis is Axis.DIVISION
        and report.policy.bucket_content_share_default
        != complement(report.policy.knowledge_card_share_default)
    )


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_shortest_number_of_a_stretch_is_in_it(one, other):
    first, last = min(one, other), max(one, other)
    assert first <= shortest_between(first, last, whole=False) <= last


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_first_number_of_a_stretch_is_in_it_and_near_its_beginning(one, other):
    first, last = min(one, other), max(one, other)
    found = first_number(first, last)
    assert first <= found <= last
    assert found - first <= 1e-4


@given(reports, axes, st.data())
def test_the_numbers_of_a_stretch_have_the_same_items_in(report, axis, data):
    found = sweep(report, axis)
    piece = data.draw(st.integers(0, len(found.pieces) - 1))
    first, last = found.stretch_of(piece)
    assert first <= piece <= last
    for number in (found.number_from(first), found.number_to(last)):
        assert found.stretch_of(found.pieces.piece_of(number)) == (first, last)


@given(reports, axes)
def test_all_that_is_in_is_counted_by_kind(report, axis):
    found = sweep(report, axis)
    for piece in range(min(len(found.pieces), 20)):
        there = swept(found, piece)
        backgrounds = list(there["backgrounds"].values()).count(Verdict.INCLUDED)
        wanted = len(there["cards"]) + len(there["files"]) + backgrounds
        assert found.outcomes.items_in[piece] == wanted


def test_a_number_of_a_stretch_is_at_the_end_that_it_is_come_from():
    report = report_of([card("a", 0.9, 10), card("b", 0.8, 40)], chosen=policy(100))
    found = sweep(report, Axis.TOTAL)
    first, last = found.stretch_of(len(found.pieces) - 1)
    low, high = float(found.pieces.starts[first]), found.pieces.last_of(last)
    assert low < high
    assert (found.number_from(first), found.number_to(last)) == (low, high)


def test_the_shortest_number_is_the_one_a_person_would_write():
    assert shortest_between(0.4301666666666667, 0.43033333, whole=False) == 0.4302
    assert shortest_between(0.43, 0.430001, whole=False) == 0.43
    assert shortest_between(0.2, 0.9, whole=False) == 0.2
