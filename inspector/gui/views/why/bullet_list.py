"""Sentences one below the other, each with a button where something can be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget


class BulletList(QWidget):
    """Shows sentences, each with a button where something can be done about it.

    Labels are made once and used again. Buttons are named ``{name}.do.{place}``.
    """

    asked = Signal(int)
    """The place of the sentence whose button was clicked."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._sentences: tuple[str, ...] = ()
        self._rows: list[tuple[QLabel, QLabel, QPushButton]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is shown."""
        return self._sentences

    def set_sentences(self, sentences: Sequence[str], buttons: Sequence[str] = ()) -> None:
        """Show these sentences from now on; ``buttons`` are the titles of the first ones' buttons.

        A title is "" where nothing can be done.
        """
        self._sentences = tuple(sentences)
        while len(self._rows) < len(self._sentences):
            self._add_row()
        for place, (bullet, label, button) in enumerate(self._rows):
            shown = place < len(self._sentences)
            bullet.setVisible(shown)
            label.setVisible(shown)
            title = buttons[place] if shown and place < len(buttons) else ""
            button.setText(title)
            button.setVisible(bool(title))
            if shown:
                label.setText(self._sentences[place])
                button.setAccessibleDescription(self._sentences[place])

    def _add_row(self) -> None:
        bullet, label = QLabel("•", self), QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        at = len(self._rows)
        self._grid.addWidget(bullet, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(label, at, 1)
        button = QPushButton(self)
        button.setObjectName(f"{self.objectName()}.do.{at}")
        button.clicked.connect(lambda: self.asked.emit(at))
        self._grid.addWidget(button, at, 2, Qt.AlignmentFlag.AlignTop)
        self._rows.append((bullet, label, button))
