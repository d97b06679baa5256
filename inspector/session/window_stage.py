"""What a session holds for the model's window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.core.tokens import window_of_model
from inspector.core.window.chunk import Chunk, ChunkType, TimestampMs
from inspector.core.window.config import PlacementOptions, WindowConfig


class WindowRequest(Document):
    """One of several requests to a model that came in one file."""

    name: AnyText
    """Tells it from the others."""

    model: AnyText | None = None
    """The model it was sent to, where that is known."""

    window: Natural | None = None
    """The model's window in tokens, where what it came from records it."""

    chunks: tuple[Chunk, ...] = ()
    """Its chunks, in their original order."""

    @property
    def of_stage(self) -> dict[str, Any]:
        """What it says of the stage: its chunks, and its model's window: recorded, else known (N5).

        One that brings its own system prompt needs no reserve, which would count it twice.
        """
        fields: dict[str, Any] = {"chunks": self.chunks}
        if self.model is not None:
            fields["model"] = self.model
        if any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in self.chunks):
            fields["max_system_prompt"] = 0
        size = self.window or (window_of_model(self.model) if self.model else None)
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
