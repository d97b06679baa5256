"""The grid with the legend below it, and a banner above it where no layer acts.

The chart of the lens: the grid of nodes by layers, to be walked with the arrow keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.gui.boxes import HBox, VBox, grown, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.explanation_pane import HeadlineLines
from inspector.gui.views.painting import ChartStyle, Entry, Legend, paint_items
from inspector.language import tr
from inspector.present.drawing import Item
from inspector.stages.relevance.grid import Grid
from inspector.stages.relevance.grid_items import LEGEND
from inspector.stages.relevance.tables import node_of_key
from inspector.stages.relevance.view.grid_model import (
    COLUMNS,
    FIRST_LAYER,
    NODE,
    ROW_HEIGHT,
    TOKENS,
    VERDICT,
    GridDelegate,
    GridHeader,
    GridModel,
)

_LEAST_LAYER, _MOST_LAYER, _MARK_ONLY = 26, 110, 32
_LEAST_NODE, _LEAST_TOKENS = 90, 62
_SAMPLE = (24, 18)  # pixels, of an entry of the legend


class GridView(QTableView):
    """Shows a grid; a cell that somebody moves to is sent by its key. Its object name is ``grid``.

    What is selected elsewhere is passed in; the nodes that a flip moves are marked.
    """

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # layers follow each other so
        with_name(self, "grid", tr("Nodes by layers"))
        self._theme = theme
        self._key = ""
        self._entering = False
        self._model = GridModel(self)
        self.setModel(self._model)
        self._delegate = GridDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        header = with_name(GridHeader(theme, self), "grid.header")
        self.setHorizontalHeader(header)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._size_rows()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(_LEAST_LAYER)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setFont(theme.font(FontRole.BODY))
        self.selectionModel().currentChanged.connect(self._note_current)

    @property
    def grid(self) -> Grid:
        """What is shown."""
        return self._model.grid

    @property
    def moved(self) -> dict[str, bool]:
        """The nodes that are marked as moved by a flip."""
        return dict(self._model.moved)

    def set_grid(self, grid: Grid) -> None:
        """Show another grid."""
        self._model.show(grid)
        self._lay_out()
        self.select_key(self._key)

    def select_key(self, key: str) -> None:
        """Make a node, or a node after a layer, current; anything else selects nothing here."""
        self._key = key
        self._show_row()
        current = self.currentIndex()
        if current.isValid() and self.selectionModel().isSelected(current):
            row = self._model.row(current)
            # A node may be current in any of its cells that is not a layer's.
            if self._model.key(current) == key or (key == row.key and current.column() > VERDICT):
                return
        index = self._model.index_of(key) if node_of_key(key) is not None else QModelIndex()
        if index.isValid():
            self.setCurrentIndex(index)
        else:
            self.clearSelection()

    def mark_moved(self, nodes_in: Iterable[str], nodes_out: Iterable[str]) -> None:
        """Mark the nodes that a flip would move."""
        moved = dict.fromkeys(nodes_in, True)
        self._model.show_moved(moved | dict.fromkeys(nodes_out, False))

    def follow_theme(self, _theme: Theme) -> None:
        """Take another size of texts."""
        self._size_rows()
        self._lay_out()

    def _size_rows(self) -> None:
        self.verticalHeader().setMinimumSectionSize(grown(ROW_HEIGHT))
        self.verticalHeader().setDefaultSectionSize(grown(ROW_HEIGHT))

    def _note_current(self, current: QModelIndex) -> None:
        if not current.isValid() or self._entering:
            return
        key = self._model.key(current)
        if key != self._key:
            self._key = key
            self._show_row()
            self.selected.emit(key)

    def _show_row(self) -> None:
        node = node_of_key(self._key) or ""
        if node != self._delegate.node:
            self._delegate.node = node
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Take the keyboard; Qt then makes some cell current, which is no choice of anybody."""
        self._entering = True
        super().focusInEvent(event)
        self._entering = False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Escape selects nothing."""
        if event.key() == Qt.Key.Key_Escape and self._key:
            self._key = ""
            self._show_row()
            self.clearSelection()
            self.selected.emit("")
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width among the columns."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """Give names, verdicts and tokens what they need, and the layers what is left."""
        room = self.viewport().width()
        layers = VERDICT - FIRST_LAYER
        node = max(self.sizeHintForColumn(NODE), _LEAST_NODE)
        tokens = max(self.sizeHintForColumn(TOKENS), _LEAST_TOKENS)
        verdict = max(self.sizeHintForColumn(VERDICT), _MARK_ONLY)
        if node + verdict + tokens + layers * 2 * _LEAST_LAYER > room:
            verdict = _MARK_ONLY
        node = max(min(node, room - verdict - tokens - layers * _LEAST_LAYER), _LEAST_NODE)
        each = (room - node - verdict - tokens) // layers
        each = max(_LEAST_LAYER, min(each, _MOST_LAYER))
        # What the layers do not take goes to the names, so that the grid ends where the view does.
        node = max(node, room - verdict - tokens - layers * each)
        widths = [node, *[each] * layers, verdict, tokens]
        for column in range(COLUMNS):
            self.setColumnWidth(column, widths[column])


def _drawn(
    sample: Callable[[float, float], Iterator[Item]], style: ChartStyle
) -> Callable[[QPainter, QRectF], None]:
    def draw(painter: QPainter, area: QRectF) -> None:
        paint_items(painter, sample(area.left(), area.center().y()), style)

    return draw


class GridPanel(QWidget):
    """Object names: ``grid``, ``grid.headline``, ``grid.banner``, ``grid.legend``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.grid = GridView(theme, self)
        self._legend = with_name(Legend(ChartStyle.of(theme), _SAMPLE, self), "grid.legend")
        self._banner = text_label("grid.banner", self, role="warning", margins=(10, 6, 10, 6))
        self._headline = HeadlineLines(
            ("grid.headline", "grid.subline"), theme, self, margins=(14, 8, 14, 6)
        )
        layout = VBox(self, spacing=0).hold(self._headline, self._banner, (self.grid, 1))
        below = HBox(margins=(10, 3, 10, 3)).hold(self._legend)
        layout.addLayout(below)
        self.follow_theme(theme)

    def set_grid(self, grid: Grid, said: str) -> None:
        """Show another grid, and say in a sentence what came of it."""
        self._headline.say(said)
        self._banner.setText(grid.banner)
        self._banner.setVisible(bool(grid.banner))
        self.grid.set_grid(grid)

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours from now on."""
        style = ChartStyle.of(theme)
        self._legend.set_entries(
            [Entry(title, _drawn(sample, style)) for title, _, sample in LEGEND], style
        )
