"""A text of several lines with its title above it, and lists of rules, one a line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.gui.growing import grow
from inspector.gui.views.why.note_editor import NoteEditor


class TextField(QWidget):
    """Edits a text. The editor's name is ``{name}.editor``; its height is in pixels."""

    changed = Signal(str, object)
    """The text, and the gesture it belongs to."""

    def __init__(
        self, name: str, title: str, hint: str, height: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        label = QLabel(title, self)
        self.editor = NoteEditor(f"{name}.editor", self)
        self.editor.setAccessibleName(title)
        self.editor.setPlaceholderText(hint)
        grow(self.editor, fixedHeight=height)
        self.editor.show_note(name, "")  # it sends nothing as long as it has no subject
        self.editor.written.connect(lambda _name, text, gesture: self.changed.emit(text, gesture))
        label.setBuddy(self.editor)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(label)
        layout.addWidget(self.editor)

    def set_text(self, text: str) -> None:
        """Show a text."""
        self.editor.show_note(self.objectName(), text)

    def finish(self) -> None:
        """Send what has not been sent."""
        self.editor.finish()


class RulesField(TextField):
    """Edits rules, one a line. Empty lines are no rules."""

    def set_rules(self, rules: Sequence[str]) -> None:
        """Show rules; what somebody is writing stays while it says the same."""
        if rules_of(self.editor.toPlainText()) != tuple(rules):
            self.set_text("\n".join(rules))


def rules_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text that say something."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())
