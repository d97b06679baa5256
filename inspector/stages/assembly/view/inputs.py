"""The inputs of the assembly: the request it is for, the limits, and the pieces of the steps.

The form of one piece: its title, step, context node, and its text or tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QToolButton,
    QWidget,
)

from inspector.core.assembly import Assembly, AssemblyItem, Step
from inspector.core.problems import Problem
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.boxes import ChoiceBox, HBox, VBox, grow, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.part_inputs import Block, PartInputs
from inspector.gui.views.text_boxes import NoteEditor
from inspector.language import localized, tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.assembly.runs import add_item, move_item, remove_item, set_item_field
from inspector.stages.assembly.words import known_nodes, left_out_items, request_line

STEPS = tuple(step for step in Step if step is not Step.INJECTION)
_NO_NODE = "none"
_TEXT_HEIGHT = 132  # pixels


class PieceForm(QWidget):
    """Edits one piece. It keeps no value; what somebody wants instead is sent.

    Object names: ``piece.title``, ``.step``, ``.node``, ``.content``, ``.text``, ``.tokens``,
    ``.hint``.
    """

    changed = Signal(str, str, object, object)
    """The piece's id, the field, its new value, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("piece")
        self._item: AssemblyItem | None = None
        self._gesture = Gesture()
        self._title = QLineEdit(self)
        self._step = ChoiceBox(self)
        self._step.addItems([f"{int(step)} {tr(step.title)}" for step in STEPS])
        self._node = ChoiceBox(self)
        self._node.setEditable(True)
        self._content = ChoiceBox(self)
        self._content.addItems([tr("Its text"), tr("Only its tokens")])
        self._tokens = NumberField(0, SAFE_INTEGER, whole=True, parent=self)
        self._text = NoteEditor("piece.text", self)
        self._text.setAccessibleName(tr("Text of the piece"))
        grow(self._text, fixedHeight=_TEXT_HEIGHT)
        self._hint = text_label("piece.hint", self, role="muted", font=theme.font(FontRole.SMALL))
        self._lay_out()
        self._title.editingFinished.connect(lambda: self._send("title", self._title.text()))
        self._step.activated.connect(lambda place: self._send("step", int(STEPS[place])))
        self._node.textActivated.connect(self._send_node)
        if (line := self._node.lineEdit()) is not None:
            line.editingFinished.connect(lambda: self._send_node(self._node.currentText()))
        self._content.activated.connect(
            lambda place: self._send("tokens" if place else "text", 0 if place else "", object())
        )
        self._tokens.changed.connect(lambda number: self._send("tokens", int(number)))
        self._text.written.connect(
            lambda item, text, gesture: self.changed.emit(item, "text", text, gesture)
        )

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)

        def add(widget: QWidget, name: str, title: str, tip: str) -> QLabel:
            label, row = QLabel(title, self), grid.count() // 2
            label.setBuddy(with_name(widget, f"piece.{name}", title, tip=tip))
            if isinstance(widget, QComboBox):
                widget.setMinimumContentsLength(6)
                widget.setSizeAdjustPolicy(
                    QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                )
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            return label

        add(self._title, "title", tr("Title"), tr("What people call the piece."))
        add(self._step, "step", tr("Step"), tr("The step of the prompt it belongs to."))
        add(self._node, "node", tr("Node"), tr("The context node it is; relevance decides on it."))
        add(
            self._content, "content", tr("Given"), tr("Whether its text or only a number is given.")
        )
        told = tr("Its tokens, where the text was left out.")
        self._tokens_label = add(self._tokens, "tokens", tr("Tokens"), told)
        VBox(self, margins=(10, 0, 0, 0), spacing=6).hold(grid, self._text, self._hint)

    def show_item(self, item: AssemblyItem | None, nodes: Sequence[str], node_text: str) -> None:
        """Show a piece; ``node_text`` is its node's text, which stands in for an empty one."""
        self.setVisible(item is not None)
        if item is None:
            self.finish()
            self._item = None
            return
        before, self._item = self._item, item
        if before is None or before.item_id != item.item_id:
            self._gesture.end()
        if self._title.text() != item.title:
            self._title.setText(item.title)
        self._title.setPlaceholderText(item.item_id)
        place = next((at for at, step in enumerate(STEPS) if step == item.step), -1)
        self._step.setCurrentIndex(place)
        shown = [_NO_NODE, *nodes]
        if [self._node.itemText(place) for place in range(self._node.count())] != shown:
            self._node.clear()
            self._node.addItems(shown)
        self._node.setEditText(item.node or _NO_NODE)
        by_tokens = item.text is None and item.tokens is not None
        self._content.setCurrentIndex(1 if by_tokens else 0)
        self._tokens.setVisible(by_tokens)
        self._tokens_label.setVisible(by_tokens)
        self._tokens.set_number(item.tokens or 0)
        self._text.setVisible(not by_tokens)
        instead = tr("The node's text is used") if node_text else tr("Write a text")
        self._text.setPlaceholderText(instead)
        self._text.show_note(item.item_id, item.text or "")
        self._hint.setText(tr("Its text is the node's, from the relevance stage."))
        self._hint.setVisible(bool(node_text) and not item.text and not by_tokens)

    def finish(self) -> None:
        """Send a text that is being written."""
        self._text.finish()

    def focus_first(self) -> None:
        """Go to the title."""
        self._title.setFocus()
        self._title.selectAll()

    def _send(self, field: str, value: Any, gesture: object | None = None) -> None:
        item = self._item
        if item is not None and getattr(item, field) != value:
            token = self._gesture.token() if gesture is None else gesture
            self.changed.emit(item.item_id, field, value, token)

    def _send_node(self, text: str) -> None:
        self._send("node", None if text.strip() in ("", _NO_NODE) else text.strip(), object())


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
        pieces = QListWidget(content)
        self._list = with_name(pieces, "pieces.list", tr("Pieces by step"), role="framed")
        self._list.setMinimumWidth(80)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._hint = self._label("pieces.hint", theme, FontRole.SMALL, muted=True)
        self._form = PieceForm(theme, content)
        self._buttons: dict[str, QToolButton] = {}
        self._fill("request", self._request)
        self._fill("pieces", self._list, self._button_row(content), self._hint, self._form)
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
        items = session.assembly.items
        item = next((one for one in items if one.item_id == self._current), None)
        nodes = known_nodes(session.relevance.config)
        text = session.relevance.node_texts.get(item.node or "", "") if item is not None else ""
        self._form.show_item(item, nodes, text)
        for name in ("remove", "up", "down"):
            self._buttons[name].setEnabled(item is not None)
        self._hint.setVisible(item is None)
        self._hint.setText(
            tr("Select a piece to edit it.")
            if items
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
