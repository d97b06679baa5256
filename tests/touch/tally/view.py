"""The lens of the tally: the words of the note, a command and a file."""

from __future__ import annotations

from inspector.stages.tally.runs import run_tally
from PySide6.QtWidgets import QLabel, QVBoxLayout

from inspector.gui.commands import command
from inspector.gui.lens import Exporter, LensContext, LensWidget
from inspector.gui.views.lens_exports import File, exports_of
from inspector.session.edits import set_at
from inspector.session.session import Session

_FILE = File("words.txt", "words", "The number.", lambda found: f"{found.words} words", run_tally)


class TallyLens(LensWidget):
    def __init__(self, context: LensContext) -> None:
        super().__init__()
        self.setObjectName("tally")
        self.context = context
        self.words = QLabel(self, objectName="tally.words")
        QVBoxLayout(self).addWidget(self.words)
        self.end_work = context.store.subscribe(self._follow)
        self._follow(context.store.session, context.store.session)

    def exporters(self) -> tuple[Exporter, ...]:
        return exports_of("tally", "Tally", lambda: self.context.store.session, (_FILE,))

    def _follow(self, _old: Session, new: Session) -> None:
        result = run_tally(new)
        self.words.setText(f"{result.words} words")
        self.context.set_result(result)

    @command("tally-clear", "Clear the note")
    def clear(self) -> None:
        """Take the words away."""
        self.context.store.commit("Clear", set_at("tally", "note", ""))
