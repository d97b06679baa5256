"""The titles above the columns: they sort, move, resize, and show by what is sorted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView, QWidget

from inspector.gui.table.cells import PADDING
from inspector.gui.table.model import TableModel
from inspector.gui.table.style import TableStyle
from inspector.language import tr
from inspector.present.table import Align, SortKey

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
