"""Lists to choose from: strategies, direct targets, requests."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.policy import Strategy
from inspector.gui.views.choice_list import (
    STRATEGIES,
    ChoiceItem,
    matching,
    strategy_text,
    target_items,
)
from tests.shared.injection_input import bucket, candidate_set, file

SET = candidate_set(
    [], [bucket("a", file("one", 0.5)), bucket("b", file("two", 0.5), file("three", 0.4))]
)


def test_every_strategy_is_explained_in_its_own_order():
    assert [text.strategy for text in STRATEGIES] == list(Strategy)
    assert all(strategy_text(strategy).help for strategy in Strategy)


def test_files_stand_below_their_bucket():
    found = [(item.key, item.depth) for item in target_items(SET, ())]
    assert found == [("a", 0), ("a:one", 1), ("b", 0), ("b:two", 1), ("b:three", 1)]


def test_a_target_that_is_not_in_the_set_can_still_be_taken_away():
    assert target_items(SET, ("gone", "a", "gone"))[-1].key == "gone"
    assert len(target_items(SET, ("gone", "a", "gone"))) == 6


def test_a_file_that_matches_is_found_with_its_bucket():
    items = target_items(SET, ())
    assert [items[place].key for place in matching(items, "THREE")] == ["b", "b:three"]
    assert matching(items, "  ") == list(range(5))
    assert matching(items, "nothing") == []


@given(
    st.lists(st.builds(ChoiceItem, st.text(), st.text(), st.text(), st.integers(0, 1))), st.text()
)
def test_what_matches_is_always_found_once_and_in_order(items, wanted):
    found = matching(items, wanted)
    assert found == sorted(set(found))
    sought = wanted.strip().casefold()
    for place, item in enumerate(items):
        if sought in item.text.casefold() or sought in item.detail.casefold():
            assert place in found
