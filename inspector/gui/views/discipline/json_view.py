"""A state's JSON: the given one to be edited, the returned one to be read."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from inspector.files import hot_state_of_text
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.gestures import Gesture
from inspector.language import tr
from inspector.present.discipline.state_tree import MarkedJson, key_at

_PAUSE = 400  # milliseconds without typing after which the text is taken


class JsonView(QPlainTextEdit):
    """Shows JSON with its parts; editing it changes the state, one pause in typing at a time."""

    selected = Signal(str)
    """The key of the part that the cursor was put into."""
    edited = Signal(object, object)
    """The JSON object that somebody wrote, and the gesture it belongs to."""
    said = Signal(object)
    """The problems of the text as it stands."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("discipline.json")
        self._theme = theme
        self._marked = MarkedJson("", {})
        self._key = ""
        self._filling = False
        self._dirty = False
        self._gesture = Gesture()
        self.setFont(theme.font(FontRole.TEXT))
        self.setTabChangesFocus(True)
        self.setProperty("role", "page")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.take)
        self.textChanged.connect(self._wait)
        self.cursorPositionChanged.connect(self._tell_part)

    def show_json(self, marked: MarkedJson | None, *, editable: bool) -> None:
        """Show a state. A text that somebody is editing stays as it is while it says the same."""
        text = "" if marked is None else marked.text
        shown = marked or MarkedJson("", {})
        self.setReadOnly(not editable)
        self.setAccessibleName(tr("Given hot state") if editable else tr("Returned hot state"))
        if self._dirty and editable and self._means(text):
            self._marked = shown
            return
        if text != self.toPlainText():
            self._pause.stop()
            self._filling = True
            at = self.verticalScrollBar().value()
            self.setPlainText(text)
            self.verticalScrollBar().setValue(at)
            self._filling = False
        self._dirty = False
        self.said.emit(())
        self._marked = shown
        self._paint_part()

    def select_key(self, key: str) -> None:
        """Mark a part, and bring it in sight."""
        if key == self._key:
            return
        self._key = key
        lines = None if self._dirty else self._lines()
        if lines is not None and not lines[0] <= self.textCursor().blockNumber() <= lines[1]:
            self._filling = True
            cursor = QTextCursor(self.document().findBlockByNumber(lines[0]))
            self.setTextCursor(cursor)
            self.centerCursor()
            self._filling = False
        self._paint_part()

    def take(self) -> None:
        """Take what was typed, if it is JSON; else say what is wrong with it."""
        self._pause.stop()
        if not self._dirty or self.isReadOnly():
            return
        loaded = hot_state_of_text(self.toPlainText())
        self.said.emit(loaded.problems)
        if loaded.value is not None:
            self.edited.emit(loaded.value, self._gesture.token())

    def refresh_colors(self) -> None:
        """Draw the mark in the theme's colours."""
        self._paint_part()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Take the text when the keyboard goes elsewhere, and write it as it is written here."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.take()
            if self._dirty and self._means(self._marked.text):
                self._dirty = False
                self.show_json(self._marked, editable=True)

    def _means(self, text: str) -> bool:
        """Whether the text here says the same as another."""
        mine = hot_state_of_text(self.toPlainText()).value
        return mine is not None and mine == hot_state_of_text(text).value

    def _wait(self) -> None:
        if not self._filling:
            self._dirty = True
            self.setExtraSelections([])
            self._pause.start()

    def _tell_part(self) -> None:
        if self._filling or self._dirty or not self.hasFocus():
            return
        key = key_at(self._marked, self.textCursor().blockNumber())
        if key is not None and key != self._key:
            self._key = key
            self._paint_part()
            self.selected.emit(key)

    def _lines(self) -> tuple[int, int] | None:
        """Return the lines of the selected part, those of its field where it has none here."""
        kind, _, rest = self._key.partition(":")
        lines = self._marked.lines.get(self._key)
        if lines is None and kind in ("part", "moved"):
            name = rest.split("/")[1] if "/" in rest else rest.rpartition(":")[2]
            lines = self._marked.lines.get(f"field:{name}")
        return lines

    def _paint_part(self) -> None:
        lines = None if self._dirty else self._lines()
        if lines is None:
            self.setExtraSelections([])
            return
        marks = []
        for line in range(lines[0], lines[1] + 1):
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document().findBlockByNumber(line))
            mark.format.setBackground(QColor(self._theme.colors.selected_quiet))
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)  # noqa: FBT003
            marks.append(mark)
        self.setExtraSelections(marks)
