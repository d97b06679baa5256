"""The menus of a table: what can be done with a cell, a column, and the rows.

Order, visibility and widths of columns, between a layout and the titles of a view.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPoint
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QMenu

from inspector.gui.boxes import add_entry, empty
from inspector.gui.table.view import RowsView
from inspector.language import tr
from inspector.present.shares import counted_rows
from inspector.present.table import (
    Column,
    ColumnLayout,
    ExportFormat,
    Rows,
    SortKey,
    TableData,
    TableLayout,
    TableQuery,
    negated,
)


class _Panel(Protocol):
    """What can be done with a table."""

    @property
    def data(self) -> TableData: ...
    @property
    def query(self) -> TableQuery: ...
    def filter_term(self, cell: QModelIndex) -> str: ...
    def is_heading(self, cell: QModelIndex) -> bool: ...
    def add_to_filter(self, term: str) -> None: ...
    def set_sort(self, sort: tuple[SortKey, ...]) -> None: ...
    def show_column(self, column_id: str, *, visible: bool) -> None: ...
    def reset_columns(self) -> None: ...
    def rows_to_copy(self) -> Rows: ...
    def rows_to_export(self) -> Rows: ...
    def copy(self, form: ExportFormat) -> None: ...
    def export(self, form: ExportFormat) -> None: ...


_FORMS = {
    ExportFormat.TSV: tr("for a spreadsheet"),
    ExportFormat.TEXT: tr("as text"),
    ExportFormat.CSV: tr("as CSV"),
    ExportFormat.JSON: tr("as JSON"),
}
_SHOWN_CHARACTERS = 40


class _StayingMenu(QMenu):
    """A menu that stays open while boxes in it are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        # The stubs do not say that there may be no action here.
        action: QAction | None = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)


