"""The list of manifests under audit: two lines for each, a filter by verdict, and an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from inspector.analysis.audit.audit import Outcome
from inspector.gui.boxes import STRETCH, HBox, VBox, grown, with_name
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr
from inspector.stages.audit.inbox import ORDER, InboxLine, Sorting, count_line, in_order
from inspector.stages.audit.summary import MARKS, OUTCOME_TITLES

_ROW, _EDGE, _MARK = 42, 8, 12
_AROUND, _LEAST_ROWS = 190, 3  # pixels of what stands around the list, the inputs' heading included
_AnyIndex = QModelIndex | QPersistentModelIndex
SORTINGS = {
    Sorting.VERDICT: tr("Failed first"),
    Sorting.OPENED: tr("As opened"),
    Sorting.REQUEST: tr("By request"),
    Sorting.SIGN_OFF: tr("Undecided first"),
}


class _Lines(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: tuple[InboxLine, ...] = ()

    def show(self, lines: Sequence[InboxLine]) -> None:
        same = [one.place for one in lines] == [one.place for one in self.lines]
        if same and lines:
            self.lines = tuple(lines)
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return
        self.beginResetModel()
        self.lines = tuple(lines)
        self.endResetModel()

    def rowCount(self, parent: _AnyIndex = QModelIndex()) -> int:  # noqa: B008, N802  # Qt's
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return line.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (line.title, line.told, line.source) if part)
        return None


class _LinePainter(QStyledItemDelegate):
    """Paints request and date, then verdict and sign-off, with the verdict's mark beside them."""

    def __init__(self, model: _Lines, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self._theme = model, theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _AnyIndex) -> QSize:  # noqa: N802
        return QSize(200, grown(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        line, rect, theme = self._model.lines[index.row()], option.rect, self._theme
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("selected"))
            painter.fillRect(
                QRect(rect.left(), rect.top(), 3, rect.height()), theme.color("accent")
            )
        verdict, shape = MARKS[line.outcome or Outcome.NOT_REPLAYED]
        ink = QColor(theme.colors.verdicts[verdict].ink)
        half = rect.height() // 2
        mark = QRectF(rect.left() + _EDGE + 2, rect.top() + 7, _MARK, _MARK)
        paint_mark(painter, mark, shape, ink)
        left = rect.left() + 2 * _EDGE + _MARK + 4
        above = QRect(left, rect.top() + 3, rect.right() - _EDGE - left, half - 3)
        below = QRect(left, rect.top() + half, rect.right() - _EDGE - left, half - 3)
        self._pair(painter, above, line.title, line.date, FontRole.BODY, "text")
        told = FontRole.SECTION if line.outcome is Outcome.FAILED else FontRole.SMALL
        self._pair(painter, below, line.told, line.sign_off, told, verdict)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _pair(
        self, painter: QPainter, rect: QRect, left: str, right: str, font: FontRole, color: str
    ) -> None:
        theme, middle = self._theme, Qt.AlignmentFlag.AlignVCenter
        small = theme.font(FontRole.SMALL)
        wide = QFontMetrics(small).horizontalAdvance(right) + 8 if right else 0
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, right)
        painter.setFont(theme.font(font))
        painter.setPen(
            theme.color("text") if color == "text" else QColor(theme.colors.verdicts[color].ink)
        )
        room = rect.adjusted(0, 0, -wide, 0)
        # The ends of ids tell them apart, the beginnings of verdicts.
        title = color == "text"
        elide = Qt.TextElideMode.ElideMiddle if title else Qt.TextElideMode.ElideRight
        shown = painter.fontMetrics().elidedText(left, elide, room.width())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, shown)


