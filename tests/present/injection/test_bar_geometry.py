"""Where everything of the budget bar lies."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.independent import independent_run
from inspector.analysis.tuning.split import splits_of
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import inject
from inspector.present.drawing import LINE, top_of
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_geometry import MARGIN, NARROW, BarGeometry, bar_geometry
from inspector.stages.injection.bar_parts import pixel_runs
from inspector.stages.injection.bar_strip import GROUPS
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


def measure(text: str) -> float:
    return 7.0 * len(text)


def run(cards=20, total=600, lengths=10, **fields) -> InjectionReport:
    kinds = ("entity", "procedure", "event")
    candidates = candidate_set(
        [card(f"c{n:03}", 1 - n / 999, lengths, kind=kinds[n % 3]) for n in range(cards)],
        [bucket("b", file("f1", 0.9), file("f2", 0.8, text=900))],
    )
    return inject(request(**fields), candidates, policy(total), CHARACTERS)


def chart(cards=20, total=600, width=900.0, was=None, lengths=10, **fields) -> BarGeometry:
    report = run(cards, total, lengths, **fields)
    bar = budget_bar(report, independent_run(report))
    return bar_geometry(bar, width, measure, splits_of(report), was)


def test_both_budgets_and_what_is_used_have_one_scale():
    geometry = chart(total=2000)
    before, budget, filled = (geometry.box(name) for name in ("before", "budget", "filled"))
    assert before.scale == budget.scale == filled.scale
    assert budget.width == filled.width
    widest = max(before, budget, key=lambda box: box.width)
    assert widest.left + widest.width == pytest.approx(geometry.width - MARGIN)


def test_a_budget_much_smaller_than_two_keeps_half_the_width_and_says_so():
    geometry = chart(cards=60, total=100)
    before, budget = geometry.box("before"), geometry.box("budget")
    assert before.strip.total > 2 * budget.strip.total
    assert budget.width == pytest.approx(before.width / 2)
    assert any(caption.text.startswith("drawn at 1 : ") for caption in geometry.captions)


def test_the_ghost_stands_where_the_divider_was_and_the_axis_says_both():
    geometry = chart(total=2000, was=0.25)
    assert geometry.was == pytest.approx(geometry.box("budget").x(500))
    texts = [caption.text for caption in geometry.captions]
    assert {"50 %", "25 %"} <= set(texts)
    assert chart().was is None


EXPECTING = {"expect": {"must_include": ["c000"], "must_exclude": ["c001"]}}


def test_the_strip_of_expectations_is_under_the_divider_and_as_wide_as_the_budget():
    geometry = chart(total=2000, **EXPECTING)
    strip, budget = geometry.columns, geometry.box("budget")
    assert strip.lefts[0] == round(budget.left)
    assert strip.rights[-1] == round(budget.left + budget.width)
    assert geometry.expectations.top >= geometry.box("filled").top
    assert chart().columns is None


def test_its_room_is_kept_while_the_splits_are_worked_out():
    report = run(**EXPECTING)
    bar = budget_bar(report, independent_run(report))
    later = bar_geometry(bar, 900, measure, splits_of(report))
    before = bar_geometry(bar, 900, measure)
    assert before.expectations.top == later.expectations.top
    assert [box.top for box in before.boxes] == [box.top for box in later.boxes]


def test_the_divider_is_hit_before_the_segments_beside_it():
    geometry = chart()
    top = geometry.box("budget").top + 2
    assert geometry.hit(geometry.divider + 3, top).divider
    assert geometry.hit(geometry.divider - 30, top).place == 0
    assert geometry.hit(geometry.divider + 30, top).place == 1
    assert geometry.hit(geometry.divider, 100_000) is None


def test_the_share_at_a_point_is_that_of_a_divider_there():
    geometry = chart()
    assert geometry.share_at(geometry.divider) == pytest.approx(0.5)
    assert geometry.share_at(-100) == 0
    assert geometry.share_at(1e6) == 1


def test_what_stays_beside_is_drawn_smaller_where_it_does_not_fit_and_says_so():
    small, large = chart(cards=5, total=2200), chart(cards=500)
    assert small.box("left_out").scale == small.box("budget").scale
    dropped = large.box("left_out")
    assert dropped.scale < large.box("budget").scale
    assert dropped.left + dropped.width <= large.width
    assert any(caption.text.startswith("drawn at 1 : ") for caption in large.captions)
    assert not any(caption.text.startswith("drawn at") for caption in small.captions)


def test_captions_say_how_many_and_how_many_tokens():
    texts = [caption.text for caption in chart(cards=500).captions]
    assert "nothing suppressed" in texts
    assert any(" left out: " in text for text in texts)


def test_a_narrow_chart_leaves_the_totals_out():
    texts = [caption.text for caption in chart(width=NARROW).captions]
    assert "600" not in texts
    assert "600" in [caption.text for caption in chart(width=NARROW + 1).captions]


def test_the_legend_names_every_group_that_has_no_name_beside_it_once():
    geometry = chart(cards=500)
    drawn = {GROUPS[code] for box in geometry.boxes for code in np.unique(box.strip.groups)}
    named = [entry.group for entry in geometry.legend if not entry.reduced]
    assert sorted(named) == sorted(drawn - {"knowledge", "bucket"})


@given(width=st.floats(150, 3000), cards=st.integers(0, 40), total=st.integers(0, 900))
def test_nothing_ever_lies_outside_of_the_chart_or_over_something_else(width, cards, total):
    geometry = chart(cards, total, width)
    for entry in geometry.legend:
        assert entry.top + LINE <= geometry.height
    lines: dict[float, list[tuple[float, float]]] = {}
    for entry in geometry.legend:
        lines.setdefault(entry.top, []).append((entry.x, entry.x + entry.width))
    for spans in lines.values():
        ordered = sorted(spans)
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(ordered))
    tops = [(box.top, box.top + box.height) for box in geometry.boxes[:4]]
    for caption in geometry.captions:
        assert top_of(caption) + LINE <= geometry.height
    assert all(upper[1] <= lower[0] for upper, lower in itertools.pairwise(tops))


def test_a_chart_without_a_budget_has_no_divider():
    geometry = chart(total=0)
    assert geometry.divider is None
    assert geometry.was is None


@given(st.integers(1, 60), st.integers(100, 900), st.floats(200, 1200))
def test_the_painted_stretches_always_cover_a_strip_without_gaps(cards, total, width):
    for box in chart(cards, total, width).boxes:
        runs = pixel_runs(box)
        assert np.array_equal(runs.lefts[1:], runs.rights[:-1])
        assert (runs.rights > runs.lefts).all()
        if len(runs.lefts):
            assert runs.lefts[0] == round(box.left)
            assert runs.rights[-1] == round(box.left + box.width)


def test_segments_too_narrow_to_tell_apart_are_painted_as_columns_of_pixels():
    geometry = chart(cards=1500, total=22_500)
    runs = pixel_runs(geometry.box("filled"))
    assert len(runs.lefts) < 50
    assert not runs.whole[0]
    assert len(geometry.box("filled").strip) > 900


def test_how_much_smaller_a_row_is_drawn_is_said_in_digits_however_much_it_is():
    huge = chart(lengths=80_000)
    (said,) = (one.text for one in huge.captions if one.text.startswith("drawn at"))
    assert re.fullmatch(r"drawn at 1 : \d{1,3}(,\d{3})+", said)
    assert said.endswith("0")  # three figures of more
