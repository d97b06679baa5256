"""What a build is made from: the call, the project, and the project's rules for bundles."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import (
    AnyText,
    Flag,
    Moment,
    Natural,
    NonBlank,
    OptionalUuid,
    Percentage,
    SchemaVersion,
)
from inspector.project.rules import ProjectRules


class Purpose(StrEnum):
    """What the call is for (Builder, ContextBundle)."""

    INTENT = "intent"
    PLAN = "plan"
    DIFF = "diff"


class ModelLimits(Document):
    """The model and the tokens it takes (Builder, ContextBundle)."""

    provider: AnyText = "unnamed"
    """Who runs the model."""

    model: AnyText = "unnamed"
    """The model's name."""

    max_input_tokens: Natural = 100_000
    """Tokens that the model takes."""

    max_output_tokens: Natural = 16_000
    """Tokens that the model gives."""

    response_token_reserve: Natural = 4_000
    """Tokens of the input limit that are kept free for the response; less than that limit."""

    soft_limit_threshold_pct: Percentage = 80
    """Percentage of the hard limit above which a bundle is passed with a warning; at most 100."""

    @property
    def hard_limit_tokens(self) -> int:
        """Tokens that a bundle may never exceed; never negative."""
        return max(0, self.max_input_tokens - self.response_token_reserve)

    @property
    def soft_limit_tokens(self) -> int:
        """Tokens above which a bundle is passed with a warning."""
        return self.hard_limit_tokens * self.soft_limit_threshold_pct // 100


class PlanStep(Document):
    """The step that the call carries out."""

    step_id: AnyText = ""
    """Identifies the step."""

    description: AnyText = ""
    """What is to be done."""

    target_files: tuple[NonBlank, ...] = ()
    """Paths relative to the project's root, with slashes."""

    target_symbols: tuple[NonBlank, ...] = ()
    """Names of symbols, qualified or not."""


class SelectedTarget(Document):
    """A file, or one definition in it, that the user chose."""

    path: NonBlank
    """Path relative to the project's root."""

    symbol: AnyText | None = None
    """The qualified name of the definition; None is the whole file."""


class Constraints(Document):
    """Rules that hold for the call, from the outermost to the innermost."""

    system: tuple[AnyText, ...] = ()
    """Rules of the system."""

    project: tuple[AnyText, ...] = ()
    """Rules of the project."""

    session: tuple[AnyText, ...] = ()
    """Rules of the session."""

    user: tuple[AnyText, ...] = ()
    """Rules of the user."""


class BuildRequest(Document):
    """One call for a bundle. Times and ids come from here, never from a clock."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    purpose: Purpose = Purpose.DIFF
    """What the call is for."""

    intent: Any = None
    """What the user wants: text or JSON; null for some calls of the system."""

    plan_step: PlanStep | None = None
    """The step that is carried out; needed for a diff."""

    system: AnyText = ""
    """Text of the system block: the rules of the call."""

    constraints: Constraints = Field(default_factory=Constraints)
    """Rules that hold for the call."""

    model: ModelLimits = Field(default_factory=ModelLimits)
    """The model's limits."""

    user_selected_targets: tuple[SelectedTarget, ...] = ()
    """What the user chose where a name had several definitions, or beside the step's targets."""

    active_file: AnyText | None = None
    """The file that is open in front of the user."""

    last_error: Any = None
    """What went wrong with the call before, for a retry: text or JSON."""

    correlation_id: OptionalUuid = ""
    """UUID that joins this call with others; no part of a fingerprint. Without one it is the UUIDv5
    of what the call was made of."""

    created_at: Moment = "1970-01-01T00:00:00Z"
    """When the call was made, with any offset; kept in UTC; no part of a fingerprint."""


OPTIONAL_ROOM = "builder.optional-room"
"""The code of the note that optional context would fit."""

CONFIGURATION_FILES = (
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "package.json",
    "tsconfig.json",
    "*.csproj",
    "*.sln",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "go.mod",
    "Cargo.toml",
    "CMakeLists.txt",
    "Makefile",
)
"""Names of files that configure or build the folder they stand in and everything below it."""


class SignalWeights(Document):
    """How much each optional signal counts beside the document's scoring. 0 is off."""

    words: Natural = 4
    """Words of the intent and the step in paths and outlines (BM25)."""

    target_words: Natural = 2
    """Names that the targets define, in paths and outlines (BM25)."""

    co_change: Annotated[Natural, Field(title="Changed together")] = 8
    """Changed in the same commits as a target; takes a git checkout."""

    test_pair: Natural = 4
    """The test of a target, or what a target tests, by name."""

    edges: Natural = 4
    """Relations with a target, counted."""

    points: Natural = 300
    """Points that the best file gets; the others get their share."""

    most_files: Annotated[Natural, Field(title="Max candidates")] = 40
    """Files that signals make candidates, the best first."""

    most_changes: Annotated[Natural, Field(title="Max commits read")] = 1_000
    """Changes of the history that are read, the newest first."""


class BuilderConfig(ProjectRules):
    """How bundles of one project are built. Goes into the configuration's fingerprint."""

    include_optional: Flag = False
    """Whether files of priority P3 are sent where they fit."""

    max_hops: Natural = 2
    """Steps along relations from a target to a candidate."""

    signals: SignalWeights | None = None
    """Signals that add to the score; null leaves the document's scoring alone."""

    configuration_files: tuple[AnyText, ...] = CONFIGURATION_FILES
    """Names of files, with * and ?, that configure or build what stands beside or below them."""


DEFAULT_ESTIMATOR = "o200k_base"


class BuilderStage(Document):
    """Builder: the project folder, what asks for a bundle, and how bundles are built."""

    root: AnyText = ""
    """The project's folder; empty while none is open.

    A relative path in a file starts at that file's folder.
    """

    request: BuildRequest = Field(default_factory=BuildRequest)
    """What asks for a bundle."""

    config: BuilderConfig = Field(default_factory=BuilderConfig)
    """The project's rules for bundles."""

    estimator: Annotated[AnyText, Field(title="Tokens counted by")] = DEFAULT_ESTIMATOR
    """The encoding that counts tokens, or the estimator that guesses them."""