class InboxList(QWidget):
    """Object names: ``inbox.count``, ``inbox.failed`` and so on, ``inbox.list``, ``inbox.next``,
    ``inbox.report``, ``inbox.open``, ``inbox.sorting``.
    """

    chosen = Signal(int)
    """The place of the manifest that somebody moved to."""
    next_asked = Signal()
    report_asked = Signal()
    open_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inbox")
        self._theme = theme
        self._lines: tuple[InboxLine, ...] = ()
        self._shown, self._moving, self._room = 0, False, 0
        self.sorting = Sorting.VERDICT
        self._model = _Lines(self)
        self._count = with_name(QLabel(self), "inbox.count", font=theme.font(FontRole.STRONG))
        self._signed = with_name(
            QLabel(self), "inbox.signed", role="muted", font=theme.font(FontRole.SMALL)
        )
        head = HBox().hold((self._count, 1), self._signed)
        self._grid = chips = QGridLayout()
        chips.setSpacing(4)
        self._chips: dict[Outcome, QToolButton] = {}
        for at, outcome in enumerate(ORDER):
            name = outcome.name.lower().replace("_", "-")
            chip = self._chip(f"inbox.{name}", tr("Show these only"))
            chip.setCheckable(True)
            chip.toggled.connect(lambda on, one=outcome: self._narrow(one, on=on))
            chips.addWidget(chip, at // 2, at % 2)
            self._chips[outcome] = chip
        self._sort = self._chip("inbox.sorting", tr("The order of the list"))
        self._sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._sort)
        for sorting, title in SORTINGS.items():
            menu.addAction(title).triggered.connect(lambda _=False, one=sorting: self.sort_by(one))
        self._sort.setMenu(menu)
        self.view = with_name(QListView(self), "inbox.list", tr("Manifests under audit"))
        self.view.setModel(self._model)
        self.view.setItemDelegate(_LinePainter(self._model, theme, self))
        self.view.setUniformItemSizes(True)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setProperty("role", "framed")
        self._next = with_name(QPushButton(tr("Next failed"), self), "inbox.next", role="primary")
        self._report = with_name(QPushButton(tr("Report…"), self), "inbox.report")
        self._add = with_name(QPushButton(tr("Add…"), self), "inbox.open")
        buttons = HBox(spacing=8).hold(self._next, self._report, self._add, STRETCH)
        VBox(self, margins=(4, 0, 0, 0), spacing=6).hold(head, chips, self.view, buttons)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self._next.clicked.connect(self.next_asked)
        self._report.clicked.connect(self.report_asked)
        self._add.clicked.connect(self.open_asked)

    def _chip(self, name: str, tip: str) -> QToolButton:
        font = self._theme.font(FontRole.SMALL)
        chip = with_name(QToolButton(self), name, tip=tip, role="chip", font=font)
        chip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return chip

    @property
    def only(self) -> Outcome | None:
        """The verdict that the list is narrowed to, None for all."""
        return next((one for one, chip in self._chips.items() if chip.isChecked()), None)

    def show_lines(self, lines: Sequence[InboxLine], shown: int) -> None:
        """Show an inbox; ``shown`` is the place of the manifest that is open."""
        self._lines, self._shown = tuple(lines), shown
        counts = Counter(line.outcome for line in lines)
        at = 0
        for outcome, chip in self._chips.items():
            count = counts[outcome]
            if count:
                self._grid.addWidget(chip, at // 2, at % 2)
                at += 1
            chip.setText(f"{OUTCOME_TITLES[outcome]} {count:,}")
            chip.setVisible(bool(count) and len(lines) > 1)
            if not count:
                chip.setChecked(False)
        self._grid.addWidget(self._sort, at // 2, at % 2)
        signed = sum(line.sign_off != tr("open") for line in lines)
        self._count.setText(count_line(lines))
        self._signed.setText(tr("{signed:,} of {all:,} decided", signed=signed, all=len(lines)))
        several = len(lines) > 1
        for part in (self._count, self._signed, self._sort, self._next, self._report):
            part.setVisible(several)
        self._next.setEnabled(bool(counts[Outcome.FAILED]))
        self._fill()

    def set_room(self, height: int) -> None:
        """Take so much of the column's height at most; what is in it says whether it needs it."""
        if height != self._room:
            self._room = height
            self._fill()

    def show_only(self, outcome: Outcome | None) -> None:
        """Narrow the list to a verdict, None for all."""
        for one, chip in self._chips.items():
            chip.setChecked(one is outcome)

    def sort_by(self, sorting: Sorting) -> None:
        """List the manifests in this order."""
        self.sorting = sorting
        self._fill()

    def _narrow(self, outcome: Outcome, *, on: bool) -> None:
        if on:
            for one, chip in self._chips.items():
                if one is not outcome:
                    chip.setChecked(False)
        self._fill()

    def _fill(self) -> None:
        only = self.only
        listed = in_order(self._lines, self.sorting)
        found = [line for line in listed if only is None or line.outcome is only]
        self._sort.setText(SORTINGS[self.sorting])
        self._moving = True
        self._model.show(found)
        row = next((at for at, line in enumerate(found) if line.place == self._shown), None)
        self.view.setVisible(bool(self._lines))
        rows = max(min(len(found), (self._room - grown(_AROUND)) // grown(_ROW)), _LEAST_ROWS)
        self.view.setFixedHeight(min(rows, max(len(found), 1)) * grown(_ROW) + 6)
        if row is None:
            self.view.clearSelection()
        else:
            self.view.setCurrentIndex(self._model.index(row))
        self._moving = False

    def _moved(self, now: QModelIndex) -> None:
        if not self._moving and now.isValid():
            self.chosen.emit(self._model.lines[now.row()].place)
