"""The prompt to be read: every part in the colour of its step, what was suppressed as a ghost."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from inspector.core.assembly import Assembly
from inspector.core.text import utf16_length
from inspector.gui.fonts import FontRole
from inspector.gui.table.style import blended
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.assembly.bands_looks import part_look
from inspector.present.assembly.prompt_parts import PromptPart, prompt_parts
from inspector.present.injection.passages import shown_text

SHOWN = 400_000  # characters; a longer prompt is shown up to here
_TINT, _CHOSEN_TINT = 0.18, 0.42
_GHOST_LOOK = "suppressed"


class PromptPage(QPlainTextEdit):
    """Shows the prompt of an assembly. A click on a part, or Enter, selects its subject."""

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("prompt.text")
        self.setAccessibleName(tr("Text of the prompt"))
        self.setProperty("role", "page")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self._theme = theme
        self._assembly: Assembly | None = None
        self._parts: tuple[PromptPart, ...] = ()
        self._starts: list[int] = []  # of the parts, in UTF-16 units
        self._subject = ""
        self.set_theme(theme)

    def show_assembly(self, assembly: Assembly) -> None:
        """Show another prompt."""
        if assembly is not self._assembly:
            self._assembly = assembly
            self._parts = prompt_parts(assembly)
            self._write()

    def forget(self) -> None:
        """Show nothing."""
        self._assembly, self._parts, self._starts = None, (), []
        self.clear()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        self._theme = theme
        self.setFont(theme.font(FontRole.TEXT))
        self._write()

    def select(self, subject: str) -> None:
        """Bring the first part of a subject in sight and mark all of its parts."""
        known = self._subject
        self._subject = subject
        self._mark()
        place = next((at for at, part in enumerate(self._shown) if part.key == subject), None)
        if place is not None and subject != known:
            self.setTextCursor(self._cursor(self._starts[place], self._starts[place]))
            self.centerCursor()

    @property
    def _shown(self) -> tuple[PromptPart, ...]:
        return self._parts[: len(self._starts)]

    def part_at(self, point: QPoint) -> PromptPart | None:
        """Return the part below a point of the page."""
        return self._part(self.cursorForPosition(point).position())

    def _part(self, position: int) -> PromptPart | None:
        place = bisect_right(self._starts, position) - 1
        return self._parts[place] if 0 <= place < len(self._starts) else None

    # What is drawn -----------------------------------------------------------------------

    def _write(self) -> None:
        self.clear()
        self._starts = []
        writer = QTextCursor(self.document())
        writer.beginEditBlock()
        characters = position = 0
        for part in self._parts:
            if characters >= SHOWN:
                break
            text = shown_text(part.text)[: SHOWN - characters]
            if not part.sent:
                text = tr("[suppressed] {text}", text=text.strip())
                writer.insertText("\n", QTextCharFormat())
                position += 1
            self._starts.append(position)
            writer.insertText(text, self._format(part))
            characters += len(text)
            position += utf16_length(text)
            if not part.sent:
                writer.insertText("\n\n", QTextCharFormat())
                position += 2
        if len(self._starts) < len(self._parts):
            writer.insertText(tr("\n\n… the rest is not shown"), QTextCharFormat())
        writer.endEditBlock()
        self._mark()

    def _format(self, part: PromptPart, tint: float = _TINT) -> QTextCharFormat:
        colors, form = self._theme.colors, QTextCharFormat()
        base = QColor(colors.base)
        if not part.sent:
            look = colors.verdicts[_GHOST_LOOK]
            form.setForeground(QColor(look.ink))
            form.setFontItalic(True)
            form.setBackground(blended(base, QColor(look.ink), tint / 3))
            return form
        look = part_look(colors, part.part) if _is_step(part) else colors.parts[part.part]
        form.setBackground(blended(base, QColor(look.fill), tint))
        return form

    def _mark(self) -> None:
        """Mark the parts of what is selected."""
        marks = []
        for place, part in enumerate(self._shown):
            if not part.key or part.key != self._subject:
                continue
            end = self._starts[place + 1] if place + 1 < len(self._starts) else -1
            mark = QTextEdit.ExtraSelection()
            mark.cursor = self._cursor(self._starts[place], end)
            mark.format = self._format(part, _CHOSEN_TINT)
            marks.append(mark)
        self.setExtraSelections(marks)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        """Return a cursor over a stretch; an ``end`` below 0 is that of the text."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        if end < 0:
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        else:
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # What somebody does ------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Select the part that was clicked; who marks a stretch of text selects nothing."""
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self._choose(self.part_at(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Select the part at the caret with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self._part(self.textCursor().position()))
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say what a part is where the pointer rests."""
        if isinstance(event, QHelpEvent):
            at = self.viewport().mapFrom(self, event.pos())
            part = self.part_at(at) if self.viewport().rect().contains(at) else None
            QToolTip.showText(event.globalPos(), "" if part is None else part.note, self)
            return True
        return super().event(event)

    def _choose(self, part: PromptPart | None) -> None:
        if part is not None and part.key:
            self._subject = part.key
            self._mark()
            self.selected.emit(part.key)


def _is_step(part: PromptPart) -> bool:
    return part.part.startswith("step-")
