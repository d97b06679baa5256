"""What a session holds for the relevance pre-parser: how it is read, and what a user can change.

The facts of a run belong to the request. Where a session has no request yet, the first fact that is
changed makes one with nothing else in it: no window, no message, the beginning of 1970 as its time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from inspector.analysis.secret_lint import HeldText, SecretHolder
from inspector.core.candidates.request import ModelFacts, Request
from inspector.core.problems import Problem, Severity
from inspector.files.bounds import exceeds, most, or_more
from inspector.files.documents import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.importers.imported import TOO_MANY
from inspector.files.stage_reading import has_only
from inspector.session.edits import set_at, with_fields
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import Part

if TYPE_CHECKING:
    from inspector.core.relevance import Flip

MOST_RULES = 50_000
"""Rules of a configuration, and whatever else it lists; a run tries each, 10,000 in a second."""
MOST_NODES = 50_000
"""Nodes of a configuration; each goes through every layer and is a row of the result."""


def relevance_part(parsed: Parsed, found: Findings, _folder: str) -> RelevanceStage | None:
    """Return the stage also where its configuration is of no use: a run then includes all nodes."""
    from inspector.core.relevance import check_relevance_config

    listed = sum(map(len, _lists(parsed.value)))
    for many, usual, what, fix in (
        (listed, MOST_RULES, "rules", "Join rules that decide the same"),
        (_nodes(parsed.value), MOST_NODES, "nodes", "Leave out nodes that no rule is about"),
    ):
        if exceeds(many, usual):
            message = f"The configuration has more than {most(usual):,} {what}; it was not read."
            found.add(Problem(Severity.ERROR, TOO_MANY, message, or_more(fix), parsed.place()))
            return None
    if not has_only(parsed, RelevanceStage):
        add_lint(check_relevance_config(parsed.value)[1], parsed, found)
        return None if parsed.spoiled else RelevanceStage(config=parsed.value)
    stage = check(RelevanceStage, parsed, found, what="relevance stage")
    if stage is not None and stage.config is not None:
        add_lint(check_relevance_config(stage.config)[1], parsed.child("config"), found)
    return stage


def _nodes(value: object) -> int:
    """Count the nodes of a configuration, or of one inside a stage: the longest object of names."""
    inner = value.values() if isinstance(value, dict) else ()
    return max((max(len(one), _nodes(one)) for one in inner if isinstance(one, dict)), default=0)


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


def texts(session: Session) -> Iterator[SecretHolder]:
    """Yield the texts of nodes that have one."""
    for node, text in session.relevance.node_texts.items():
        yield "node", node, (HeldText("text", text, ("node_texts", node)),)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes the text of a node out of the session."""
    return set_node_text(subject, None)


UNTITLED_REQUEST = Request(
    trace_id="untitled",
    timestamp="1970-01-01T00:00:00Z",
    model=ModelFacts(name="", context_window=0),
)


def set_config_field(field: str, value: Any) -> Edit:
    """Change one field of an open configuration that is an object; None takes it away."""

    def edit(session: Session) -> Session:
        config = session.relevance.config
        if not isinstance(config, dict):
            return session
        changed = {name: own for name, own in config.items() if name != field or value is not None}
        if value is not None:
            changed[field] = value
        return with_fields(session, Part.RELEVANCE, config=changed)

    return edit


def set_remaining_budget(tokens: int) -> Edit:
    """Change the tokens that remain. Raises ``ValidationError`` for fewer than none."""
    return lambda session: with_fields(session, Part.RELEVANCE, token_budget_remaining=tokens)


def set_node_text(node: str, text: str | None) -> Edit:
    """Give a node a text, whose tokens are then counted; None takes it away."""

    def edit(session: Session) -> Session:
        texts = {name: own for name, own in session.relevance.node_texts.items() if name != node}
        return with_fields(
            session, Part.RELEVANCE, node_texts=texts if text is None else texts | {node: text}
        )

    return edit


def set_mode(mode: str | None) -> Edit:
    """Change the mode; None leaves it to the configuration."""
    return _set_fact("mode", mode)


def set_signal(name: str, value: Any) -> Edit:
    """Change a signal; None takes it away."""

    def edit(session: Session) -> Session:
        present = dict((session.request and session.request.signals) or {})
        if value is None:
            signals = {signal: own for signal, own in present.items() if signal != name}
        else:
            signals = present | {name: value}
        return session if signals == present else _set_fact("signals", signals or None)(session)

    return edit


def set_urgency(urgency: Any) -> Edit:
    """Change the urgency of the classification; None takes it away."""

    def edit(session: Session) -> Session:
        request = session.request
        present = dict((request and request.classification) or {})
        changed = {name: value for name, value in present.items() if name != "urgency"}
        if urgency is not None:
            changed["urgency"] = urgency
        return session if changed == present else _set_fact("classification", changed)(session)

    return edit


def set_silence(returning: bool) -> Edit:
    """Say whether the user comes back after a silence."""
    return _set_fact("returning_from_silence", returning)


def apply_flip(flip: Flip) -> Edit:
    """Give one fact the value that a flip tried."""
    from inspector.core.relevance import FactKind

    value: Any = flip.value
    match flip.kind:
        case FactKind.SIGNAL:
            return set_signal(flip.signal, value)
        case FactKind.MODE:
            return set_mode(value)
        case FactKind.URGENCY:
            return set_urgency(value)
        case FactKind.SILENCE:
            return set_silence(value)
        case FactKind.BUDGET:
            return set_remaining_budget(value)


def _set_fact(field: str, value: Any) -> Edit:
    def edit(session: Session) -> Session:
        request = session.request or UNTITLED_REQUEST
        if getattr(request, field) == value:
            return session
        return set_at("request", field, value)(replace(session, request=request))

    return edit
