"""What asks for a bundle: purpose, plan step, constraints, model, and what the user chose."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import (
    AnyText,
    Moment,
    Natural,
    NonBlank,
    OptionalUuid,
    Percentage,
    SchemaVersion,
)


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
