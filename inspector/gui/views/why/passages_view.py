"""The texts beside an explanation: a card, and below it the file in which its words were found."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.text_boxes import ReadingBox
from inspector.language import tr
from inspector.present.injection.passages import most_similar
from inspector.present.injection.why import Passage

_LINES = (14, 16)  # shown at once of the first text and of the second


class _PassageBox(QWidget):
    """One text under its title."""

    def __init__(self, name: str, theme: Theme, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._passage: Passage | None = None
        self._title = QLabel(self)
        self._title.setFont(theme.font(FontRole.STRONG))
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._note = QLabel(self)
        self._note.setProperty("role", "muted")
        self._note.setFont(theme.font(FontRole.SMALL))
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self.box = ReadingBox(f"{name}.text", tr("Text"), theme, lines, self)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.box)

    def show_passage(self, passage: Passage) -> None:
        if passage == self._passage:
            return
        self._passage = passage
        match = most_similar(passage.sought, passage.text) if passage.sought else None
        note = passage.note
        if match is not None:
            note = tr(
                "{note} · most alike: the marked paragraph, {likeness:.0%} of the words",
                note=note,
                likeness=match.likeness,
            )
        self._title.setText(passage.title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.box.setAccessibleName(passage.title)
        self.box.setVisible(bool(passage.text))
        self.box.set_text(passage.text)
        if match is not None:
            self.box.mark(match.start, match.end)


class PassagesView(QWidget):
    """Shows up to two texts. Objects are ``{name}.0``, ``{name}.1``, and ``.text`` of each."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._boxes = [
            _PassageBox(f"{name}.{place}", theme, lines, self) for place, lines in enumerate(_LINES)
        ]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        for box in self._boxes:
            layout.addWidget(box)

    def set_passages(self, passages: tuple[Passage, ...]) -> None:
        """Show these texts from now on."""
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(passages))
            if place < len(passages):
                box.show_passage(passages[place])
        self.setVisible(bool(passages))

    def refresh_colors(self) -> None:
        """Draw marks in the theme's colours."""
        for box in self._boxes:
            box.box.refresh_colors()
