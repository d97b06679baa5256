"""What a user can override to see what happens, as named functions from session to session.

Sources are never touched: everything here is taken back by clearing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.session.edits import set_policy_fields, with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit


def force(subjects: Iterable[str], forced: Forced | None) -> Edit:
    """Force one thing on some subjects, whatever was forced on them before; None lets them be."""
    chosen = tuple(subjects)
    return lambda session: replace(session, overrides=session.overrides.forcing(chosen, forced))


def set_relevance_floor(floor: float | None) -> Edit:
    """Keep out what is less relevant than a floor; None keeps nothing out."""
    return lambda session: _with(session, relevance_floor=floor)


def set_top_k(count: int | None) -> Edit:
    """Let only so many cards and so many files compete; None lets all of them."""
    return lambda session: _with(session, top_k=count)


def set_fields(values: dict[str, float]) -> Edit:
    """Give the policy, or what limits candidates, some values; names are those of the fields.

    Raises ``ValidationError`` for a value out of bounds.
    """

    def edit(session: Session) -> Session:
        limits = {name: value for name, value in values.items() if name in Overrides.model_fields}
        fields = {name: value for name, value in values.items() if name not in limits}
        session = set_policy_fields(fields)(session) if fields else session
        return _with(session, **limits) if limits else session

    return edit


def _with(session: Session, **fields: float | None) -> Session:
    checked = Overrides.model_validate(session.overrides.model_dump() | fields)
    return replace(session, overrides=checked)


def clear_overrides(session: Session) -> Session:
    """Take every override back: the rules alone decide again."""
    return with_source(replace(session, overrides=NO_OVERRIDES), Part.OVERRIDES, None)


def open_overrides(overrides: Overrides, source: str | None) -> Edit:
    """Use overrides that were read from ``source``, instead of those there were."""
    return lambda session: with_source(
        replace(session, overrides=overrides), Part.OVERRIDES, source
    )
