"""The marks of the budget bar: the picture holds all of them, lower tiers included."""

import xml.etree.ElementTree as ET

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_geometry import bar_geometry
from inspector.stages.injection.bar_marks import bar_marks
from inspector.stages.injection.bar_parts import Caption, Patch, Rule, Words
from inspector.stages.injection.bar_svg import MARGIN, WIDTH, bar_svg, measured
from tests.shared.samples import FOLDER

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def bar():
    session = load_session(FOLDER / "securities-fraud" / "session.inspector.json").value
    return budget_bar(InjectionRuns().run(session).report)


@pytest.fixture(scope="module")
def marks(bar):
    geometry = bar_geometry(bar.without_expectations, WIDTH - 2 * MARGIN, measured)
    return geometry, list(bar_marks(geometry, measured))


def test_the_picture_holds_every_mark(bar, marks):
    tree = ET.fromstring(bar_svg(bar))
    drawn = tree.find(f"{SVG}g")
    texts = [one.text for one in drawn.iter(f"{SVG}text")]
    assert texts == [one.text for one in marks[1] if isinstance(one, Words | Caption)]
    assert len(drawn.findall(f"{SVG}path")) == sum(isinstance(one, Rule) for one in marks[1])
    said = [one.text for one in drawn.iter(f"{SVG}title")]
    assert said == [
        one.segment.text for one in marks[1] if isinstance(one, Patch) and one.segment is not None
    ]


def test_a_card_at_a_lower_tier_is_drawn_in_a_part_of_its_height(bar, marks):
    geometry, every = marks
    faint = [one for one in every if isinstance(one, Patch) and one.faint and one.box is not None]
    assert faint
    filled = geometry.box("filled")
    assert {(one.y, one.height) for one in faint} == {(filled.top, filled.height)}
    drawn = ET.fromstring(bar_svg(bar)).find(f"{SVG}g")
    pale = [one for one in drawn.iter(f"{SVG}rect") if one.get("fill-opacity")]
    assert len(pale) == len(faint) + 1  # one stands in the legend


def test_what_is_not_exposed_is_not_drawn_but_lines_across_are(marks):
    geometry, every = marks
    budget = geometry.box("budget")
    some = list(bar_marks(geometry, measured, (budget.top, budget.top + 5)))
    assert set(map(repr, some)) < set(map(repr, every))
    assert {one.box.strip.name for one in some if isinstance(one, Patch) and one.box} == {"budget"}
    assert any(isinstance(one, Rule) for one in some)
