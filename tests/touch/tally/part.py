"""What a session holds for the tally: and what of it may hold a secret."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit


class TallyStage(Document):
    """A note and how many words it may have."""

    note: AnyText = ""
    """The note."""

    most: Natural = 10
    """Words that it may have."""


def texts(session: Session) -> Iterator[Subject]:
    yield "note", "note", (HeldText("text", session.part("tally").note, ("note",)),)


def exclude(_holder: str, _subject: str) -> Edit:
    return set_at("tally", "note", "")
