"""The files of a project: a tree with filters, or the same as a table with the filter language.

The tree shows marks and words of fates. Its columns share the width, and give way in a fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHeaderView, QLineEdit, QStackedWidget, QToolButton, QWidget

from inspector.core.builder.report import FateKind
from inspector.gui.boxes import ChoiceBox, HBox, VBox, grown, text_label, with_name
from inspector.gui.table import TablePanel, paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.node_tree import NodeModel, NodeTree
from inspector.language import localized, tr
from inspector.present.table.cells import one_line
from inspector.stages.builder.build_lines import fate_word
from inspector.stages.builder.shown import (
    IN_BUNDLE,
    FileTree,
    Shown,
    TreeFilter,
    TreeNode,
    counts_text,
    file_key,
    file_tree,
    folder_tokens,
    path_of,
)
from inspector.stages.builder.words import LEVEL_WORDS, fate_look

_MARK, _ICON = 10, 14
_RATIO = 2  # of the marks' pixels, so that they stay sharp on dense screens
_QUIET = frozenset({FateKind.NO_CANDIDATE, FateKind.EXCLUDED})


class FileModel(NodeModel):
    """The files of a project in their folders."""

    titles = (tr("File"), tr("Verdict"), tr("Tokens"), tr("Score"), tr("Why"))
    helps = (
        tr("Folders and files of the project."),
        tr("What became of the file, or of those in the folder."),
        tr("Tokens of its block, or of those in the folder."),
        tr("Sum of its weights and penalties."),
        tr("The reason in one sentence."),
    )
    numbers = (2, 3)
    nodes: tuple[TreeNode, ...] = ()
    tree: FileTree | None = None
    """What is shown."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Shown | None = None
        self._icons: dict[FateKind, QIcon] = {}
        self._sums: dict[int, int] = {}

    def show(self, shown: Shown, tree: FileTree) -> None:
        """Show another tree."""
        self.beginResetModel()
        self._shown, self.tree, self.nodes = shown, tree, tree.nodes
        self._sums = folder_tokens(shown, tree)
        self.endResetModel()

    def refresh_colors(self) -> None:
        """Draw marks in the theme's colours."""
        self._icons.clear()
        self.layoutChanged.emit()

    def place_of(self, path: str) -> QModelIndex:
        """Return the place of a file or folder; none where the tree does not have it."""
        return self.index_of(0 if self.tree is None else self.tree.places.get(path, 0))

    def _cell(self, number: int, column: int, role: int) -> Any:
        node = self.nodes[number]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(node, column, number)
            case Qt.ItemDataRole.DecorationRole if column == 1 and node.fate is not None:
                return self._icon(node.fate)
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(node, column)
            case Qt.ItemDataRole.FontRole if column == 0 and node.fate is None:
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


_FATE, _TOKENS, _SCORE = 150, 72, 70  # pixels
_FATE_NARROW, _LEAST_NAME, _NAME = 128, 130, 250
_LEAST_WHY = 140


class FileTreeView(NodeTree):
    """Shows the sentences where there is room for them; names take what the others leave."""

    def __init__(self, model: FileModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "files.tree", tr("Files of the project"), parent)
        self.setIconSize(QSize(14, 14))
        self.setAllColumnsShowFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

    def _share(self) -> None:
        tokens, score = grown(_TOKENS), grown(_SCORE)
        wide = self.viewport().width() - tokens - score
        name, fate = grown(_NAME), grown(_FATE)
        why = wide - name - fate
        has_why = why >= grown(_LEAST_WHY)
        self.setColumnHidden(4, not has_why)
        if not has_why:
            fate = fate if wide - fate >= name else grown(_FATE_NARROW)
            name = max(wide - fate, _LEAST_NAME)
        for column, width in enumerate((name, fate, tokens, score, max(why, 1))):
            self.header().resizeSection(column, width)


_MOST_OPEN = 60  # folders that are opened by themselves
_PAUSE = 120  # milliseconds without a key after which is filtered


