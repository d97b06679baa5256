"""Where the values of opened files go in a session."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.injection.candidates import CandidateSet
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.request import Request
from inspector.gui.file_loads import Opened
from inspector.session.assembly_edits import open_assembly
from inspector.session.audit_edits import open_audit
from inspector.session.builder_edits import open_builder
from inspector.session.discipline_edits import open_discipline
from inspector.session.edits import open_candidates, open_policy, open_requests
from inspector.session.overrides_edits import open_overrides
from inspector.session.relevance_edits import open_relevance
from inspector.session.session import Session
from inspector.session.stages import (
    AssemblyStage,
    AuditStage,
    BuilderStage,
    DisciplineStage,
    RelevanceStage,
    WindowStage,
)
from inspector.session.store import Edit
from inspector.session.window_edits import open_window


def placed(opened: Opened) -> Edit | None:
    """Return the edit that takes an opened part into the session; None for anything else."""
    source, value = str(opened.path), opened.value
    if isinstance(value, UnifiedContextBudgetPolicy):
        return open_policy(value, source)
    if isinstance(value, Overrides):
        return open_overrides(value, source)
    if isinstance(value, CandidateSet):
        return open_candidates(value, source)
    if isinstance(value, Request):
        return open_requests((value,), source)
    if isinstance(value, RelevanceStage):
        return open_relevance(value, source)
    if isinstance(value, DisciplineStage):
        return open_discipline(value, source)
    if isinstance(value, WindowStage):
        return open_window(value, source)
    if isinstance(value, AssemblyStage):
        return open_assembly(value, source)
    if isinstance(value, BuilderStage):
        return open_builder(value, source)
    if isinstance(value, AuditStage):
        return open_audit(value, source)
    if isinstance(value, tuple) and all(isinstance(one, Request) for one in value):
        return open_requests(value, source)
    return None


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
