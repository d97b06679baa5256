"""The ruler: every chunk once, where the placement put it, as high as its priority."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.placement import place
from inspector.stages.window.ruler import SpanOrder, ruler
from inspector.stages.window.ruler_geometry import ChunkHit, ruler_geometry
from inspector.stages.window.ruler_items import ruler_svg
from inspector.stages.window.words import FAMILIES, family_of
from tests.shared.window_input import NOW, chunk, chunk_lists, placed

ROOM = 1_000
orders = st.sampled_from(list(SpanOrder))


def small():
    """Three chunks in a room of 250: the second to be considered does not fit."""
    return placed(
        [
            chunk("history", 100),
            chunk("big", 200, type="tool_output"),
            chunk("ask", 100, type="current_user_prompt"),
        ],
        room=250,
    )


def geometry(shown, view=None, width=1_000.0, height=400.0):
    return ruler_geometry(shown, width, height, view or (shown.begin, shown.end), len)


def names(shown, *, is_placed):
    count = len(shown.placed if is_placed else shown.dropped)
    return [shown.name(placed=is_placed, place=place) for place in range(count)]


def test_placed_chunks_follow_each_other_in_selection_order():
    shown = ruler(small())
    assert names(shown, is_placed=True) == ["ask", "history"]
    assert shown.placed.starts.tolist() == [0, 100]


def test_in_original_order_the_spans_are_those_of_the_layout():
    shown = ruler(small(), SpanOrder.ORIGINAL)
    assert names(shown, is_placed=True) == ["history", "ask"]


def test_a_dropped_chunk_hangs_where_it_would_have_begun_and_knows_its_rival():
    shown = ruler(small())
    assert names(shown, is_placed=False) == ["big"]
    assert shown.dropped.starts.tolist() == [100]
    assert shown.rival(0) == names(shown, is_placed=True).index("ask")
    assert "beaten by ask" in shown.text(placed=False, place=0)


def test_the_text_of_a_span_has_its_priority_in_parts():
    relevant = chunk("doc", 10, days_old=5, metadata={"rag_match_metadata": {"relevance": 0.5}})
    shown = ruler(placed([relevant]))
    assert "priority 175.00 = base 150.00 + recency 15.00 + relevance 10.00" in shown.text(
        placed=True, place=0
    )


@given(chunk_lists(), st.integers(0, 200), orders)
def test_every_chunk_is_on_the_ruler_once_and_none_overlap(chunks, room, order):
    report = placed(chunks, room=room)
    shown = ruler(report, order)
    found = [*names(shown, is_placed=True), *names(shown, is_placed=False)]
    assert sorted(found) == sorted(one.id for one in report.outcome.chunks)
    for spans in (shown.placed, shown.dropped):
        ends = spans.starts + spans.sizes
        assert (spans.starts[1:] >= ends[:-1]).all()


@given(chunk_lists(), st.integers(0, 200))
def test_spans_are_those_of_the_report(chunks, room):
    report = placed(chunks, room=room)
    for order, expected in (
        (SpanOrder.SELECTION, report.token_spans),
        (SpanOrder.ORIGINAL, report.layout_spans),
    ):
        spans = ruler(report, order).placed
        assert [(s, s + w) for s, w in zip(spans.starts, spans.sizes, strict=True)] == list(
            expected
        )


@given(chunk_lists(), st.integers(0, 200), st.booleans())
def test_parts_add_up_to_the_height(chunks, room, business):
    report = placed(chunks, room=room, options={"include_business_boost": business})
    shown = ruler(report)
    for spans in (shown.placed, shown.dropped):
        assert np.allclose(spans.parts.sum(axis=1), spans.heights)


@given(chunk_lists(), st.integers(0, 200), orders)
def test_a_point_inside_a_span_hits_it(chunks, room, order):
    shown = ruler(placed(chunks, room=room), order)
    laid_out = geometry(shown)
    for is_placed, spans in ((True, shown.placed), (False, shown.dropped)):
        for at in range(len(spans)):
            if spans.sizes[at] == 0:
                continue
            x = laid_out.x(float(spans.starts[at] + spans.sizes[at] / 2))
            y = (laid_out.line - 1) if is_placed else (laid_out.below + 1)
            assert laid_out.hit(x, y) == ChunkHit(is_placed, at)


@given(chunk_lists(), st.integers(0, 200), st.floats(0.001, 1), st.floats(0, 1))
def test_runs_stay_in_view_and_do_not_overlap(chunks, room, part, offset):
    shown = ruler(placed(chunks, room=room))
    wide = (shown.end - shown.begin) * part
    begin = shown.begin + offset * (shown.end - shown.begin - wide)
    laid_out = geometry(shown, (begin, begin + wide))
    for is_placed in (True, False):
        runs = laid_out.runs(placed=is_placed)
        assert (runs.lefts >= laid_out.left - 1).all()
        assert (runs.rights <= laid_out.left + laid_out.inner + 1).all()
        whole = np.sort(runs.lefts[runs.whole]), np.sort(runs.rights[runs.whole])
        assert (whole[0][1:] >= whole[1][:-1]).all()


def test_thousands_of_spans_are_drawn_as_no_more_columns_than_pixels():
    shown = ruler(placed([chunk(f"c{n}", 10) for n in range(20_000)], room=150_000))
    laid_out = geometry(shown)
    for is_placed in (True, False):
        assert len(laid_out.runs(placed=is_placed).places) <= laid_out.inner + 1


def test_a_column_shows_the_highest_of_its_spans():
    many = [chunk(f"c{n}", 1, type="rag_generic_chunk") for n in range(5_000)]
    top = chunk("top", 1, type="current_user_prompt")
    report = placed([*many[:2_500], top, *many[2_500:]])
    shown = ruler(report, SpanOrder.ORIGINAL)
    runs = geometry(shown).runs(placed=True)
    assert 2_500 in runs.places.tolist()


def test_heights_have_one_scale_above_and_below_the_line():
    laid_out = geometry(ruler(small()))
    above, below = (
        laid_out.box(ChunkHit(placed=True, place=0)),
        laid_out.box(ChunkHit(placed=False, place=0)),
    )
    assert (above[3] - above[1]) / 190 == pytest.approx((below[3] - below[1]) / 170)


@pytest.mark.parametrize("size", [(80.0, 30.0), (400.0, 120.0), (3_000.0, 1_200.0)])
def test_everything_lies_inside_the_chart(size):
    shown = ruler(small())
    laid_out = geometry(shown, width=size[0], height=size[1])
    assert laid_out.overview_top < laid_out.above < laid_out.line < laid_out.below
    assert laid_out.below < laid_out.bottom


def test_an_empty_room_still_has_a_ruler():
    report = place([chunk("a", 5)], now_ms=NOW, available_tokens=10, max_system_prompt=50)
    shown = ruler(report)
    assert (shown.reserve, shown.room) == (10, 0)
    assert names(shown, is_placed=False) == ["a"]
    assert "<svg" in ruler_svg(shown)


@given(chunk_lists(), st.integers(0, 200), orders)
def test_the_picture_is_xml_with_a_title_for_every_span_that_is_drawn(chunks, room, order):
    root = ET.fromstring(ruler_svg(ruler(placed(chunks, room=room), order)))
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0].startswith(tuple("0123456789"))


def test_the_picture_does_not_depend_on_what_a_chunk_is_called():
    odd = placed([chunk('<script>&"', 10)])
    assert ET.fromstring(ruler_svg(ruler(odd))) is not None
    assert "<script>" not in ruler_svg(ruler(odd))


def test_every_chunk_type_has_a_family():
    from inspector.core.window.chunk import ChunkType

    assert {family_of(kind) for kind in ChunkType} == set(FAMILIES)
