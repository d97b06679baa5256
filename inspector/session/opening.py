"""Where the values of opened files go in a session: one place for window and command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.core.candidates.candidate_set import CandidateSet, joined_sets
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.session.audit_edits import freeze_inputs
from inspector.session.edits import open_candidates, open_overrides, open_policy, open_requests
from inspector.session.session import Part, Session
from inspector.session.store import Edit
from inspector.stage import stage_of_type


@dataclass(frozen=True, slots=True)
class Together:
    """What one file of another program holds for several parts of a session."""

    parts: tuple[Any, ...]


def _as_inputs(open_part: Callable[[Any, str | None], Edit]) -> Callable[[Any, str | None], Edit]:
    """Return an edit that opens inputs, also for the manifest that is under audit."""
    return lambda value, source: all_of([open_part(value, source), freeze_inputs()])


_OF_INPUTS: dict[type, Callable[[Any, str | None], Edit]] = {
    UnifiedContextBudgetPolicy: _as_inputs(open_policy),
    Overrides: open_overrides,
    CandidateSet: _as_inputs(open_candidates),
}


def _of_part(value: object) -> Callable[[Any, str | None], Edit] | None:
    """Return what opens a stage's part of a session; None for what is no such part."""
    stage = stage_of_type("part", type(value))
    if stage is None:
        return None
    # By name: most sessions come from a file as a whole.
    opened: Callable[[Any, str | None], Edit] = stage.load(stage.opened)
    return opened


def opening(value: object, source: str | None) -> Edit | None:
    """Return the edit that takes what was read from ``source`` into a session.

    None for a whole session, and for what is no part of one.
    """
    if isinstance(value, Together):
        edits = [opening(part, source) for part in value.parts]
        return all_of([edit for edit in edits if edit is not None])
    requests = (value,) if isinstance(value, Request) else value
    if isinstance(requests, tuple) and all(isinstance(one, Request) for one in requests):
        return _as_inputs(open_requests)(requests, source)
    open_part = _OF_INPUTS.get(type(value)) or _of_part(value)
    return None if open_part is None else open_part(value, source)


def joined(values: Sequence[object]) -> list[object]:
    """Return what was opened together, with all candidate sets as one in the place of the first.

    The others' places keep what else was there. Where there is at most one set, nothing changes.
    """
    parts = [list(one.parts) if isinstance(one, Together) else [one] for one in values]
    sets = [one for each in parts for one in each if isinstance(one, CandidateSet)]
    if len(sets) < 2:
        return list(values)
    whole = iter([joined_sets(*sets)])
    left: list[object] = []
    for value, each in zip(values, parts, strict=True):
        kept = [next(whole, None) if isinstance(one, CandidateSet) else one for one in each]
        is_same = all(one is other for one, other in zip(kept, each, strict=True))
        left.append(value if is_same else Together(tuple(one for one in kept if one is not None)))
    return left


def replaced_by(value: object, session: Session, source: str | None) -> bool:
    """Whether candidates of a session would go if ``value``, read from ``source``, were opened.

    Those of the same file would come again, so none of them go.
    """
    parts = value.parts if isinstance(value, Together) else (value,)
    given = session.candidates
    return (
        any(isinstance(one, CandidateSet) for one in parts)
        and bool(given.knowledge_cards or given.buckets)
        and (source is None or source != session.source(Part.CANDIDATES))
    )


def added_to(session: Session, value: object) -> Together:
    """Return what was read with its candidates put beside those of a session."""
    return Together(tuple(joined([session.candidates, value])))


def taken_into(session: Session, value: object, source: str | None) -> Session | None:
    """Return a session with what was read from ``source``; None where that is no part of one.

    A whole session takes the other's place.
    """
    if isinstance(value, Session):
        return value
    edit = opening(value, source)
    return None if edit is None else edit(session)


def session_of(value: object, source: str | None) -> Session | None:
    """Return a new session with what was read from ``source``; None as ``taken_into``."""
    return taken_into(Session(), value, source)


def all_of(edits: Sequence[Edit]) -> Edit:
    """Return one edit that makes several, in order."""

    def edit(session: Session) -> Session:
        for one in edits:
            session = one(session)
        return session

    return edit


def becoming(session: Session) -> Edit:
    """Return the edit that replaces the whole session."""
    return lambda _: session
