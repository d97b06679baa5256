"""Sessions that can be told apart by a number, and made again from it."""

from __future__ import annotations

from dataclasses import replace

from inspector.session.edits import set_policy_field
from inspector.session.session import Note, Session
from inspector.session.store import Edit

_FIELD = "max_injection_tokens_absolute"


def numbered(number: int) -> Edit:
    """Return the edit that makes a session the one of this number: in its policy and its notes."""

    def edit(session: Session) -> Session:
        notes = tuple(Note(f"subject-{one}", f"note {one} " * 20) for one in range(number))
        return replace(set_policy_field(_FIELD, 6000 + number)(session), notes=notes)

    return edit


def number_of(session: Session) -> int:
    """Return the number of a session; 0 is one that was never numbered."""
    return len(session.notes)


def is_whole(session: Session, original: Session) -> bool:
    """Whether a session is exactly the one of its number, made from the original."""
    number = number_of(session)
    if number == 0:
        return session == original
    return session == numbered(number)(original)
