"""What lenses of a stage have in common: three columns, the store they follow, notes, failures."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.gui.columns import ThreeColumns
from inspector.gui.failures import Failure, notice_of
from inspector.gui.lens import LensContext, LensWidget
from inspector.session.edits import set_note
from inspector.session.session import Session


class StageLens(LensWidget):
    """A lens in three columns. Its object name is ``name``."""

    _columns: ThreeColumns

    def __init__(self, name: str, context: LensContext) -> None:
        super().__init__()
        self.setObjectName(name)
        self._context = context

    @property
    def context(self) -> LensContext:
        """What the window offers."""
        return self._context

    def _set_columns(self, inputs: QWidget, middle: QWidget, why: QWidget) -> None:
        """Fill the lens."""
        self._columns = ThreeColumns(inputs, middle, why, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._columns)

    def _follow_store(self) -> None:
        """Have ``_follow_session`` called with every new session, as long as the lens is there."""
        unsubscribe = self._context.store.subscribe(lambda _old, new: self._follow_session(new))
        self.destroyed.connect(unsubscribe)

    def _follow_session(self, session: Session) -> None:
        """Show a session's inputs and notes."""
        raise NotImplementedError

    def _tell(self, failure: Failure) -> None:
        self._context.messages.tell(notice_of(failure))

    def _write_note(self, subject: str, text: str, gesture: object) -> None:
        self._context.store.commit("Write a note", set_note(subject, text), gesture=gesture)
