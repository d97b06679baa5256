"""Reading what a session holds for the timeline."""

from __future__ import annotations

import os

from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed
from inspector.session.timeline_stage import TimelineStage


def timeline_part(parsed: Parsed, found: Findings, folder: str) -> TimelineStage | None:
    """Return the stage of a parsed value; relative paths in it start at ``folder``."""
    stage = check(TimelineStage, parsed, found, what="timeline stage")
    if stage is None:
        return None
    paths = {
        name: os.path.normpath(os.path.join(folder, path))  # noqa: PTH118  # accepts any text
        for name in ("log", "prices")
        if (path := getattr(stage, name))
    }
    return stage.model_copy(update=paths)
