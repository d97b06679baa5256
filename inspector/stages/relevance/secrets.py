"""What of the context nodes may hold a secret, and how that is kept out."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.session.relevance_edits import set_node_text
from inspector.session.session import Session
from inspector.session.store import Edit


def texts(session: Session) -> Iterator[Subject]:
    """Yield the texts of nodes that have one."""
    for node, text in session.relevance.node_texts.items():
        yield "node", node, (HeldText("text", text, ("node_texts", node)),)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes the text of a node out of the session."""
    return set_node_text(subject, None)
