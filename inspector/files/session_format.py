"""The session file (``*.inspector.json``): references to, or copies of, all that is open."""

from __future__ import annotations

from pydantic import ConfigDict

from inspector.core.assembly.model import AssemblyStage
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.model import Document
from inspector.core.scalars import AnyText, SchemaVersion
from inspector.session.audit_stage import AuditStage
from inspector.session.builder_stage import BuilderStage
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.window_stage import WindowStage

SUFFIX = ".inspector.json"


class Reference(Document):
    """A part that is a file of its own."""

    path: AnyText
    """Path of the file, with ``/``; a relative one starts at the session file's folder."""


class InlinePolicy(Document):
    """A policy kept in the session."""

    inline: UnifiedContextBudgetPolicy
    """The policy."""


class InlineCandidates(Document):
    """A candidate set kept in the session."""

    inline: CandidateSet
    """The candidate set."""


class InlineRequest(Document):
    """A request kept in the session."""

    inline: Request
    """The request."""


class ChosenRequest(Document):
    """One of the requests of the session's corpus."""

    trace_id: AnyText
    """The request's id."""


class InlineRequests(Document):
    """A corpus kept in the session."""

    inline: tuple[Request, ...]
    """The requests."""


class InlineOverrides(Document):
    """What-if overrides kept in the session."""

    inline: Overrides
    """The overrides."""


class InlineRelevance(Document):
    """The relevance stage kept in the session."""

    inline: RelevanceStage
    """The stage."""


class InlineDiscipline(Document):
    """The discipline stage kept in the session."""

    inline: DisciplineStage
    """The stage."""


class InlineWindow(Document):
    """The window stage kept in the session."""

    inline: WindowStage
    """The stage."""


class InlineAssembly(Document):
    """The assembly stage kept in the session."""

    inline: AssemblyStage
    """The stage."""


class InlineAudit(Document):
    """The audit kept in the session."""

    inline: AuditStage
    """The stage."""


class InlineBuilder(Document):
    """The builder stage kept in the session."""

    inline: BuilderStage
    """The stage."""


class NoteEntry(Document):
    """What somebody wrote about one subject."""

    subject: AnyText
    """A card's id, a file's reference or a bucket's id."""

    text: AnyText
    """The note."""


class PolicyChange(UnifiedContextBudgetPolicy):
    """Policy fields with new values; a field that is not named stays as it is."""

    schema_version: SchemaVersion = 1
    """Version of the policy format; always 1."""


class StoryChange(Document):
    """What one step of a story changes, for that step only."""

    policy: PolicyChange = PolicyChange()
    """Policy fields and their values."""


class StoryEntry(Document):
    """One step of the story that is told with a session."""

    title: AnyText
    """The step's heading."""

    text: AnyText
    """What is said."""

    select: AnyText | None = None
    """The subject that is selected."""

    change: StoryChange | None = None
    """What is changed."""


class SessionFile(Document):
    """Everything open in one window. Members that are not known are kept when it is saved."""

    model_config = ConfigDict(extra="allow")

    schema_version: SchemaVersion
    """Version of the format; always 1."""

    title: AnyText = ""
    """What people call the session."""

    policy: Reference | InlinePolicy | None = None
    """The budget policy; without one, the default policy."""

    candidates: Reference | InlineCandidates | None = None
    """The candidate set: JSON, YAML, JSON lines or a folder of text files."""

    request: Reference | InlineRequest | ChosenRequest | None = None
    """The request; without one, the first of the corpus."""

    requests: Reference | InlineRequests | None = None
    """The corpus, if there is one."""

    strategy: Strategy = Strategy.COVERAGE
    """How cards are given their renderings."""

    settings: InjectionSettings = DEFAULT_SETTINGS
    """Settings of the injection step."""

    overrides: Reference | InlineOverrides | None = None
    """What-if overrides: a layer above all other parts."""

    relevance: Reference | InlineRelevance | None = None
    """The relevance stage; a file may also be a relevance configuration."""

    discipline: Reference | InlineDiscipline | None = None
    """The discipline stage; a file may also be a hot state."""

    window: Reference | InlineWindow | None = None
    """The window stage; a file may also be a chat or a list of chunks."""

    assembly: Reference | InlineAssembly | None = None
    """The assembly stage."""

    builder: Reference | InlineBuilder | None = None
    """The builder stage; a file may also be a request for a bundle, or a project's rules."""

    audit: Reference | InlineAudit | None = None
    """The manifest under audit and its sign-off; a file is the manifest."""

    notes: tuple[NoteEntry, ...] = ()
    """Notes on cards, files and buckets."""

    story: tuple[StoryEntry, ...] = ()
    """Steps of a story told with the session."""
