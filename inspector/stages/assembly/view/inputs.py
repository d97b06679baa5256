"""The inputs of the assembly: the request it is for, the limits, and the pieces of the steps."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QToolButton, QWidget

from inspector.core.assembly import Assembly
from inspector.core.problems import Problem
from inspector.gui.boxes import HBox, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.part_inputs import Block, PartInputs
from inspector.language import localized, tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.assembly.runs import add_item, move_item, remove_item, set_item_field
from inspector.stages.assembly.view.piece_form import STEPS, PieceForm
from inspector.stages.assembly.words import known_nodes, left_out_items, request_line

_LEAST_ROWS, _MOST_ROWS = 3, 12
_ID = Qt.ItemDataRole.UserRole


class AssemblyInputsView(PartInputs):
    """Shows the stage's inputs and commits what somebody changes, each change one undo step.

    Sections are named ``section.{id}``, rows of limits ``limits.{field}``; the pieces' list is
    ``pieces.list``, its buttons ``pieces.add``, ``.remove``, ``.up`` and ``.down``.
    """

    part = "assembly"
    says_source = False
    blocks = (
        Block("request", tr("Request")),
        Block("limits", tr("Limits"), part="assembly"),
        Block("pieces", tr("Pieces")),
    )

    selected = Signal(str)
    """The subject of a piece somebody chose."""

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        self._current = ""  # the id of the piece in the form
        self._out: frozenset[str] = frozenset()
        self._filling = False
        content = self._content
        self._request = self._label("request.line", theme, FontRole.BODY)
        self._list = with_name(
            QListWidget(content), "pieces.list", tr("Pieces by step"), role="framed"
        )
        self._list.setMinimumWidth(80)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._hint = self._label("pieces.hint", theme, FontRole.SMALL)
        self._hint.setProperty("role", "muted")
        self._form = PieceForm(theme, content)
        self._buttons: dict[str, QToolButton] = {}
        for name, widgets in (
            ("request", (self._request,)),
            ("pieces", (self._list, self._button_row(content), self._hint, self._form)),
        ):
            self._fill(name, *widgets)
        self._form.changed.connect(self._edit_piece)
        self._list.currentItemChanged.connect(self._choose)

    def _button_row(self, parent: QWidget) -> QWidget:
        row = QWidget(parent)
        layout = HBox(row, spacing=4)
        for name, text, title in (
            ("add", tr("Add to…"), tr("Add a piece to a step")),
            ("remove", "−", tr("Remove the piece")),
            ("up", "↑", tr("Move the piece up within its step")),
            ("down", "↓", tr("Move the piece down within its step")),
        ):
            button = with_name(QToolButton(row), f"pieces.{name}", title, tip=title)
            button.setText(text)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            if name != "add":
                button.setProperty("role", "small")
            layout.addWidget(button)
            self._buttons[name] = button
        layout.addStretch(1)
        menu = with_name(QMenu(self._buttons["add"]), "pieces.add.menu")
        for step in STEPS:
            action = QAction(f"{int(step)} {tr(step.title)}", menu)
            action.setObjectName(f"pieces.add.{int(step)}")
            action.triggered.connect(lambda _checked=False, step=step: self.add_piece(int(step)))
            menu.addAction(action)
        self._buttons["add"].setMenu(menu)
        self._buttons["add"].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._buttons["remove"].clicked.connect(self.remove_piece)
        self._buttons["up"].clicked.connect(lambda: self._move(-1))
        self._buttons["down"].clicked.connect(lambda: self._move(1))
        return row

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session) -> None:
        """Show a session's inputs; only what is another value than before is looked at."""
        shown = self._shown
        super().set_session(session)
        self._request.setText(request_line(session.request))
        if shown is None or shown.assembly is not session.assembly:
            self._fill_list()
        self._show_piece()

    def set_assembly(self, assembly: Assembly) -> None:
        """Grey the pieces that relevance left out of a result."""
        out = left_out_items(assembly)
        if out != self._out:
            self._out = out
            self._fill_list()

    def select(self, subject: str) -> None:
        """Show the piece that is selected, in the list and in the form."""
        kind, _, item_id = subject.partition(":")
        self._current = item_id if kind == "item" else ""
        self._fill_list()
        self._show_piece()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        self._fill_list()

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field, or to the piece, that a problem points to."""
        first, *rest = (problem.place.pointer or "").strip("/").split("/")
        items = self._store.session.assembly.items
        is_own = problem.code.startswith("assembly.") and first == "items"
        if is_own and rest and rest[0].isdecimal() and int(rest[0]) < len(items):
            self._sections["pieces"].set_open(True)
            self.selected.emit(f"item:{items[int(rest[0])].item_id}")
            return True
        return super().show_problem(problem)

    def _fill_list(self) -> None:
        """List the pieces by step; those that are out are greyed and say so."""
        items = sorted(self._store.session.assembly.items, key=lambda item: item.step)
        self._filling = True
        self._list.clear()
        for item in items:
            title = item.title or item.item_id
            out = item.item_id in self._out
            entry = QListWidgetItem(f"{item.step}   {title}{tr('  (left out)') if out else ''}")
            entry.setData(_ID, item.item_id)
            entry.setToolTip(item.item_id)
            if out:
                entry.setForeground(QColor(self._theme.colors.muted))
            self._list.addItem(entry)
            if item.item_id == self._current:
                self._list.setCurrentItem(entry)
        self._filling = False
        row = self._list.sizeHintForRow(0) if items else self.fontMetrics().height() + 6
        rows = min(max(len(items), _LEAST_ROWS), _MOST_ROWS)
        self._list.setFixedHeight(rows * row + 10)
        self._sections["pieces"].badge.setText(localized(len(items)) if items else "")

    def _show_piece(self) -> None:
        session = self._store.session
        items = [item for item in session.assembly.items if item.item_id == self._current]
        item = items[0] if items else None
        nodes = known_nodes(session.relevance.config)
        text = session.relevance.node_texts.get(item.node or "", "") if item is not None else ""
        self._form.show_item(item, nodes, text)
        for name in ("remove", "up", "down"):
            self._buttons[name].setEnabled(item is not None)
        self._hint.setVisible(item is None)
        any_items = bool(session.assembly.items)
        self._hint.setText(
            tr("Select a piece to edit it.")
            if any_items
            else tr("There are no pieces. Add the texts of a step to begin.")
        )

    def _choose(self, entry: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if entry is not None and not self._filling:
            self.selected.emit(f"item:{entry.data(_ID)}")

    # What somebody does ------------------------------------------------------------------

    def add_piece(self, step: int) -> None:
        """Add a piece to a step and go to its form."""
        before = {item.item_id for item in self._store.session.assembly.items}
        self._store.commit(tr("Add a piece"), add_item(step, tr("New piece")))
        new = [i for i in self._store.session.assembly.items if i.item_id not in before]
        if new:
            self._sections["pieces"].set_open(True)
            self.selected.emit(f"item:{new[0].item_id}")
            self._form.focus_first()

    def remove_piece(self) -> None:
        """Remove the piece in the form."""
        self._store.commit(tr("Remove a piece"), remove_item(self._current))

    def _move(self, by: int) -> None:
        self._store.commit(tr("Move a piece"), move_item(self._current, by))

    def _edit_piece(self, item_id: str, field: str, value: Any, gesture: object) -> None:
        try:
            edit = set_item_field(item_id, field, value)
            self._store.commit(tr("Change a piece's {field}", field=field), edit, gesture=gesture)
        except ValidationError:
            self._show_piece()  # what cannot be is not kept

    def finish(self) -> None:
        """Send a text that is being written."""
        super().finish()
        self._form.finish()
