"""What of the prompt's own items may hold a secret, and how that is kept out."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.session.assembly_edits import remove_item
from inspector.session.session import Session
from inspector.session.store import Edit


def texts(session: Session) -> Iterator[Subject]:
    """Yield the items."""
    for at, item in enumerate(session.assembly.items):
        held = HeldText("text", item.text or "", ("items", at, "text"))
        yield "item", item.item_id, (held,)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes an item out of the session."""
    return remove_item(subject)
