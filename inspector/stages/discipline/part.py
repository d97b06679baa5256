"""Discipline's part of a session: how it is read, what may hold a secret, what can be changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.analysis.secret_lint import HeldText, SecretHolder
from inspector.core.discipline import DEFAULT_LIMITS, PromptMetrics
from inspector.core.model import field_models
from inspector.files.documents import check, load_document
from inspector.files.findings import Findings, Loaded, Parsed, add_lint
from inspector.files.requests import items_of
from inspector.files.source import PathLike
from inspector.files.stage_reading import has_only
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import set_at, with_fields, with_source
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import Part


def load_discipline(path: PathLike) -> Loaded[DisciplineStage]:
    """Return the discipline stage of a file, which may also be a hot state (``-``: standard input).

    The hot state is returned whether it is valid or not, with its problems.
    """
    return load_document(path, discipline_part)


def discipline_part(parsed: Parsed, found: Findings, _folder: str = "") -> DisciplineStage | None:
    """Return the stage also where its hot state is not valid: discipline then rejects that."""
    from inspector.core.discipline import DisciplineLimits, read_hot_state

    if has_only(parsed, DisciplineStage):
        stage = _with_turns(parsed, found)
        if stage is not None and stage.hot_state is not None:
            name = "hot_state" if "hot_state" in parsed.value else "hotState"
            add_lint(read_hot_state(stage.hot_state).problems, parsed.child(name), found)
        return stage
    if (
        isinstance(parsed.value, dict)
        and parsed.value.keys() <= field_models(DisciplineLimits).keys()
    ):
        limits = check(DisciplineLimits, parsed, found, what="limits")
        return None if limits is None else DisciplineStage(limits=limits)
    if isinstance(parsed.value, dict) and not parsed.spoiled:
        add_lint(read_hot_state(parsed.value).problems, parsed, found)
        return DisciplineStage(hot_state=parsed.value)
    return check(DisciplineStage, parsed, found, what="discipline stage")


def _with_turns(parsed: Parsed, found: Findings) -> DisciplineStage | None:
    """Return a discipline stage with the good ones of its turns."""
    if not isinstance(parsed.value.get("turns"), list):
        return check(DisciplineStage, parsed, found, what="discipline stage")
    stage = check(DisciplineStage, parsed.without("turns"), found, what="discipline stage")
    from inspector.files.metrics import check_turns

    turns = check_turns(items_of(parsed.child("turns")), found)
    return None if stage is None else stage.model_copy(update={"turns": turns})


_NEEDED = "session_id"
"""The one field that a hot state cannot be without."""


def texts(session: Session) -> Iterator[SecretHolder]:
    """Yield the fields as JSON, in which names of secrets stand before their values."""
    for name, value in (session.discipline.hot_state or {}).items():
        text = json.dumps({name: value}, ensure_ascii=False, indent=1, default=str)
        yield "field", name, (HeldText("value", text, ("hot_state", name), has_lines=False),)


def exclude(_holder: str, subject: str) -> Edit | None:
    """Return the edit that takes a field out of the state; None for what it cannot be without."""
    return None if subject == _NEEDED else remove_hot_state_field(subject)


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
    """Return the session with a changed stage, the same where nothing is another value."""
    changed = with_fields(session, Part.DISCIPLINE, **changes)
    return session if changed.discipline == session.discipline else changed
