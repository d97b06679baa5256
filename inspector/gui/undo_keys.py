"""Lets the keys of undo and redo reach the session from fields that have nothing to undo."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)


class UndoKeys(QObject):
    """Follows the keyboard. Fields take these keys to themselves even where they cannot use them;
    one that has something of its own to undo keeps them.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watched: QWidget | None = None
        self._text: QLineEdit | QPlainTextEdit | QTextEdit | None = None

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Watch the field that has got the keyboard, and only that."""
        if old is not None and old is self._watched:
            old.removeEventFilter(self)
        self._watched, self._text = new, None
        if isinstance(new, QLineEdit | QPlainTextEdit | QTextEdit):
            self._text = new
        elif isinstance(new, QAbstractSpinBox | QComboBox):
            self._text = new.findChild(QLineEdit)
        if new is not None and self._text is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Decline the keys on the field's behalf, so that they do what the menu says."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            asks_undo, asks_redo = event.matches(keys.Undo), event.matches(keys.Redo)
            can_undo, can_redo = self._own_history()
            if (asks_undo and not can_undo) or (asks_redo and not can_redo):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _own_history(self) -> tuple[bool, bool]:
        """Say whether the field's own text can be undone and redone."""
        text = self._text
        if text is None:
            return False, False
        if isinstance(text, QLineEdit):
            return text.isUndoAvailable(), text.isRedoAvailable()
        return text.document().isUndoAvailable(), text.document().isRedoAvailable()
