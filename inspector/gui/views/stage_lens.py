"""What lenses of a stage have in common: three columns, the store they follow, notes, failures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.gui.columns import ThreeColumns
from inspector.gui.failures import Failure, notice_of
from inspector.gui.lens import LensContext, LensWidget
from inspector.language import tr
from inspector.session.edits import set_note
from inspector.session.session import Session


class _Closable(Protocol):
    def close(self) -> None: ...


Work = TypeVar("Work", bound=_Closable)


class StageLens(LensWidget):
    """A lens in three columns. Its object name is ``name``."""

    _columns: ThreeColumns

    def __init__(self, name: str, context: LensContext) -> None:
        super().__init__()
        self.setObjectName(name)
        self._context = context
        self._endings: list[Callable[[], None]] = []

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
        """Have ``_follow_session`` called with every new session, until the work ends."""
        follow = self._context.store.subscribe(lambda _old, new: self._follow_session(new))
        self._endings.append(follow)

    def _working(self, work: Work) -> Work:
        """Return what works in the background; it is closed when the work ends."""
        self._endings.append(work.close)
        return work

    def end_work(self) -> None:
        """Close what works in the background."""
        while self._endings:
            self._endings.pop()()

    def _follow_session(self, session: Session) -> None:
        """Show a session's inputs and notes."""
        raise NotImplementedError

    def _tell(self, failure: Failure) -> None:
        self._context.messages.tell(notice_of(failure))

    def _write_note(self, subject: str, text: str, gesture: object) -> None:
        self._context.store.commit(tr("Write a note"), set_note(subject, text), gesture=gesture)
