"""Lists to choose from: strategies, direct targets, requests."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.policy import Strategy
from inspector.gui.views import choice_list
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


def test_an_entry_is_made_when_it_is_looked_at(monkeypatch):
    made = []
    monkeypatch.setattr(choice_list, "one_line", lambda text: made.append(text) or text)
    many = candidate_set([], [bucket("a", *(file(f"f{at}", 0.5) for at in range(300)))])
    items = target_items(many, ("a:f7", "gone"))
    assert (len(items), matching(items, "")) == (302, list(range(302)))
    assert made == []
    assert [items[place].key for place in (0, 1, 300, -1)] == ["a", "a:f0", "a:f299", "gone"]
    assert len(made) == 4


def test_a_search_makes_every_entry_once_however_many_letters_are_written(monkeypatch):
    made = []
    monkeypatch.setattr(choice_list, "one_line", lambda text: made.append(text) or text)
    items = target_items(SET, ())
    found = [[items[place].key for place in matching(items, text)] for text in ("th", "thr")]
    assert found == [["b", "b:three"]] * 2
    made.clear()
    assert matching(items, "three") == [2, 4]
    assert made == []


def test_the_same_entries_are_equal_whoever_made_them():
    same = SET.model_copy(update={"buckets": tuple(SET.buckets)})
    assert target_items(SET, ()) == target_items(same, ("a",)) != target_items(SET, ("gone",))
    assert list(target_items(SET, ())) == target_items(SET, ())[:]


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
