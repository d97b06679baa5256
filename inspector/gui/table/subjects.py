"""Rows by subject: what is selected, current and in sight stays so when the rows change."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Signal

from inspector.gui.table.model import TableModel
from inspector.gui.table.view import RowsView
from inspector.present.table import Rows, TableData
from inspector.present.table.snapshot import EMPTY, Snapshot


class SubjectRows(QObject):
    """Brings snapshots into a view, and remembers the current subject even while it is hidden."""

    current_changed = Signal(str)
    """The subject someone moved to; "" when the table has lost it."""

    def __init__(self, model: TableModel, view: RowsView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view
        self.snapshot = EMPTY
        self.current_key = ""
        view.selectionModel().currentRowChanged.connect(self._note_current)

    def refresh(self, new: Snapshot) -> None:
        """Take new values for subjects in the same places; repaint what is in sight and differs."""
        old, self.snapshot = self.snapshot, new
        view = self._view
        changed = new.changed_positions(old, view.shown_positions(), view.shown_columns())
        self._model.refresh(new.data, changed.tolist(), new.groups)

    def show(self, new: Snapshot, *, hold_top: bool) -> None:
        """Show other rows. The current row, if in sight, stays where it is in the view.

        Otherwise ``hold_top`` keeps the uppermost row in its place.
        """
        old, self.snapshot = self.snapshot, new
        view, model = self._view, self._model
        same = new.data is old.data or new.data.same_subjects(old.data)
        section = view.currentIndex().column()
        selected = old.rows_at(view.selected_positions())
        held, offset = self._held(old, hold_top=hold_top)
        model.show(new.data, new.lines, new.groups)
        if not same:
            selected = _same_subjects(old.data, new.data, selected)
            held = None if held is None else new.data.row_of(old.data.keys[held])
        current = self._position(self.current_key)
        positions = model.positions_of(selected)
        if current is not None and not len(positions):
            positions = np.array([current])
        view.select_positions(positions, current, section)
        place = model.position_of(held)
        if place is not None:
            view.put_at(place, offset)
        if not same and self.current_key and new.data.row_of(self.current_key) is None:
            self.current_key = ""
            self.current_changed.emit("")

    def select(self, key: str) -> bool:
        """Make a subject current and bring it in sight; tell whether it is among the rows."""
        self.current_key = key
        view, position = self._view, self._position(key)
        if position is None:
            view.clearSelection()
            return False
        if view.currentIndex().row() != position or position not in view.selected_positions():
            view.select_positions(np.array([position]), position, view.currentIndex().column())
        height, row = view.viewport().height(), view.rowHeight(position)
        if not 0 <= view.offset_of(position) <= height - row:
            view.put_at(position, (height - row) // 2)
        return True

    def _held(self, old: Snapshot, *, hold_top: bool) -> tuple[int | None, int]:
        """Return the row that is to keep its place, and how far from the upper edge that is."""
        shown = self._view.shown_positions()
        position = self._position(self.current_key)
        if position is None or position not in shown:
            position = shown.start if hold_top and shown else None
        rows = np.arange(0) if position is None else np.flatnonzero(old.lines[position:] >= 0)
        if position is None or not len(rows):
            return None, 0
        position += int(rows[0])  # a heading may be gone; the row below it is not
        return int(old.lines[position]), self._view.offset_of(position)

    def _position(self, key: str) -> int | None:
        return self._model.position_of(self._model.table.row_of(key)) if key else None

    def _note_current(self, current: QModelIndex) -> None:
        key = self._model.key(current.row()) if current.isValid() else ""
        if key and key != self.current_key:
            self.current_key = key
            self.current_changed.emit(key)


def _same_subjects(old: TableData, new: TableData, rows: Rows) -> Rows:
    """Return the rows of ``new`` whose subjects ``rows`` of ``old`` name."""
    wanted = {old.keys[row] for row in rows.tolist()}
    if not wanted:
        return np.arange(0)
    return np.array([row for row, key in enumerate(new.keys) if key in wanted], dtype=np.intp)
