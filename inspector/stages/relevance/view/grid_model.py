"""The grid of nodes by layers as Qt's model, and how its cells are painted.

A line follows each node through the layers, with marks where one acted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.reasons import Verdict
from inspector.core.relevance import Layer
from inspector.core.text import in_markup, in_words
from inspector.gui.boxes import grow, grown
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.language import localized, tr
from inspector.stages.relevance.grid import Grid, GridCell, GridRow, LayerHead
from inspector.stages.relevance.grid_items import cell_items, verdict_items
from inspector.stages.relevance.tables import layer_title

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
                return in_words(row.node)
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
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
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
                "After it: {included} nodes with {tokens:,} tokens.",
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


ROW_HEIGHT, HEAD_HEIGHT = 25, 50
_MARK, _GAP, _SIDE = 11, 7, 10
_SHORT = {
    Layer.SAFEGUARD: tr("Guard"),
    Layer.RECOVERY: tr("Recover"),
    Layer.URGENCY: tr("Urgent"),
    Layer.DEPENDENCIES: tr("Needs"),
    Layer.SAFETY: tr("Safe"),
}


class GridDelegate(QStyledItemDelegate):
    """Paints the cells of a ``GridModel``; ``node`` is the one whose row stands out."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.node = ""

    @property
    def _style(self) -> ChartStyle:
        return ChartStyle.of(self._theme)

    def sizeHint(  # noqa: N802  # Qt's name
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return a width for the text of the cell."""
        metrics = QFontMetrics(self._theme.font(FontRole.BODY))
        text = str(index.data() or "")
        extra = _MARK + _GAP if index.column() == VERDICT else 0
        return QSize(metrics.horizontalAdvance(text) + 2 * _SIDE + extra, grown(ROW_HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw ground, then line and mark or a text."""
        model = index.model()
        if not isinstance(model, GridModel):
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colors = self._theme.colors
        row = model.row(index)
        current = bool(state & QStyle.StateFlag.State_Selected)
        active = bool(state & QStyle.StateFlag.State_Active)
        painter.save()
        if current:
            painter.fillRect(rect, QColor(colors.selected if active else colors.selected_quiet))
        elif row.node == self.node:
            painter.fillRect(rect, QColor(colors.raised))
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if FIRST_LAYER <= index.column() < VERDICT:
            place, end = index.column() - FIRST_LAYER, rect.left() + rect.width()
            items = cell_items(row, place, rect.left(), end, rect.center().y())
            paint_items(painter, items, self._style)
        else:
            self._paint_text(painter, rect, row, index.column(), model.moved.get(row.node))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.setPen(QColor(colors.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _paint_text(
        self, painter: QPainter, rect: QRect, row: GridRow, column: int, moved: bool | None
    ) -> None:
        colors = self._theme.colors
        inner = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._theme.font(FontRole.BODY))
        painter.setPen(QColor(colors.text))
        if column == NODE:
            if moved is not None:
                inner = self._paint_moved(painter, inner, comes_in=moved)
            self._elided(painter, inner, in_words(row.node), flags)
        elif column == TOKENS:
            painter.setPen(QColor(colors.text if row.verdict is Verdict.INCLUDED else colors.muted))
            self._elided(painter, inner, localized(row.tokens), flags | Qt.AlignmentFlag.AlignRight)
        else:
            middle = inner.left() + _MARK / 2, inner.center().y() + 0.5
            paint_items(painter, verdict_items(row.verdict, *middle), self._style)
            painter.setFont(self._theme.font(FontRole.BODY))
            painter.setPen(QColor(colors.verdicts[row.verdict.value].ink))
            self._elided(
                painter, inner.adjusted(_MARK + _GAP, 0, _SIDE, 0), row.verdict.value, flags
            )

    def _paint_moved(self, painter: QPainter, inner: QRect, *, comes_in: bool) -> QRect:
        """Say in front of a name that the selected flip would bring it in or put it out."""
        verdict = "included" if comes_in else "dropped"
        painter.setFont(self._theme.font(FontRole.STRONG))
        painter.setPen(QColor(self._theme.colors.verdicts[verdict].ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, "+" if comes_in else "−")
        painter.setFont(self._theme.font(FontRole.BODY))
        return inner.adjusted(14, 0, 0, 0)

    def _elided(self, painter: QPainter, rect: QRect, text: str, flags: Qt.AlignmentFlag) -> None:
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, flags, shown)


class GridHeader(QHeaderView):
    """Titles of the layers over how many nodes are in after each, and how many it moved."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        grow(self, fixedHeight=HEAD_HEIGHT)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Draw one title with its numbers."""
        model = self.model()
        if not isinstance(model, GridModel):
            return
        colors = self._theme.colors
        painter.save()
        painter.fillRect(rect, QColor(colors.chrome))
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(_SIDE, 6, -_SIDE, -6)
        if FIRST_LAYER <= section < VERDICT:
            heads = model.grid.heads
            if heads:
                self._paint_head(painter, rect.adjusted(1, 6, -1, -6), heads[section - FIRST_LAYER])
        else:
            painter.setFont(self._theme.font(FontRole.SMALL))
            painter.setPen(QColor(colors.muted))
            side = Qt.AlignmentFlag.AlignRight if section == TOKENS else Qt.AlignmentFlag.AlignLeft
            title = str(model.headerData(section, Qt.Orientation.Horizontal))
            if QFontMetrics(painter.font()).horizontalAdvance(title) <= inner.width():
                painter.drawText(inner, Qt.AlignmentFlag.AlignTop | side, title)
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect, head: LayerHead) -> None:
        colors = self._theme.colors
        center = Qt.AlignmentFlag.AlignHCenter
        painter.setFont(self._theme.font(FontRole.SECTION))
        painter.setPen(QColor(colors.text))
        title = self._fitting(painter, head, _titles)
        painter.drawText(rect, center | Qt.AlignmentFlag.AlignTop, title)
        banner = self.model()
        if isinstance(banner, GridModel) and banner.grid.banner:
            return
        painter.setFont(self._theme.font(FontRole.SMALL))
        painter.setPen(QColor(colors.muted))
        numbers = self._fitting(painter, head, _numbers)
        painter.drawText(rect, center | Qt.AlignmentFlag.AlignBottom, numbers)

    def _fitting(
        self, painter: QPainter, head: LayerHead, written: Callable[[LayerHead], tuple[str, ...]]
    ) -> str:
        """Return the longest way to write a head that all heads have room for: they read alike.

        Where there is none, the shortest is cut.
        """
        model = self.model()
        assert isinstance(model, GridModel)
        metrics = QFontMetrics(painter.font())
        room = min(map(self.sectionSize, range(FIRST_LAYER, VERDICT))) - _GAP
        ways = zip(*map(written, model.grid.heads), strict=True)
        fits = (max(map(metrics.horizontalAdvance, way)) <= room for way in ways)
        ways_of_head = written(head)
        whole = (one for one, fit in zip(ways_of_head, fits, strict=True) if fit)
        cut = metrics.elidedText(ways_of_head[-1], Qt.TextElideMode.ElideRight, room)
        return next(whole, cut)


def _titles(head: LayerHead) -> tuple[str, ...]:
    """Return the ways to write a layer's title, the longest first; a number alone is no title."""
    number, short = head.layer.value, _SHORT.get(head.layer, head.title)
    return f"{number} {head.title}", f"{number} {short}", head.title, short


def _numbers(head: LayerHead) -> tuple[str, ...]:
    """Return the ways to write how many nodes are in, the longest first."""
    included = tr("{included} in", included=localized(head.included))
    return f"{included}  {head.moves}".rstrip(), included, localized(head.included)
