"""Draws cells: one text, elided where it must be, and a mark where its column has marks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from inspector.gui.table.marks import paint_mark
from inspector.gui.table.model import Index, TableModel
from inspector.gui.table.style import Mark, TableStyle
from inspector.present.table import Align, Column, Elide

PADDING = 8  # pixels left and right of a text
_MARK_GAP = 6

# Plain integers: Python's flag arithmetic would cost more than the drawing.
_SELECTED = QStyle.StateFlag.State_Selected.value
_FOCUS = QStyle.StateFlag.State_HasFocus.value
_ACTIVE = QStyle.StateFlag.State_Active.value

_SIDES = {
    Align.LEFT: Qt.AlignmentFlag.AlignLeft,
    Align.RIGHT: Qt.AlignmentFlag.AlignRight,
    Align.CENTER: Qt.AlignmentFlag.AlignHCenter,
}
_ELIDES = {
    Elide.END: Qt.TextElideMode.ElideRight,
    Elide.MIDDLE: Qt.TextElideMode.ElideMiddle,
}


CellPainter = Callable[[QPainter, QRect, int, QColor], None]
"""Draws into the rectangle of a cell what a row of the table has, in a colour for texts."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What all cells of a column have in common, worked out once."""

    font: QFont
    metrics: QFontMetrics
    widest: int  # no ASCII character is wider, in pixels
    flags: int
    elide: Qt.TextElideMode
    marks: dict[str, Mark]


class CellDelegate(QStyledItemDelegate):
    """Draws straight from the model's texts: one call a cell, where Qt would make eight."""

    def __init__(self, model: TableModel, style: TableStyle, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._style = style
        self._looks: dict[Column, _Look] = {}
        self._painters: dict[str, CellPainter] = {}

    def draw(self, column_id: str, painter: CellPainter) -> None:
        """Draw the cells of a column in a way of their own; their texts are still their values."""
        self._painters[column_id] = painter

    def set_style(self, style: TableStyle) -> None:
        """Draw in another style from now on."""
        self._style = style
        self._looks.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        style, rect = self._style, option.rect
        state: int = option.state.value
        position, section = index.row(), index.column()
        if self._model.label(position) is not None:
            return  # a heading goes over all columns; the view draws it
        text = self._model.text(position, section)
        column = self._model.column(section)
        look = self._look(column)
        color, strong = style.text, state & _SELECTED and state & _ACTIVE
        if strong:
            color = style.selected_text
            painter.fillRect(rect, style.selected)
        elif state & _SELECTED:
            color = style.selected_elsewhere_text
            painter.fillRect(rect, style.selected_elsewhere)
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, style.line)
        own = self._painters.get(column.id)
        if text and own is not None:
            inside = rect.adjusted(PADDING, 0, -PADDING, -1)
            own(painter, inside, int(self._model.lines[position]), color)
        elif text:
            left, width = rect.x() + PADDING, rect.width() - 2 * PADDING
            if mark := look.marks.get(text):
                size = look.metrics.capHeight() + 1
                square = QRectF(left, rect.y() + (rect.height() - size) / 2, size, size)
                paint_mark(painter, square, mark.shape, color if strong else mark.color)
                left, width = left + size + _MARK_GAP, width - size - _MARK_GAP
            if len(text) * look.widest > width or not text.isascii():
                text = look.metrics.elidedText(text, look.elide, width)
            painter.setFont(look.font)
            painter.setPen(color)
            painter.drawText(left, rect.y(), width, rect.height(), look.flags, text)
        if state & _FOCUS:
            painter.setPen(style.accent)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002, N802
        """Return what the whole cell needs."""
        look = self._look(self._model.column(index.column()))
        text = self._model.text(index.row(), index.column())
        return QSize(self._needed(look, text) + 2 * PADDING, self._style.row_height)

    def helpEvent(  # noqa: N802  # Qt's name
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show the whole value of a cell that does not show it all."""
        if event.type() == QEvent.Type.ToolTip and index.isValid():
            width: int = option.rect.width()
            is_drawn = self._model.column(index.column()).id in self._painters
            if not is_drawn and self.sizeHint(option, index).width() <= width:
                QToolTip.hideText()
                return True
        return super().helpEvent(event, view, option, index)

    def _needed(self, look: _Look, text: str) -> int:
        width = look.metrics.horizontalAdvance(text)
        return width + look.metrics.capHeight() + 1 + _MARK_GAP if text in look.marks else width

    def _look(self, column: Column) -> _Look:
        look = self._looks.get(column)
        if look is None:
            font = self._style.number_font if column.numeric else self._style.font
            metrics = QFontMetrics(font)
            side = _SIDES[column.alignment] | Qt.AlignmentFlag.AlignVCenter
            look = _Look(
                font=font,
                metrics=metrics,
                widest=metrics.height(),
                flags=(side | Qt.TextFlag.TextSingleLine).value,
                elide=_ELIDES[column.elide],
                marks=dict(self._style.marks.get(column.id, {})),
            )
            self._looks[column] = look
        return look
