"""Reading what a session holds for the relevance pre-parser."""

from __future__ import annotations

from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.stage_reading import has_only
from inspector.session.relevance_stage import RelevanceStage


def relevance_part(parsed: Parsed, found: Findings, _folder: str) -> RelevanceStage | None:
    """Return the stage also where its configuration is of no use: a run then includes all nodes."""
    from inspector.core.relevance import check_relevance_config

    if not has_only(parsed, RelevanceStage):
        add_lint(check_relevance_config(parsed.value)[1], parsed, found)
        return None if parsed.spoiled else RelevanceStage(config=parsed.value)
    stage = check(RelevanceStage, parsed, found, what="relevance stage")
    if stage is not None and stage.config is not None:
        add_lint(check_relevance_config(stage.config)[1], parsed.child("config"), found)
    return stage


def unreadable_part() -> RelevanceStage:
    """Return the stage of a configuration that cannot be read: a run includes all nodes."""
    from inspector.core.relevance.reading import UNREADABLE

    return RelevanceStage(config=UNREADABLE)
