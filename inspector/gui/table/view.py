"""The rows in sight: selection, scrolling and widths by position, none of it per row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.gui.table.cells import PADDING, CellDelegate, CellPainter, SortHeader, paint_heading
from inspector.gui.table.model import Index, TableModel
from inspector.gui.table.style import TableStyle, filled, fitting
from inspector.present.table import Column, Kind, Numbers, Rows, cell_texts

# What each key makes of the group whose heading is current: folded or not, None for the other.
FOLDING = {
    Qt.Key.Key_Left: True,
    Qt.Key.Key_Minus: True,
    Qt.Key.Key_Right: False,
    Qt.Key.Key_Plus: False,
    Qt.Key.Key_Space: None,
    Qt.Key.Key_Return: None,
    Qt.Key.Key_Enter: None,
}
_LOOKED_AT = 64  # rows whose labels tell how much room a column of labels needs
MAX_KEPT_RUNS = 2000  # separate stretches of selected rows that are kept through a new order


class RowsView(QTableView):
    """Rows of one height, selected whole.

    ``copy_asked`` is the copy shortcut; ``menu_asked`` carries the cell and a global position;
    ``fold_asked`` the label of a group and whether it is to be folded.
    """

    copy_asked = Signal()
    menu_asked = Signal(QModelIndex, QPoint)
    fold_asked = Signal(str, bool)

    def __init__(self, model: TableModel, style: TableStyle, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._look = style
        self._row_height = style.row_height
        self.widths_are_set = False
        self._arranging = False
        # What the labels of a column need, as long as its values are these.
        self._needed: dict[str, tuple[object, int]] = {}
        self._hints: tuple[tuple[Column, ...], dict[int, int]] | None = None  # of these columns
        self.empty_text = ""
        self.titles = SortHeader(model, style, self)
        self._cells = CellDelegate(model, style, self)
        self.setHorizontalHeader(self.titles)
        # Without it, Qt selects a whole column, and so every row, when a title is pressed.
        self.setSortingEnabled(True)
        self.titles.setSortIndicatorShown(False)
        self.setItemDelegate(self._cells)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)  # Tab leaves the table
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        # Whatever the style says: a minimum that grows is given to each of a million rows.
        self.verticalHeader().setMinimumSectionSize(1)
        self.titles.sectionResized.connect(self._note_width)
        self.set_style(style)

    def set_style(self, style: TableStyle) -> None:
        """Draw in another style from now on."""
        self._look = style
        self._row_height = style.row_height
        self._needed.clear()
        self._hints = None
        self._cells.set_style(style)
        self.titles.set_style(style)
        self.verticalHeader().setDefaultSectionSize(self._row_height)
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, style.base)
        palette.setColor(palette.ColorRole.Text, style.text)
        self.setPalette(palette)
        self.titles.setPalette(palette)
        self.viewport().update()

    def draw_column(self, column_id: str, painter: CellPainter) -> None:
        """Draw the cells of a column in a way of their own."""
        self._cells.draw(column_id, painter)

    def redraw_column(self, column_id: str) -> None:
        """Draw the cells of a column again: what they are drawn from has changed."""
        for section, column in enumerate(self.columns()):
            if column.id == column_id and not self.titles.isSectionHidden(section):
                left, width = self.columnViewportPosition(section), self.columnWidth(section)
                self.viewport().update(left, 0, width, self.viewport().height())

    # Selection ---------------------------------------------------------------------------

    def selected_positions(self) -> Rows:
        """Return the positions of the selected rows, sorted."""
        selection = self.selectionModel().selection()
        parts = [selection.at(at) for at in range(selection.count())]
        selected = np.zeros(max((part.bottom() + 1 for part in parts), default=0), dtype=bool)
        for part in parts:
            selected[part.top() : part.bottom() + 1] = True
        return np.flatnonzero(selected)

    def select_positions(self, positions: Rows, current: int | None, section: int) -> None:
        """Select rows by sorted positions, and make one of them current."""
        breaks = np.flatnonzero(np.diff(positions) > 1) + 1
        runs = np.split(positions, breaks) if len(positions) else []
        if len(runs) > MAX_KEPT_RUNS:
            runs = [] if current is None else [np.array([current])]
        selection, last = QItemSelection(), self._model.columnCount() - 1
        for run in runs:
            selection.select(
                self._model.index(int(run[0]), 0), self._model.index(int(run[-1]), last)
            )
        chosen, flag = self.selectionModel(), QItemSelectionModel.SelectionFlag
        self.setAutoScroll(False)  # whoever selects decides where to scroll
        chosen.select(selection, flag.ClearAndSelect)
        cell = QModelIndex() if current is None else self._model.index(current, max(section, 0))
        chosen.setCurrentIndex(cell, flag.NoUpdate)
        self.setAutoScroll(True)

    # Scrolling ---------------------------------------------------------------------------

    def shown_positions(self) -> range:
        """Return the positions of the rows that are at least partly in sight."""
        height, count = self._row_height, len(self._model.lines)
        if not count or not self.isVisible():
            return range(0)
        top = self.verticalScrollBar().value()
        return range(top // height, min(count, -(-(top + self.viewport().height()) // height)))

    def offset_of(self, position: int) -> int:
        """Return how far below the upper edge a row begins, in pixels."""
        return position * self._row_height - self.verticalScrollBar().value()

    def put_at(self, position: int, offset: int) -> None:
        """Scroll so that a row begins ``offset`` pixels below the upper edge, if it can."""
        self.updateGeometries()
        self.verticalScrollBar().setValue(position * self._row_height - offset)

    # Widths ------------------------------------------------------------------------------

    def set_widths(self, widths: dict[int, int]) -> None:
        """Give columns their widths in pixels; columns not named get the hinted width."""
        self.widths_are_set = bool(widths)
        self._set_widths({**self._hinted(), **widths})
        self.fill_width()

    def columns(self) -> tuple[Column, ...]:
        """Return all columns, hidden ones included, by section."""
        return self._model.table.columns

    def shown_columns(self) -> frozenset[str]:
        """Return the ids of the columns that are not hidden."""
        return frozenset(
            column.id
            for section, column in enumerate(self.columns())
            if not self.titles.isSectionHidden(section)
        )

    def column_id(self, section: int) -> str:
        """Return the id of a section's column."""
        return self._model.column(section).id

    def place_columns(self, order: list[int], hidden: set[int]) -> None:
        """Put sections in an order and hide some of them."""
        self._arranging = True
        for place, section in enumerate(order):
            self.titles.moveSection(self.titles.visualIndex(section), place)
            self.titles.setSectionHidden(section, section in hidden)
        self._arranging = False

    def show_column(self, column_id: str, *, visible: bool) -> None:
        """Show or hide a column."""
        for section, column in enumerate(self.columns()):
            if column.id == column_id:
                self.titles.setSectionHidden(section, not visible)
        self.fill_width()

    def _hinted(self) -> dict[int, int]:
        """Return the width that each column would have where there is room for all."""
        columns = self._model.table.columns
        if self._hints is None or self._hints[0] is not columns:
            self._hints = columns, self._hints_of(columns)
        return dict(self._hints[1])

    def _hints_of(self, columns: tuple[Column, ...]) -> dict[int, int]:
        character = QFontMetrics(self._look.font).averageCharWidth()
        widths = {}
        for section, column in enumerate(columns):
            room = column.width * character + 2 * PADDING
            widths[section] = max(room, self.titles.title_width(section))
        return widths

    def fill_width(self) -> None:
        """Give columns their hints, as ``filled`` and ``fitting`` say: none once a width is set."""
        if self.widths_are_set:
            return
        hints = self._hinted()
        shown, needs = [s for s in hints if not self.titles.isSectionHidden(s)], dict(hints)
        for section in shown:
            column, hint = self._model.column(section), hints[section]
            needs[section] = needed = self._needed_by_cells(column)
            if column.numeric:
                hints[section] = max(hint, needed)
            elif column.kind is Kind.ENUM:  # a label that is a little longer is not cut
                hints[section] = max(hint, min(needed, hint * 5 // 4))
            elif column.kind is Kind.TEXT:  # what short texts leave is that of longer ones
                hints[section] = min(hint, max(self.titles.title_width(section), needed))
        spare = self.viewport().width() - sum(hints[section] for section in shown)
        if spare < 0:
            labels = [s for s in shown if self._model.column(s).kind is Kind.ENUM]
            columns = labels, [s for s in shown if s not in labels]
            hints = fitting(hints, spare, columns, self._least, self._tight)
        else:
            texts = (s for s in shown if self._model.column(s).kind is Kind.TEXT)
            filled(hints, {section: needs[section] for section in texts}, spare)
        self._set_widths(hints)

    def _least(self, section: int, hint: int) -> int:
        """Return the width below which a column does not give way."""
        column, title = self._model.column(section), self.titles.title_width(section)
        if column.kind is Kind.TEXT:
            return self._half(section, hint)
        if column.kind is not Kind.ENUM:
            return hint
        return min(hint, max(title, self._needed_by_cells(column)))

    def _tight(self, section: int, hint: int) -> int:
        """Return the width below which a label says nothing any more: three quarters of it."""
        return max(self._half(section, hint), self._least(section, hint) * 3 // 4)

    def _half(self, section: int, hint: int) -> int:
        half = self._hinted()[section] // 2  # of its hint, and then of what is left
        half = half if hint > half else hint // 2
        return min(hint, max(half, self.titles.title_width(section)))

    def _needed_by_cells(self, column: Column) -> int:
        """Return what the widest numbers need, or the labels of rows from all over the table."""
        table = self._model.table
        values = table.values[column.id]
        known = self._needed.get(column.id)
        if known is None or known[0] is not values:
            last = table.row_count - 1
            rows = np.linspace(0, last, min(last + 1, _LOOKED_AT)).astype(np.intp)
            if isinstance(values, Numbers) and len(values.values):
                rows = np.array([values.values.argmin(), values.values.argmax()])
            texts = set(cell_texts(table, column, rows))
            width = max((self._cells.needed(column, text) for text in texts), default=0)
            known = self._needed[column.id] = values, width
        return known[1]

    def _set_widths(self, widths: dict[int, int]) -> None:
        self._arranging = True
        for section, width in widths.items():
            if section < self.titles.count() and not self.titles.isSectionHidden(section):
                self.titles.resizeSection(section, width)
        self._arranging = False

    def _note_width(self, _section: int, old: int, new: int) -> None:
        # Hiding and showing a column counts as a change from or to nothing.
        if not self._arranging and old and new:
            self.widths_are_set = True

    # Events ------------------------------------------------------------------------------

    def dataChanged(  # noqa: N802  # Qt's name
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        """Repaint exactly these rows; Qt's own way takes the row below along."""
        if QAccessible.isActive():
            super().dataChanged(first, last, roles)
            return
        top, bottom = self.offset_of(first.row()), self.offset_of(last.row() + 1)
        self.viewport().update(0, top, self.viewport().width(), bottom - top)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the columns as wide as the view."""
        super().resizeEvent(event)
        self.fill_width()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for the menu of the cell under the pointer, or of the current one by keyboard."""
        cell, at = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            cell = self.currentIndex()
            at = self.viewport().mapToGlobal(self.visualRect(cell).bottomLeft())
        self.menu_asked.emit(cell, at)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Copy where Qt would copy one cell; fold and unfold where a heading is current."""
        position = self.currentIndex().row()
        label = self._model.label(position) if position >= 0 else None
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
            event.accept()
        elif label is not None and event.key() in FOLDING:
            folded = FOLDING[Qt.Key(event.key())]
            self.fold_asked.emit(
                label, not self._model.is_folded(position) if folded is None else folded
            )
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Fold or unfold the group whose heading is pressed."""
        position = self.indexAt(event.position().toPoint()).row()
        label = self._model.label(position) if position >= 0 else None
        if label is None or event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.fold_asked.emit(label, not self._model.is_folded(position))
            event.accept()

    def go_to_heading(self, label: str) -> None:
        """Make the heading of a group current and bring it in sight; what is selected stays."""
        for position in np.flatnonzero(self._model.lines < 0).tolist():
            if self._model.label(position) == label:
                cell = self._model.index(position, max(self.currentIndex().column(), 0))
                self.selectionModel().setCurrentIndex(
                    cell, QItemSelectionModel.SelectionFlag.NoUpdate
                )
                self.scrollTo(cell)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802  # Qt's name
        """Do nothing: Qt would read every row for each letter. The filter bar finds rows."""

    def _paint_headings(self, event: QPaintEvent) -> None:
        """Draw the headings in sight over all columns."""
        width = max(self.viewport().width(), 1)
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        for position in self.shown_positions():
            heading = self._model.heading(position)
            if heading is not None:
                box = QRect(0, self.offset_of(position), width, self._row_height)
                is_current = self.hasFocus() and self.currentIndex().row() == position
                paint_heading(
                    painter,
                    box,
                    self._look,
                    heading,
                    self._look.marks.get("verdict", {}).get(self._model.label(position) or ""),
                    folded=self._model.is_folded(position),
                    current=is_current,
                )

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Say why there is nothing to see where there is nothing."""
        super().paintEvent(event)
        self._paint_headings(event)
        if not len(self._model.lines) and self.empty_text:
            painter = QPainter(self.viewport())
            painter.setFont(self._look.font)
            painter.setPen(self._look.muted)
            area = self.viewport().rect().adjusted(PADDING, PADDING, -PADDING, -PADDING)
            flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
            painter.drawText(area, flags, self.empty_text)
