"""What a user can override to see what happens, as named functions from session to session.

Sources are never touched: everything here is taken back by clearing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.core.injection.overrides import FIELDS, NO_OVERRIDES, Forced, Overrides
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit


def force(subjects: Iterable[str], forced: Forced | None) -> Edit:
    """Force one thing on some subjects, whatever was forced on them before; None lets them be."""
    chosen = tuple(dict.fromkeys(subjects))

    def edit(session: Session) -> Session:
        held = session.overrides
        fields = {
            field: tuple(one for one in getattr(held, field) if one not in chosen)
            for field in FIELDS.values()
        }
        if forced is not None:
            fields[FIELDS[forced]] = (*fields[FIELDS[forced]], *chosen)
        return replace(session, overrides=Overrides.model_validate(fields))

    return edit


def clear_overrides(session: Session) -> Session:
    """Take every override back: the rules alone decide again."""
    return with_source(replace(session, overrides=NO_OVERRIDES), Part.OVERRIDES, None)


def open_overrides(overrides: Overrides, source: str | None) -> Edit:
    """Use overrides that were read from ``source``, instead of those there were."""
    return lambda session: with_source(
        replace(session, overrides=overrides), Part.OVERRIDES, source
    )
