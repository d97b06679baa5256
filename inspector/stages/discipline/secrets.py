"""What of the hot state may hold a secret, and how that is kept out."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.session.discipline_edits import remove_hot_state_field
from inspector.session.session import Session
from inspector.session.store import Edit

_NEEDED = "session_id"
"""The one field that a hot state cannot be without."""


def texts(session: Session) -> Iterator[Subject]:
    """Yield the fields as JSON, in which names of secrets stand before their values."""
    for name, value in (session.discipline.hot_state or {}).items():
        text = json.dumps({name: value}, ensure_ascii=False, indent=1, default=str)
        yield "field", name, (HeldText("value", text, ("hot_state", name), has_lines=False),)


def exclude(_holder: str, subject: str) -> Edit | None:
    """Return the edit that takes a field out of the state; None for what it cannot be without."""
    return None if subject == _NEEDED else remove_hot_state_field(subject)
