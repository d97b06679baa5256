"""The panel of a table: filter bar over rows, and everything that can be done with them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from inspector.core.problems import Problem, Severity
from inspector.gui.boxes import VBox, with_name
from inspector.gui.table.cells import CellPainter
from inspector.gui.table.filter_bar import FilterBar, ReadAhead, SubjectRows
from inspector.gui.table.menus import TableMenus, arrange, arrangement
from inspector.gui.table.model import TableModel
from inspector.gui.table.style import TableStyle
from inspector.gui.table.view import RowsView
from inspector.language import tr
from inspector.present.table import (
    ExportFormat,
    ExportRequest,
    Rows,
    SortKey,
    Suggestion,
    TableData,
    TableIndex,
    TableLayout,
    TableQuery,
    add_term,
    cell_value,
    complete,
    filter_for_cell,
    layout_from_plain,
    layout_to_plain,
)
from inspector.present.table.snapshot import EMPTY, HeadingOf, Snapshot, plain_heading

MAX_COPIED_ROWS = 100_000
_ROWS_AT_ONCE = 200_000  # with more rows, filtering waits for a pause in typing
_PAUSE = 150  # milliseconds


class TablePanel(QWidget):
    """A table with its filter bar. All it keeps is how it is looked at; values are passed in.

    Object names begin with ``panel_id``: ``cards.filter``, ``cards.clear``, ``cards.count``,
    ``cards.columns``, ``cards.problem``, ``cards.table``, ``cards.header``; menus are
    ``cards.menu`` and ``cards.columns-menu``, and their actions begin with the menu's name.
    """

    current_changed = Signal(str)
    """The subject someone moved to; "" when the table has lost it. Not sent by ``select_key``."""
    export_requested = Signal(object)
    """An ``ExportRequest``: choose a path, then write its ``text()``."""

    def __init__(
        self,
        panel_id: str,
        title: str,
        style: TableStyle,
        parent: QWidget | None = None,
        *,
        group: str = "",
        heading: HeadingOf = plain_heading,
    ) -> None:
        """Make a panel. ``group`` is the column that rows may be grouped by, and are at first."""
        super().__init__(parent)
        self._group = group
        self.setObjectName(panel_id)
        self._index = TableIndex()
        self._waiting: TableLayout | None = None  # until there are columns to lay out
        self._empty_text = ""
        model = TableModel(self)
        model.heading_of = heading
        self.bar = FilterBar(panel_id, title, self._suggestions, self)
        self._view = with_name(RowsView(model, style, self), f"{panel_id}.table", title)
        self._view.titles.setObjectName(f"{panel_id}.header")
        self._subjects = SubjectRows(model, self._view)
        self._menus = TableMenus(panel_id, self, self._view)
        self.bar.columns.setMenu(self._menus.columns)
        if group:
            self.bar.offer_groups(panel_id, group, self.set_group)
        self._timer = QTimer(self, singleShot=True)
        VBox(self).hold(self.bar, (self._view, 1))
        self.setFocusProxy(self._view)
        self.set_style(style)
        self.bar.edit.textChanged.connect(self._filter_soon)
        self.bar.edit.applied.connect(self._apply_filter)
        self.bar.edit.left.connect(self._view.setFocus)
        self._timer.timeout.connect(self._apply_filter)
        ReadAhead(self.bar.edit, lambda: self._index.read(self.data))
        self._view.copy_asked.connect(lambda: self.copy(ExportFormat.TSV))
        self._view.titles.sort_asked.connect(self._turn_sort)
        self._view.fold_asked.connect(self._fold)
        self._subjects.current_changed.connect(self.current_changed)

    # What is shown -----------------------------------------------------------------------

    @property
    def _shown(self) -> Snapshot:
        return self._subjects.snapshot

    @property
    def data(self) -> TableData:
        """The table that is shown."""
        return self._shown.data

    @property
    def rows(self) -> Rows:
        """The rows that pass the filter, in order, those of folded groups as well."""
        return self._shown.rows

    @property
    def query(self) -> TableQuery:
        """What is asked of the table; its filter is the last one that worked."""
        return replace(self._layout().query, sort=self._shown.sort, filter=self._shown.text)

    def set_data(self, data: TableData) -> None:
        """Show other data, keeping filter, sort, columns, selection and place by subject.

        Where subjects keep their places, only rows in sight whose values changed are repainted.
        """
        old = self._shown
        if not old.data.columns:
            layout, self._waiting = self._layout(), None
            rows = np.arange(data.row_count)
            self._apply_layout(layout, Snapshot(data, rows, rows))
            return
        new = old.with_data(data, self._index)
        if new.keeps_places_of(old):
            self._subjects.refresh(new)
            return
        layout, typed = self._layout(), self.bar.edit.text()
        self._show(new, hold_top=True)
        if data.columns != old.data.columns:
            arrange(self._view, layout)
            self._try_filter(typed)
        elif typed == old.text:
            self._report(new.problems)

    def clear(self) -> None:
        """Show nothing of a set that is not open any more; only columns and their order stay."""
        layout = replace(self._layout(), filter="")
        self.bar.edit.clear()
        self._timer.stop()
        self._report(())
        self.select_key("")
        self._show(EMPTY)
        self._wait_with(layout)

    def set_empty_text(self, text: str) -> None:
        """Say this where the table has no rows at all."""
        self._empty_text = text
        self._say_why_empty()

    def set_style(self, style: TableStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self.bar.set_style(style)
        self._view.set_style(style)

    def draw_column(self, column_id: str, painter: CellPainter) -> None:
        """Draw the cells of a column in a way of their own; what they say stays their text."""
        self._view.draw_column(column_id, painter)

    def redraw_column(self, column_id: str) -> None:
        """Draw the cells of a column again: what they are drawn from has changed."""
        self._view.redraw_column(column_id)

    def _show(
        self, new: Snapshot, *, hold_top: bool = False, layout: TableLayout | None = None
    ) -> None:
        # Columns that will be hidden need no width, and none of their values.
        arranged = None if layout is None else partial(arrange, self._view, layout)
        self._subjects.show(new, hold_top=hold_top, arrange=arranged)
        self._view.titles.set_sort(new.sort)
        self.bar.show_group(grouped=bool(new.group))
        self.bar.show_count(len(new.rows), new.data.row_count)
        self._say_why_empty()

    def _say_why_empty(self) -> None:
        filtered = self.data.row_count > 0
        self._view.empty_text = tr("No row matches the filter.") if filtered else self._empty_text
        self._view.viewport().update()

    # Current subject ---------------------------------------------------------------------

    @property
    def current_key(self) -> str:
        """The current subject, "" if there is none; it may be hidden by the filter."""
        return self._subjects.current_key

    def select_key(self, key: str) -> bool:
        """Make a subject current and bring it in sight; tell whether the filter lets it show.

        A hidden one is remembered, and is current again once it shows. A folded group that it is in
        unfolds.
        """
        row = self.data.row_of(key) if key and self._shown.folded else None
        label = None if row is None else self._shown.group_of(row)
        if label in self._shown.folded:
            self._show(self._shown.folding(label or "", folded=False))
        return self._subjects.select(key)

    # Filter ------------------------------------------------------------------------------

    def set_filter(self, text: str) -> None:
        """Put a text into the filter and apply it if it can be."""
        self.bar.edit.setText(text)
        self._apply_filter()

    def add_to_filter(self, term: str) -> None:
        """Ask for ``term`` as well, beside the filter that is in use."""
        self.set_filter(add_term(self._shown.text, term))

    def focus_filter(self) -> None:
        """Go to the filter, its text selected."""
        self.bar.edit.setFocus()
        self.bar.edit.selectAll()

    def filter_term(self, cell: QModelIndex) -> str:
        """Return the term that keeps the rows with this cell's value."""
        column = self.data.columns[cell.column()]
        value = cell_value(self.data, column, int(self._shown.lines[cell.row()]))
        return filter_for_cell(column, value)

    def is_heading(self, cell: QModelIndex) -> bool:
        """Tell whether a cell belongs to the heading of a group."""
        return int(self._shown.lines[cell.row()]) < 0

    def _filter_soon(self) -> None:
        self._timer.start(0 if self.data.row_count <= _ROWS_AT_ONCE else _PAUSE)

    def _apply_filter(self) -> None:
        self._timer.stop()
        text = self.bar.edit.text()
        if text == self._shown.text:
            self._report(())
        elif self.data.columns:
            self._try_filter(text)

    def _try_filter(self, text: str) -> None:
        """Apply a filter; one with an error is reported and leaves the rows as they are."""
        old = self._shown
        new = old.with_filter(text, self._index)
        self._report(new.problems)
        if new.text == text:
            self._show(new)

    def _report(self, problems: tuple[Problem, ...]) -> None:
        worst = [problem for problem in problems if problem.severity is Severity.ERROR]
        self.bar.show_problem(next(iter([*worst, *problems]), None))

    def _suggestions(self, text: str, cursor: int) -> list[Suggestion]:
        return complete(text, cursor, self.data)

    # Sort and columns --------------------------------------------------------------------

    def set_sort(self, sort: tuple[SortKey, ...]) -> None:
        """Sort by columns, the first one counting most; none means the table's own order."""
        if sort != self._shown.sort:
            self._show(self._shown.with_sort(sort, self._index))

    def _turn_sort(self, section: int, joins: bool) -> None:
        """Turn a column's part in the sort: smallest first, largest first, none."""
        column, sort = self.data.columns[section].id, self._shown.sort
        present = next((key for key in sort if key.column == column), None)
        kept = sort if joins else tuple(key for key in sort if key is present)
        if present is None:
            self.set_sort((*kept, SortKey(column)))
            return
        turned = () if present.descending else (SortKey(column, descending=True),)
        at = kept.index(present)
        self.set_sort((*kept[:at], *turned, *kept[at + 1 :]))

    def set_group(self, grouped: bool) -> None:
        """Group the rows, or do not."""
        group = self._group if grouped else ""
        if group != self._shown.group:
            self._show(self._shown.with_group(group, self._shown.folded, self._index))
            # What a heading says of all its rows need not stand in each of them.
            self.show_column(self._group, visible=not grouped)

    def _fold(self, label: str, folded: bool) -> None:
        self._show(self._shown.folding(label, folded=folded), hold_top=True)
        self._view.go_to_heading(label)

    def show_column(self, column_id: str, *, visible: bool) -> None:
        """Show or hide a column; the last one stays."""
        if visible or self.query.columns != (column_id,):
            self._view.show_column(column_id, visible=visible)

    def reset_columns(self) -> None:
        """Show the columns as they were at first, in their first order and widths."""
        arrange(self._view, TableLayout())

    # Layout ------------------------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how the table is arranged, as plain values for JSON."""
        return layout_to_plain(self._layout())

    def restore_view_state(self, plain: object) -> tuple[Problem, ...]:
        """Arrange the table as it was saved; what cannot be read is returned as problems."""
        layout, problems = layout_from_plain(plain)
        if self.data.columns:
            self._apply_layout(layout, self._shown)
        else:
            self._wait_with(layout)
        return problems

    def _wait_with(self, layout: TableLayout) -> None:
        self._waiting = layout
        self.bar.show_group(grouped=layout.group != "")

    def _layout(self) -> TableLayout:
        if self._waiting is not None:
            return self._waiting
        shown = self._shown
        if not shown.data.columns:  # nothing is arranged yet, and nobody chose to have no groups
            return TableLayout(filter=self.bar.edit.text())
        return TableLayout(
            arrangement(self._view),
            shown.sort,
            self.bar.edit.text(),
            shown.group if self._group else None,
            tuple(sorted(shown.folded)),
        )

    def _apply_layout(self, layout: TableLayout, shown: Snapshot) -> None:
        known = {column.id for column in shown.data.columns}
        sort = tuple(key for key in layout.sort if key.column in known)
        group = "" if layout.group == "" else self._group
        grouped = shown.with_group(group, layout.folded, self._index)
        self._show(grouped.with_sort(sort, self._index), layout=layout)
        self.bar.edit.setText(layout.filter)
        self._timer.stop()
        self._try_filter(layout.filter)

    # Copies and exports ------------------------------------------------------------------

    def rows_to_copy(self) -> Rows:
        """Return the selected rows, all that are shown if none is selected."""
        selected = self._shown.rows_at(self._view.selected_positions())
        return selected if len(selected) else self.rows

    def rows_to_export(self) -> Rows:
        """Return the selected rows if there are several, otherwise all that are shown."""
        selected = self._shown.rows_at(self._view.selected_positions())
        return selected if len(selected) > 1 else self.rows

    def copy(self, form: ExportFormat) -> None:
        """Put rows on the clipboard, in the visible columns."""
        rows = self.rows_to_copy()
        if len(rows) > MAX_COPIED_ROWS:
            self._report((_too_many_to_copy(len(rows)),))
            return
        request = ExportRequest(form, self.data, rows, self.query.columns)
        QGuiApplication.clipboard().setText(request.text())

    def export(self, form: ExportFormat) -> None:
        """Ask for rows to be saved, in the visible columns."""
        rows, columns = self.rows_to_export(), self.query.columns
        self.export_requested.emit(ExportRequest(form, self.data, rows, columns))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Find goes to the filter."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.focus_filter()
        else:
            super().keyPressEvent(event)


def _too_many_to_copy(rows: int) -> Problem:
    return Problem(
        Severity.NOTE,
        "table.too-many-to-copy",
        tr("{rows:,} rows are too many for the clipboard.", rows=rows),
        tr(
            "select up to {max_copied_rows:,} rows, or export them to a file",
            max_copied_rows=MAX_COPIED_ROWS,
        ),
    )
