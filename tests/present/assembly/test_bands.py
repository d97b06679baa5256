"""The bands of an assembly: numbers that a chart is drawn from."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import hypothesis.strategies as st
from hypothesis import given

from inspector.core.assembly import Step
from inspector.stages.assembly.bands import bands_of, item_rows
from inspector.stages.assembly.bands_geometry import bands_geometry
from inspector.stages.assembly.bands_items import bands_svg
from tests.shared.assembly_input import STORY, STORY_ITEMS, assembled, item
from tests.shared.examples import examples


def wide(text):
    return 6.0 * len(text)


def story(**fields):
    return bands_of(assembled(*STORY_ITEMS, **{**STORY, **fields}))


def test_the_overview_fills_the_window_from_its_first_token_to_its_last():
    bands = story()
    at = 0
    for block in bands.overview:
        assert block.start == at
        at = block.end
    assert at == bands.window == 1_000
    assert [block.part for block in bands.overview][-2:] == ["unused", "reserve"]


def test_a_prompt_that_does_not_fit_reaches_beyond_the_window():
    bands = story(window=300)
    assert bands.over > 0
    assert bands.overview[-1].end == bands.total == 300 + bands.over


def test_a_band_names_what_was_left_out_of_it():
    assert story().line(Step.MEMORY).out == ("gists-item",)


def test_the_injection_tells_cards_from_bucket_content_and_headings():
    parts = [block.part for block in story().line(Step.INJECTION).blocks]
    assert parts == ["heading", "knowledge", "heading", "bucket", "bucket"]


def test_every_row_lies_below_the_one_before_and_an_opened_one_is_higher():
    closed = bands_geometry(story(), 900, wide)
    opened = bands_geometry(story(), 900, wide, [Step.INJECTION])
    for geometry in (closed, opened):
        edges = [edge for row in geometry.rows for edge in (row.top, row.bottom)]
        assert edges == sorted(edges)
        assert geometry.rows[-1].bottom <= geometry.height
    assert opened.height > closed.height
    assert [row.open for row in opened.rows] == [step is Step.INJECTION for step in Step]


def test_pieces_of_an_opened_step_fill_the_width():
    geometry = bands_geometry(story(), 900, wide, [Step.INJECTION])
    tiles = [tile for tile in geometry.tiles if tile.captioned]
    assert tiles[0].left == geometry.left
    assert round(max(tile.right for tile in geometry.tiles if tile.top == tiles[0].top)) == 892


def test_an_empty_step_cannot_be_opened():
    geometry = bands_geometry(story(), 900, wide, [Step.MODEL_SWITCH])
    assert not any(row.open for row in geometry.rows)
    assert geometry.rows[4].note == "nothing"


def test_a_point_finds_a_piece_a_step_and_the_arrow_of_a_row():
    geometry = bands_geometry(story(), 900, wide, [Step.INJECTION])
    box = next(iter(geometry.boxes_of("file:b0:f0")))
    assert geometry.hit((box[0] + box[2]) / 2, box[1] + 2).key == "file:b0:f0"
    row = geometry.rows[2]
    assert geometry.hit(60, row.top + 4).key == "step:3"
    assert geometry.hit(60, row.top + 4).arrow is None
    assert geometry.hit(10, row.top + 4).arrow is Step.MEMORY
    assert geometry.hit(1, 1) is None


@examples(25)
@given(
    st.integers(50, 200_000), st.integers(0, 30_000), st.integers(0, 100), st.integers(300, 2000)
)
def test_the_words_of_the_limits_never_run_into_each_other(window, reserve, soft, width):
    bands = bands_of(assembled(item(1, "a", "x"), window=window, reserve=reserve, soft=soft))
    marks = bands_geometry(bands, width, wide).limits
    ends = sorted((mark.text_x - wide(mark.text), mark.text_x) for mark in marks)
    if width >= 900:  # there is room for all of them
        for (_, end), (start, _) in pairwise(ends):
            assert start >= end


@examples(15)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 400)), max_size=40))
def test_no_tile_ever_leaves_the_chart(sizes):
    items = [item(step, f"i{n}", tokens=tokens) for n, (step, tokens) in enumerate(sizes)]
    geometry = bands_geometry(bands_of(assembled(*items)), 700, wide, tuple(Step))
    for tile in geometry.tiles:
        assert geometry.left - 0.01 <= tile.left <= tile.right
        assert tile.right <= 700 - 8 + 1.6  # the least width of a tile
        assert tile.top + tile.height <= geometry.height


def test_the_picture_is_well_formed_and_names_every_step():
    picture = ET.fromstring(bands_svg(story()))
    words = "".join(picture.itertext())
    for step in Step:
        assert step.title in words
    assert "hard limit 900" in words


def test_a_piece_in_the_picture_has_the_tokens_and_the_layout_of_the_table():
    assembly = assembled(*STORY_ITEMS, **STORY)
    named = {row.key: row for row in item_rows(assembly)}
    blocks = [block for line in bands_of(assembly).lines for block in line.blocks]
    assert {block.key for block in blocks} <= named.keys()
    for block in blocks:
        row = named[block.key]
        heading = row.kind == "heading"
        assert (block.tokens, block.layout) == (row.size, 0 if heading else row.layout)
    assert ">A  30 + 2<" in bands_svg(bands_of(assembly))
