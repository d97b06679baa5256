"""What is sent of the selected file, line by line.

A text with the numbers of its lines: what was cut is grey, what was redacted is marked.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from inspector.core.text import utf16_length
from inspector.gui.boxes import HBox, VBox, text_label, tool_button
from inspector.gui.table.style import blended
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.text_boxes import CodeBox
from inspector.language import tr
from inspector.stages.builder.pages import ShownSource, SourceLine, source_text, why_nothing
from inspector.stages.builder.shown import Shown, path_of

_AROUND = 10  # pixels at either side of a number
_STRIPE = 3
_NOTE_SIDE = 12


class _Painter(QSyntaxHighlighter):
    """Gives stretches of lines their looks, line by line as they come in sight."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.lines: Sequence[SourceLine] = ()

    def highlightBlock(self, _text: str) -> None:  # noqa: N802  # Qt's name
        number = self.currentBlock().blockNumber()
        if number >= len(self.lines):
            return
        line = self.lines[number]
        colors = self._theme.colors
        cut = QTextCharFormat()
        cut.setForeground(QColor(colors.disabled))
        mark = QTextCharFormat()
        look = colors.verdicts["suppressed"]
        mark.setForeground(QColor(look.ink))
        mark.setBackground(blended(QColor(colors.base), QColor(look.ink), 0.16))
        mark.setFontWeight(QFont.Weight.Bold)
        for stretches, form in ((line.cuts, cut), (line.marks, mark)):
            for start, end in stretches:
                first = utf16_length(line.text[:start])
                self.setFormat(first, utf16_length(line.text[start:end]), form)


