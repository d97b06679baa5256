"""Overrides are forced, changed and taken back in one step each, and touch nothing else."""

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given

from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.session.edits import clear_overrides, force, open_overrides
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part

ids = st.sampled_from(["a", "b", "c", "x:y"])
steps = st.lists(st.tuples(st.lists(ids, max_size=3), st.sampled_from([None, *Forced])))


@given(steps)
def test_the_last_thing_forced_on_a_subject_always_holds_and_nothing_else_changes(chosen):
    session = before = Session(title="untouched")
    expected = {}
    for subjects, forced in chosen:
        session = force(subjects, forced)(session)
        expected |= dict.fromkeys(subjects, forced)
    assert {one: session.overrides.of(one) for one in expected} == expected
    assert session.overrides.count == sum(forced is not None for forced in expected.values())
    assert replace(session, overrides=NO_OVERRIDES) == before


def test_clearing_forgets_the_file_as_well_and_is_one_step_back():
    store = Store()
    store.commit("Open", open_overrides(Overrides(pin=["a"]), "what-if.json"))
    assert store.session.source(Part.OVERRIDES) == "what-if.json"
    store.commit("Clear", clear_overrides)
    assert store.session.overrides == NO_OVERRIDES
    assert store.session.source(Part.OVERRIDES) is None
    store.undo()
    assert store.session.overrides.of("a") is Forced.PINNED


def test_forcing_what_is_forced_already_is_no_change():
    store = Store()
    assert store.commit("Pin", force(["a"], Forced.PINNED))
    assert not store.commit("Pin", force(["a"], Forced.PINNED))
