"""The files of a project as a model for a tree: only what is in sight is ever asked for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPixmap

from inspector.core.builder.report import FateKind
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.language import localized, tr
from inspector.present.table.cells import one_line
from inspector.stages.builder.build_lines import fate_word
from inspector.stages.builder.shown import IN_BUNDLE, FileTree, Shown, TreeNode, counts_text
from inspector.stages.builder.words import LEVEL_WORDS, fate_look

Index = QModelIndex | QPersistentModelIndex
TITLES = (tr("File"), tr("Verdict"), tr("Tokens"), tr("Score"), tr("Why"))
_HELP = (
    tr("Folders and files of the project."),
    tr("What became of the file, or of those in the folder."),
    tr("Tokens of its block, or of those in the folder."),
    tr("Sum of its weights and penalties."),
    tr("The reason in one sentence."),
)
NUMBERS = (2, 3)
_MARK, _ICON = 10, 14
_RATIO = 2  # of the marks' pixels, so that they stay sharp on dense screens
_QUIET = frozenset({FateKind.NO_CANDIDATE, FateKind.EXCLUDED})


class FileModel(QAbstractItemModel):
    """Indexes carry the number of their node."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tree: FileTree | None = None
        self._shown: Shown | None = None
        self._icons: dict[FateKind, QIcon] = {}
        self._sums: dict[int, int] = {}

    @property
    def tree(self) -> FileTree | None:
        """What is shown."""
        return self._tree

    def show(self, shown: Shown, tree: FileTree) -> None:
        """Show another tree."""
        self.beginResetModel()
        self._shown, self._tree = shown, tree
        self._sums = _sums(shown, tree)
        self.endResetModel()

    def refresh_colors(self) -> None:
        """Draw marks in the theme's colours."""
        self._icons.clear()
        self.layoutChanged.emit()

    def node(self, index: Index) -> TreeNode | None:
        """Return what stands in a place; None for the root."""
        if self._tree is None or not index.isValid():
            return None
        return self._tree.nodes[index.internalId()]

    def index_of(self, number: int) -> QModelIndex:
        """Return the place of a node."""
        if self._tree is None or number <= 0:
            return QModelIndex()
        return self.createIndex(self._tree.nodes[number].row, 0, number)

    def place_of(self, path: str) -> QModelIndex:
        """Return the place of a file or folder; none where the tree does not have it."""
        number = 0 if self._tree is None else self._tree.places.get(path, 0)
        return self.index_of(number)

    # Qt's questions ----------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """Return the index of a place."""
        if self._tree is None:
            return QModelIndex()
        below = self._tree.nodes[parent.internalId() if parent.isValid() else 0].below
        if not 0 <= row < len(below) or not 0 <= column < len(TITLES):
            return QModelIndex()
        return self.createIndex(row, column, below[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008  # as Qt's with an index
        """Return the folder of a place."""
        node = self.node(index)
        return QModelIndex() if node is None else self.index_of(node.above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008  # Qt's name
        """Return how many entries a folder has."""
        if self._tree is None or parent.column() > 0:
            return 0
        return len(self._tree.nodes[parent.internalId() if parent.isValid() else 0].below)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: N802, B008  # Qt's name
        """Return how many columns there are."""
        return len(TITLES)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title, or its help."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _HELP[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        node = self.node(index)
        if node is None or self._shown is None:
            return None
        column = index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(node, column, index.internalId())
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DecorationRole and column == 1 and node.fate is not None:
            return self._icon(node.fate)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(node, column)
        if role == Qt.ItemDataRole.FontRole and column == 0 and node.fate is None:
            return self._theme.font(FontRole.SECTION)
        return None

    def _text(self, node: TreeNode, column: int, number: int) -> str:
        if node.fate is None:
            tokens = self._sums.get(number, 0)
            sent = sum(node.counts.get(kind, 0) for kind in IN_BUNDLE)
            told = tr("{sent:,} in", sent=sent) if sent else ""
            counts = counts_text(node.counts.items())
            folder = (f"{node.name}/", told, _number(tokens), "", counts)
            return folder[column]
        assert self._shown is not None  # there are nodes
        if column == 0:
            return one_line(node.name)
        fate = self._shown.fate(node.path)
        if fate is None:
            return ""
        if column == 1:
            level = LEVEL_WORDS[fate.level] if fate.kind is FateKind.SLICED and fate.level else ""
            word = fate_word(self._shown.report, fate)
            return f"{word}: {level}" if level else word
        if column == 2:
            return _number(fate.tokens)
        if column == 3:
            ranked = self._shown.ranks.get(node.path)
            return "" if ranked is None else localized(ranked.score)
        return one_line(self._shown.sentence(node.path))

    def _icon(self, fate: FateKind) -> QIcon:
        if fate not in self._icons:
            look = fate_look(self._theme.colors, fate)
            picture = QPixmap(_ICON * _RATIO, _ICON * _RATIO)
            picture.setDevicePixelRatio(_RATIO)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            edge = (_ICON - _MARK) / 2
            paint_mark(painter, QRectF(edge, edge, _MARK, _MARK), look.shape, QColor(look.ink))
            painter.end()
            self._icons[fate] = QIcon(picture)
        return self._icons[fate]

    def _ink(self, node: TreeNode, column: int) -> QBrush | None:
        colors = self._theme.colors
        if node.fate is None:
            return QBrush(QColor(colors.muted)) if column in (1, 4) else None
        if column == 1:
            return QBrush(QColor(fate_look(colors, node.fate).ink))
        if column == 4 or node.fate in _QUIET:
            return QBrush(QColor(colors.muted))
        return None


def _number(tokens: int) -> str:
    return localized(tokens) if tokens else ""


def _sums(shown: Shown, tree: FileTree) -> dict[int, int]:
    """Return the tokens of blocks below each folder that has some."""
    sums: dict[int, int] = {}
    for path in shown.ranks:
        fate = shown.fate(path)
        tokens = fate.tokens if fate is not None and path in tree.places else 0
        number = tree.nodes[tree.places[path]].above if tokens else -1
        while number >= 0:
            sums[number] = sums.get(number, 0) + tokens
            number = tree.nodes[number].above
    return sums
