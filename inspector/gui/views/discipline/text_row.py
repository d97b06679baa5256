"""A line of text with its title above it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from inspector.core.problems import Problem, Severity
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.problem_notes import ProblemNotes


class TextRow(QWidget):
    """Edits one text, over the whole width. Object names: ``{name}.editor``, ``.problem``."""

    changed = Signal(str)

    def __init__(
        self, name: str, title: str, help_text: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setToolTip(f"<span>{help_text}</span>")
        label = QLabel(title, self)
        self._editor = QLineEdit(self)
        self._editor.setObjectName(f"{name}.editor")
        self._editor.setAccessibleName(title)
        self._editor.setAccessibleDescription(help_text)
        self._editor.editingFinished.connect(self._send)
        label.setBuddy(self._editor)
        self._notes = ProblemNotes(f"{name}.problem", theme, self)
        self._notes.setFont(theme.font(FontRole.SMALL))
        self._text = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (label, self._editor, self._notes):
            layout.addWidget(widget)

    def set_text(self, text: str) -> None:
        """Show a text."""
        if text != self._text or text != self._editor.text():
            self._text = text
            self._editor.setText(text)
            self._editor.setCursorPosition(0)
        self._notes.show_problems(())

    def refuse(self, message: str) -> None:
        """Say that what was entered is not valid; it stays in the editor."""
        self._notes.show_problems((Problem(Severity.ERROR, "form.not-valid", message),))

    def _send(self) -> None:
        if self._editor.text() != self._text:
            self.changed.emit(self._editor.text())