class TableMenus(QObject):
    """Fills the menus when they open: one for cells and titles, one for columns."""

    def __init__(self, panel_id: str, panel: _Panel, view: RowsView) -> None:
        host = view.parentWidget()
        super().__init__(host)
        self._panel = panel
        self._view = view
        self._menu = _StayingMenu(host)
        self._menu.setObjectName(f"{panel_id}.menu")
        self._menu.setToolTipsVisible(True)
        self.columns = _StayingMenu(host)
        self.columns.setObjectName(f"{panel_id}.columns-menu")
        self.columns.setToolTipsVisible(True)
        self.columns.aboutToShow.connect(self._open_columns)
        view.menu_asked.connect(self._open_for_cell)
        view.titles.customContextMenuRequested.connect(self._open_for_title)

    def _open_for_cell(self, cell: QModelIndex, at: QPoint) -> None:
        empty(self._menu)
        if cell.isValid() and not self._panel.is_heading(cell):
            self._fill_cell(cell)
        self._fill_rows()
        self._menu.popup(at)

    def _open_for_title(self, at: QPoint) -> None:
        section = self._view.titles.logicalIndexAt(at)
        empty(self._menu)
        if section >= 0:
            column = self._panel.data.columns[section]
            self._fill_sorts(column)
            self._add(
                "hide",
                tr("Hide {title}", title=tr(column.title)),
                lambda: self._panel.show_column(column.id, visible=False),
            )
            self._menu.addSeparator()
        self._fill_columns(self._menu)
        self._menu.popup(self._view.titles.mapToGlobal(at))

    def _open_columns(self) -> None:
        empty(self.columns)
        self._fill_columns(self.columns)

    def _fill_cell(self, cell: QModelIndex) -> None:
        panel, term = self._panel, self._panel.filter_term(cell)
        column, shown = panel.data.columns[cell.column()], str(cell.data() or tr("no value"))
        if len(shown) > _SHOWN_CHARACTERS:
            shown = shown[: _SHOWN_CHARACTERS - 1] + "…"
        what = f"{tr(column.title)}: {shown}"
        self._add(
            "filter-for", tr("Show only {what}", what=what), lambda: panel.add_to_filter(term)
        )
        self._add(
            "leave-out",
            tr("Leave out {what}", what=what),
            lambda: panel.add_to_filter(negated(term)),
        )
        self._menu.addSeparator()
        self._fill_sorts(column)
        self._menu.addSeparator()

    def _fill_sorts(self, column: Column) -> None:
        up, down = (SortKey(column.id),), (SortKey(column.id, descending=True),)
        title, sort = tr(column.title), self._panel.set_sort
        self._add("sort-up", tr("Sort by {title}, smallest first", title=title), lambda: sort(up))
        self._add(
            "sort-down", tr("Sort by {title}, largest first", title=title), lambda: sort(down)
        )
        self._add("sort-none", tr("Clear sorting"), lambda: sort(()))

    def _fill_rows(self) -> None:
        panel = self._panel
        rows = counted_rows(len(panel.rows_to_copy()))
        for form, name in _FORMS.items():
            self._add(
                f"copy-{form}",
                tr("Copy {rows} {name}", rows=rows, name=name),
                partial(panel.copy, form),
            )
        self._menu.addSeparator()
        rows = counted_rows(len(panel.rows_to_export()))
        for form in (ExportFormat.CSV, ExportFormat.JSON, ExportFormat.TEXT):
            self._add(
                f"export-{form}",
                tr("Export {rows} {forms}…", rows=rows, forms=_FORMS[form]),
                partial(panel.export, form),
            )

    def _fill_columns(self, menu: QMenu) -> None:
        shown = self._panel.query.columns
        for column in self._panel.data.columns:
            box = self._add(f"column-{column.id}", tr(column.title), self._toggler(column), menu)
            box.setToolTip(tr(column.help))
            box.setCheckable(True)
            box.setChecked(column.id in shown)
        menu.addSeparator()
        self._add(
            "reset-columns", tr("Columns as they were at first"), self._panel.reset_columns, menu
        )

    def _toggler(self, column: Column) -> Callable[[], None]:
        def toggle() -> None:
            shown = column.id in self._panel.query.columns
            self._panel.show_column(column.id, visible=not shown)

        return toggle

    def _add(
        self, name: str, text: str, do: Callable[[], None], menu: QMenu | None = None
    ) -> QAction:
        menu = menu or self._menu
        return add_entry(menu, f"{menu.objectName()}.{name}", text, do)


def arrangement(view: RowsView) -> tuple[ColumnLayout, ...]:
    """Return the columns in the order shown; widths only where someone has set them.

    Somebody has chosen whether a column is visible where that is not its default.
    """
    titles, columns = view.titles, []
    for place in range(titles.count()):
        section = titles.logicalIndex(place)
        hidden = titles.isSectionHidden(section)
        width = titles.sectionSize(section) if view.widths_are_set and not hidden else None
        column = view.columns()[section]
        chosen = hidden is column.visible
        columns.append(ColumnLayout(column.id, not hidden, width, chosen=chosen))
    return tuple(columns)


def arrange(view: RowsView, layout: TableLayout) -> None:
    """Arrange the columns; those that the layout does not name keep their own defaults.

    They stand behind the column that they follow by default.

    Where it would hide all of them, their own defaults decide.
    """
    columns = view.columns()
    sections = {column.id: section for section, column in enumerate(columns)}
    saved = {column.id: column for column in layout.columns if column.id in sections}
    chosen = {column.id: column.visible for column in saved.values() if column.chosen}
    order = list(saved)
    for section, column in enumerate(columns):
        if column.id not in saved:
            follows = columns[section - 1].id if section else None
            order.insert(order.index(follows) + 1 if follows in order else 0, column.id)
    visible = {column.id: chosen.get(column.id, column.visible) for column in columns}
    if not any(visible.values()):
        visible = {column.id: column.visible for column in columns}
    view.place_columns(
        [sections[column_id] for column_id in order],
        hidden={sections[column_id] for column_id in order if not visible[column_id]},
    )
    view.set_widths(
        {
            sections[column_id]: column.width
            for column_id, column in saved.items()
            if column.width is not None
        }
    )
