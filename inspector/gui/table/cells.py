"""Draws cells: one text, elided where it must be, and a mark where its column has marks.

The titles above the columns: they sort, move, resize, and show by what is sorted.

Draws the heading of a group: an arrow, its mark, what it is and how many, and what is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from inspector.gui.table.model import Index, TableModel
from inspector.gui.table.style import CellMark, TableStyle, paint_mark
from inspector.language import tr
from inspector.present.table import Align, Column, Elide, SortKey
from inspector.present.table.snapshot import Heading

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

    column: Column
    font: QFont
    metrics: QFontMetrics
    widest: int  # no ASCII character is wider, in pixels
    flags: int
    elide: Qt.TextElideMode
    marks: dict[str, CellMark]


class CellDelegate(QStyledItemDelegate):
    """Draws straight from the model's texts: one call a cell, where Qt would make eight."""

    def __init__(self, model: TableModel, style: TableStyle, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._style = style
        self._looks: dict[str, _Look] = {}  # by the column's id: a table made anew has others
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
        column = self._model.column(index.column())
        text = self._model.text(index.row(), index.column())
        return QSize(self.needed(column, text), self._style.row_height)

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

    def needed(self, column: Column, text: str) -> int:
        """Return how wide a cell must be to show the whole of a text, in pixels."""
        look = self._look(column)
        mark = look.metrics.capHeight() + 1 + _MARK_GAP if text in look.marks else 0
        # A length is told in whole pixels, rounded, and elided by what it really is.
        return look.metrics.horizontalAdvance(text) + 1 + mark + 2 * PADDING

    def _look(self, column: Column) -> _Look:
        look = self._looks.get(column.id)
        if look is None or look.column is not column:
            metrics = QFontMetrics(self._style.font)
            side = _SIDES[column.alignment] | Qt.AlignmentFlag.AlignVCenter
            look = self._looks[column.id] = _Look(
                column=column,
                font=self._style.font,
                metrics=metrics,
                widest=metrics.height(),
                flags=(side | Qt.TextFlag.TextSingleLine).value,
                elide=_ELIDES[column.elide],
                marks=dict(self._style.marks.get(column.id, {})),
            )
        return look


_ARROW = 8  # pixels wide
_RANK = 8  # room for the number beside the arrow, in pixels
_GAP = 4  # between title and arrow, in pixels


class SortHeader(QHeaderView):
    """Column titles with one arrow for each column that sorts, numbered where there are several.

    ``sort_asked`` carries the section that was clicked and whether it is to join the present
    sort (with Shift) or to replace it.
    """

    sort_asked = Signal(int, bool)

    def __init__(self, model: TableModel, style: TableStyle, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self._style = style
        self._sort: tuple[SortKey, ...] = ()
        self._joins = False
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(28)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.sectionClicked.connect(self._ask)

    def set_style(self, style: TableStyle) -> None:
        """Draw in another style from now on."""
        self._style = style
        self.viewport().update()

    def set_sort(self, sort: Sequence[SortKey]) -> None:
        """Show by what is sorted."""
        self._sort = tuple(sort)
        self.viewport().update()

    def title_width(self, section: int) -> int:
        """Return the width in which a title fits together with its arrow, in pixels."""
        title = tr(self._model.column(section).title)
        length = self._metrics().horizontalAdvance(title) + 2  # advances are rounded
        return length + 2 * PADDING + _ARROW + _RANK + _GAP

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Remember whether Shift is held; the click's own signal does not say."""
        self._joins = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        super().mouseReleaseEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return one row's height."""
        return QSize(super().sizeHint().width(), self._style.row_height + 2)

    def paintSection(  # noqa: N802  # Qt's name
        self, painter: QPainter, rect: QRect, section: int
    ) -> None:
        """Draw one title."""
        style, column = self._style, self._model.column(section)
        painter.fillRect(rect, style.header)
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, style.line)
        painter.fillRect(rect.right(), rect.y() + 5, 1, rect.height() - 10, style.line)
        metrics = self._metrics()
        left, width = rect.x() + PADDING, rect.width() - 2 * PADDING
        rank, key = self._sorted_by(column.id)
        arrow = 0 if key is None else _ARROW + (_RANK if len(self._sort) > 1 else 0)
        title = metrics.elidedText(
            tr(column.title), Qt.TextElideMode.ElideRight, width - (arrow + _GAP if arrow else 0)
        )
        length = metrics.horizontalAdvance(title)
        if column.alignment is Align.RIGHT:
            left += width - length
            spot = left - arrow - _GAP
        else:
            spot = left + length + _GAP
        painter.setFont(self._font())
        painter.setPen(style.header_text)
        painter.drawText(
            left, rect.y(), length + 1, rect.height(), Qt.AlignmentFlag.AlignVCenter.value, title
        )
        if key is not None:
            self._draw_arrow(painter, QRect(spot, rect.y(), arrow, rect.height()), key, rank)

    def _draw_arrow(self, painter: QPainter, rect: QRect, key: SortKey, rank: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._style.accent)
        left, middle, half = rect.x(), rect.y() + rect.height() / 2, _ARROW / 2
        tip = 2.5 if key.descending else -2.5
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(left, middle - tip),
                    QPointF(left + _ARROW, middle - tip),
                    QPointF(left + half, middle + tip),
                ]
            )
        )
        if len(self._sort) > 1:
            painter.setPen(self._style.accent)
            font = self._font()
            font.setPixelSize(max(8, round(self._metrics().height() * 0.6)))
            painter.setFont(font)
            beside = rect.adjusted(_ARROW + 1, 0, 4, 0)
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter.value, str(rank))
        painter.restore()

    def _sorted_by(self, column_id: str) -> tuple[int, SortKey | None]:
        for rank, key in enumerate(self._sort, 1):
            if key.column == column_id:
                return rank, key
        return 0, None

    def _font(self) -> QFont:
        font = QFont(self._style.font)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._font())

    def _ask(self, section: int) -> None:
        self.sort_asked.emit(section, self._joins)


