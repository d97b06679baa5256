"""Texts to read, in boxes as high as they need, up to a limit; notes, to be written; and problems.

Those of one field stand below it, each with a mark that tells how bad it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from inspector.core.problems import Problem, Severity
from inspector.core.text import utf16_length
from inspector.gui.boxes import grow, with_name
from inspector.gui.table import MarkShape, paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.pacing import Gesture
from inspector.language import tr

_FRAME = 12  # pixels of border and padding above and below


def read_from_left(box: QPlainTextEdit) -> None:
    """Lay code and data out from the left in every language; each line still reads as its text."""
    box.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    option = box.document().defaultTextOption()
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    box.document().setDefaultTextOption(option)


class ReadingBox(QPlainTextEdit):
    """A text that can be read, selected and copied, but not changed.

    ``lines`` is the most it shows at once; more is scrolled.
    """

    def __init__(
        self, name: str, title: str, theme: Theme, lines: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._theme = theme
        self._lines = lines
        self._text = ""
        self._marked: tuple[int, int] | None = None
        self._wrapped_at = 0  # pixels
        read_from_left(self)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(theme.font(FontRole.TEXT))
        self.setProperty("role", "reading")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)

    def set_text(self, text: str) -> None:
        """Show a text from its beginning. Its lines have to end as ``shown_text`` leaves them."""
        if text != self._text:
            self._text = text
            self.setPlainText(text)
            self._fit()
        self._marked = None
        self.setExtraSelections([])

    def mark(self, start: int, end: int) -> None:
        """Mark a stretch, counted in code points, and bring it in sight."""
        before = utf16_length(self._text[:start])
        self._marked = (before, before + utf16_length(self._text[start:end]))
        self._paint_mark()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._marked[0])
        self.setTextCursor(cursor)
        # The cursor's own line comes in sight at the lower edge; the stretch begins at the upper.
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.ensureCursorVisible()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw the mark in its colours from now on."""
        if self._marked is not None:
            self._paint_mark()

    def _paint_mark(self) -> None:
        if self._marked is None:
            return
        look = QTextCharFormat()
        look.setBackground(QColor(self._theme.colors.selected))
        stretch = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._marked[0])
        cursor.setPosition(self._marked[1], QTextCursor.MoveMode.KeepAnchor)
        stretch.cursor = cursor
        stretch.format = look
        self.setExtraSelections([stretch])

    def _fit(self) -> None:
        """Take the height of the text, as far as it is allowed."""
        line = self.fontMetrics().lineSpacing()
        most, height, block = self._lines * line, 0.0, self.document().begin()
        while block.isValid() and height < most:
            height += self.blockBoundingRect(block).height()
            block = block.next()
        self.setFixedHeight(min(math.ceil(max(height, line)), most) + _FRAME)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Wrap anew and take the height that the text needs in this width."""
        super().resizeEvent(event)
        self._wrapped_at = event.size().width()
        if event.oldSize().width() != event.size().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Wrap in the width there is: Qt tells no width that changes while it tells another."""
        super().showEvent(event)
        if self._wrapped_at != self.viewport().width():
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
            self._wrapped_at = self.viewport().width()
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as narrow as the pane wants."""
        return QSize(100, self.height())


class CodeBox(QPlainTextEdit):
    """Code or data on a page of its own; its lines are not wrapped."""

    def __init__(self, name: str, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, name, title, role="page", font=theme.font(FontRole.TEXT))
        read_from_left(self)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def mark_lines(self, lines: Iterable[int], color: str) -> None:
        """Give lines, counted from 0, another ground, and those that had it none."""
        marks = []
        for line in lines:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document().findBlockByNumber(line))
            mark.format.setBackground(QColor(color))
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)  # noqa: FBT003
            marks.append(mark)
        self.setExtraSelections(marks)


_PAUSE = 400  # milliseconds without a key after which what was written is sent


class NoteEditor(QPlainTextEdit):
    """Shows a note and sends what somebody writes, after a pause and when the keyboard leaves.

    All that is written on one subject before the keyboard leaves is one gesture.
    """

    written = Signal(str, str, object)
    """The subject, its note, and the gesture it belongs to."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(tr("Note"))
        self.setPlaceholderText(tr("Write a note"))
        self.setTabChangesFocus(True)
        grow(self, fixedHeight=72)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._subject = ""
        self._note = ""
        self._gesture = Gesture()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._send)
        self.textChanged.connect(self._changed)

    def show_note(self, subject: str, note: str) -> None:
        """Show the note of a subject. What was written on another one is sent first."""
        if subject != self._subject:
            self.finish()
            self._gesture.end()
        if (subject, note) == (self._subject, self._note):
            return
        self._subject, self._note = subject, note
        if note != self.toPlainText():
            self.setPlainText(note)

    def finish(self) -> None:
        """Send what has not been sent."""
        if self._pause.isActive():
            self._send()

    def _changed(self) -> None:
        if self.toPlainText() != self._note:
            self._pause.start()
        else:
            self._pause.stop()

    def _send(self) -> None:
        self._pause.stop()
        text = self.toPlainText()
        if text != self._note and self._subject:
            if not self._gesture.held:
                self._gesture.begin()
            self._note = text
            self.written.emit(self._subject, text, self._gesture.token())

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Send what was written; what is written next is another gesture."""
        super().focusOutEvent(event)
        self.finish()
        self._gesture.end()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as narrow as the pane wants."""
        return QSize(100, 72)


_MARK, _GAP, _BETWEEN = 10, 6, 4
_LOOKS = {
    Severity.ERROR: ("error", MarkShape.STOP),
    Severity.WARNING: ("warning", MarkShape.TRIANGLE),
    Severity.NOTE: ("note", MarkShape.DISC),
}
_FLAGS = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value


class ProblemNotes(QWidget):
    """Shows nothing while there is nothing wrong. The fix is in the tooltip."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._problems: tuple[Problem, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show these problems from now on."""
        if problems == self._problems:
            return
        self._problems = problems
        self.setToolTip("\n".join(problem.fix for problem in problems))
        self.setAccessibleName(" ".join(f"{p.severity}: {p.message}" for p in problems))
        self.setVisible(bool(problems))
        self.updateGeometry()
        self.update()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is shown."""
        return self._problems

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """Tell that long messages are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Return the height of all messages in a width."""
        return sum(self._heights(width)) + _BETWEEN * max(len(self._problems) - 1, 0)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return how large it is at its width."""
        return QSize(100, self.heightForWidth(max(self.width(), 100)))

    def _heights(self, width: int) -> list[int]:
        metrics = QFontMetrics(self.font())
        room = max(width - _MARK - _GAP, 20)
        return [
            metrics.boundingRect(0, 0, room, 10_000, _FLAGS, problem.message).height()
            for problem in self._problems
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw marks and messages."""
        painter = QPainter(self)
        top, line = 0, QFontMetrics(self.font()).height()
        for problem, height in zip(self._problems, self._heights(self.width()), strict=True):
            name, shape = _LOOKS[problem.severity]
            color = QColor(self._theme.color(name))
            mark = QRectF(0, top + (line - _MARK) / 2, _MARK, _MARK)
            paint_mark(painter, mark, shape, color)
            painter.setPen(color)
            left = _MARK + _GAP
            painter.drawText(left, top, self.width() - left, height, _FLAGS, problem.message)
            top += height + _BETWEEN
