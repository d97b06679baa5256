"""The lens of the tally: the words of the note, a command and a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspector.stages.tally.runs import run_tally
from PySide6.QtWidgets import QLabel, QVBoxLayout

from inspector.core.problems import Problem
from inspector.gui.commands import Command
from inspector.gui.lens import Exporter, LensContext, LensWidget
from inspector.gui.screenshots import Shot
from inspector.session.edits import set_at
from inspector.session.session import Session

SHOTS: tuple[Shot, ...] = ()


class TallyLens(LensWidget):
    def __init__(self, context: LensContext) -> None:
        super().__init__()
        self.setObjectName("tally")
        self.context = context
        self.words = QLabel(self)
        self.words.setObjectName("tally.words")
        QVBoxLayout(self).addWidget(self.words)
        self._end = context.store.subscribe(self._follow)
        self._follow(context.store.session, context.store.session)

    def _follow(self, _old: Session, new: Session) -> None:
        result = run_tally(new)
        self.words.setText(f"{result.words} words")
        self.context.set_result(result)

    def end_work(self) -> None:
        self._end()

    def clear(self) -> None:
        self.context.store.commit("Clear", set_at("tally", "note", ""))

    def write(self, path: Path) -> Sequence[Problem]:
        path.write_text(self.words.text())
        return ()


def tally_commands(lens: TallyLens) -> tuple[Command, ...]:
    return (Command("tally.clear", "Clear the note", "Take the words away.", lens.clear),)


def tally_exporters(lens: TallyLens) -> tuple[Exporter, ...]:
    return (Exporter("tally-words", "Words…", "The number.", "Text (*.txt)", "w.txt", lens.write),)
