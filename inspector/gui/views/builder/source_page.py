"""What is sent of the selected file, line by line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.builder.source_view import SourceView
from inspector.language import tr
from inspector.present.builder.keys import path_of
from inspector.present.builder.shown import Shown
from inspector.present.builder.source_lines import SourceText, source_text, why_nothing


class SourcePage(QWidget):
    """Object names: ``source.path``, ``.facts``, ``.rule``, ``.next``, ``.text``, ``.nothing``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self._key = ""
        self._text: SourceText | None = None
        self._path = self._label("source.path", theme, FontRole.STRONG)
        self._facts = self._label("source.facts", theme, FontRole.SMALL, muted=True)
        self._rule = self._label("source.rule", theme, FontRole.SMALL, muted=True)
        self._next = QToolButton(self)
        self._next.setObjectName("source.next")
        self._next.setText(tr("Next place"))
        self._next.setToolTip(tr("Go to the next cut or redaction"))
        self._next.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._next.clicked.connect(self.next_place)
        self.view = SourceView(theme, self)
        self._nothing = self._label("source.nothing", theme, FontRole.BODY, muted=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setContentsMargins(24, 24, 24, 24)
        names = QVBoxLayout()
        names.setSpacing(1)
        for label in (self._path, self._facts, self._rule):
            names.addWidget(label)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 6)
        head.addLayout(names, 1)
        head.addWidget(self._next, 0, Qt.AlignmentFlag.AlignTop)
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def _label(self, name: str, theme: Theme, font: FontRole, *, muted: bool = False) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setFont(theme.font(font))
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if muted:
            label.setProperty("role", "muted")
        return label

    @property
    def text(self) -> SourceText | None:
        """What is shown; None where there is nothing to show."""
        return self._text

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        self._shown = shown
        self._refresh()

    def select(self, key: str) -> None:
        """Show the file of a subject."""
        if key != self._key:
            self._key = key
            self._refresh()

    def _refresh(self) -> None:
        path = path_of(self._key)
        text = source_text(self._shown, path) if self._shown is not None and path else None
        self._text = text
        if text is None:
            self._nothing.setText(why_nothing(self._shown, path))
            self._pages.setCurrentIndex(0)
            self.view.set_lines(())
            return
        self._path.setText(text.path)
        self._facts.setText(text.headline)
        self._rule.setText(text.rule)
        self._rule.setVisible(bool(text.rule))
        self._next.setVisible(any(line.cuts or line.marks for line in text.lines))
        self.view.set_lines(text.lines)
        self._pages.setCurrentIndex(1)

    def next_place(self) -> None:
        """Go to the next line where a cut begins or something is redacted, round and round."""
        lines = self.view.lines
        places = [at for at, line in enumerate(lines, 1) if line.note or line.marks]
        if places:
            here = self.view.textCursor().blockNumber() + 1
            self.view.go_to(next((at for at in places if at > here), places[0]))

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self.view.refresh_colors()
