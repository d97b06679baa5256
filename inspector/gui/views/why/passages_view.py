"""The evidence of an explanation: a card, and beside it the file in which its words were found."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.text_boxes import ReadingBox
from inspector.language import tr
from inspector.present.injection.passages import most_similar
from inspector.present.injection.why import Passage

_LINES = (14, 16)  # shown at once of the first text and of the second
_PARTS = (4, 5)  # of the width, where they stand beside each other
_BESIDE = 36  # average characters from which on they do


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
        layout.addStretch(1)

    def show_passage(self, passage: Passage) -> None:
        if passage == self._passage:
            return
        self._passage = passage
        match = most_similar(passage.sought, passage.text) if passage.sought else None
        note = passage.note
        if match is not None:
            note = tr(
                "{note} · best match: marked paragraph ({likeness:.0%} word overlap)",
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
        self._theme = theme
        self._compared = False
        self._boxes = [
            _PassageBox(f"{name}.{place}", theme, lines, self) for place, lines in enumerate(_LINES)
        ]
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        for box in self._boxes:
            self._row.addWidget(box)

    def set_passages(self, passages: tuple[Passage, ...]) -> None:
        """Show these texts from now on; where one is sought in the other they are prose."""
        self._compared = any(passage.sought for passage in passages)
        font = self._theme.font(FontRole.BODY if self._compared else FontRole.TEXT)
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(passages))
            if place < len(passages):
                box.box.setFont(font)
                box.show_passage(passages[place])
        self.setVisible(bool(passages))
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Put the texts beside each other where there is room for both."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        metrics = self._boxes[0].box.fontMetrics()
        beside = self._compared and self.width() >= _BESIDE * metrics.averageCharWidth()
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        for place, part in enumerate(_PARTS):
            self._row.setStretch(place, part if beside else 0)

    def refresh_colors(self) -> None:
        """Draw marks in the theme's colours."""
        for box in self._boxes:
            box.box.refresh_colors()
