from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.interned import RowIndex


class Crowded(str):
    """An id whose hash is that of two others in three."""

    __slots__ = ()

    def __hash__(self) -> int:
        return len(self) % 2


TEXTS = st.text(alphabet="ab\u00e9\U0001f600\ud800", max_size=3)
IDS = st.lists(TEXTS | TEXTS.map(Crowded), max_size=30)


@given(ids=IDS, asked=IDS)
def test_an_index_always_finds_what_a_dict_of_first_rows_finds(ids, asked):
    # Equal texts of two kinds have two hashes, so an index holds ids of one kind.
    for kind in (str, Crowded):
        held, sought = [kind(one) for one in ids], [kind(one) for one in asked]
        index, first = RowIndex(held), {}
        for row, one in enumerate(held):
            first.setdefault(one, row)
        assert dict(index) == first
        assert len(index) == len(first)
        assert index.repeats == [row for row, one in enumerate(held) if first[one] != row]
        assert index.rows(sought).tolist() == [first.get(one, -1) for one in sought]
        assert [index.get(one) for one in sought] == [first.get(one) for one in sought]
        assert [one in index for one in sought] == [one in first for one in sought]


def test_an_id_that_is_not_there_is_named():
    with pytest.raises(KeyError, match="nobody"):
        RowIndex(["somebody"])["nobody"]


def test_what_is_no_text_is_not_in_it():
    assert 1 not in RowIndex(["1"])
