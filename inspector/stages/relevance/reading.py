"""Reading what a session holds for the relevance pre-parser, and what may hold a secret."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.core.problems import Problem, Severity
from inspector.files.bounds import exceeds, most, or_more
from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.importers.imported import TOO_MANY
from inspector.files.stage_reading import has_only
from inspector.session.relevance_edits import set_node_text
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.store import Edit

MOST_RULES = 50_000
"""Rules of a configuration, and whatever else it lists; a run tries each, 10,000 in a second."""


def relevance_part(parsed: Parsed, found: Findings, _folder: str) -> RelevanceStage | None:
    """Return the stage also where its configuration is of no use: a run then includes all nodes."""
    from inspector.core.relevance import check_relevance_config

    if exceeds(sum(map(len, _lists(parsed.value))), MOST_RULES):
        message = f"The configuration has more than {most(MOST_RULES):,} rules; it was not read."
        fix = or_more("Join rules that decide the same")
        found.add(Problem(Severity.ERROR, TOO_MANY, message, fix, parsed.place()))
        return None
    if not has_only(parsed, RelevanceStage):
        add_lint(check_relevance_config(parsed.value)[1], parsed, found)
        return None if parsed.spoiled else RelevanceStage(config=parsed.value)
    stage = check(RelevanceStage, parsed, found, what="relevance stage")
    if stage is not None and stage.config is not None:
        add_lint(check_relevance_config(stage.config)[1], parsed.child("config"), found)
    return stage


def _lists(value: object) -> Iterator[list[object]]:
    if isinstance(value, list):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from _lists(one)


def unreadable_part() -> RelevanceStage:
    """Return the stage of a configuration that cannot be read: a run includes all nodes."""
    from inspector.core.relevance.reading import UNREADABLE

    return RelevanceStage(config=UNREADABLE)


def texts(session: Session) -> Iterator[Subject]:
    """Yield the texts of nodes that have one."""
    for node, text in session.relevance.node_texts.items():
        yield "node", node, (HeldText("text", text, ("node_texts", node)),)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes the text of a node out of the session."""
    return set_node_text(subject, None)
