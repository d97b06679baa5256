"""Order, visibility and widths of columns, between a layout and the titles of a view."""

from __future__ import annotations

from inspector.gui.table.view import RowsView
from inspector.present.table import ColumnLayout, TableLayout


def arrangement(view: RowsView) -> tuple[ColumnLayout, ...]:
    """Return the columns in the order shown; widths only where someone has set them."""
    titles, columns = view.titles, []
    for place in range(titles.count()):
        section = titles.logicalIndex(place)
        hidden = titles.isSectionHidden(section)
        width = titles.sectionSize(section) if view.widths_are_set and not hidden else None
        columns.append(ColumnLayout(view.column_id(section), not hidden, width))
    return tuple(columns)


def arrange(view: RowsView, layout: TableLayout) -> None:
    """Arrange the columns; those that the layout does not name keep their own defaults.

    They stand behind the column that they follow by default.

    Where it would hide all of them, their own defaults decide.
    """
    columns = view.columns()
    sections = {column.id: section for section, column in enumerate(columns)}
    saved = {column.id: column for column in layout.columns if column.id in sections}
    order = list(saved)
    for section, column in enumerate(columns):
        if column.id not in saved:
            follows = columns[section - 1].id if section else None
            order.insert(order.index(follows) + 1 if follows in order else 0, column.id)
    visible = {
        column.id: saved[column.id].visible if column.id in saved else column.visible
        for column in columns
    }
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
