"""Cells: any number of segments as arrays, drawn within the pixels they take."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.present.cells import Cells, CellsBox, SpokenSegment, run_of
from inspector.present.drawing import Box

PARTS = ("entity", "procedure", "inlined")
sizes = st.lists(st.integers(0, 900), max_size=60)


def cells_of(tokens):
    made = [
        SpokenSegment(f"card:{n}", f"Card {n}", "words", PARTS[n % 3], size)
        for n, size in enumerate(tokens)
    ]
    return Cells([run_of(made[::2]), run_of(made[1::2], short=True)])


def measure(text):
    return 7.0 * len(text)


@given(sizes, st.floats(0.01, 3), st.integers(0, 50))
def test_what_is_painted_always_covers_the_cells_without_gaps(tokens, scale, left):
    box = CellsBox("row", cells_of(tokens), left, 5, 20, scale)
    found = box.stretches()
    assert np.array_equal(found.lefts[1:], found.rights[:-1])
    assert (found.rights > found.lefts).all()
    if len(found.lefts):
        assert found.lefts[0] == round(box.left)
        assert found.rights[-1] == round(box.left + box.width)


def test_cells_too_narrow_to_tell_apart_are_columns_of_pixels():
    box = CellsBox("row", cells_of([3] * 3000), 0, 0, 20, 0.1)
    found = box.stretches()
    assert not found.whole[0]
    assert len(found.lefts) < len(box.cells)
    assert all(isinstance(one, Box) for one in box.items(measure))


@given(sizes)
def test_every_cell_is_found_by_its_key_and_by_its_middle(tokens):
    cells = cells_of(tokens)
    for place in range(len(cells)):
        middle = cells.starts[place] + cells.sizes[place] / 2
        assert cells.place_at(float(middle)) == place
        assert cells.place_of(cells.segment(place).key) == place
    assert cells.place_of("") is None
    assert cells.place_at(cells.total) is None


def test_a_cell_that_is_less_than_whole_fills_a_part_of_its_height():
    cells = Cells([run_of([SpokenSegment("a", "A", "", "entity", 90)], short=True)])
    faint, part = list(CellsBox("row", cells, 0, 10, 20, 1).items(lambda _: 1e9))
    assert (faint.y, faint.height) == (10, 20)
    assert part.y + part.height == 30
    assert part.height == 12


def test_runs_of_one_kind_each_keep_their_looks_in_the_whole():
    cells = cells_of([5, 6, 7, 8])
    parts = [cells.part(place) for place in range(4)]
    assert parts == ["entity", "inlined", "procedure", "entity"]
    assert all(a <= b for a, b in itertools.pairwise(cells.starts.tolist()))
