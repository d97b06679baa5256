"""The store: every change is one step, and every step can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from inspector.session.edits import set_at, set_note, set_title
from inspector.session.session import Session
from inspector.session.store import Store

TITLES = st.sampled_from(["", "a", "b", "c"])


class StoreAgainstAList(RuleBasedStateMachine):
    """A store does what a list of all its values with a cursor does."""

    gestures = Bundle("gestures")

    def __init__(self) -> None:
        super().__init__()
        self.store = Store()
        self.values = [self.store.session]
        self.at = 0
        self.told: list[tuple[Session, Session]] = []
        self.store.subscribe(lambda old, new: self.told.append((old, new)))

    @rule(title=TITLES)
    def commit(self, title: str) -> None:
        before = self.store.session
        changed = self.store.commit("Title", set_title(title))
        assert changed == (before.title != title)
        if changed:
            self.values = [*self.values[: self.at + 1], self.store.session]
            self.at += 1
            assert self.told[-1] == (before, self.store.session)

    @rule()
    def undo(self) -> None:
        self.store.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.store.redo()
        self.at = min(len(self.values) - 1, self.at + 1)

    @rule()
    def save(self) -> None:
        self.store.mark_saved()
        assert not self.store.modified

    @invariant()
    def is_where_the_list_is(self) -> None:
        assert self.store.session is self.values[self.at]
        assert (self.store.undo_label is None) == (self.at == 0)
        assert (self.store.redo_label is None) == (self.at == len(self.values) - 1)


TestStoreAgainstAList = StoreAgainstAList.TestCase


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_one_gesture_is_one_step_however_many_changes_it_makes(totals: list[int]) -> None:
    store = Store()
    first = store.session
    gesture = object()
    for total in totals:
        edit = set_at("policy", "max_injection_tokens_absolute", total)
        store.commit("Drag", edit, gesture=gesture)
    assert store.session.policy.max_injection_tokens_absolute == totals[-1]
    store.undo()
    assert store.session is first
    assert store.undo_label is None


def test_a_gesture_that_comes_back_to_where_it_began_leaves_no_step() -> None:
    store = Store()
    gesture = object()
    store.commit("Drag", set_title("x"), gesture=gesture)
    store.commit("Drag", set_title(""), gesture=gesture)
    assert store.undo_label is None
    assert not store.modified


def test_two_gestures_are_two_steps() -> None:
    store = Store()
    store.commit("Drag", set_title("x"), gesture=object())
    store.commit("Drag", set_title("y"), gesture=object())
    store.undo()
    assert store.session.title == "x"


def test_an_edit_that_fails_changes_nothing() -> None:
    store = Store()
    before = store.session

    def fail(_session: Session) -> Session:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.commit("Fail", fail)
    assert store.session is before
    assert store.undo_label is None


def test_opening_begins_a_new_history_and_is_not_a_change_to_save() -> None:
    store = Store()
    store.commit("Title", set_title("x"))
    store.open(Session(title="other"))
    assert store.undo_label is None
    assert not store.modified


def test_undoing_past_the_saved_state_is_a_change_to_save() -> None:
    store = Store()
    store.commit("Title", set_title("x"))
    store.mark_saved()
    store.undo()
    assert store.modified
    store.redo()
    assert not store.modified


def test_unsaved_changes_are_counted_from_what_was_saved_in_both_directions() -> None:
    store = Store()
    for title in "abc":
        store.commit("Title", set_title(title))
    assert store.unsaved_changes == 3
    store.mark_saved()
    assert store.unsaved_changes == 0
    store.undo()
    store.undo()
    assert store.unsaved_changes == 2
    store.commit("Title", set_title("x"))  # what was saved cannot be reached any more
    assert store.unsaved_changes == 2


def test_a_session_may_come_with_changes_that_are_saved_nowhere() -> None:
    store = Store()
    store.open(Session(title="restored"), unsaved_changes=3)
    assert store.modified
    assert store.unsaved_changes == 3
    store.commit("Title", set_title("x"))
    assert store.unsaved_changes == 4
    store.undo()
    assert store.modified
    store.mark_saved()
    assert store.unsaved_changes == 0
    store.open(Session(title="other"))
    assert not store.modified


def test_a_listener_that_left_is_told_nothing() -> None:
    store = Store()
    told: list[str] = []
    leave = store.subscribe(lambda _old, new: told.append(new.title))
    store.commit("Title", set_title("x"))
    leave()
    store.commit("Title", set_title("y"))
    assert told == ["x"]


def test_a_note_without_text_is_removed() -> None:
    noted = set_note("card", "why")(Session())
    assert [note.text for note in noted.notes] == ["why"]
    assert set_note("card", "")(noted) == Session()


def test_only_the_second_change_of_a_gesture_goes_on_with_it() -> None:
    store, seen, gesture = Store(), [], object()
    store.subscribe(lambda _old, _new: seen.append(store.in_gesture))
    for title in "abc":
        store.commit("Name", set_title(title), gesture=gesture)
    store.commit("Name", set_title("d"), gesture=object())
    store.commit("Name", set_title("e"))
    store.undo()
    assert seen == [False, True, True, False, False, False]


def test_a_session_is_reached_back_to_until_the_step_that_led_to_it_is_undone():
    store = Store()
    store.commit("Name", set_title("a"))
    named = store.session
    store.commit("Name", set_title("b"))
    assert store.reaches_back_to(named)
    store.undo()
    assert store.reaches_back_to(named)
    store.undo()
    assert not store.reaches_back_to(named)


def test_a_gesture_that_ended_is_none_and_its_commits_stay_one_step():
    store, gesture = Store(), object()
    for title in "ab":
        store.commit("Name", set_title(title), gesture=gesture)
    assert store.in_gesture
    store.end_gesture()
    assert not store.in_gesture
    store.commit("Name", set_title("c"), gesture=gesture)
    assert store.in_gesture
    store.undo()
    assert store.undo_label is None


def test_who_may_wait_is_told_of_a_gesture_once_and_of_everything_else_at_once() -> None:
    store = Store()
    told: list[tuple[str, str]] = []
    store.subscribe(lambda old, new: told.append((old.title, new.title)), may_wait=True)
    gesture = object()
    for title in ("a", "b", "c"):
        store.commit("Title", set_title(title), gesture=gesture)
    assert told == [("", "a")]
    store.catch_up()
    store.catch_up()
    assert told == [("", "a"), ("a", "c")]
    store.commit("Title", set_title("d"), gesture=gesture)
    store.commit("Title", set_title("e"))
    assert told[2:] == [("c", "e")]
