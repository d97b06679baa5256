"""A plot as numbers and as a picture: steps, round numbers, titles that do not meet, keys."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.present.plot import (
    NEAR,
    AxisStretch,
    Curve,
    Panel,
    Plot,
    Ribbon,
    Scale,
    Spot,
    Value,
    spot_near,
    title_places,
)
from inspector.present.plot_svg import plot_svg

STEPS = np.array([0.0, 0.25, 0.5]), np.array([1.0, 3.0, 2.0])
PLOT = Plot(
    "All marks <&>",
    Scale("Share", 0.0, 1.0, "{:g}".format),
    (
        Panel(
            Scale("Height", 0.0, 4.0, "{:g}".format),
            (Curve("curve", "A curve", *STEPS, "muted"),),
            (Ribbon("ribbon", "A ribbon", *STEPS, STEPS[1] + 1, "accent"),),
            (AxisStretch("stretch", "A stretch", 0.2, 0.4, "accent"),),
            (
                Spot("spot", "A spot", 0.5, 2.0, "what is so"),
                Spot("bare", "", 0.1, 1.0, "here"),
                Spot("drawn", "", 0.9, 1.0, "there", drawn=True),
            ),
        ),
    ),
    (Value("value", "now", 0.3, "text"),),
)
KEYS = {"curve", "ribbon", "stretch", "spot", "drawn", "value"}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0, 1))
def test_a_height_always_holds_until_the_next_begins(starts, value):
    ascending = np.array(sorted({0.0, *starts}))
    curve = Curve("", "", ascending, np.arange(len(ascending), dtype=float), "muted")
    assert curve.at(np.array([value]))[0] == max(
        place for place, start in enumerate(ascending.tolist()) if start <= value
    )


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(1, 12))
def test_round_numbers_never_lie_outside_and_are_never_many_more_than_asked_for(low, wide, count):
    scale = Scale("", low, low + wide, str)
    ticks = scale.ticks(low, low + wide, count)
    assert len(ticks) <= count + 1
    assert all(low - 1e-6 * wide <= tick <= low + wide + 1e-6 * wide for tick in ticks)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_number_within_a_pixel_is_always_in_it(first, last):
    low, high = sorted((first, last))
    assert low <= Scale("", 0.0, 1.0, str).within(low, high) <= high


@pytest.mark.parametrize(("first", "last", "meant"), [(2.2, 3.1, 3), (-5, 0.5, 0), (11, 12, 9)])
def test_an_axis_of_whole_numbers_only_has_whole_numbers(first, last, meant):
    assert Scale("", 0, 9, str, whole=True).within(first, last) == meant


PLACES = st.tuples(st.floats(0, 300), st.floats(0, 200), st.floats(5, 60))


@given(st.lists(PLACES, max_size=12))
def test_titles_never_lie_over_each_other_or_below_the_field(spots):
    corners = title_places(spots, (300, 200), 15)
    boxes = [
        (corner[0], corner[1], wide)
        for corner, (_, _, wide) in zip(corners, spots, strict=True)
        if corner is not None
    ]
    for number, (x, y, wide) in enumerate(boxes):
        assert y + 15 <= 200
        for other_x, other_y, other_wide in boxes[:number]:
            beside = x + wide <= other_x or other_x + other_wide <= x
            assert beside or abs(y - other_y) >= 15


def test_a_spot_with_a_title_goes_before_a_nearer_one_without():
    spots, titled = [(10.0, 10.0), (14.0, 10.0)], [False, True]
    assert spot_near(spots, titled, 10, 10) == 1
    assert spot_near(spots, titled, 10 - NEAR, 10) == 0
    assert spot_near(spots, titled, 100, 100) is None


def test_the_picture_holds_every_mark_by_its_key_and_tells_what_each_look_is():
    tree = ET.fromstring(plot_svg(PLOT, 300))
    assert {one.get("id") for one in tree.iter()} - {None} == KEYS
    texts = [one.text for one in tree.iter() if one.tag.endswith("text")]
    for said in ("All marks <&>", "Share", "Height", "A curve", "A ribbon", "A stretch", "A spot"):
        assert said in texts
    assert "now 0.3" in texts


def test_a_plot_without_panels_only_says_what_it_is():
    tree = ET.fromstring(plot_svg(Plot("Nothing", PLOT.scale, ()), 300))
    assert [one.text for one in tree.iter() if one.tag.endswith("text")] == ["Nothing"]
