"""What a user can change about discipline, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from inspector.core.discipline import DEFAULT_LIMITS, DiffMode, DisciplineLimits, PromptMetrics
from inspector.session.discipline_stage import DisciplineStage, ExecutorOutput, PromptSizes
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit

Switch = Literal[
    "enable_compression",
    "enable_reference_extraction",
    "reject_on_persistent_overflow",
    "keep_pointers",
]


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


def set_hot_state_field(field: str, value: Any) -> Edit:
    """Give one field of the hot state another JSON value; the others keep their order."""

    def edit(session: Session) -> Session:
        return _with(session, hot_state={**(session.discipline.hot_state or {}), field: value})

    return edit


def remove_hot_state_field(field: str) -> Edit:
    """Leave one field of the hot state out."""

    def edit(session: Session) -> Session:
        state = session.discipline.hot_state
        if state is None or field not in state:
            return session
        return _with(session, hot_state={name: state[name] for name in state if name != field})

    return edit


def set_limit(name: str, number: float) -> Edit:
    """Change one limit. Raises ``KeyError`` for a name that no limit has."""
    if name not in DisciplineLimits.model_fields:
        raise KeyError(name)

    def edit(session: Session) -> Session:
        limits = dict(session.discipline.limits) | {name: number}
        return _with(session, limits=DisciplineLimits(**limits))

    return edit


def reset_limits() -> Edit:
    """Give every limit its default."""
    return lambda session: _with(session, limits=DEFAULT_LIMITS)


def set_switch(name: Switch, on: bool) -> Edit:
    """Say whether one of the steps may be tried."""
    return lambda session: _with(session, **{name: on})


def set_prompt(**sizes: Any) -> Edit:
    """Change sizes of the prompt. Raises ``ValidationError`` for one that is not a size."""

    def edit(session: Session) -> Session:
        prompt = PromptSizes.model_validate(dict(session.discipline.prompt) | sizes)
        return _with(session, prompt=prompt)

    return edit


def set_output(text: str) -> Edit:
    """Replace the output that is checked for being a change only."""
    return _set_output_field("text", text)


def set_task(task: str | None) -> Edit:
    """Say what the executor was asked to do; None when that is not known."""
    return _set_output_field("task", task)


def set_diff_mode(mode: DiffMode) -> Edit:
    """Choose between parsing the output and judging it by signs."""
    return _set_output_field("mode", mode)


def set_force_check(on: bool) -> Edit:
    """Say whether the output is checked whatever its task is."""
    return _set_output_field("force_check", on)


def set_turns(turns: tuple[PromptMetrics, ...]) -> Edit:
    """Replace the series of turns."""
    return lambda session: _with(session, turns=turns)


def add_turn(turn: PromptMetrics) -> Edit:
    """Add one turn to the end of the series."""
    return lambda session: _with(session, turns=(*session.discipline.turns, turn))


def _set_output_field(field: str, value: Any) -> Edit:
    def edit(session: Session) -> Session:
        fields = dict(session.discipline.output) | {field: value}
        return _with(session, output=ExecutorOutput.model_validate(fields))

    return edit


def _with(session: Session, **changes: Any) -> Session:
    """Return the session with a changed stage that still knows which of its fields were set."""
    stage = session.discipline
    fields = {name: getattr(stage, name) for name in stage.model_fields_set} | changes
    changed = DisciplineStage(**fields)
    return session if changed == stage else session.having(discipline=changed)
