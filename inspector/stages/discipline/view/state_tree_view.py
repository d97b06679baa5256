"""A hot state as a tree with the tokens of every part.

A state's JSON: the given one to be edited, the returned one to be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFocusEvent, QTextCursor
from PySide6.QtWidgets import QHeaderView, QWidget

from inspector.core.reasons import Verdict
from inspector.files import hot_state_of_text
from inspector.gui.boxes import grown
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.node_tree import NodeModel, NodeTree
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.text_boxes import CodeBox
from inspector.language import localized, tr
from inspector.stages.discipline.result_view import MarkedJson, StateNode, key_at

_NAME_WIDTH, _LEAST_VALUE, _NUMBER_WIDTH = 176, 64, 70
_OUT = frozenset({Verdict.REDUCED, Verdict.REFUSED})


@dataclass(slots=True)
class _Placed:
    """A part of the state in its place; None is the state."""

    part: StateNode | None
    above: int = 0
    row: int = 0
    below: list[int] = field(default_factory=list)


class StateModel(NodeModel):
    """The parts of a state."""

    titles = (tr("Part"), tr("Value"), tr("Before"), tr("After"))
    helps = (
        tr("The field, or the part of one."),
        tr("What it holds."),
        tr("Tokens in the given state, with its key."),
        tr("Tokens in the returned state."),
    )
    numbers = (2, 3)
    nodes: list[_Placed]

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.nodes = [_Placed(None)]
        self._places: dict[str, int] = {}

    def set_tree(self, tree: tuple[StateNode, ...]) -> None:
        """Show another state."""
        self.beginResetModel()
        self.nodes, self._places = [_Placed(None)], {}
        waiting = [(node, 0) for node in reversed(tree)]
        while waiting:
            node, above = waiting.pop()
            number, siblings = len(self.nodes), self.nodes[above].below
            self.nodes.append(_Placed(node, above, len(siblings)))
            siblings.append(number)
            self._places[node.key] = number
            waiting += [(child, number) for child in reversed(node.children)]
        self.endResetModel()

    def place_of(self, key: str) -> QModelIndex:
        """Return the place of a part, an invalid one where there is no such part."""
        return self.index_of(self._places.get(key, 0))

    def _cell(self, number: int, column: int, role: int) -> Any:
        node = self.nodes[number].part
        assert node is not None  # it is not the root
        match role:
            case Qt.ItemDataRole.DisplayRole:
                after = "" if node.after is None else localized(node.after)
                text = " ".join(node.text.split())
                return (node.label, text, localized(node.tokens), after)[column]
            case Qt.ItemDataRole.ToolTipRole:
                return node.problem or f"<span>{node.text}</span>"
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(node, column)
            case Qt.ItemDataRole.FontRole if column == 0 and not self.nodes[number].above:
                return self._theme.font(FontRole.SECTION)
        return None

    def _ink(self, node: StateNode, column: int) -> QBrush | None:
        if node.problem:
            return QBrush(QColor(self._theme.colors.error))
        if node.verdict in _OUT and column in (0, 3):
            return QBrush(QColor(self._theme.colors.verdicts[node.verdict.value].ink))
        if column == 1:
            return QBrush(QColor(self._theme.colors.muted))
        return None


class StateTreeView(NodeTree):
    """Shows a state; a row that somebody moves to is selected everywhere."""

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._model = StateModel(theme)
        super().__init__(self._model, "discipline.tree", tr("Hot state as a tree"), parent)
        self._model.setParent(self)
        self.setRootIsDecorated(True)
        self._key = ""
        header = self.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column in StateModel.numbers:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.moved.connect(self._take)

    def _share(self) -> None:
        number, name = grown(_NUMBER_WIDTH), grown(_NAME_WIDTH)
        if self.viewport().width() - len(StateModel.numbers) * number < name:  # names need it more
            header = self.header()
            least = (
                max(header.sectionSizeHint(column), self.sizeHintForColumn(column))
                for column in StateModel.numbers
            )
            number = min(number, max(least))
        for column in StateModel.numbers:
            self.header().resizeSection(column, number)
        room = self.viewport().width() - len(StateModel.numbers) * number
        shown = room >= name + grown(_LEAST_VALUE)
        self.setColumnHidden(1, not shown)
        self.header().resizeSection(0, name if shown else max(room, 80))

    def set_tree(self, tree: tuple[StateNode, ...]) -> None:
        """Show another state; what was open and selected stays so."""
        model, opened = self._model, []
        for number in model.nodes[0].below:
            part = model.nodes[number].part
            if part is not None and self.isExpanded(model.index_of(number)):
                opened.append(part.key)
        key, self._key = self._key, ""
        with self.quietly():
            model.set_tree(tree)
            for one in opened:
                self.expand(model.place_of(one))
        self.select_key(key)

    def select_key(self, key: str) -> None:
        """Make a part current, its field where a part of it is asked for in vain."""
        if key != self._key:
            self._key = key
            self.go_to(self._model.place_of(key))

    def _take(self, number: int) -> None:
        part = self._model.nodes[number].part
        if part is not None:
            self._key = part.key
            self.selected.emit(part.key)


_PAUSE = 400  # milliseconds without typing after which the text is taken


class JsonView(CodeBox):
    """Shows JSON with its parts; editing it changes the state, one pause in typing at a time."""

    selected = Signal(str)
    """The key of the part that the cursor was put into."""
    edited = Signal(object, object)
    """The JSON object that somebody wrote, and the gesture it belongs to."""
    problems_changed = Signal(object)
    """The problems of the text as it stands."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("discipline.json", "", theme, parent)
        self._theme = theme
        self._marked = MarkedJson("", {})
        self._key = ""
        self._filling = False
        self._dirty = False
        self._gesture = Gesture()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.take)
        self.textChanged.connect(self._wait)
        self.cursorPositionChanged.connect(self._tell_part)

    def show_json(self, marked: MarkedJson | None, *, editable: bool) -> None:
        """Show a state. A text that somebody is editing stays as it is while it says the same."""
        text = "" if marked is None else marked.text
        shown = marked or MarkedJson("", {})
        self.setReadOnly(not editable)
        self.setAccessibleName(tr("Given hot state") if editable else tr("Returned hot state"))
        if self._dirty and editable and self._means(text):
            self._marked = shown
            return
        if text != self.toPlainText():
            self._pause.stop()
            self._filling = True
            at = self.verticalScrollBar().value()
            self.setPlainText(text)
            self.verticalScrollBar().setValue(at)
            self._filling = False
        self._dirty = False
        self.problems_changed.emit(())
        self._marked = shown
        self._paint_part()

    def select_key(self, key: str) -> None:
        """Mark a part, and bring it in sight."""
        if key == self._key:
            return
        self._key = key
        lines = None if self._dirty else self._lines()
        if lines is not None and not lines[0] <= self.textCursor().blockNumber() <= lines[1]:
            self._filling = True
            cursor = QTextCursor(self.document().findBlockByNumber(lines[0]))
            self.setTextCursor(cursor)
            self.centerCursor()
            self._filling = False
        self._paint_part()

    def take(self) -> None:
        """Take what was typed, if it is JSON; else say what is wrong with it."""
        self._pause.stop()
        if not self._dirty or self.isReadOnly():
            return
        loaded = hot_state_of_text(self.toPlainText())
        self.problems_changed.emit(loaded.problems)
        if loaded.value is not None:
            self.edited.emit(loaded.value, self._gesture.token())

    def follow_theme(self, _theme: Theme) -> None:
        """Draw the mark in its colours from now on."""
        self._paint_part()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Take the text when the keyboard goes elsewhere, and write it as it is written here."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.take()
            if self._dirty and self._means(self._marked.text):
                self._dirty = False
                self.show_json(self._marked, editable=True)

    def _means(self, text: str) -> bool:
        """Whether the text here says the same as another."""
        mine = hot_state_of_text(self.toPlainText()).value
        return mine is not None and mine == hot_state_of_text(text).value

    def _wait(self) -> None:
        if not self._filling:
            self._dirty = True
            self.setExtraSelections([])
            self._pause.start()

    def _tell_part(self) -> None:
        if self._filling or self._dirty or not self.hasFocus():
            return
        key = key_at(self._marked, self.textCursor().blockNumber())
        if key is not None and key != self._key:
            self._key = key
            self._paint_part()
            self.selected.emit(key)

    def _lines(self) -> tuple[int, int] | None:
        """Return the lines of the selected part, those of its field where it has none here."""
        kind, _, rest = self._key.partition(":")
        lines = self._marked.lines.get(self._key)
        if lines is None and kind in ("part", "moved"):
            name = rest.split("/")[1] if "/" in rest else rest.rpartition(":")[2]
            lines = self._marked.lines.get(f"field:{name}")
        return lines

    def _paint_part(self) -> None:
        lines = None if self._dirty else self._lines()
        marked = () if lines is None else range(lines[0], lines[1] + 1)
        self.mark_lines(marked, self._theme.colors.selected_quiet)
