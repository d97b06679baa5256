"""Where the values of opened files go in a session: one place for window and command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from inspector.core.assembly.model import AssemblyStage
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.session.audit_edits import freeze_inputs, open_audit
from inspector.session.audit_stage import AuditStage
from inspector.session.builder_stage import BuilderStage
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import open_candidates, open_policy, open_requests
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.session.window_stage import WindowStage


@dataclass(frozen=True, slots=True)
class Together:
    """What one file of another program holds for several parts of a session."""

    parts: tuple[Any, ...]


def _as_inputs(open_part: Callable[[Any, str | None], Edit]) -> Callable[[Any, str | None], Edit]:
    """Return an edit that opens inputs, also for the manifest that is under audit."""
    return lambda value, source: all_of([open_part(value, source), freeze_inputs()])


@cache
def _edits() -> dict[type, Callable[[Any, str | None], Edit]]:
    # Loaded here: most sessions come from a file as a whole.
    from inspector.session.assembly_edits import open_assembly
    from inspector.session.builder_edits import open_builder
    from inspector.session.discipline_edits import open_discipline
    from inspector.session.overrides_edits import open_overrides
    from inspector.session.relevance_edits import open_relevance
    from inspector.session.window_edits import open_window

    return {
        UnifiedContextBudgetPolicy: _as_inputs(open_policy),
        Overrides: open_overrides,
        CandidateSet: _as_inputs(open_candidates),
        RelevanceStage: open_relevance,
        DisciplineStage: open_discipline,
        WindowStage: open_window,
        AssemblyStage: open_assembly,
        BuilderStage: open_builder,
        AuditStage: open_audit,
    }


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
    open_part = _edits().get(type(value))
    return None if open_part is None else open_part(value, source)


def session_of(value: object, source: str | None) -> Session | None:
    """Return a session with what was read from ``source``; None where that is no part of one."""
    if isinstance(value, Session):
        return value
    edit = opening(value, source)
    return None if edit is None else edit(Session())


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
