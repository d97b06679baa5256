"""The budget bar as numbers."""

import itertools
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.split import splits_of
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.present.cells import Cells
from inspector.present.drawing import Words
from inspector.present.strips import strips_drawing
from inspector.session.session import Session
from inspector.stages.injection.bar import (
    NAMED,
    BudgetBar,
    bar_strips,
    bar_svg,
    budget_bar,
    staged,
)
from inspector.stages.injection.bar_cells import met_items
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    injected,
    policy,
    request,
)


def run(
    total=600, strategy=Strategy.COVERAGE, cards=None, buckets=None, **fields
) -> InjectionReport:
    if cards is None:
        cards = [
            card("alpha", 0.9, kind="entity", lengths={"standard": 40}),
            card("beta", 0.8, kind="procedure"),
            card("gamma", 0.7, kind="interaction_policy"),
            card("delta", 0.6, kind="decision"),
            card("twin", 0.5, kind="entity", file="b:f1"),
            card("giant", 0.4, compact=5000),
        ]
    if buckets is None:
        buckets = [
            bucket("b", file("f1", 0.9), file("f2", 0.8, text=900), background="z" * 20),
        ]
    asked = fields.pop("request", {})
    return injected(cards, buckets, total, rules=fields, strategy=strategy, **asked)


def session_of(overrides: Overrides) -> Session:
    cards = [card(name, 0.9, kind="entity") for name in ("alpha", "beta", "gamma", "delta")]
    files = bucket("b", file("f1", 0.9), file("f2", 0.8, text=90), file("f3", 0.7), file("f4", 0.6))
    return Session(
        candidates=candidate_set(cards, [files]),
        request=request(),
        policy=policy(600),
        overrides=overrides,
    )


def groups(cells: Cells) -> list[str]:
    return [cells.part(place) for place in range(len(cells))]


def words(cells: Cells) -> list[str]:
    return [cells.segment(place).tip for place in range(len(cells))]


def measure(text: str) -> float:
    return 7.0 * len(text)


def drawing(report: InjectionReport, width=900.0, was=None, splits=None):
    bar = budget_bar(report, independent_run(report))
    return strips_drawing(bar_strips(bar, measure, splits, was), width, measure)


def chart(**fields) -> BudgetBar:
    return budget_bar(run(**fields))


def test_the_filled_strip_is_as_long_as_the_budget():
    assert chart().filled.total == 600


@given(
    total=st.integers(0, 900),
    share=st.floats(0, 1),
    strategy=st.sampled_from(list(Strategy)),
    window=st.integers(0, 2000),
)
def test_strips_of_a_budget_always_close(total, share, strategy, window):
    report = run(
        total,
        strategy,
        request={"model": {"name": "m", "context_window": window, "encoding": "characters"}},
        knowledge_card_share_default=share,
    )
    bar = budget_bar(report)
    assert bar.filled.total == bar.total
    for strip in (bar.filled, bar.beside):
        assert np.array_equal(strip.starts[1:], (strip.starts + strip.sizes)[:-1])
        assert len(words(strip)) == len(strip)


def test_cards_stand_by_kind_and_then_in_order_of_relevance():
    assert groups(chart().filled)[:5] == [
        "entity",
        "other",
        "procedure",
        "interaction_policy",
        "overhead",
    ]


def test_a_segment_says_name_kind_verdict_tier_and_tokens():
    strip = chart(total=150).filled
    assert words(strip)[0] == "Alpha\nentity · reduced · compact · 10 tokens"


def test_what_is_not_in_is_counted_with_files_and_backgrounds():
    assert words(chart().beside)[0] == "Twin\nentity · suppressed · 10 tokens"
    starved = chart(total=20)
    keys = [starved.beside.segment(place).key for place in range(len(starved.beside))]
    assert keys[-3:] == ["background:b", "file:b:f2", "file:b:f1"]
    assert sum(one.tokens for one in starved.out) == starved.beside.total == 6067


def test_every_cause_is_a_stretch_of_what_is_left_out():
    limits = Overrides(top_k=2, exclude=("beta", "b:f2"))
    report = InjectionRuns(lambda _encoding: CHARACTERS).run(session_of(limits)).report
    bar = budget_bar(report)
    found = set(groups(bar.beside))
    assert found == {one.cause.code for one in bar.out if one.tokens}
    assert {"cut", "by-hand"} <= found


def test_every_cause_has_an_entry_that_leads_to_its_rows_also_where_it_has_none():
    keys = [one.key for one in bar_strips(chart(), measure).keys]
    assert keys == ["suppressed", "no-room", "cut", "by-hand", "title-only"]


def test_on_a_stage_no_cause_is_named_that_keeps_nothing_out():
    bar = chart()
    keys = [one.key for one in staged(bar_strips(bar, measure)).keys]
    assert keys == [one.cause.code for one in bar.out if one.items]
    assert 0 < len(keys) < len(bar.out)


def test_beyond_a_limit_ghosts_are_one_segment_that_says_how_many():
    cards = [card(f"c{place:03}", 0.5, compact=1000) for place in range(NAMED + 7)]
    bar = chart(cards=cards, buckets=[])
    assert words(bar.beside)[-1] == "7 more cards, 7,000 tokens"


