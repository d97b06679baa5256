"""Charts, trees and JSON of discipline say what the report says."""

import itertools
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import discipline
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.strips import strips_drawing
from inspector.stages.discipline.charts import series_chart, series_drawing, steps_chart
from inspector.stages.discipline.result_view import key_at, marked_json, result_view, state_tree
from tests.core.discipline.hot_states import FINITE_JSON, HOT_STATES, LIMITS, SWITCHES
from tests.shared.discipline_input import GROWING, STATE, result_of, turn
from tests.shared.examples import examples

TIGHT = {"max_hot_state_tokens": 70, "max_artifact_index_entries": 3}


@given(HOT_STATES, LIMITS, SWITCHES)
def test_the_parts_of_a_bar_always_add_up_to_the_tokens_of_its_state(state, limits, switches):
    report = discipline(state, limits=limits, **switches)
    chart = steps_chart(report, 100)
    assert len(chart.strips) == len(report.steps)
    for bar, step in zip(chart.strips, report.steps, strict=True):
        if step.tried:
            assert sum(part.tokens for part in bar.segments) == step.tokens_after
            assert all(part.tokens >= 0 for part in bar.segments)
        else:
            assert bar.segments == ()
    ET.fromstring(drawing_svg(strips_drawing(chart, 700, measured)))


def test_a_bar_marks_what_the_next_step_takes_out():
    given_bar, compressed, referenced = result_view(result_of(limits=TIGHT)).steps.strips

    def leaving(strip):
        return [one.key for one in strip.segments if "next step" in one.tip]

    assert leaving(given_bar) == ["field:accepted_decisions", "field:open_questions"]
    assert leaving(compressed) == ["field:artifact_index"]
    assert leaving(referenced) == []


@given(st.dictionaries(st.text(max_size=6), FINITE_JSON, max_size=5))
def test_every_part_of_any_json_object_is_in_the_tree_and_has_its_lines(value):
    tree = state_tree(value, discipline(value))
    marked = marked_json(value)
    waiting, keys = list(tree), []
    while waiting:
        node = waiting.pop()
        keys.append(node.key)
        waiting += node.children
    assert len(keys) == len(set(keys))
    assert set(keys) == set(marked.lines)
    count = marked.text.count("\n") + 1
    assert all(0 <= first <= last < count for first, last in marked.lines.values())


def test_a_line_leads_to_the_smallest_part_around_it():
    marked = marked_json(STATE)
    lines = marked.text.split("\n")
    at = next(number for number, line in enumerate(lines) if "Winter" in line)
    assert key_at(marked, at) == "part:/accepted_decisions/1"
    assert key_at(marked, 0) is None


def test_the_tree_has_tokens_before_and_after_and_what_is_wrong():
    tree = {node.field: node for node in result_view(result_of(limits=TIGHT)).tree}
    assert tree["accepted_decisions"].after == 0
    assert tree["objective"].after == tree["objective"].tokens
    wrong = result_view(result_of(hot_state=STATE | {"risk_level": "huge"})).tree
    assert {node.field for node in wrong if node.problem} == {"risk_level"}


@examples(15)
@given(
    st.lists(st.tuples(st.integers(0, 3000), st.sampled_from("ab")), max_size=60),
    st.integers(100, 1400),
    st.integers(60, 900),
)
def test_turns_of_a_chart_never_overlap_and_fill_its_width(sizes, width, height):
    turns = [
        turn(1, tokens, session_id=session).model_dump(mode="json") for tokens, session in sizes
    ]
    chart = series_chart(result_of(turns=turns))
    drawing = series_drawing(chart, width, height, measured, 0)
    spots = [hit for hit in drawing.hits if hit.key.startswith("turn:")]
    assert len(spots) == len(turns) or len(turns) > width - 70
    for left, right in itertools.pairwise(spots):
        assert left.x + left.width <= right.x + 1e-6
    ET.fromstring(drawing_svg(drawing))


def test_a_series_with_more_turns_than_pixels_has_a_place_a_pixel():
    turns = [turn(1, 100 + n % 7).model_dump(mode="json") for n in range(3000)]
    drawing = series_drawing(series_chart(result_of(turns=turns)), 500, 400, measured)
    assert 0 < len(drawing.hits) <= 500
    assert sum(len(item.points) for item in drawing.items if hasattr(item, "points")) < 10_000


def test_warnings_are_marked_in_the_panel_they_are_about():
    chart = series_chart(result_of(turns=[one.model_dump(mode="json") for one in GROWING]))
    hot_state, index, prompt = chart.panels
    assert hot_state.warned == {4}
    assert index.warned == prompt.warned == frozenset()
    assert "rose 4 times" in chart.tips[4]


@pytest.mark.parametrize("limit", ["abc", float("nan"), -5])
def test_a_limit_that_is_of_no_use_still_has_charts(limit):
    turns = [one.model_dump(mode="json") for one in GROWING]
    view = result_view(result_of(limits={"max_hot_state_tokens": limit}, turns=turns))
    ET.fromstring(drawing_svg(series_drawing(view.series, 600, 400, measured)))
    ET.fromstring(drawing_svg(strips_drawing(view.steps, 600, measured)))