_HEADING_PAINT_ARROW = 8  # pixels wide and high
_HEADING_PAINT_GAP = 8
_SIDE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value


def paint_heading(
    painter: QPainter,
    box: QRect,
    style: TableStyle,
    heading: Heading,
    mark: CellMark | None,
    *,
    folded: bool,
    current: bool,
) -> None:
    """Draw a heading over the whole width of a box; what is told gives way where it is narrow."""

    def placed(left: float, width: float) -> QRect:
        """Return a part of the box, from the right where the painter's texts begin there."""
        part = QRect(int(left), box.y(), int(width), box.height())
        return QStyle.visualRect(painter.layoutDirection(), box, part)

    painter.fillRect(box, style.header)
    painter.fillRect(box.x(), box.bottom(), box.width(), 1, style.line)
    left: float = box.x() + PADDING
    arrow = placed(left, _HEADING_PAINT_ARROW)
    _paint_arrow(painter, QPointF(arrow.x(), box.center().y() + 1), style, folded=folded)
    left += _HEADING_PAINT_ARROW + _HEADING_PAINT_GAP
    strong = QFont(style.font)
    strong.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(strong)
    if mark is not None:
        size = metrics.capHeight() + 1
        area = placed(left, size)
        square = QRectF(area.x(), box.y() + (box.height() - size) / 2, size, size)
        paint_mark(painter, square, mark.shape, mark.color)
        left += size + _HEADING_PAINT_GAP
    painter.setFont(strong)
    painter.setPen(style.header_text)
    room = box.right() - PADDING - left
    painter.drawText(placed(left, room), _SIDE, heading.title)
    taken = metrics.horizontalAdvance(heading.title) + 2 * _HEADING_PAINT_GAP
    painter.setFont(style.font)
    told = QFontMetrics(style.font).elidedText(
        heading.detail, Qt.TextElideMode.ElideRight, int(room - taken)
    )
    painter.drawText(placed(left + taken, room - taken), _SIDE, told)
    if current:
        painter.setPen(style.accent)
        painter.drawRect(box.adjusted(0, 0, -1, -2))


def _paint_arrow(painter: QPainter, at: QPointF, style: TableStyle, *, folded: bool) -> None:
    half = _HEADING_PAINT_ARROW / 2
    x, y = at.x(), at.y()
    points = (
        [QPointF(x + 1, y - half), QPointF(x + half + 1, y), QPointF(x + 1, y + half)]
        if folded
        else [
            QPointF(x, y - half / 2),
            QPointF(x + _HEADING_PAINT_ARROW, y - half / 2),
            QPointF(x + half, y + half / 2),
        ]
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.header_text)
    painter.drawPolygon(QPolygonF(points))
    painter.restore()
