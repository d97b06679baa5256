"""Buttons in one line that give way: their texts are cut with dots where there is no room.

``text()`` is always the whole, which is also what a screen reader says.

A text in one line that gives way, whole in its tip.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from inspector.gui.boxes import grown


def whole_tip(text: str, tip: str) -> str:
    """Return the tip of a text that is cut: all of it, and below what else there is to say."""
    return tip if text in tip else f"{text}\n\n{tip}".strip()


def _told_whole(
    widget: QLabel | QAbstractButton, event: QEvent, is_cut: Callable[[], bool]
) -> bool:
    """Show the whole text where there is no room for it; tell whether that was done.

    Only a tip asks how much room there is: to ask gives a widget its style, which is too early
    while it is made and its role is not known.
    """
    if not isinstance(event, QHelpEvent) or event.type() is not QEvent.Type.ToolTip or not is_cut():
        return False
    text = widget.text().replace("&&", "&")
    QToolTip.showText(event.globalPos(), whole_tip(text, widget.toolTip()), widget)
    return True


class OneLineLabel(QLabel):
    """A plain text that takes the width it is given."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def is_cut(self) -> bool:
        """Whether there is less room than the text needs."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw as much of the text as there is room for."""
        if not self.is_cut:
            super().paintEvent(event)
            return
        room = self.contentsRect()
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, int(self.alignment()) | Qt.TextFlag.TextSingleLine.value, shown)

    def event(self, event: QEvent) -> bool:
        """Show the whole text in the tip where it is cut."""
        return _told_whole(self, event, lambda: self.is_cut) or super().event(event)


_LEAST = 48  # pixels, below which dots would say nothing
_SIDE, _ABOVE, _STACKED = 9, 5, 2  # pixels around the parts of a button, its border included
_BETWEEN = 6  # pixels between two parts
_SHORTEST = 24  # pixels that a part keeps while another is longer
_QUIET = 12 / 13  # of the size of the other words
_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
_END = Qt.TextElideMode.ElideRight


def _is_narrow(button: QAbstractButton) -> bool:
    return button.width() < button.sizeHint().width()


class OneLineButton(QPushButton):
    """A button that may be narrower than its text."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Give way to everything beside it."""
        whole = super().minimumSizeHint()
        return QSize(min(_LEAST, whole.width()), whole.height())

    def event(self, event: QEvent) -> bool:
        """Show the whole text in the tip where it is cut."""
        return _told_whole(self, event, partial(_is_narrow, self)) or super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the button with as much of its text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        element = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(element, option, self).width()
        option.text = self.fontMetrics().elidedText(option.text, _END, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


class OneLineToolButton(QToolButton):
    """A tool button that may be narrower than its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Give way to everything beside it."""
        whole = super().minimumSizeHint()
        return QSize(min(grown(_LEAST), whole.width()), whole.height())

    def event(self, event: QEvent) -> bool:
        """Show the whole text in the tip where it is cut."""
        return _told_whole(self, event, partial(_is_narrow, self)) or super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the button with as much of its text as there is room for."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        over = self.sizeHint().width() - self.width()
        if over > 0:
            room = self.fontMetrics().horizontalAdvance(option.text) - over
            option.text = self.fontMetrics().elidedText(option.text, _END, room)
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)


class LabelPart(NamedTuple):
    """A part of a text: quiet words are smaller and grey."""

    text: str
    quiet: bool = False


class PartsButton(OneLineButton):
    """A button whose text has parts, beside each other or, ``stacked``, one below the other.

    ``text()`` is all of it in one line. Where there is no room, the longest parts end in dots. One
    with a menu has an arrow at its end.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._parts: tuple[LabelPart, ...] = ()
        self._stacked = False
        self._most: int | None = None
        self._least = _LEAST

    def show_parts(self, *parts: LabelPart, stacked: bool = False) -> None:
        """Show other words."""
        shown = tuple(part for part in parts if part.text)
        if (shown, stacked) == (self._parts, self._stacked):
            return
        self._parts, self._stacked = shown, stacked
        whole = " ".join(part.text for part in shown)
        self.setText(whole.replace("&", "&&"))
        self.setAccessibleName(whole)
        self.updateGeometry()
        self.update()

    def set_widths(self, least: int, most: int) -> None:
        """Never be narrower or want more than this where the text is longer: pixels at 100 %."""
        self._least, self._most = least, most
        self.updateGeometry()

    @property
    def _drawn(self) -> tuple[LabelPart, ...]:
        return self._parts if self.menu() is None else (*self._parts, LabelPart("▾", quiet=True))

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Have room for all parts."""
        sizes = [self._metrics(part).size(0, part.text) for part in self._drawn]
        if self._stacked:
            wide = max((size.width() for size in sizes), default=0)
            high = sum(size.height() for size in sizes)
        else:
            wide = sum(size.width() for size in sizes) + _BETWEEN * max(0, len(sizes) - 1)
            high = self.fontMetrics().height()
        wide += 2 * _SIDE + 2
        high += 2 * (_STACKED if self._stacked else _ABOVE)
        return QSize(wide if self._most is None else min(wide, grown(self._most)), high)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Give way, but not in height."""
        whole = self.sizeHint()
        return QSize(min(grown(self._least), whole.width()), whole.height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Need other room when texts have another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def _metrics(self, part: LabelPart) -> QFontMetrics:
        return QFontMetrics(self._font(part))

    def _font(self, part: LabelPart) -> QFont:
        made = QFont(self.font())
        if part.quiet:
            made.setPixelSize(round(made.pixelSize() * _QUIET))
        return made

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the button, then its parts."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        for part, room in self._places(self.rect().adjusted(_SIDE, 0, -_SIDE, 0)):
            font = self._font(part)
            role = QPalette.ColorRole.PlaceholderText if part.quiet else self.foregroundRole()
            painter.setFont(font)
            painter.setPen(self.palette().color(role))
            shown = QFontMetrics(font).elidedText(part.text, _END, room.width())
            painter.drawText(room, _MIDDLE, shown)

    def _places(self, room: QRect) -> list[tuple[LabelPart, QRect]]:
        if self._stacked:
            heights = [self._metrics(part).height() for part in self._drawn]
            top = room.top() + max(0, room.height() - sum(heights)) // 2
            tops = [top + sum(heights[:place]) for place in range(len(heights))]
            lines = zip(self._drawn, tops, heights, strict=True)
            return [(part, QRect(room.left(), at, room.width(), high)) for part, at, high in lines]
        widths = [self._metrics(part).horizontalAdvance(part.text) + 1 for part in self._drawn]
        over = sum(widths) + _BETWEEN * max(0, len(widths) - 1) - room.width()
        while over > 0 and max(widths) > _SHORTEST:
            longest = widths.index(max(widths))
            given = min(over, widths[longest] - _SHORTEST)
            widths[longest], over = widths[longest] - given, over - given
        lefts = [room.left() + sum(widths[:at]) + at * _BETWEEN for at in range(len(widths))]
        return [
            (part, QRect(left, room.top(), wide, room.height()))
            for part, left, wide in zip(self._drawn, lefts, widths, strict=True)
        ]
