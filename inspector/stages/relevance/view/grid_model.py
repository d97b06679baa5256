"""The grid of nodes by layers as Qt's model: what each cell says, and its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from inspector.core.relevance import Layer
from inspector.core.text import in_markup
from inspector.language import localized, tr
from inspector.stages.relevance.grid import Grid, GridCell, GridRow
from inspector.stages.relevance.names import layer_title

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_EMPTY = Grid((), (), "")

NODE, FIRST_LAYER, VERDICT, TOKENS = 0, 1, 8, 9
COLUMNS = 10
_TITLES = {NODE: tr("Node"), VERDICT: tr("Verdict"), TOKENS: tr("Tokens")}
_HELP = {
    NODE: tr("The context node, in the order of the node table."),
    VERDICT: tr("What became of it in the end."),
    TOKENS: tr("Its tokens: counted where every included node has a text, else estimated."),
}


class GridModel(QAbstractTableModel):
    """Rows are nodes; columns are the name, seven layers, the verdict and the tokens."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.grid = _EMPTY
        self.moved: Mapping[str, bool] = {}

    def show(self, grid: Grid) -> None:
        """Show another grid; where it has the same nodes, selection and place stay."""
        same = [row.node for row in grid.rows] == [row.node for row in self.grid.rows]
        if same:
            self.grid = grid
            self._tell_all()
        else:
            self.beginResetModel()
            self.grid = grid
            self.endResetModel()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, COLUMNS - 1)

    def show_moved(self, moved: Mapping[str, bool]) -> None:
        """Mark nodes that would come in (True) or fall out (False)."""
        if moved != self.moved:
            self.moved = moved
            self._tell_all()

    def _tell_all(self) -> None:
        if self.grid.rows:
            last = self.index(len(self.grid.rows) - 1, COLUMNS - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def row(self, index: Index) -> GridRow:
        """Return the node of a row."""
        return self.grid.rows[index.row()]

    def cell(self, index: Index) -> GridCell | None:
        """Return the cell of a layer; None in other columns and where no layer acted."""
        place = index.column() - FIRST_LAYER
        cells = self.row(index).cells
        return cells[place] if 0 <= place < len(cells) else None

    def key(self, index: Index) -> str:
        """Return what is selected with a cell."""
        cell = self.cell(index)
        return self.row(index).key if cell is None else cell.key

    def index_of(self, key: str) -> QModelIndex:
        """Return the cell of a key, an invalid index where there is none."""
        for place, row in enumerate(self.grid.rows):
            if row.key == key:
                return self.index(place, NODE)
            for column, cell in enumerate(row.cells, start=FIRST_LAYER):
                if cell.key == key:
                    return self.index(place, column)
        return QModelIndex()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return the number of nodes."""
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return the number of columns."""
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return texts; marks and lines are painted from the cell itself."""
        row, column, cell = self.row(index), index.column(), self.cell(index)
        match role:
            case Qt.ItemDataRole.DisplayRole if column == NODE:
                return row.node
            case Qt.ItemDataRole.DisplayRole if column == VERDICT:
                return row.verdict.value
            case Qt.ItemDataRole.DisplayRole if column == TOKENS:
                return localized(row.tokens)
            case Qt.ItemDataRole.ToolTipRole:
                return _plain(row.sentence if cell is None else cell.words)
            case Qt.ItemDataRole.AccessibleTextRole:
                if cell is not None:
                    return f"{row.node}, {cell.words}"
                return tr(
                    "{node}, {verdict}, {tokens:,} tokens. {sentence}",
                    node=row.node,
                    verdict=row.verdict.value,
                    tokens=row.tokens,
                    sentence=row.sentence,
                )
            case Qt.ItemDataRole.TextAlignmentRole if column == TOKENS:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(  # noqa: N802  # Qt's name
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return titles and their help."""
        if orientation is Qt.Orientation.Vertical:
            return None
        if section in _TITLES:
            texts = {
                Qt.ItemDataRole.DisplayRole: _TITLES[section],
                Qt.ItemDataRole.ToolTipRole: _HELP[section],
            }
            return texts.get(Qt.ItemDataRole(role))
        layer = Layer(section - FIRST_LAYER + 1)
        if role == Qt.ItemDataRole.DisplayRole:
            return layer_title(layer)
        if role == Qt.ItemDataRole.ToolTipRole and self.grid.heads:
            head = self.grid.heads[layer - 1]
            moves = tr(" It moved {moves}.", moves=head.moves) if head.moves else ""
            sums = tr(
                "{included} nodes with {tokens:,} tokens are in after it.",
                included=head.included,
                tokens=head.tokens,
            )
            return _plain(
                tr(
                    "Layer {layer_title}. {help} {sums}{moves}",
                    layer_title=layer_title(layer),
                    help=head.help,
                    sums=sums,
                    moves=moves,
                )
            )
        return None


def _plain(text: str) -> str:
    """Return a text as a tooltip that wraps and takes nothing in it for markup."""
    return f"<span>{in_markup(text)}</span>"
