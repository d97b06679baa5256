"""The session: one frozen value that holds everything the user has opened and decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import (
    DEFAULT_POLICY,
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.session.stages import (
    AssemblyStage,
    AuditStage,
    BuilderStage,
    DisciplineStage,
    RelevanceStage,
    WindowStage,
)


class Part(StrEnum):
    """The parts of a session that come from files of their own."""

    POLICY = "policy"
    CANDIDATES = "candidates"
    REQUEST = "request"
    RELEVANCE = "relevance"
    DISCIPLINE = "discipline"
    WINDOW = "window"
    ASSEMBLY = "assembly"
    OVERRIDES = "overrides"
    BUILDER = "builder"
    AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote about one subject (a card's id, a file's reference, a bucket's id)."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One step of a story told with a session: a text, what is selected, what is changed.

    ``policy_change`` holds policy fields and their values for this step.
    """

    title: str
    text: str
    select: str | None = None
    policy_change: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """Everything open in one window. The only undoable thing.

    ``sources`` names the file that each part was read from; a part without one is kept inside the
    session's own file. ``request`` is one of ``requests`` when a corpus is open. ``overrides`` are
    a layer above all of it. ``kept`` holds the members of the session's file that were not
    understood, so that saving loses nothing.
    """

    title: str = ""
    policy: UnifiedContextBudgetPolicy = DEFAULT_POLICY
    candidates: CandidateSet = field(default_factory=lambda: CandidateSet(set_id="empty"))
    request: Request | None = None
    requests: tuple[Request, ...] = ()
    strategy: Strategy = Strategy.COVERAGE
    settings: InjectionSettings = DEFAULT_SETTINGS
    overrides: Overrides = NO_OVERRIDES
    relevance: RelevanceStage = field(default_factory=RelevanceStage)
    discipline: DisciplineStage = field(default_factory=DisciplineStage)
    window: WindowStage = field(default_factory=WindowStage)
    assembly: AssemblyStage = field(default_factory=AssemblyStage)
    builder: BuilderStage = field(default_factory=BuilderStage)
    audit: AuditStage = field(default_factory=AuditStage)
    notes: tuple[Note, ...] = ()
    story: tuple[StoryStep, ...] = ()
    sources: tuple[tuple[Part, str], ...] = ()
    kept: Mapping[str, Any] = field(default_factory=dict)

    def source(self, part: Part) -> str | None:
        """Return the path that a part was read from, None when it is kept in the session."""
        return dict(self.sources).get(part)
