"""What a session holds for the stages around the injection, one value for each stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from inspector.core.discipline import DEFAULT_LIMITS, DisciplineLimits
from inspector.core.model import Document
from inspector.core.relevance import RelevanceConfig
from inspector.core.scalars import AnyText, Flag, Natural, SchemaVersion
from inspector.core.window.chunk import Chunk, TimestampMs
from inspector.core.window.config import PlacementOptions, WindowConfig


class RelevanceStage(Document):
    """Relevance: the configuration and the texts of its nodes. The facts come with the request."""

    config: RelevanceConfig = Field(default_factory=RelevanceConfig)
    """What the seven layers go by."""

    node_texts: Mapping[str, AnyText] = Field(default_factory=dict)
    """The text of each context node that has one; its tokens are then counted, not estimated."""

    token_budget_remaining: Natural = 4000
    """Tokens that remain for context nodes."""


class DisciplineStage(Document):
    """Discipline: the hot state as it was given, the limits, and which steps may be tried."""

    hot_state: Mapping[str, Any] | None = None
    """The hot state's JSON value, valid or not; None when there is none."""

    limits: DisciplineLimits = DEFAULT_LIMITS
    """How large the hot state and a prompt may be."""

    enable_compression: Flag = True
    """Whether fields that are not essential may be moved into artifacts."""

    enable_reference_extraction: Flag = True
    """Whether long arrays may be moved behind a reference."""

    reject_on_persistent_overflow: Flag = True
    """Whether a state that stays too large is rejected; off, the minimal state is used."""


class WindowStage(Document):
    """Window: the chunks that compete for the model's window, and how they are placed."""

    chunks: tuple[Chunk, ...] = ()
    """The chunks, in their original order."""

    now_ms: TimestampMs = 0
    """The time of the request, in milliseconds since 1970-01-01 UTC."""

    available_tokens: Natural = 32_000
    """Tokens that the chunks may take together, the reserve included."""

    max_system_prompt: Natural | None = None
    """Tokens kept in reserve for the system prompt; None takes the configuration's."""

    options: PlacementOptions = PlacementOptions()
    """Choices of one placement."""

    config: WindowConfig = Field(default_factory=WindowConfig)
    """Limits, boosts and densities."""


class AssemblyItem(Document):
    """One piece of the steps around the injection: a text, or its tokens."""

    step: Annotated[int, Field(ge=1, le=8, strict=True)]
    """The step of the assembly it belongs to: 1 to 5 before the injection, 7 or 8 after it."""

    item_id: AnyText
    """Names the item; unique within one assembly."""

    title: AnyText = ""
    """What people call it."""

    text: AnyText | None = None
    """Its text."""

    tokens: Natural | None = None
    """Its tokens, where the text was left out."""

    node: AnyText | None = None
    """The context node it is; it is then in only when the relevance stage includes that node."""


class AssemblyStage(Document):
    """Assembly: what the steps around the injection hold, and the limits of the whole."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    items: tuple[AssemblyItem, ...] = ()
    """The pieces of steps 1 to 5, 7 and 8, in their order. The hot state is part of step 2, the
    injection is step 6, and the request's message is step 8."""

    response_token_reserve: Natural = 4_000
    """Tokens of the window that are kept for the model's answer."""

    soft_limit_threshold_pct: Annotated[Natural, Field(le=100)] = 80
    """Part of the hard limit, in percent, above which the assembly is warned about."""
