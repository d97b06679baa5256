"""Sentences one below the other, each behind a bullet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget


class BulletList(QWidget):
    """Shows sentences. Labels are made once and used again."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._sentences: tuple[str, ...] = ()
        self._rows: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is shown."""
        return self._sentences

    def set_sentences(self, sentences: Sequence[str]) -> None:
        """Show these sentences from now on."""
        self._sentences = tuple(sentences)
        while len(self._rows) < len(self._sentences):
            self._add_row()
        for place, (bullet, label) in enumerate(self._rows):
            shown = place < len(self._sentences)
            bullet.setVisible(shown)
            label.setVisible(shown)
            if shown:
                label.setText(self._sentences[place])

    def _add_row(self) -> None:
        bullet, label = QLabel("•", self), QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        at = len(self._rows)
        self._grid.addWidget(bullet, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(label, at, 1)
        self._rows.append((bullet, label))
