"""What a session holds for the tally: how it is read, and what of it may hold a secret."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed
from inspector.session.edits import with_source
from inspector.session.session import Session
from inspector.session.store import Edit


class TallyStage(Document):
    """A note and how many words it may have."""

    note: AnyText = ""
    """The note."""

    most: Natural = 10
    """Words that it may have."""


def tally_part(parsed: Parsed, found: Findings, _folder: str) -> TallyStage | None:
    return check(TallyStage, parsed, found, what="tally stage")


def open_tally(part: TallyStage, source: str | None) -> Edit:
    return lambda session: with_source(session.having(tally=part), "tally", source)


def texts(session: Session) -> Iterator[Subject]:
    yield "note", "note", (HeldText("text", session.part("tally").note, ("note",)),)


def exclude(_holder: str, _subject: str) -> Edit:
    return lambda session: session.having(tally=TallyStage())
