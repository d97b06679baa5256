"""The run of a tally, what is recorded of it, and what a story shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.files.history import RunRecord
from inspector.files.history.input_fingerprints import made_record, title_of
from inspector.present.story.frames import Picture
from inspector.session.session import Session
from inspector.stage import flow


@dataclass(frozen=True)
class TallyResult:
    session: Session
    words: int
    kept: int


def run_tally(session: Session) -> TallyResult:
    stage = session.part("tally")
    words = len(stage.note.split())
    return TallyResult(session, words, min(words, stage.most))


def tally_record(result: TallyResult, recorded_at: str, _known: Any = None) -> RunRecord:
    return made_record(
        stage="tally",
        recorded_at=recorded_at,
        title=title_of(result.session, "tally"),
        inputs={},
        configuration={"most": result.session.part("tally").most},
        result={"words": result.words},
        metrics={"words": result.words},
        verdicts={"included": result.kept},
    )


def tokens_told(result: TallyResult) -> str:
    return flow(result.words, result.kept)


def picture(width: int) -> Picture:
    def draw(session: Session, _key: str) -> tuple[str, None]:
        words = run_tally(session).words
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}"><!--{words}--></svg>', None

    return draw
