"""Edits of the assembly lead from one session to the next."""

import pytest
from pydantic import ValidationError

from inspector.core.assembly.pieces import AssemblyStage
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part
from inspector.stages.assembly.runs import (
    add_item,
    move_item,
    open_assembly,
    remove_item,
    set_item_field,
)
from tests.shared.assembly_input import item


def session(*items):
    return open_assembly(AssemblyStage(items=items), None)(Session())


def ids(session):
    return [one.item_id for one in session.assembly.items]


def test_a_limit_is_changed_within_its_bounds():
    assert set_at("assembly", "soft_limit_threshold_pct", 50)(session()).assembly == (
        AssemblyStage(soft_limit_threshold_pct=50)
    )
    with pytest.raises(ValidationError):
        set_at("assembly", "soft_limit_threshold_pct", 101)(session())


def test_an_added_item_has_an_id_of_its_own():
    given = add_item(2)(add_item(2)(session(item(1, "item-2", "x"))))
    assert ids(given) == ["item-2", "item-1", "item-3"]


def test_a_text_takes_the_place_of_tokens_and_the_other_way_round():
    given = set_item_field("a", "text", "abc")(session(item(1, "a", tokens=5)))
    assert (given.assembly.items[0].text, given.assembly.items[0].tokens) == ("abc", None)
    given = set_item_field("a", "tokens", 9)(given)
    assert (given.assembly.items[0].text, given.assembly.items[0].tokens) == (None, 9)


def test_an_item_moves_only_within_its_step():
    given = session(item(1, "a"), item(2, "b"), item(1, "c"))
    assert ids(move_item("c", -1)(given)) == ["c", "b", "a"]
    assert move_item("a", -1)(given) is given
    assert move_item("b", 1)(given) is given
    assert move_item("nobody", 1)(given) is given


def test_a_removed_item_comes_back_with_undo():
    store = Store(session(item(1, "a"), item(2, "b")))
    store.commit("Remove", remove_item("a"))
    assert ids(store.session) == ["b"]
    store.undo()
    assert ids(store.session) == ["a", "b"]


def test_what_was_opened_remembers_its_file():
    given = open_assembly(AssemblyStage(), "/a.json")(session(item(1, "a")))
    assert given.source(Part.ASSEMBLY) == "/a.json"
    assert ids(given) == []
