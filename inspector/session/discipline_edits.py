"""What a user can change about discipline, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.core.discipline import DEFAULT_LIMITS, PromptMetrics
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import set_at, with_source
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import Part


def open_discipline(stage: DisciplineStage, source: str | None) -> Edit:
    """Use what was read from ``source``. What it does not say, such as the limits, stays.

    The file counts as the source only where it says everything that the stage then holds: metrics
    that are opened beside a hot state do not replace it when the session is saved.
    """
    changes = {name: getattr(stage, name) for name in stage.model_fields_set}

    def edit(session: Session) -> Session:
        edited = _with(session, **(_new_state(session) if changes.keys() == {"hot_state"} else {}))
        edited = _with(edited, **changes)
        pointers = {"keep_pointers": edited.discipline.keep_pointers}
        whole = edited.discipline == DisciplineStage(**(pointers | changes))
        return with_source(edited, Part.DISCIPLINE, source if whole else None)

    return edit


def _new_state(session: Session) -> dict[str, bool]:
    """Return what holds for the first hot state of a session: it keeps its pointers.

    A saved session that does not name the option keeps it off.
    """
    return {"keep_pointers": True} if session.discipline == DisciplineStage() else {}


def set_hot_state(value: Mapping[str, Any] | None) -> Edit:
    """Replace the hot state's JSON value, valid or not; None takes it away."""
    return lambda session: _with(session, **_new_state(session), hot_state=value)


def remove_hot_state_field(field: str) -> Edit:
    """Leave one field of the hot state out."""

    def edit(session: Session) -> Session:
        state = session.discipline.hot_state
        if state is None or field not in state:
            return session
        return _with(session, hot_state={name: state[name] for name in state if name != field})

    return edit


def reset_limits() -> Edit:
    """Give every limit its default."""
    return lambda session: _with(session, limits=DEFAULT_LIMITS)


def set_output(text: str) -> Edit:
    """Replace the output that is checked for being a change only."""
    return set_at("discipline", ("output", "text"), text)


def set_turns(turns: tuple[PromptMetrics, ...]) -> Edit:
    """Replace the series of turns."""
    return lambda session: _with(session, turns=turns)


def add_turn(turn: PromptMetrics) -> Edit:
    """Add one turn to the end of the series."""
    return lambda session: _with(session, turns=(*session.discipline.turns, turn))


def _with(session: Session, **changes: Any) -> Session:
    """Return the session with a changed stage that still knows which of its fields were set."""
    stage = session.discipline
    fields = {name: getattr(stage, name) for name in stage.model_fields_set} | changes
    changed = DisciplineStage(**fields)
    return session if changed == stage else session.having(discipline=changed)
