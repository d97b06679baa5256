"""The session: one frozen value that holds everything the user has opened and decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Self

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
from inspector.core.model import Document
from inspector.stage import Part, Stage, stage_named, stages

if TYPE_CHECKING:
    from inspector.core.assembly.pieces import AssemblyStage
    from inspector.core.builder.inputs import BuilderStage
    from inspector.core.problems import Problem
    from inspector.session.audit_stage import AuditStage
    from inspector.session.discipline_stage import DisciplineStage
    from inspector.session.relevance_stage import RelevanceStage
    from inspector.session.window_stage import WindowStage


_USUAL_ENCODING = "o200k_base"


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote about one subject (a card's id, a file's reference, a bucket's id)."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One step of a story told with a session: a text, what is selected, what is changed.

    ``policy_change`` holds policy fields and their values for this step, ``request`` the trace id
    of the request of the corpus that it is about; None is that of the session. ``stage`` is the id
    of the stage whose picture it is looked at in; None is what the session is about.
    """

    title: str
    text: str
    select: str | None = None
    policy_change: tuple[tuple[str, float], ...] = ()
    request: str | None = None
    stage: str | None = None


_OF_INJECTION = "policy", "request", "settings", "overrides"


@cache
def _at_first(stage: str) -> Document:
    described = stage_named(stage)
    part: Document = described.load(described.part)()
    return part


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """Everything open in one window. The only undoable thing.

    ``sources`` names the file that each part was read from; a part without one is kept inside the
    session's own file. ``request`` is one of ``requests`` when a corpus is open. ``overrides`` are
    a layer above all of it. ``parts`` is what it holds for the stages around the injection, by
    their ids; a part that is not there is as its stage has it at first. ``kept`` holds the members
    of the session's file that were not understood, so that saving loses nothing.
    """

    title: str = ""
    policy: UnifiedContextBudgetPolicy = DEFAULT_POLICY
    candidates: CandidateSet = field(default_factory=lambda: CandidateSet(set_id="empty"))
    request: Request | None = None
    requests: tuple[Request, ...] = ()
    strategy: Strategy = Strategy.COVERAGE
    settings: InjectionSettings = DEFAULT_SETTINGS
    overrides: Overrides = NO_OVERRIDES
    parts: Mapping[str, Document] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    story: tuple[StoryStep, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    kept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all_requests(self) -> tuple[Request, ...]:
        """The requests of the open corpus, or the one request there is."""
        alone = () if self.request is None else (self.request,)
        return self.requests or alone

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same, whether or not a part that is as at first is there."""
        if not isinstance(other, Session):
            return NotImplemented
        own = [
            (getattr(self, one.name), getattr(other, one.name))
            for one in fields(Session)
            if one.name != "parts"
        ]
        own += [(self.part(one), other.part(one)) for one in self.parts.keys() | other.parts]
        return all(one is same or one == same for one, same in own)

    @property
    def configuration(self) -> Session:
        """Policy, strategy, settings and what-ifs alone, with none of the data."""
        return Session(
            title=self.title,
            policy=self.policy,
            strategy=self.strategy,
            settings=self.settings,
            overrides=self.overrides,
        )

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    def part(self, name: str) -> Any:
        """Return what it holds for a stage, by the stage's id, or one of the injection's documents.

        Those are ``policy``, ``request`` (None without one), ``settings`` and ``overrides``.
        """
        if name in _OF_INJECTION:
            return getattr(self, name)
        return self.parts[name] if name in self.parts else _at_first(name)

    def having(self, **parts: Document) -> Self:
        """Return the session with other parts, by their names; a request is one of the corpus."""
        own: dict[str, Any] = {name: parts.pop(name) for name in _OF_INJECTION if name in parts}
        if "request" in own and self.request is not None:
            new = own["request"]
            own["requests"] = tuple(new if one is self.request else one for one in self.requests)
        return replace(self, **own, parts={**self.parts, **parts} if parts else self.parts)

    @property
    def relevance(self) -> RelevanceStage:
        """What it holds for the relevance pre-parser."""
        held: RelevanceStage = self.part(Part.RELEVANCE)
        return held

    @property
    def discipline(self) -> DisciplineStage:
        """What it holds for context discipline."""
        held: DisciplineStage = self.part(Part.DISCIPLINE)
        return held

    @property
    def window(self) -> WindowStage:
        """What it holds for the model's window."""
        held: WindowStage = self.part(Part.WINDOW)
        return held

    @property
    def assembly(self) -> AssemblyStage:
        """What it holds for the assembly of the prompt."""
        held: AssemblyStage = self.part(Part.ASSEMBLY)
        return held

    @property
    def builder(self) -> BuilderStage:
        """What it holds for the context builder."""
        held: BuilderStage = self.part(Part.BUILDER)
        return held

    @property
    def audit(self) -> AuditStage:
        """What it holds for an audit."""
        held: AuditStage = self.part(Part.AUDIT)
        return held

    @property
    def has_candidates(self) -> bool:
        """Whether there is anything to choose from, in the set or with the request."""
        candidates, request = self.candidates, self.request
        own = request is not None and request.candidates is not None
        return bool(len(candidates.knowledge_cards) or candidates.buckets or own)

    @property
    def encoding(self) -> str:
        """What the request's model counts tokens with; without a request, what most do."""
        return _USUAL_ENCODING if self.request is None else self.request.model.encoding

    def source(self, part: str) -> str | None:
        """Return the path that a part was read from, None when it is kept in the session."""
        return dict(self.sources).get(part)

    def placed(self, part: str, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Name the file of a part at each problem that points into it and names no file."""
        source = self.source(part)
        return tuple(
            one
            if source is None or one.place.file is not None or one.place.pointer is None
            else one.at(replace(one.place, file=source))
            for one in problems
        )


def stages_with_input(session: Session) -> tuple[str, ...]:
    """Return the ids of the stages that a session holds something for, what it is about first.

    A session with pieces of a prompt is about the assembly, which shows all other stages as well;
    one with cards or buckets about their injection; one with a manifest under audit about that.
    """
    held = [one for one in stages() if has_input(session, one)]
    return tuple(one.id for one in sorted(held, key=lambda one: one.about, reverse=True))


def has_input(session: Session, stage: Stage) -> bool:
    """Whether a session holds something for a stage."""
    if stage.part and stage.id not in session.parts:
        return False  # as it is at first, and not made just to look
    held = session.part(stage.id) if stage.part else session
    return bool(stage.holds and getattr(held, stage.holds))


def subject_of(session: Session) -> str | None:
    """Return the id of the stage to look at a session through first; None for an empty one."""
    return next(iter(stages_with_input(session)), None)
