"""What a session holds for the timeline: the log of a session, and what is asked about it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural


class TimelineRule(Document):
    """A rule for what would have been sent; None leaves what was."""

    clear_results_after: Annotated[
        Natural | None, Field(default=None, title="Clear tool results after", ge=1)
    ] = None
    """A tool's call and its result are left out once so many newer results have come."""

    keep_turns: Annotated[Natural | None, Field(default=None, title="Keep last turns", ge=1)] = None
    """Only the last so many turns of a person are sent."""

    compact_at: Annotated[Natural | None, Field(default=None, title="Compact at", ge=1)] = None
    """What was said is replaced by a summary when a request would pass so many tokens."""


class TimelineStage(Document):
    """The log of a session of an agent, or of the requests of one conversation."""

    log: AnyText = ""
    """The log's file, or the folder of a session; empty while none is open.

    A relative path in a file starts at that file's folder.
    """

    session: AnyText = ""
    """Of a folder with several sessions, the one that is shown; empty for the first."""

    window: Annotated[Natural | None, Field(default=None, title="Window", ge=1)] = None
    """The model's window in tokens; without one, what the log records or is known of the model."""

    prices: AnyText = ""
    """A file of models whose prices come before the shipped ones; empty for none."""

    what_if: TimelineRule = Field(default_factory=TimelineRule)
    """What would have been."""
