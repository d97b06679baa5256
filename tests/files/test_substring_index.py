"""What texts hold is told exactly, however often it is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files import substring_index
from inspector.files.substring_index import SubstringIndex

TEXTS = st.text(alphabet="abé\n漢\ud800", max_size=12)


@pytest.mark.parametrize("looked", [-1, 1 << 25])
@given(data=st.data())
def test_a_part_is_there_or_it_is_not(looked: int, data: st.DataObject) -> None:
    texts = data.draw(st.lists(TEXTS, max_size=5))
    whole = "\n".join(texts)
    places = st.integers(0, len(whole))
    own = st.tuples(places, places).map(lambda ends: whole[min(ends) : max(ends)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(substring_index, "_LOOKED", looked)
        patch.setattr(substring_index, "_PIECE", 5)
        asked = SubstringIndex(texts)
        for part in data.draw(st.lists(TEXTS | own, max_size=8)):
            assert (part in asked) == (part in whole)


def test_what_is_nowhere_is_not_looked_for_in_all_texts_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(substring_index, "_LOOKED", 10_000)
    asked = SubstringIndex([f"message {at} says so" for at in range(500)])
    assert not any(f"id-{at}-of-none" in asked for at in range(500))
    assert asked._looked < 30_000
