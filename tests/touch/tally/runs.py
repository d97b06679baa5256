"""What a session holds for a tally, its run, and what a story shows."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.present.story import Picture
from inspector.session.session import Session
from inspector.stage import flow


class TallyStage(Document):
    """A note and how many words it may have."""

    note: AnyText = ""
    """The note."""

    most: Natural = 10
    """Words that it may have."""


@dataclass(frozen=True)
class TallyResult:
    session: Session
    words: int
    kept: int


def run_tally(session: Session) -> TallyResult:
    stage = session.part("tally")
    words = len(stage.note.split())
    return TallyResult(session, words, min(words, stage.most))


def token_flow(result: TallyResult) -> str:
    return flow(result.words, result.kept)


def picture(width: int) -> Picture:
    def draw(session: Session, _key: str) -> tuple[str, None]:
        words = run_tally(session).words
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}"><!--{words}--></svg>', None

    return draw
