"""The line above a table: the filter, what is wrong with it, and how many rows it keeps.

Rows by subject: what is selected, current and in sight stays so when the rows change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QCompleter,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from inspector.core.problems import Problem, Severity
from inspector.gui.boxes import HBox, VBox, add_entry, text_label
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.table.model import TableModel
from inspector.gui.table.style import TableStyle
from inspector.gui.table.view import RowsView
from inspector.language import capitalized, in_sentence_case, tr
from inspector.present.shares import counted_rows
from inspector.present.table import Rows, Suggestion, TableData
from inspector.present.table.snapshot import EMPTY, Snapshot

_POPUP_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape}

_BETWEEN_STEPS = 1  # milliseconds, in which the window goes on

Complete = Callable[[str, int], list[Suggestion]]


class FilterEdit(QLineEdit):
    """The filter's text. Escape empties it; Escape on an empty one, Enter and Down leave it."""

    entered = Signal()
    left = Signal()
    applied = Signal()

    def __init__(self, suggest: Complete, parent: QWidget) -> None:
        super().__init__(parent)
        self._suggest = suggest
        self._suggestions: list[Suggestion] = []
        self._lines = QStringListModel(self)
        self._offers = QCompleter(self._lines, self)
        self.textEdited.connect(self._offer_while_typing)

    @cached_property
    def _popup(self) -> QListView:
        """The list of suggestions, made with the first key: few tables are ever filtered."""
        popup = QListView()
        popup.setObjectName("suggestions")
        self._offers.setWidget(self)
        self._offers.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._offers.setMaxVisibleItems(10)
        self._offers.setPopup(popup)
        # As its proxy the line would get the keyboard back with a popup that goes late.
        popup.setFocusProxy(None)  # type: ignore[arg-type]  # the stubs know no None
        popup.setParent(self, popup.windowFlags())  # for the style sheet above this line
        self._offers.activated.connect(self._take)
        return popup

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Ask for little of what Qt would: it is of use in less, and what is beside it is not."""
        least = self.minimumSizeHint().width()
        return QSize(least + least // 8, super().sizeHint().height())

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Tell that somebody is about to write."""
        super().focusInEvent(event)
        self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Handle the keys that do not write."""
        key, control = event.key(), Qt.KeyboardModifier.ControlModifier
        if self._chooses(key):
            event.ignore()  # the popup gets every key after this line has declined it
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Down):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._popup.hide()
            self.applied.emit()
            self.left.emit()
        elif key == Qt.Key.Key_Space and event.modifiers() == control:
            self._offer()
        else:
            super().keyPressEvent(event)

    def _chooses(self, key: int) -> bool:
        """Whether a key is the popup's. Enter is not as long as nothing is chosen in it."""
        if not self._popup.isVisible() or key not in _POPUP_KEYS:
            return False
        applies = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return not applies or self._popup.currentIndex().isValid()

    def _offer_while_typing(self, text: str) -> None:
        before = text[: self.cursorPosition()]
        if not before or before[-1].isspace():
            self._popup.hide()
        else:
            self._offer()

    def _offer(self) -> None:
        typed = self.text()
        self._suggestions = [
            offer
            for offer in self._suggest(typed, self.cursorPosition())
            if offer.text != typed[offer.start : offer.end]
        ]
        if not self._suggestions:
            self._popup.hide()
            return
        self._lines.setStringList(
            [f"{offer.text}    {tr(offer.help)}".rstrip() for offer in self._suggestions]
        )
        self._offers.complete()
        # Nothing is chosen until someone chooses: Enter applies what was typed.
        self._popup.setCurrentIndex(QModelIndex())

    def _take(self, line: str) -> None:
        suggestion = self._suggestions[self._lines.stringList().index(line)]
        whole, cursor = suggestion.applied(self.text())
        self.setText(whole)
        self.setCursorPosition(cursor)
        if whole[cursor - 1] in ":<>=":
            self._offer()


class ReadAhead(QObject):
    """Makes ready what words are looked for in, step by step, while somebody is in the filter.

    Before the first word is written there is time for it; of 100,000 rows it takes 60 ms. Whoever
    only passes through with Tab has no more of it done.
    """

    def __init__(self, edit: FilterEdit, begin: Callable[[], Iterator[None]]) -> None:
        """Take the filter, and what gives the steps of the table that is there then."""
        super().__init__(edit)
        self._edit, self._begin = edit, begin
        self._steps: Iterator[None] = iter(())
        self._turns = QTimer(self, interval=_BETWEEN_STEPS)
        self._turns.timeout.connect(self._go_on)
        edit.entered.connect(self._start)

    def _start(self) -> None:
        self._steps = self._begin()
        self._turns.start()

    def _go_on(self) -> None:
        if not self._edit.hasFocus() or next(self._steps, self) is self:
            self._turns.stop()