class FilesPage(QWidget):
    """Object names: ``files.search``, ``files.filter``, ``files.count``, ``files.flat``,
    ``files.tree``; the table is the panel it is given.
    """

    selected = Signal(str)
    """The key of a file somebody moved to."""

    flat_button: QToolButton
    """The switch between tree and table, for whoever has a place for it."""

    def __init__(self, table: TablePanel, theme: Theme) -> None:
        super().__init__()
        self._table = table
        self._shown: Shown | None = None
        self._key = ""
        self._opened: set[str] | None = None  # by path; None until there was a tree
        self._search = with_name(QLineEdit(self), "files.search", tr("Search files"))
        self._search.setPlaceholderText(tr("Search paths"))
        self._search.setClearButtonEnabled(True)
        self._filter = with_name(
            ChoiceBox(self), "files.filter", tr("Which files"), told=tr("Which files")
        )
        for one in TreeFilter:
            self._filter.addItem(tr(one.value), one.value)
        self._count = text_label("files.count", self, role="muted", wraps=False)
        self.flat_button = QToolButton(self)
        self.flat_button.setObjectName("files.flat")
        self.flat_button.setText(tr("Table"))
        self.flat_button.setCheckable(True)
        self.flat_button.setToolTip(tr("Show the files as a table with the filter language"))
        self._model = FileModel(theme, self)
        self._tree = FileTreeView(self._model, self)
        bar = HBox(margins=(12, 6, 8, 6), spacing=8).hold(
            (self._search, 1), self._filter, self._count
        )
        self._bar = QWidget(self)
        self._bar.setLayout(bar)
        tree_page = QWidget(self)
        VBox(tree_page, spacing=0).hold(self._bar, (self._tree, 1))
        self._pages = QStackedWidget(self)
        self._pages.addWidget(tree_page)
        self._pages.addWidget(table)
        VBox(self).hold(self._pages)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._refilter)
        self._search.textChanged.connect(lambda _text: self._pause.start())
        self._filter.activated.connect(lambda _place: self._refilter())
        self.flat_button.toggled.connect(self._turn)
        self._tree.moved.connect(self._take)

    @property
    def is_flat(self) -> bool:
        """Whether the table is in sight."""
        return self.flat_button.isChecked()

    @property
    def tree(self) -> FileTree | None:
        """The tree that is shown."""
        return self._model.tree

    def set_shown(self, shown: Shown) -> None:
        """Show another build; what is open and selected stays so."""
        self._shown = shown
        self._rebuild()

    def select(self, key: str) -> None:
        """Make a file current; "" or another subject makes none current."""
        self._key = key
        self._table.select_key(key)
        self._go_to(key)

    def turn_over(self) -> None:
        """Show the table instead of the tree, or the tree again."""
        self.flat_button.toggle()

    def focus_search(self) -> None:
        """Give the keyboard to the search of what is in sight."""
        if self.is_flat:
            self._table.focus_filter()
        else:
            self._search.setFocus()
            self._search.selectAll()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        self._model.refresh_colors()

    def _refilter(self) -> None:
        self._pause.stop()
        self._rebuild()

    def _rebuild(self) -> None:
        shown = self._shown
        if shown is None:
            return
        wanted = TreeFilter(self._filter.currentData())
        text = self._search.text()
        filtered = wanted is not TreeFilter.ALL or bool(text.strip())
        tree = file_tree(shown.fates, wanted, text) if filtered else shown.tree
        opened = self._open_paths()
        numbers = (
            tree.to_open(_MOST_OPEN)
            if opened is None
            else [tree.places[path] for path in opened if path in tree.places]
        )
        if filtered:
            numbers = [at for at, node in enumerate(tree.nodes) if node.below][:_MOST_OPEN]
        with self._tree.quietly():
            self._model.show(shown, tree)
            for number in numbers:
                self._tree.expand(self._model.index_of(number))
        if not filtered:
            self._opened = {tree.nodes[number].path for number in numbers}
        whole = len(shown.fates)
        count = (
            localized(tree.files)
            if tree.files == whole
            else tr("{files:,} of {whole:,}", files=tree.files, whole=whole)
        )
        self._count.setText(count)
        self._go_to(self._key)

    def _open_paths(self) -> set[str] | None:
        """Return the folders that are open; while files are filtered, those open before."""
        tree = self._model.tree
        if tree is None or self._opened is None:
            return None
        if tree.files < len(self._shown.fates if self._shown is not None else ()):
            return self._opened
        return {
            node.path
            for number, node in enumerate(tree.nodes)
            if node.below and self._tree.isExpanded(self._model.index_of(number))
        }

    def _go_to(self, key: str) -> None:
        self._tree.go_to(self._model.place_of(path_of(key)) if key else QModelIndex())

    def _take(self, number: int) -> None:
        node = self._model.nodes[number]
        if node.fate is not None:
            self._key = file_key(node.path)
            self.selected.emit(self._key)

    def _turn(self, flat: bool) -> None:  # Qt's
        self._pages.setCurrentIndex(1 if flat else 0)
        self.flat_button.setText(tr("Tree") if flat else tr("Table"))
        self.flat_button.setToolTip(
            tr("Show the files as a tree")
            if flat
            else tr("Show the files as a table with the filter language")
        )
        self._go_to(self._key)

    def view_state(self) -> dict[str, Any]:
        """Return which files are shown, and how."""
        return {"flat": self.is_flat, "filter": self._filter.currentData()}

    def restore_view_state(self, saved: Any) -> None:
        """Show what was shown. What cannot be read is as it was at first."""
        if isinstance(saved, Mapping):
            self.flat_button.setChecked(saved.get("flat") is True)
            if saved.get("filter") in list(TreeFilter):
                self._filter.setCurrentIndex(self._filter.findData(str(saved["filter"])))