class _Gutter(QWidget):
    """Where the numbers stand."""

    def __init__(self, view: SourceLinesView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        return QSize(self._view.gutter_width, 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        self._view.paint_gutter(self, event.rect())


class SourceLinesView(CodeBox):
    """Shows lines to be read, selected and copied. No line is wrapped."""

    lines: tuple[SourceLine, ...] = ()
    """What is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("source.text", tr("Text of the file"), theme, parent)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._theme = theme
        self._highlighter = _Painter(self.document(), theme)
        self._gutter = _Gutter(self)
        self._set_font()
        self.updateRequest.connect(self._scroll_gutter)

    def set_lines(self, lines: tuple[SourceLine, ...]) -> None:
        """Show other lines, from the first."""
        if lines == self.lines:
            return
        self.lines = lines
        self._highlighter.lines = ()
        self.setPlainText("\n".join(line.text for line in lines))
        self._highlighter.lines = lines
        self._highlighter.rehighlight()
        self._make_room()

    def go_to(self, number: int) -> None:
        """Bring a line in sight, counted from 1."""
        block = self.document().findBlockByNumber(number - 1)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in the theme's colours and fonts."""
        self._set_font()
        self._highlighter.rehighlight()
        self.viewport().update()
        self._gutter.update()

    def _set_font(self) -> None:
        font = self._theme.font(FontRole.TEXT)
        self.setFont(font)
        self.setTabStopDistance(4 * QFontMetrics(font).horizontalAdvance(" "))
        self._make_room()

    # The numbers -------------------------------------------------------------------------

    @property
    def gutter_width(self) -> int:
        """The width of the numbers, in pixels."""
        digits = "0" * max(3, len(str(len(self.lines))))
        return int(self.fontMetrics().horizontalAdvance(digits)) + 2 * _AROUND

    def _make_room(self) -> None:
        if hasattr(self, "_gutter"):
            self.setViewportMargins(self.gutter_width, 0, 0, 0)
            self._place_gutter()

    def _place_gutter(self) -> None:
        inside = self.contentsRect()
        self._gutter.setGeometry(
            QRect(inside.left(), inside.top(), self.gutter_width, inside.height())
        )

    def _scroll_gutter(self, rect: QRect, by: int) -> None:
        if by:
            self._gutter.scroll(0, by)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def paint_gutter(self, gutter: QWidget, area: QRect) -> None:
        """Draw the numbers of the lines in sight, and a stripe beside those that are cut."""
        colors = self._theme.colors
        painter = QPainter(gutter)
        painter.fillRect(area, QColor(colors.raised))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = round(self.blockBoundingGeometry(block).translated(self.contentOffset()).top())
        high = round(self.blockBoundingRect(block).height())
        margin = self.contentsMargins().top() * 0
        while block.isValid() and top <= area.bottom():
            number = block.blockNumber()
            if number < len(self.lines):
                line = self.lines[number]
                painter.setPen(QColor(colors.disabled if line.is_cut else colors.muted))
                wide = gutter.width() - _AROUND
                place = QRect(0, top + margin, wide, high)
                painter.drawText(place, Qt.AlignmentFlag.AlignRight, f"{number + 1}")
                look = "suppressed" if line.marks else "reduced" if line.cuts else ""
                if look:
                    ink = QColor(colors.verdicts[look].ink)
                    painter.fillRect(QRect(gutter.width() - _STRIPE, top, _STRIPE, high), ink)
            block = block.next()
            top += high
        painter.end()

    # Events ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        self._place_gutter()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a ground behind lines that are cut, the text, and what was cut at the right."""
        grounds = QPainter(self.viewport())
        colors = self._theme.colors
        ground = blended(QColor(colors.base), QColor(colors.verdicts["reduced"].ink), 0.07)
        notes: list[tuple[QRectF, str]] = []
        block = self.firstVisibleBlock()
        wide = self.viewport().width()
        while block.isValid():
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if rect.top() > event.rect().bottom():
                break
            number = block.blockNumber()
            if number < len(self.lines):
                line = self.lines[number]
                if line.is_cut:
                    grounds.fillRect(QRectF(0, rect.top(), wide, rect.height()), ground)
                if line.note:
                    notes.append(
                        (QRectF(0, rect.top(), wide - _NOTE_SIDE, rect.height()), line.note)
                    )
            block = block.next()
        grounds.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setFont(self._theme.font(FontRole.SMALL))
        for place, note in notes:
            wide_note = painter.fontMetrics().horizontalAdvance(note) + 12
            plate = QRectF(place.right() - wide_note, place.top(), wide_note, place.height())
            painter.fillRect(plate, ground)
            painter.setPen(QColor(colors.verdicts["reduced"].ink))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, note)
        painter.end()


class SourcePage(QWidget):
    """Object names: ``source.path``, ``.facts``, ``.rule``, ``.next``, ``.text``, ``.nothing``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown: Shown | None = None
        self._key = ""
        self._text: ShownSource | None = None
        self._path = self._label("source.path", theme, FontRole.STRONG)
        self._facts = self._label("source.facts", theme, FontRole.SMALL, muted=True)
        self._rule = self._label("source.rule", theme, FontRole.SMALL, muted=True)
        tip = tr("Go to the next cut or redaction")
        self._next = tool_button("source.next", tr("Next place"), self, tip=tip)
        self._next.clicked.connect(self.next_place)
        self.view = SourceLinesView(theme, self)
        self._nothing = self._label("source.nothing", theme, FontRole.BODY, muted=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setContentsMargins(24, 24, 24, 24)
        names = VBox(spacing=1).hold(self._path, self._facts, self._rule)
        head = HBox(margins=(12, 6, 8, 6)).hold(
            (names, 1), (self._next, 0, Qt.AlignmentFlag.AlignTop)
        )
        page = QWidget(self)
        VBox(page, spacing=0).hold(head, (self.view, 1))
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(page)
        VBox(self).hold(self._pages)

    def _label(self, name: str, theme: Theme, font: FontRole, *, muted: bool = False) -> QLabel:
        label = text_label(name, self, font=theme.font(font))
        if muted:
            label.setProperty("role", "muted")
        return label

    @property
    def text(self) -> ShownSource | None:
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
