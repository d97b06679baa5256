"""The items and the steps of an assembly in two tabs, and its text in a third.

The prompt to be read: every part in the colour of its step, what was suppressed as a ghost.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import StrEnum

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip

from inspector.core.assembly import Assembly
from inspector.core.text import utf16_length
from inspector.gui.boxes import with_name
from inspector.gui.table.style import blended
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.table import TableData
from inspector.present.why import shown_text
from inspector.stages.assembly.bands_items import part_look
from inspector.stages.assembly.tables import PromptPart, item_table, prompt_parts, step_table

SHOWN = 400_000  # characters; a longer prompt is shown up to here
_TINT, _CHOSEN_TINT = 0.18, 0.42
_GHOST_LOOK = "suppressed"


class PromptPage(QPlainTextEdit):
    """Shows the prompt of an assembly. A click on a part, or Enter, selects its subject."""

    selected = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        with_name(self, "prompt.text", tr("Text of the prompt"), role="page")
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
        self.follow_theme(theme)

    def show_assembly(self, assembly: Assembly) -> None:
        """Show another prompt."""
        if assembly is not self._assembly:
            is_first, self._assembly = self._assembly is None, assembly
            self._parts = prompt_parts(assembly)
            self._write()
            if is_first:
                self._go_to_selected()

    def forget(self) -> None:
        """Show nothing."""
        self._assembly, self._parts, self._starts = None, (), []
        self.clear()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._theme = theme
        self.setFont(theme.font(FontRole.TEXT))
        self._write()

    def select(self, subject: str) -> None:
        """Bring the first part of a subject in sight and mark all of its parts."""
        known = self._subject
        self._subject = subject
        self._mark()
        if subject != known:
            self._go_to_selected()

    def _go_to_selected(self) -> None:
        """Bring the first part of what is selected in sight."""
        subject = self._subject
        place = next((at for at, part in enumerate(self._shown) if part.key == subject), None)
        if subject and place is not None:
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
        look = (
            part_look(colors, part.part)
            if part.part.startswith("step-")
            else colors.parts[part.part]
        )
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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep what is selected in the middle."""
        super().resizeEvent(event)
        if self._subject:
            self.centerCursor()

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


class AssemblyTable(StrEnum):
    """The tabs, by the names of their panels."""

    ITEMS = "assembly-items"
    STEPS = "assembly-steps"
    TEXT = "assembly-text"


_TITLES = {
    AssemblyTable.ITEMS: tr("Items"),
    AssemblyTable.STEPS: tr("Steps"),
    AssemblyTable.TEXT: tr("Prompt text"),
}
_MAKERS = {AssemblyTable.ITEMS: item_table, AssemblyTable.STEPS: step_table}


class AssemblyTables(TableTabs[AssemblyTable, Assembly]):
    """Shows the tables of one assembly, and its text."""

    def __init__(self, theme: Theme) -> None:
        self._text = PromptPage(theme)
        tabs = {table: Tab(_TITLES[table]) for table in _MAKERS}
        tabs[AssemblyTable.TEXT] = Tab(_TITLES[AssemblyTable.TEXT], page=self._text)
        super().__init__(tabs, theme)
        self._text.selected.connect(self._choose)

    def _make(self, tab: AssemblyTable, source: Assembly) -> TableData | None:
        return _MAKERS[tab](source) if tab in _MAKERS else None

    def _show_page(self, tab: AssemblyTable, source: Assembly) -> None:
        if tab is AssemblyTable.TEXT:
            self._text.show_assembly(source)
            self._text.select(self._subject)

    def _has(self, tab: AssemblyTable, subject: str) -> bool:
        # Who reads the text is not led away from it by what a chart or a field selects.
        return tab is AssemblyTable.TEXT or super()._has(tab, subject)

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, and mark it in the text."""
        super().select(subject)
        self._text.select(subject)

    def read(self, subject: str) -> None:
        """Turn to the text, at the place of a subject."""
        self.turn_to(AssemblyTable.TEXT)
        self.select(subject)

    def show_source(self, source: Assembly) -> None:
        """Show another assembly, and how many items it has."""
        super().show_source(source)
        items = self.panel(AssemblyTable.ITEMS).data
        self._count(AssemblyTable.ITEMS, localized(items.row_count))

    def clear(self) -> None:
        """Show nothing: another session is open."""
        super().clear()
        self._text.forget()
