"""A note on one subject, written where it is explained."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from inspector.gui.growing import grow
from inspector.gui.views.pacing import Gesture
from inspector.language import tr

_PAUSE = 400  # milliseconds without a key after which what was written is sent


class NoteEditor(QPlainTextEdit):
    """Shows a note and sends what somebody writes, after a pause and when the keyboard leaves.

    All that is written on one subject before the keyboard leaves is one gesture.
    """

    written = Signal(str, str, object)
    """The subject, its note, and the gesture it belongs to."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(tr("Note"))
        self.setPlaceholderText(tr("Write a note"))
        self.setTabChangesFocus(True)
        grow(self, fixedHeight=72)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._subject = ""
        self._note = ""
        self._gesture = Gesture()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._send)
        self.textChanged.connect(self._changed)

    def show_note(self, subject: str, note: str) -> None:
        """Show the note of a subject. What was written on another one is sent first."""
        if subject != self._subject:
            self.finish()
            self._gesture.end()
        if (subject, note) == (self._subject, self._note):
            return
        self._subject, self._note = subject, note
        if note != self.toPlainText():
            self.setPlainText(note)

    def finish(self) -> None:
        """Send what has not been sent."""
        if self._pause.isActive():
            self._send()

    def _changed(self) -> None:
        if self.toPlainText() != self._note:
            self._pause.start()
        else:
            self._pause.stop()

    def _send(self) -> None:
        self._pause.stop()
        text = self.toPlainText()
        if text != self._note and self._subject:
            if not self._gesture.held:
                self._gesture.begin()
            self._note = text
            self.written.emit(self._subject, text, self._gesture.token())

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Send what was written; what is written next is another gesture."""
        super().focusOutEvent(event)
        self.finish()
        self._gesture.end()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as narrow as the pane wants."""
        return QSize(100, 72)
