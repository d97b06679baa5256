"""Thresholds: the nearest values that change an item's fate, checked against the core."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.tuning.axes import Axis, AxisRange, current_value, default_range, on_axis
from inspector.analysis.tuning.modes import INLINED
from inspector.analysis.tuning.runs import Item, Tuning, item_of, key_of, name_of
from inspector.analysis.tuning.sweep import Sweep, report_at
from inspector.analysis.tuning.thresholds import (
    NOWHERE,
    ItemKind,
    Wanted,
    item_spans,
    next_in,
    next_out,
    thresholds,
)
from inspector.core.injection.materialization import Mode
from inspector.core.injection.overrides import Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports

axes = st.sampled_from(list(Axis))
kinds = st.sampled_from(list(ItemKind))


def level(report: InjectionReport, kind: ItemKind, subject: int) -> int:
    """How much of an item is in: 0 is nothing."""
    if kind is ItemKind.CARD:
        return report.tiers.tier_by_rank.get(subject, -1) + 1
    if kind is ItemKind.FILE:
        mode = report.materialization.files[subject].mode
        return {Mode.OMITTED: 0, Mode.LISTED: 1, Mode.INLINED: 2}[mode]
    verdicts = {choice.bucket_index: choice.verdict for choice in report.backgrounds}
    return int(verdicts[subject] is Verdict.INCLUDED)


def subjects(report: InjectionReport, kind: ItemKind) -> list[int]:
    if kind is ItemKind.CARD:
        return list(range(len(report.prepared.cards.order)))
    if kind is ItemKind.FILE:
        return list(range(len(report.prepared.files)))
    return [choice.bucket_index for choice in report.backgrounds]


@given(reports, axes, kinds, st.data())
def test_a_threshold_is_the_nearest_value_at_which_the_core_decides_so(report, axis, kind, data):
    found = Tuning(report).sweep(axis)
    every = subjects(report, kind)
    if not every:
        return
    subject = data.draw(st.sampled_from(every))
    now = level(report, kind, subject)
    reached = {
        Wanted.IN: lambda there: now == 0 and there > 0,
        Wanted.LARGER: lambda there: there > now > 0,
        Wanted.OUT: lambda there: there == 0 and now > 0,
    }
    for one in thresholds(found, kind, subject):
        is_so = reached[one.wanted]
        assert (one.value > found.current) is one.upward
        ends = [end for end in (one.until, one.until_written) if end is not None]
        # In short each end is written with four decimals, or more where these are too few.
        assert abs(one.written - one.value) <= 1e-4
        assert one.until is None or abs(one.until_written - one.until) <= 1e-4
        for value in (one.value, one.written, *ends):
            assert is_so(level(report_at(report, axis, value), kind, subject))
        piece = found.pieces.piece_of(one.value)
        near = min(max(found.here, 0), len(found.pieces) - 1)
        step = range(near + 1, piece) if one.upward else range(near - 1, piece, -1)
        for between in list(step)[:40] + list(step)[-40:]:
            value = float(found.pieces.starts[between])
            assert not is_so(level(report_at(report, axis, value), kind, subject))


def presence(found: Sweep, kind: ItemKind) -> dict[int, np.ndarray]:
    spans = item_spans(found, kind)
    every = np.unique(spans.subjects).tolist()
    return {subject: spans.mask(subject, len(found.pieces)) for subject in every}


@given(reports, axes, kinds)
def test_next_in_and_next_out_are_the_first_pieces_met_on_the_way(report, axis, kind):
    found = Tuning(report).sweep(axis)
    entering, leaving = next_in(found, kind), next_out(found, kind)
    here = found.here
    if not on_axis(axis, report.policy):
        return  # shares that do not add up to 1 are beside the axis, not on it
    for subject, mask in presence(found, kind).items():
        is_in = level(report, kind, subject) > 0
        other = np.flatnonzero(mask != is_in)
        above, below = other[other > here], other[other < here]
        expected = (
            int(above[0]) if len(above) else NOWHERE,
            int(below[-1]) if len(below) else NOWHERE,
        )
        crossings = leaving if is_in else entering
        assert crossings.at(subject) == expected
        assert (entering if is_in else leaving).at(subject) == (NOWHERE, NOWHERE)


@given(reports, st.data())
def test_an_item_that_is_out_is_never_said_to_leave(report, data):
    tuning = Tuning(report)
    for kind in ItemKind:
        for subject in subjects(report, kind)[:2]:
            found = tuning.thresholds(Item(kind, subject))
            wanted = {one.wanted for one in found.thresholds}
            assert found.is_in == (level(report, kind, subject) > 0)
            if found.is_in:
                assert Wanted.IN not in wanted
            else:
                assert wanted <= {Wanted.IN, Wanted.FULL}


def test_a_file_that_is_out_says_from_where_its_title_and_from_where_its_text_is_in():
    files = bucket("b", file("f", 1.0, 200), file("g", 0.5, 300))
    report = report_of([], [files], policy(10))
    found = Tuning(report).thresholds(Item(ItemKind.FILE, 1)).thresholds
    total = {one.wanted: one.value for one in found if one.axis is Axis.TOTAL and one.upward}
    assert total[Wanted.IN] < total[Wanted.FULL]
    assert total[Wanted.FULL] > 500


def test_a_file_in_full_text_gets_no_larger_where_its_text_is_in_again():
    # Between two totals the file that comes first has the room of the other one.
    files = bucket("b", file("first", 1.0, 200), file("other", 0.5, 100))
    report = report_of([], [files], policy(400))
    found = Tuning(report).sweep(Axis.TOTAL)
    spans = item_spans(found, ItemKind.FILE).of(1)
    full = found.pieces.starts[spans.first[spans.forms == INLINED]]
    assert len(full) > 1
    there = Tuning(report_at(report, Axis.TOTAL, float(full[0])))
    wanted = {one.wanted for one in there.thresholds(Item(ItemKind.FILE, 1)).thresholds}
    assert Wanted.OUT in wanted
    assert Wanted.LARGER not in wanted


def test_a_limit_of_candidates_that_is_off_stands_where_it_is_said_to_and_else_at_nothing():
    assert current_value(Axis.TOP_K, policy(10)) == 0
    assert current_value(Axis.TOP_K, policy(10), off={Axis.TOP_K: 7}) == 7
    assert current_value(Axis.TOP_K, policy(10), Overrides(top_k=3), {Axis.TOP_K: 7}) == 3


def test_a_floor_of_relevance_is_swept_from_where_it_keeps_nobody_out():
    report = report_of(
        [card("a", 0.75)], chosen=policy(100), overrides=Overrides(relevance_floor=0.6)
    )
    span = default_range(Axis.RELEVANCE_FLOOR, report)
    assert (span.low, span.high) == (0, 1)


def test_a_card_short_of_three_tokens_gets_in_with_a_total_three_tokens_higher():
    # Heading 13, a 10 + 2 and b 10 + 2: 37 tokens; there are 34.
    report = report_of([card("a", 1.0), card("b", 0.5)], chosen=policy(34))
    found = Tuning(report).thresholds(Item(ItemKind.CARD, 1)).thresholds
    total = next(one for one in found if one.axis is Axis.TOTAL)
    assert (total.value, total.upward, total.until) == (37, True, None)


def test_a_larger_total_can_push_a_card_out_and_the_threshold_says_up_to_where():
    # At 30 tokens only the small second card fits; from 35 on the first one takes its room.
    cards = [card("first", 1.0, 20), card("second", 0.5, 10)]
    report = report_of(cards, chosen=policy(30))
    leaving = Tuning(report).thresholds(Item(ItemKind.CARD, 1)).thresholds
    up = next(one for one in leaving if one.upward and one.wanted is Wanted.OUT)
    assert (up.value, up.until) == (35, 46)
    down = next(one for one in leaving if not one.upward and one.wanted is Wanted.OUT
                and one.axis is Axis.TOTAL)  # fmt: skip
    assert (down.value, down.until) == (24, None)  # out at every total below


def test_only_the_cap_of_a_cards_own_kind_can_change_its_fate():
    cards = [card("e", 1.0, kind="entity"), card("p", 0.9, kind="procedure")]
    cards.append(card("i", 0.8, kind="interaction_policy"))
    tuning = Tuning(report_of(cards))
    caps = {Axis.PROCEDURES, Axis.INTERACTION_POLICIES}
    of_cards = [caps.intersection(tuning.axes_for(Item(ItemKind.CARD, n))) for n in range(3)]
    assert of_cards == [set(), {Axis.PROCEDURES}, {Axis.INTERACTION_POLICIES}]


def test_shares_that_add_up_to_one_are_moved_together_and_others_each_alone():
    files = bucket("b", file("f", 1.0))
    shares = {Axis.DIVISION, Axis.KNOWLEDGE_SHARE, Axis.BUCKET_SHARE}

    def of_shares(knowledge: float, bucket_content: float) -> set[Axis]:
        chosen = policy(
            200,
            knowledge_card_share_default=knowledge,
            bucket_content_share_default=bucket_content,
        )
        tuning = Tuning(report_of([card("a", 1.0)], [files], chosen))
        return shares.intersection(tuning.axes_for(Item(ItemKind.CARD, 0)))

    assert of_shares(0.4, 0.6) == {Axis.DIVISION}
    assert of_shares(0.4, 0.7) == {Axis.KNOWLEDGE_SHARE, Axis.BUCKET_SHARE}


def test_a_background_gets_in_where_too_few_entities_of_its_matter_are():
    # Heading 13 and three times 10 + 2: from 49 tokens of knowledge on they cover the background.
    cards = [card(f"n{n}", 1.0, kind="entity", matter_id="m") for n in range(3)]
    report = report_of(cards, [bucket("b", background="z" * 30, matter_id="m")], policy(200))
    found = Tuning(report).thresholds(Item(ItemKind.BACKGROUND, 0))
    assert not found.is_in
    of_division = [one for one in found.thresholds if one.axis is Axis.DIVISION]
    assert [(one.wanted, one.upward, one.written) for one in of_division] == [
        (Wanted.IN, False, 0.2449)
    ]


def test_what_is_in_since_the_present_value_leaves_just_below_it():
    report = report_of([card("a", 1.0), card("b", 0.5)], chosen=policy(37))
    found = Tuning(report).sweep(Axis.TOTAL)
    assert next_out(found, ItemKind.CARD).at(1) == (NOWHERE, found.here - 1)
    (leaves,) = thresholds(found, ItemKind.CARD, 1)
    assert (leaves.wanted, leaves.value) == (Wanted.OUT, 36)


def test_axes_that_are_too_large_are_named_and_the_others_worked_out():
    model = {"name": "m", "context_window": 10**9, "encoding": "characters"}
    report = report_of([card("a", 1.0)], chosen=policy(10**8), model=model)
    found = Tuning(report).thresholds(Item(ItemKind.CARD, 0))
    assert Axis.TOTAL in found.too_large
    assert {one.axis for one in found.thresholds}.isdisjoint(found.too_large)


def test_the_sixteen_sweeps_asked_for_last_are_kept():
    tuning = Tuning(report_of([card("a", 1.0)], chosen=policy(40)))
    spans = [AxisRange(Axis.TOTAL, 0, end) for end in range(30, 47)]
    first, second, *_ = found = [tuning.sweep(span) for span in spans]
    assert all(tuning.sweep(one.pieces.range) is one for one in found[1:])
    assert tuning.sweep(spans[0]) is not first
    assert tuning.sweep(spans[1]) is not second


@pytest.mark.parametrize(
    ("files", "total"),
    [
        pytest.param([file("f", 1.0, 50)], 300, id="one file"),
        # Both spell the reference, and would both be only listed.
        pytest.param([file("f", 1.0, 100), file("f", 0.9, 100)], 260, id="one of two fits"),
    ],
)
def test_a_suppressed_card_names_the_file_that_would_have_to_be_only_listed(files, total):
    report = report_of([card("a", 1.0, file="b:f")], [bucket("b", *files)], policy(total))
    found = Tuning(report).thresholds(Item(ItemKind.CARD, 0))
    assert (found.file, found.if_listed) == ("t", True)


@given(reports)
def test_every_key_leads_back_to_its_item(report):
    for kind in ItemKind:
        for subject in subjects(report, kind):
            item = Item(kind, subject)
            assert item_of(report, key_of(report, item)) == item
            assert name_of(report, item)


def test_other_subjects_are_no_items():
    report = report_of([card("a", 1.0)])
    assert item_of(report, "balance:knowledge.unused") is None
    assert item_of(report, "card:unknown") is None


@given(reports, kinds, st.data())
def test_a_trial_is_the_run_with_its_change(report, kind, data):
    every = subjects(report, kind)
    if not every:
        return
    item = Item(kind, data.draw(st.sampled_from(every)))
    tuning = Tuning(report)
    found, now = tuning.thresholds(item), level(report, kind, item.subject)
    for trial in tuning.trials(found):
        row = _row(trial.report, key_of(report, item))
        if isinstance(trial.change, Forced):
            assert trial.report.policy == report.policy
            assert (trial.change is Forced.EXCLUDED) <= (row.verdict is Verdict.EXCLUDED)
            assert (trial.change in (Forced.PINNED, Forced.KEPT)) <= (
                row.verdict is not Verdict.SUPPRESSED
            )
        else:
            assert trial.change.wanted is not Wanted.OUT
            assert level(trial.report, kind, item.subject) > now


def _row(report: InjectionReport, key: str) -> LedgerEntry:
    place = list(ItemKind).index(ItemKind(key.partition(":")[0]))
    rows = report.ledger.parts[place]
    return next(row for row in rows if row.subject == key.partition(":")[2])
