"""Sessions that can be told apart by a number, and made again from it."""

from __future__ import annotations

from dataclasses import replace

from inspector.session.edits import set_at
from inspector.session.session import Note, Session
from inspector.session.store import Edit

_FIELD = "max_injection_tokens_absolute"
_SUBJECT = "number"


def numbered(number: int) -> Edit:
    """Return the edit that makes a session the one of this number: in its policy and its notes."""

    def edit(session: Session) -> Session:
        others = tuple(Note(f"subject-{one}", f"note {one} " * 50) for one in range(number % 9))
        notes = (Note(_SUBJECT, str(number)), *others)
        return replace(set_at("policy", _FIELD, 6000 + number % 100)(session), notes=notes)

    return edit


def number_of(session: Session) -> int:
    """Return the number of a session; 0 is one that was never numbered."""
    return next((int(note.text) for note in session.notes if note.subject == _SUBJECT), 0)


def is_whole(session: Session, original: Session) -> bool:
    """Whether a session is exactly the one of its number, made from the original."""
    number = number_of(session)
    return session == (numbered(number)(original) if number else original)
