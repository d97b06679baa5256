"""What is known of one build while it goes on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.core.builder.candidates import Candidate
from inspector.core.builder.drafts import Draft
from inspector.core.builder.fitting import Fitted
from inspector.core.builder.inputs import BuilderConfig, BuildRequest
from inspector.core.builder.layout import BlockCounter
from inspector.core.builder.loading import Screened
from inspector.core.builder.outputs import Priority
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.screen import Screen
from inspector.core.builder.targets import Targets
from inspector.core.problems import Place, Problem, Severity
from inspector.project.commits import ProjectHistory
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.paths import shown_path


@dataclass(frozen=True, slots=True)
class Excluded:
    """A candidate that a hard rule keeps out. ``path`` is as it is in the index, or was asked for.

    ``detail`` says more, never contents. `Case.shown` is what a report may say of it.
    """

    path: str
    exclusion: Exclusion
    detail: str = ""
    priority: Priority | None = None


@dataclass(slots=True)
class Case:
    """One build: its inputs, and what came of them so far. It ends with the build."""

    request: BuildRequest
    index: ProjectIndex
    config: BuilderConfig
    measure: BlockCounter
    screen: Screen
    history: ProjectHistory | None = None
    targets: Targets = field(default_factory=Targets)
    candidates: tuple[Candidate, ...] = ()
    ranking: tuple[RankedFile, ...] = ()
    optional: tuple[RankedFile, ...] = ()
    excluded: dict[str, Excluded] = field(default_factory=dict)
    withheld: list[tuple[Draft, str]] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    seen: dict[str, Screened] = field(default_factory=dict)
    fitted: Fitted | None = None
    problems: list[Problem] = field(default_factory=list)

    def safe(self, text: str) -> str:
        """Any text as it may stand in a report: on one line, and without secrets."""
        return self.screen.safe(shown_path(text))

    def exclude(
        self,
        path: str,
        exclusion: Exclusion,
        detail: str = "",
        *,
        priority: Priority | None = None,
    ) -> None:
        """Keep a candidate out; the first reason stands."""
        self.excluded.setdefault(path, Excluded(path, exclusion, detail, priority))

    def shown(self, one: Excluded) -> Excluded:
        """What may stand in a report, with what is known as a secret by now in neither text."""
        return replace(one, path=self.safe(one.path), detail=self.safe(one.detail))

    def tell(self, code: str, message: str, fix: str = "", *, path: str | None = None) -> None:
        """Put down something that is worth knowing and stops nothing."""
        place = Place(file=path)
        self.problems.append(Problem(Severity.NOTE, f"builder.{code}", message, fix, place))

    def warn(self, code: str, message: str) -> None:
        """Put down what would refuse the call as well, beside the refusal that is told."""
        name = f"builder.{code.replace('_', '-')}"
        self.problems.append(Problem(Severity.ERROR, name, message))