class FilterBar(QWidget):
    """Filter, count and the button for columns; below them the filter's problem, if it has one."""

    def __init__(self, panel_id: str, title: str, suggest: Complete, parent: QWidget) -> None:
        super().__init__(parent)
        self.edit = FilterEdit(suggest, self)
        self.edit.setObjectName(f"{panel_id}.filter")
        self.edit.setAccessibleName(tr("Filter of {title}", title=title))
        self.edit.setPlaceholderText(tr("Filter"))
        self.edit.setToolTip(
            tr(
                "Words find rows; column:value, tokens>500 and 100..200 compare; - leaves"
                " out, OR and"
                " brackets combine. Ctrl+Space shows what is possible."
            )
        )
        self.edit.setClearButtonEnabled(True)
        if clear := self.edit.findChild(QToolButton):
            clear.setObjectName(f"{panel_id}.clear")
            clear.setAccessibleName(tr("Clear the filter"))
        self.count = QLabel(self)
        self.count.setObjectName(f"{panel_id}.count")
        self.count.setAccessibleName(tr("Rows of {title} shown", title=title))
        self.columns = OneLineButton(tr("Columns"), self)
        self.columns.setObjectName(f"{panel_id}.columns")
        self.columns.setAccessibleName(tr("Columns of {title}", title=title))
        self.columns.setToolTip(tr("Choose the columns to show"))
        self.columns.setAutoDefault(False)
        self.problem = text_label(f"{panel_id}.problem", self, title=tr("Problem of the filter"))
        self.problem.hide()
        self.group: QPushButton | None = None
        self._line = HBox().hold((self.edit, 1), self.columns, self.count)
        VBox(self).hold(self._line, self.problem)
        self._groups: dict[bool, str] = {}
        self._grouped = True
        self._colors: TableStyle | None = None
        self._problem: Problem | None = None

    def set_style(self, style: TableStyle) -> None:
        """Draw in another style from now on."""
        self._colors = style
        palette = self.count.palette()
        palette.setColor(QPalette.ColorRole.WindowText, style.muted)
        self.count.setPalette(palette)
        self.show_problem(self._problem)
        self.show_group(grouped=self._grouped)

    def offer_groups(self, panel_id: str, column: str, choose: Callable[[bool], None]) -> None:
        """Offer to group the rows by a column, named by its id, or not to."""
        self.group = button = OneLineButton("", self)
        button.setObjectName(f"{panel_id}.group")
        button.setAutoDefault(False)
        button.setToolTip(tr("Choose whether rows stand in groups"))
        title = tr(column.capitalize())  # marked where the column is made
        self._groups = {True: in_sentence_case(title), False: tr("none")}
        menu = QMenu(button)
        menu.setObjectName(f"{panel_id}.group-menu")
        for grouped, text in self._groups.items():
            name = f"{menu.objectName()}.{column if grouped else 'none'}"
            add_entry(menu, name, text, partial(choose, grouped))
        button.setMenu(menu)
        self._line.insertWidget(1, button)
        self.show_group(grouped=True)

    def show_group(self, *, grouped: bool) -> None:
        """Say whether rows stand in groups."""
        self._grouped = grouped
        if self.group is not None:
            said = tr("Group: {by}", by=self._groups[grouped])
            self.group.setAccessibleName(said)
            self.group.setText(said)

    def show_count(self, shown: int, total: int) -> None:
        """Say how many rows there are."""
        self.count.setText(
            counted_rows(total)
            if shown == total
            else tr("{shown:,} of {total:,}", shown=shown, total=total)
        )

    def show_problem(self, problem: Problem | None) -> None:
        """Say what is wrong with the filter and what would fix it, or nothing."""
        self._problem = problem
        self.problem.setVisible(problem is not None)
        if problem is None:
            self.problem.clear()
            return
        is_error = problem.severity is Severity.ERROR
        words = [tr("Error") if is_error else tr("Note")]
        if problem.place.column is not None:
            words.append(tr("at character {column}", column=problem.place.column))
        text = f"{' '.join(words)}: {problem.message}"
        if problem.fix:
            text += f" {capitalized(problem.fix)}."
        if is_error:
            text += tr(" The rows do not follow it yet.")
        self.problem.setText(text.replace("?.", "?"))
        if self._colors is not None:
            palette = self.problem.palette()
            color = self._colors.error if is_error else self._colors.warning
            palette.setColor(QPalette.ColorRole.WindowText, color)
            self.problem.setPalette(palette)


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
        self._model.refresh(new.data, self._changed(old, new), new.groups)
        self._view.fill_width()

    def _changed(self, old: Snapshot, new: Snapshot) -> list[int]:
        """Return the positions in sight at which there is something else to be seen now."""
        shown, columns = self._view.shown_positions(), self._view.shown_columns()
        return [int(position) for position in new.changed_positions(old, shown, columns)]

    def show(
        self, new: Snapshot, *, hold_top: bool, arrange: Callable[[], None] | None = None
    ) -> None:
        """Show other rows. The current row, if in sight, stays where it is in the view.

        Otherwise ``hold_top`` keeps the uppermost row in its place. ``arrange`` puts the columns in
        order and hides some, before they get their widths.
        """
        old, self.snapshot = self.snapshot, new
        view, model = self._view, self._model
        same = new.data is old.data or new.data.same_subjects(old.data)
        section = view.currentIndex().column()
        selected = old.rows_at(view.selected_positions())
        held, offset = self._held(old, hold_top=hold_top)
        changed = None
        if same and len(new.lines) == len(old.lines) and new.data.columns == old.data.columns:
            changed = self._changed(old, new)
        model.show(new.data, new.lines, new.groups, changed)
        if arrange is not None:
            arrange()
        view.fill_width()
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
        elif not same:
            view.scrollToTop()  # these are other things: what was in sight is nowhere in them
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
