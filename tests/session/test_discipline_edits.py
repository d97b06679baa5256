"""What a user can change about discipline."""

import pytest
from pydantic import ValidationError

from inspector.core.discipline import DEFAULT_LIMITS
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part
from inspector.stages.discipline import part as edits
from tests.shared.discipline_input import GROWING, STATE

YES, NO = True, False


def limit(name, value):
    return set_at("discipline", ("limits", name), value)


OPENED = edits.open_discipline(DisciplineStage(hot_state=STATE), "state.json")


def test_opening_a_state_keeps_limits_and_turns():
    session = limit("max_rag_chunks", 3)(Session())
    session = edits.set_turns(GROWING)(session)
    session = OPENED(session)
    assert session.discipline.hot_state == STATE
    assert session.discipline.limits.max_rag_chunks == 3
    assert session.discipline.turns == GROWING


def test_a_file_is_the_source_only_where_it_says_everything():
    session = OPENED(Session())
    assert session.source(Part.DISCIPLINE) == "state.json"
    metrics = edits.open_discipline(DisciplineStage(turns=GROWING), "turns.jsonl")
    assert metrics(session).source(Part.DISCIPLINE) is None
    assert metrics(Session()).source(Part.DISCIPLINE) == "turns.jsonl"


@pytest.mark.parametrize(
    "edit",
    [
        edits.set_hot_state(STATE),
        limit("max_prompt_tokens", 9),
        set_at("discipline", ("enable_compression",), NO),
        set_at("discipline", ("prompt", "inline_artifact_chars"), (1, 2)),
        edits.set_output("text"),
        set_at("discipline", ("output", "task"), "Fix it."),
        set_at("discipline", ("output", "mode"), "heuristic"),
        set_at("discipline", ("output", "force_check"), YES),
        edits.set_turns(GROWING),
        edits.add_turn(GROWING[0]),
    ],
)
def test_every_edit_is_one_step_that_undo_takes_back(edit):
    store = Store()
    before = store.session
    assert store.commit("Edit", edit)
    assert store.session != before
    store.undo()
    assert store.session == before


def test_fields_of_the_state_are_set_and_left_out():
    session = edits.set_hot_state(STATE | {"risk_level": "high"})(OPENED(Session()))
    session = edits.remove_hot_state_field("risk_level")(session)
    assert session.discipline.hot_state == STATE
    assert edits.remove_hot_state_field("nothing")(session) is session


def test_limits_go_back_to_their_defaults():
    session = limit("max_rag_chunks", 3)(Session())
    assert edits.reset_limits()(session).discipline.limits == DEFAULT_LIMITS


def test_what_cannot_be_is_refused():
    with pytest.raises(KeyError):
        limit("tokens", 3)(Session())
    with pytest.raises(ValidationError):
        set_at("discipline", ("prompt", "system_prompt_chars"), -1)(Session())
