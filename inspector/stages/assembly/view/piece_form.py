"""The form of one piece: its title, step, context node, and its text or tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from inspector.core.assembly import AssemblyItem, Step
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.boxes import ChoiceBox, VBox, grow, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.text_boxes import NoteEditor
from inspector.language import tr

STEPS = tuple(step for step in Step if step is not Step.INJECTION)
_TEXT, _TOKENS = tr("Its text"), tr("Only its tokens")
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
        self._content.addItems([_TEXT, _TOKENS])
        self._tokens = NumberField(0, SAFE_INTEGER, whole=True, parent=self)
        self._text = NoteEditor("piece.text", self)
        self._text.setAccessibleName(tr("Text of the piece"))
        grow(self._text, fixedHeight=_TEXT_HEIGHT)
        self._hint = text_label("piece.hint", self, role="muted", font=theme.font(FontRole.SMALL))
        self._lay_out()
        self._title.editingFinished.connect(lambda: self._send("title", self._title.text()))
        self._step.activated.connect(lambda place: self._send("step", int(STEPS[place])))
        self._node.textActivated.connect(self._send_node)
        line = self._node.lineEdit()
        if line is not None:
            line.editingFinished.connect(lambda: self._send_node(self._node.currentText()))
        self._content.activated.connect(
            lambda place: self._send("tokens" if place else "text", 0 if place else "", object())
        )
        self._tokens.changed.connect(lambda number: self._send("tokens", int(number)))
        self._text.written.connect(
            lambda item_id, text, gesture: self.changed.emit(item_id, "text", text, gesture)
        )

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for row, (name, title, widget, tip) in enumerate(
            (
                ("title", tr("Title"), self._title, tr("What people call the piece.")),
                ("step", tr("Step"), self._step, tr("The step of the prompt it belongs to.")),
                (
                    "node",
                    tr("Node"),
                    self._node,
                    tr("The context node it is; relevance decides on it."),
                ),
                (
                    "content",
                    tr("Given"),
                    self._content,
                    tr("Whether its text or only a number is given."),
                ),
                (
                    "tokens",
                    tr("Tokens"),
                    self._tokens,
                    tr("Its tokens, where the text was left out."),
                ),
            )
        ):
            label = QLabel(title, self)
            label.setBuddy(with_name(widget, f"piece.{name}", title, tip=tip))
            if isinstance(widget, QComboBox):
                widget.setMinimumContentsLength(6)
                widget.setSizeAdjustPolicy(
                    QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                )
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            if name == "tokens":
                self._tokens_label = label
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
        known = [step for step in STEPS if step == item.step]
        self._step.setCurrentIndex(STEPS.index(known[0]) if known else -1)
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
        self._text.setPlaceholderText(
            tr("The node's text is used") if node_text else tr("Write a text")
        )
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
