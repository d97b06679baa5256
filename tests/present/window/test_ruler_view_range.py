"""Zooming and panning never leave the line, and keep what is under the pointer."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inspector.stages.window.ruler import ruler
from inspector.stages.window.ruler_geometry import moved, widest, zoomed
from tests.shared.window_input import chunk_lists, placed

LIMITS = (-100.0, 900.0)
tokens = st.floats(-5_000, 5_000)
factors = st.floats(0.01, 100)


@st.composite
def views(draw):
    begin = draw(st.floats(-100, 890))
    return begin, draw(st.floats(begin + 8, 900))


@given(views(), tokens)
def test_panning_stays_within_the_limits_and_keeps_the_width(view, shift):
    begin, end = moved(view, shift, LIMITS)
    assert LIMITS[0] - 1e-6 <= begin < end <= LIMITS[1] + 1e-6
    assert end - begin == pytest.approx(view[1] - view[0])


@given(views(), st.floats(0, 1), factors)
def test_zooming_stays_within_the_limits(view, part, factor):
    at = view[0] + part * (view[1] - view[0])
    begin, end = zoomed(view, at, factor, LIMITS)
    assert LIMITS[0] - 1e-6 <= begin < end <= LIMITS[1] + 1e-6
    assert end - begin >= 8 - 1e-6


@given(views(), st.floats(0, 1), st.floats(1, 50))
def test_zooming_in_keeps_what_is_under_the_pointer(view, part, factor):
    assume((view[1] - view[0]) / factor >= 8)
    at = view[0] + part * (view[1] - view[0])
    begin, end = zoomed(view, at, factor, LIMITS)
    assert (at - begin) / (end - begin) == pytest.approx(part, abs=1e-6)


@given(chunk_lists(), st.integers(0, 200))
def test_the_widest_view_holds_every_chunk_and_the_window(chunks, room):
    shown = ruler(placed(chunks, room=room))
    begin, end = widest(shown)
    assert begin <= shown.begin
    assert end >= shown.end
    assert (begin, end)[0] <= shown.window[0]
    assert end >= shown.window[1]