@pytest.mark.parametrize("key", ["card:alpha", "card:beta", "file:b:f1", "balance:bucket.unused"])
def test_a_subject_is_found_by_its_key(key):
    strip = chart().filled
    place = strip.place_of(key)
    assert place is not None
    assert strip.segment(place).key == key


@pytest.mark.parametrize("key", ["", "card:nobody", "card:twin", "file:b:nothing"])
def test_a_subject_without_a_segment_is_not_found(key):
    assert chart().filled.place_of(key) is None


def test_the_segment_at_a_distance_is_the_one_that_covers_it():
    strip = chart().filled
    for place in range(len(strip)):
        middle = strip.starts[place] + strip.sizes[place] / 2
        assert strip.place_at(middle) == place
    assert strip.place_at(strip.total) is None
    assert strip.place_at(-1) is None


def test_the_divider_is_free_while_both_halves_share_the_budget():
    bar = chart()
    assert bar.movable
    assert bar.divider == 300


def test_what_belongs_to_neither_half_is_in_none():
    bar = chart(bucket_content_share_default=0.3)
    assert (bar.divider, bar.bucket_half, bar.total) == (300, 180, 600)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"request": {"direct_target_refs": ["b"]}}, "fixed at 20 : 80"),
        ({"cards": []}, "no knowledge cards"),
        ({"buckets": []}, "no bucket content"),
        ({"total": 0}, "nothing to divide"),
    ],
)
def test_a_fixed_divider_says_why(fields, reason):
    bar = chart(**fields)
    assert not bar.movable
    assert reason in bar.fixed_because


# Where it lies ---------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [100, 600, 6000])
def test_two_budgets_and_one_always_have_one_scale(total):
    placed = drawing(run(total))
    assert placed.box("before").scale == placed.box("filled").scale
    assert placed.divider.width == pytest.approx(total * placed.box("filled").scale)


def test_what_is_not_in_has_the_same_scale_unless_it_would_hide_what_it_is_beside():
    files = [file(f"f{n}", 0.5, text=300) for n in range(40)]
    small, large = drawing(run(2000)), drawing(run(600, buckets=[bucket("b", *files)]))
    assert small.box("beside").scale != 0
    assert large.box("beside").scale < large.box("filled").scale
    said = [one.text for one in large.items if isinstance(one, Words)]
    assert any(text.startswith("not to scale") for text in said)


def test_the_divider_is_where_the_budget_is_divided_and_tells_where_it_was():
    placed = drawing(run(2000), was=0.25)
    assert placed.divider.x == pytest.approx(placed.divider.left + placed.divider.width / 2)
    assert placed.divider.was == pytest.approx(placed.divider.left + placed.divider.width / 4)
    assert placed.divider.at(placed.divider.x) == pytest.approx(0.5)
    assert placed.divider.at(-100) == 0
    assert placed.divider.at(1e6) == 1
    assert {"50 %", "25 %"} <= {one.text for one in placed.items if isinstance(one, Words)}


def test_the_track_of_expectations_keeps_its_room_while_the_splits_are_worked_out():
    report = run(2000, request={"expect": {"must_include": ["alpha"], "must_exclude": ["beta"]}})
    before, later = drawing(report), drawing(report, splits=splits_of(report))
    assert before.height == later.height
    assert [box.top for box in before.boxes] == [box.top for box in later.boxes]
    _, top, bottom = later.tracks[0]
    middle = later.divider.left + later.divider.width * 0.9
    assert "of 2 expectations met" in later.tip_at(middle, (top + bottom) / 2)


def test_the_track_says_the_best_and_hatches_what_is_met_in_a_part_of_a_pixel():
    report = run(2000, request={"expect": {"must_include": ["alpha"]}})
    splits = splits_of(report)
    boxes = list(met_items(splits, 10, 5, 300, 10))
    assert boxes[0].x == 10
    assert sum(one.width for one in boxes) == 300
    assert {one.fill for one in boxes} <= {
        "part:met-fill",
        "part:partly_met-fill",
        "part:unmet-fill",
    }


@given(width=st.floats(300, 3000), total=st.integers(0, 900))
def test_nothing_ever_lies_below_the_chart_or_over_another_strip(width, total):
    placed = drawing(run(total), width)
    ends = [(box.top, box.top + box.height) for box in placed.boxes]
    assert all(upper[1] <= lower[0] for upper, lower in itertools.pairwise(ends))
    assert all(one.y <= placed.height for one in placed.items if isinstance(one, Words))
    assert all(hit.y + hit.height <= placed.height for hit in placed.hits)


def test_a_chart_without_a_budget_has_no_divider():
    assert drawing(run(0)).divider is None


def test_the_picture_says_every_cell_that_is_drawn_by_itself():
    bar = budget_bar(run())
    drawn = ET.fromstring(bar_svg(bar))
    said = {one.text for one in drawn.iter("{http://www.w3.org/2000/svg}title")}
    assert words(bar.filled)[0] in said
