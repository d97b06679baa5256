"""Edits of a corpus: look into one of its requests under another policy."""

from __future__ import annotations

from inspector.session.edits import choose_request, set_fields
from inspector.session.session import Session
from inspector.session.store import Edit


def look_into(number: int, fields: dict[str, float]) -> Edit:
    """Make a request of the open corpus the current one, and give some fields some values.

    Fields are the policy's, or limits of candidates. Without a corpus only they change.
    Raises ``ValidationError`` for a value out of bounds.
    """

    def edit(session: Session) -> Session:
        if number < len(session.requests):
            session = choose_request(number)(session)
        return set_fields(fields)(session) if fields else session

    return edit
