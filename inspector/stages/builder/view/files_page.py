"""The files of a project: a tree with filters, or the same as a table with the filter language.

The tree of files: its columns share the width, and give way in a fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QTreeView,
    QWidget,
)

from inspector.gui.boxes import ChoiceBox, HBox, VBox, grown, text_label, with_name
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.language import localized, tr
from inspector.stages.builder.shown import FileTree, Shown, TreeFilter, file_key, file_tree, path_of
from inspector.stages.builder.view.file_model import FileModel

_FATE, _TOKENS, _SCORE = 150, 72, 70  # pixels
_FATE_NARROW, _LEAST_NAME, _NAME = 128, 130, 250
_LEAST_WHY = 140


class FileTreeView(QTreeView):
    """Shows the sentences where there is room for them; names take what the others leave."""

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, "files.tree", tr("Files of the project"))
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setIconSize(QSize(14, 14))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAllColumnsShowFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

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
        self._telling = True
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
        self._tree.selectionModel().currentChanged.connect(self._take_current)

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
        self._telling = False
        self._model.show(shown, tree)
        numbers = (
            tree.to_open(_MOST_OPEN)
            if opened is None
            else [tree.places[path] for path in opened if path in tree.places]
        )
        if filtered:
            numbers = [at for at, node in enumerate(tree.nodes) if node.below][:_MOST_OPEN]
        for number in numbers:
            self._tree.expand(self._model.index_of(number))
        if not filtered:
            self._opened = {tree.nodes[number].path for number in numbers}
        self._telling = True
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
        index = self._model.place_of(path_of(key)) if key else QModelIndex()
        flags = QItemSelectionModel.SelectionFlag
        self._telling = False
        self._tree.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._telling = True
        if index.isValid():
            self._tree.scrollTo(index)

    def _take_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        node = self._model.node(index)
        if self._telling and node is not None and node.fate is not None:
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
