"""The shapes of the budget bar: the picture holds all of them, lower tiers included."""

import xml.etree.ElementTree as ET

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session
from inspector.present.drawing import Box, Rule, Words
from inspector.present.drawing_svg import measured
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_geometry import bar_geometry
from inspector.stages.injection.bar_items import MARGIN, WIDTH, bar_items, bar_svg
from tests.shared.samples import FOLDER

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def bar():
    session = load_session(FOLDER / "securities-fraud" / "session.inspector.json").value
    return budget_bar(InjectionRuns().run(session).report)


@pytest.fixture(scope="module")
def items(bar):
    geometry = bar_geometry(bar.without_expectations, WIDTH - 2 * MARGIN, measured)
    return geometry, list(bar_items(geometry, measured, told=True))


def test_the_picture_holds_every_shape(bar, items):
    drawn = ET.fromstring(bar_svg(bar)).find(f"{SVG}g")
    texts = [one.text for one in drawn.iter(f"{SVG}text")]
    assert texts == [one.text for one in items[1] if isinstance(one, Words)]
    assert len(drawn.findall(f"{SVG}line")) == sum(isinstance(one, Rule) for one in items[1])
    said = [one.text for one in drawn.iter(f"{SVG}title")]
    assert said == [one.tip for one in items[1] if isinstance(one, Box) and one.tip]
    segments = {one.text for box in items[0].boxes for one in segments_of(box)}
    assert said
    assert segments >= set(said)


def segments_of(box):
    return [box.strip.segment(place) for place in range(len(box.strip))]


def test_a_card_at_a_lower_tier_is_drawn_in_a_part_of_its_height(bar, items):
    geometry, every = items
    filled = geometry.box("filled")
    faint = [one for one in every if isinstance(one, Box) and one.opacity < 1]
    cards = [one for one in faint if one.y == filled.top]
    assert cards
    assert {one.height for one in cards} == {filled.height}
    drawn = ET.fromstring(bar_svg(bar)).find(f"{SVG}g")
    pale = [one for one in drawn.iter(f"{SVG}rect") if one.get("fill-opacity")]
    assert len(pale) == len(faint) == len(cards) + 1  # one stands in the legend


def test_what_is_not_exposed_is_not_drawn_but_lines_across_are(items):
    geometry, every = items
    budget = geometry.box("budget")
    some = list(bar_items(geometry, measured, (budget.top, budget.top + 5), told=True))
    assert set(some) < set(every)
    assert {one.y for one in some if isinstance(one, Box) and one.tip} == {budget.top}
    assert any(isinstance(one, Rule) for one in some)
