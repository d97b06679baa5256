"""The Problems panel: every problem of loading and linting, each with its place and its fix."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QToolButton,
    QTreeView,
    QWidget,
)

from inspector.core.problems import Problem, Severity
from inspector.gui.boxes import STRETCH, HBox, VBox, grown, text_label, with_name
from inspector.gui.chart_objects import announce
from inspector.gui.table import paint_mark
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.palette import Shape
from inspector.present.problem_list import ProblemGroup, counted_severity, grouped

TITLES = (tr("Severity"), tr("Problem"), tr("Place"), tr("What to do"), tr("Action"))
_ACTION = len(TITLES) - 1
_EXCLUDE = tr("Exclude")
_WIDTHS = (104, 420, 220, 320, 90)
_SHAPES = {
    Severity.ERROR: Shape.STOP,
    Severity.WARNING: Shape.TRIANGLE,
    Severity.NOTE: Shape.RING,
}
_ICON = 14
_AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class ProblemModel(QAbstractItemModel):
    """Problems as rows; equal ones are one row with each of them below it."""

    def __init__(self, icon: Callable[[Severity], QIcon], parent: QObject) -> None:
        super().__init__(parent)
        self._icon = icon
        self.groups: tuple[ProblemGroup, ...] = ()
        self.may_exclude: Callable[[Problem], bool] = lambda _problem: False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order of the list."""
        return tuple(one for group in self.groups for one in group.problems)

    def show(self, groups: tuple[ProblemGroup, ...]) -> None:
        """Show other problems."""
        self.beginResetModel()
        self.groups = groups
        self.endResetModel()

    def place_of(self, problem: Problem) -> QModelIndex:
        """Return where a problem stands; invalid where it does not."""
        for row, group in enumerate(self.groups):
            if problem in group.problems:
                whole = self.index(row, 0)
                if len(group.problems) == 1:
                    return whole
                return self.index(group.problems.index(problem), 0, whole)
        return QModelIndex()

    def found(self, index: _AnyIndex) -> tuple[Problem, ...]:
        """Return the problems that a row stands for."""
        if not index.isValid():
            return ()
        whole = index.internalId()
        if whole:
            return (self.groups[whole - 1].problems[index.row()],)
        return self.groups[index.row()].problems

    # The internal id of a row below another is the number of that one, from 1.

    def index(self, row: int, column: int, parent: _AnyIndex = _ROOT) -> QModelIndex:
        """Return the place of a cell."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: _AnyIndex = _ROOT) -> QModelIndex:  # type: ignore[override]
        """Return the row that stands for a problem and its like."""
        whole = index.internalId() if index.isValid() else 0
        return self.createIndex(whole - 1, 0, 0) if whole else QModelIndex()

    def rowCount(self, parent: _AnyIndex = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return the number of rows, or of those below one."""
        if not parent.isValid():
            return len(self.groups)
        count = len(self.found(parent))
        return count if count > 1 and parent.column() == 0 else 0

    def columnCount(self, _parent: _AnyIndex = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return the number of columns."""
        return len(TITLES)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return TITLES[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell, or what is said about it."""
        group = ProblemGroup(self.found(index))
        problem = group.first
        may_exclude = len(group.problems) == 1 and self.may_exclude(problem)
        if role == Qt.ItemDataRole.DisplayRole:
            severity = problem.severity.value.capitalize()
            action = _EXCLUDE if may_exclude else ""
            place = str(group.place.without_folder)
            return (severity, group.message, place, problem.fix, action)[index.column()]
        if index.column() == _ACTION and may_exclude:
            if role == Qt.ItemDataRole.FontRole:
                font = QFont()
                font.setUnderline(True)
                return font
            if role == Qt.ItemDataRole.ToolTipRole:
                return tr("Keeps what holds the secret out of the session; undo brings it back.")
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = (group.message, problem.fix, str(group.place), problem.code)
            return "\n".join(part for part in parts if part)
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._icon(problem.severity)
        return None


class _ProblemList(QTreeView):
    """The rows. Enter goes to a problem, Ctrl+C copies the selected ones."""

    entered_with_keyboard = Signal()
    copied = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_with_keyboard.emit()
        else:
            super().keyPressEvent(event)


class ProblemsPanel(QWidget):
    """A bar that says how many problems there are, over a list that can be folded away.

    Object names: ``problems.toggle``, ``problems.counts``, ``problems.list``.
    """

    go_to = Signal(object)
    """The ``Problem`` whose place somebody wants to see."""
    exclude_asked = Signal(object)
    """The ``Problem`` whose subject somebody wants to keep out."""
    toggled = Signal()
    """The list was opened or folded away."""
    bar_changed = Signal()
    """The bar has another height."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self)
        self.setObjectName("problems")
        self._theme = theme
        self._icons: dict[Severity, QIcon] = {}
        self._toggle = with_name(QToolButton(self), "problems.toggle", role="fold")
        self._toggle.setCheckable(True)
        self._toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._toggle.toggled.connect(self._show_list)
        self._counts = text_label("problems.counts", self, role="muted", wraps=False)
        self._model = ProblemModel(self._icon, self)
        self._list = self._make_list()
        self._bar = bar = with_name(QWidget(self), role="bar-top")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        HBox(bar, margins=(8, 2, 12, 2)).hold(self._toggle, STRETCH, self._counts)
        VBox(self, spacing=0).hold(bar, (self._list, 1))
        self._list.hide()
        theme.changed.connect(self._repaint)
        theme.changed.connect(self.bar_changed)
        self.set_problems(())

    def _make_list(self) -> _ProblemList:
        made = with_name(_ProblemList(self), "problems.list", tr("Problems"))
        made.setModel(self._model)
        made.setRootIsDecorated(False)
        made.setUniformRowHeights(True)
        made.setAllColumnsShowFocus(True)
        made.setIndentation(grown(_ICON))
        made.setExpandsOnDoubleClick(False)
        made.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        made.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        made.header().setStretchLastSection(True)
        for section, width in enumerate(_WIDTHS):
            made.setColumnWidth(section, width)
        made.setColumnHidden(_ACTION, True)  # noqa: FBT003  # Qt's
        made.clicked.connect(self._follow_click)
        made.entered_with_keyboard.connect(lambda: self._follow_click(made.currentIndex()))
        made.copied.connect(self._copy)
        return made

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order of the list."""
        return self._model.problems

    @property
    def bar_height(self) -> int:
        """The height of the panel while the list is folded away, in pixels."""
        return self._bar.sizeHint().height()

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return self._toggle.isChecked()

    def set_open(self, *, is_open: bool) -> None:
        """Show the list, or fold it away."""
        self._toggle.setChecked(is_open)

    @property
    def current(self) -> Problem | None:
        """The problem that is selected; the first of those that one row stands for."""
        return self._current()

    def offer_exclusion(self, may_exclude: Callable[[Problem], bool]) -> None:
        """Offer to exclude the subjects of problems for which that is possible."""
        self._model.may_exclude = may_exclude

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems: errors first, then warnings and notes, else in their order."""
        severities, had = list(Severity), bool(self.problems)
        ordered = sorted(problems, key=lambda problem: severities.index(problem.severity))
        groups = grouped(ordered)
        if groups != self._model.groups:
            current, opened = self._current(), self._opened()
            self._model.show(groups)
            nothing = not any(map(self._model.may_exclude, ordered))
            self._list.setColumnHidden(_ACTION, nothing)
            self._list.setRootIsDecorated(len(groups) < len(ordered))
            for row, group in enumerate(groups):
                if _kind(group.first) in opened:
                    self._list.expand(self._model.index(row, 0))
            if current is not None:
                self._select(current)
        count = len(ordered)
        self._toggle.setText(tr("Problems  {count:,}", count=count) if count else tr("Problems"))
        self._toggle.setAccessibleName(tr("Problems: {count}", count=count))
        counted = _counted(ordered)
        if counted != self._counts.text():
            announce(self._toggle, counted)
        self._counts.setText(counted)
        self._repaint()
        if had != bool(ordered):
            self.bar_changed.emit()

    def show_problem(self, problem: Problem) -> None:
        """Open the list at a problem."""
        self.set_open(is_open=True)
        self._select(problem)
        self._list.setFocus()

    def step(self, by: int) -> None:
        """Go to the problem so many lines further, round and round."""
        problems, current = self.problems, self._current()
        if problems:
            at = -1 if current is None else problems.index(current)
            start = 0 if by > 0 else len(problems) - 1
            self._select(problems[start if at < 0 else (at + by) % len(problems)])
            self._go_to_current()

    def _current(self) -> Problem | None:
        return next(iter(self._model.found(self._list.currentIndex())), None)

    def _opened(self) -> set[object]:
        """Return of which kinds the single problems are shown."""
        rows = (self._model.index(row, 0) for row in range(len(self._model.groups)))
        return {_kind(self._model.found(row)[0]) for row in rows if self._list.isExpanded(row)}

    def _select(self, problem: Problem) -> None:
        flags = QItemSelectionModel.SelectionFlag
        index = self._model.place_of(problem)
        if not index.isValid():
            return
        self._list.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._list.scrollTo(index)

    def _go_to_current(self) -> None:
        problem = self._current()
        if problem is not None:
            self.go_to.emit(problem)

    def _follow_click(self, index: QModelIndex) -> None:
        problem = self._current()
        if len(self._model.found(index)) > 1:
            whole = index.siblingAtColumn(0)
            self._list.setExpanded(whole, not self._list.isExpanded(whole))
        elif index.column() == _ACTION and problem is not None and self._model.may_exclude(problem):
            self.exclude_asked.emit(problem)
        else:
            self._go_to_current()

    def _copy(self) -> None:
        rows = self._list.selectionModel().selectedRows()
        wanted = {one for row in rows for one in self._model.found(row)}
        QGuiApplication.clipboard().setText(
            "\n".join(map(str, filter(wanted.__contains__, self.problems)))
        )

    def _show_list(self) -> None:
        self._list.setVisible(self.is_open)
        self._point_arrow()
        self.toggled.emit()

    # Colours -----------------------------------------------------------------------------

    def _point_arrow(self) -> None:
        arrow = Qt.ArrowType.DownArrow if self.is_open else Qt.ArrowType.RightArrow
        if self.problems and not self.is_open:
            self._toggle.setArrowType(Qt.ArrowType.NoArrow)
            self._toggle.setIcon(self._icon(self.problems[0].severity))
        else:
            self._toggle.setArrowType(arrow)

    def _repaint(self) -> None:
        self._icons.clear()
        self._point_arrow()
        self._list.viewport().update()

    def _icon(self, severity: Severity) -> QIcon:
        if severity not in self._icons:
            ratio = self.devicePixelRatioF()
            icon = grown(_ICON)
            pixmap = QPixmap(round(icon * ratio), round(icon * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            rect = QRectF(0, 0, icon, icon).adjusted(1, 1, -1, -1)
            paint_mark(painter, rect, _SHAPES[severity], self._theme.color(severity.value))
            painter.end()
            self._icons[severity] = QIcon(pixmap)
        return self._icons[severity]


def _kind(problem: Problem) -> object:
    return problem.severity, problem.code, problem.place.file


def _counted(problems: Sequence[Problem]) -> str:
    parts = []
    for severity in Severity:
        count = sum(problem.severity is severity for problem in problems)
        if count:
            parts.append(counted_severity(severity, count))
    return " · ".join(parts)
