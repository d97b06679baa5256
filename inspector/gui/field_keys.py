"""Lets keys reach the commands they belong to from fields that would take them and have no use."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

_OF_THE_STORY = frozenset(
    {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
)
_BESIDE_THE_ARROWS = Qt.KeyboardModifier.KeypadModifier  # arrow keys carry it on some systems


WRITES_AT_ONCE = "inspector-writes-at-once"
"""The property of a field that is shown to be written in, and so need not be clicked first."""


class FieldKeys(QObject):
    """Follows the keyboard. Fields take some keys to themselves even where they cannot use them.

    Undo and redo are the field's while it has something of its own to undo. The keys of a story
    that is told are a text field's once it was clicked, and nobody else's.
    """

    def __init__(self, tells_story: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._tells_story = tells_story
        self._watched: tuple[QWidget, ...] = ()
        self._text: QLineEdit | QPlainTextEdit | QTextEdit | None = None
        self._was_clicked = False

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Watch what has got the keyboard, and only that."""
        if any(one is old for one in self._watched):  # else they may have ended
            for widget in self._watched:
                widget.removeEventFilter(self)
        self._text = None
        self._was_clicked = new is not None and bool(new.property(WRITES_AT_ONCE))
        if isinstance(new, QLineEdit | QPlainTextEdit | QTextEdit):
            self._text = new
        elif isinstance(new, QAbstractSpinBox | QComboBox):
            self._text = new.findChild(QLineEdit)
        # A click into a field that counts reaches the text in it alone.
        watched = dict.fromkeys((new, self._text))
        self._watched = tuple(one for one in watched if one is not None)
        for widget in self._watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Decline keys on the field's behalf, so that they do what the menu says."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._was_clicked = True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            asks_undo, asks_redo = event.matches(keys.Undo), event.matches(keys.Redo)
            can_undo, can_redo = self._own_history()
            if (
                (asks_undo and not can_undo)
                or (asks_redo and not can_redo)
                or self._is_of_the_story(event)
            ):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _is_of_the_story(self, event: QKeyEvent) -> bool:
        """Say whether a key steps through a story, whatever has the keyboard."""
        if event.key() not in _OF_THE_STORY or event.modifiers() & ~_BESIDE_THE_ARROWS:
            return False
        writes = self._text is not None and not self._text.isReadOnly() and self._was_clicked
        return self._tells_story() and not writes

    def _own_history(self) -> tuple[bool, bool]:
        """Say whether the field's own text can be undone and redone."""
        text = self._text
        if text is None:
            return False, False
        if isinstance(text, QLineEdit):
            return text.isUndoAvailable(), text.isRedoAvailable()
        return text.document().isUndoAvailable(), text.document().isRedoAvailable()
