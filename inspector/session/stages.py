"""What a session holds for the stages around the injection, one value for each stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from inspector.core.assembly.model import AssemblyItem, AssemblyStage
from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.request import BuildRequest
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.core.tokens import window_of_model
from inspector.core.window.chunk import Chunk, ChunkType, TimestampMs
from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.session.audit_stage import AuditStage
from inspector.session.discipline_stage import DisciplineStage

__all__ = [
    "DEFAULT_ESTIMATOR",
    "AssemblyItem",
    "AssemblyStage",
    "AuditStage",
    "BuilderStage",
    "DisciplineStage",
    "RelevanceStage",
    "WindowRequest",
    "WindowStage",
]

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


class RelevanceStage(Document):
    """Relevance: the configuration and the texts of its nodes. The facts come with the request."""

    config: Any = None
    """The configuration's JSON value, usable or not; None when no configuration is open."""

    node_texts: Mapping[str, AnyText] = Field(default_factory=dict)
    """The text of each context node that has one; its tokens are then counted, not estimated."""

    token_budget_remaining: Natural = 4000
    """Tokens that remain for context nodes."""


class WindowRequest(Document):
    """One of several requests to a model that came in one file."""

    name: AnyText
    """Tells it from the others."""

    model: AnyText | None = None
    """The model it was sent to, where that is known."""

    chunks: tuple[Chunk, ...] = ()
    """Its chunks, in their original order."""

    @property
    def of_stage(self) -> dict[str, Any]:
        """What it says of the stage: its chunks, and its model's window where that is known.

        One that brings its own system prompt needs no reserve, which would count it twice.
        """
        fields: dict[str, Any] = {"chunks": self.chunks}
        if self.model is not None:
            fields["model"] = self.model
        if any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in self.chunks):
            fields["max_system_prompt"] = 0
        size = window_of_model(self.model) if self.model else None
        if size is not None:
            fields["available_tokens"] = size
        return fields


class WindowStage(Document):
    """Window: the chunks that compete for the model's window, and how they are placed."""

    chunks: tuple[Chunk, ...] = ()
    """The chunks, in their original order."""

    requests: tuple[WindowRequest, ...] = ()
    """The requests of a file that holds several; ``chunks`` are those of one of them."""

    model: AnyText | None = None
    """The model that the chunks were sent to, where that is known; its tokenizer counts them."""

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

    session_id: AnyText | None = None
    """The session of the request, where it was given; kept, and never invented."""

    user_id: AnyText | None = None
    """Whose request it is, where it was given; kept, and never invented."""

    business_context: Mapping[str, Any] | None = None
    """What the request says of the business; kept, and without effect on the placement."""
