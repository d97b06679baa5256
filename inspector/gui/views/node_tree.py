"""Trees with columns: nodes by their numbers, of which one is current, sharing the width.

Only what is in sight is ever asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTreeView, QWidget

from inspector.gui.boxes import with_name

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Node(Protocol):
    """Knows by numbers the node above it, its row there, and the nodes below it."""

    above: int
    row: int
    below: list[int]


class NodeModel(QAbstractItemModel):
    """Indexes carry the numbers of nodes; the first is the root, which is not shown."""

    titles: ClassVar[tuple[str, ...]]
    helps: ClassVar[tuple[str, ...]]
    """What is said of each column where the pointer rests on its title."""
    numbers: ClassVar[tuple[int, ...]] = ()
    """The columns that are set right."""

    nodes: Sequence[Node] = ()

    def _cell(self, _number: int, _column: int, _role: int) -> Any:
        """Return what a cell shows, or what is said about it."""

    def number(self, index: Index) -> int:
        """Return the number of the node at a place, 0 for none."""
        return index.internalId() if index.isValid() else 0

    def index_of(self, number: int) -> QModelIndex:
        """Return the place of a node, an invalid one for 0."""
        return self.createIndex(self.nodes[number].row, 0, number) if number else QModelIndex()

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """Return the place of a cell."""
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(self.titles)):
            return QModelIndex()
        return self.createIndex(row, column, self.nodes[self.number(parent)].below[row])

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]  # Qt has two
        """Return the place above."""
        number = self.number(index)
        return self.index_of(self.nodes[number].above if number else 0)

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many nodes are below a place."""
        below = self.nodes[self.number(parent)].below if self.nodes else ()
        return 0 if parent.column() > 0 else len(below)

    def columnCount(self, _parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many columns there are."""
        return len(self.titles)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title, or its help; rows have none."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        said = {
            Qt.ItemDataRole.DisplayRole: self.titles[section],
            Qt.ItemDataRole.ToolTipRole: self.helps[section],
            Qt.ItemDataRole.TextAlignmentRole: _RIGHT if section in self.numbers else None,
        }
        return said.get(Qt.ItemDataRole(role))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        number, column = self.number(index), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole and column in self.numbers:
            return _RIGHT
        return self._cell(number, column, role) if number else None


class NodeTree(QTreeView):
    """A tree that says in ``_share`` how its columns share the width."""

    moved = Signal(int)
    """The number of the node that somebody moved to."""

    def __init__(
        self, model: NodeModel, name: str, title: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        with_name(self, name, title)
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.header().setStretchLastSection(False)
        self._telling = True
        self.selectionModel().currentChanged.connect(self._tell)

    def _tell(self, index: QModelIndex) -> None:
        if self._telling:
            self.moved.emit(index.internalId() if index.isValid() else 0)

    def _share(self) -> None:
        """Give each column its width."""

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Tell nobody which node is current, for that is not somebody's choice."""
        self._telling = False
        try:
            yield
        finally:
            self._telling = True

    def go_to(self, index: QModelIndex) -> None:
        """Make a row current and bring it in sight; an invalid one leaves none current."""
        flags = QItemSelectionModel.SelectionFlag
        with self.quietly():
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        if index.isValid():
            self.scrollTo(index)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._share()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width anew among larger or smaller texts."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._share()
