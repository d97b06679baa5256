"""The targets of a call: what there is, and a search for more among files and definitions.

Draws entries of a list on two lines: the name, and below it, smaller, what and where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.gui.boxes import HBox, VBox, clear, text_label, tool_button, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr
from inspector.session.store import Edit
from inspector.stages.builder.part import add_target_file, add_target_symbol
from inspector.stages.builder.target_search import TargetMatch, TargetRow, TargetSearch

DETAIL_ROLE = int(Qt.ItemDataRole.UserRole) + 7
"""The role of the second line."""

_SIDE, _TOP = 6, 3


class TwoLineDelegate(QStyledItemDelegate):
    """Draws in the theme's colours; both lines give way in their middle."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Any) -> QSize:  # noqa: N802  # Qt's
        """Return the height of two lines."""
        fonts = (self._theme.font(FontRole.BODY), self._theme.font(FontRole.SMALL))
        return QSize(80, sum(QFontMetrics(font).height() for font in fonts) + 2 * _TOP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        """Draw one entry."""
        colors = self._theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colors.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colors.raised))
        top = rect.top() + _TOP
        for role, font, color in (
            (Qt.ItemDataRole.DisplayRole, FontRole.BODY, colors.text),
            (DETAIL_ROLE, FontRole.SMALL, colors.muted),
        ):
            made = self._theme.font(font)
            metrics = QFontMetrics(made)
            text = str(index.data(role) or "")
            wide = rect.width() - 2 * _SIDE
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, wide)
            painter.setFont(made)
            painter.setPen(QColor(color))
            painter.drawText(rect.left() + _SIDE, top + metrics.ascent(), shown)
            top += metrics.height()
        painter.restore()


_ROWS = 6  # of what was found that are seen at once
_PAUSE = 60  # milliseconds without a key after which is searched


class _FoundModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: tuple[TargetMatch, ...] = ()

    def show(self, found: tuple[TargetMatch, ...]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: Any = QModelIndex()) -> int:  # noqa: N802, B008  # Qt's name
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        found = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return found.text
        if role in (DETAIL_ROLE, Qt.ItemDataRole.AccessibleDescriptionRole):
            return found.place
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{found.text}\n{found.place}"
        return None


class TargetsBox(QWidget):
    """Lists targets and finds others. It keeps no targets: what somebody wants is sent.

    Object names: ``targets.search``, ``targets.found``, ``targets.hint``, ``target.{n}`` for the
    rows and ``target.{n}.remove`` for their buttons.
    """

    changed = Signal(str, object)
    """The name of an undo step, and its edit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("targets")
        self._theme = theme
        self._search: TargetSearch | None = None
        self._rows: tuple[TargetRow, ...] = ()
        self._edit = with_name(QLineEdit(self), "targets.search", tr("Find a file or a symbol"))
        self._edit.setPlaceholderText(tr("Add a file or a symbol …"))
        self._edit.setClearButtonEnabled(True)
        self._edit.installEventFilter(self)
        self._model = _FoundModel(self)
        self._found = with_name(
            QListView(self), "targets.found", tr("Files and symbols that were found"), role="framed"
        )
        self._found.setModel(self._model)
        self._found.setItemDelegate(TwoLineDelegate(theme, self._found))
        self._found.setUniformItemSizes(True)
        self._found.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._found.hide()
        self._hint = text_label("targets.hint", self, role="muted", font=theme.font(FontRole.SMALL))
        self._list = VBox(spacing=2)
        VBox(self, margins=(10, 0, 0, 0), spacing=4).hold(
            self._list, self._edit, self._found, self._hint
        )
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._look)
        self._edit.textChanged.connect(lambda _text: self._pause.start())
        self._edit.returnPressed.connect(self._add_current)
        self._found.activated.connect(lambda index: self._add(index.row()))
        self._found.clicked.connect(lambda index: self._add(index.row()))
        self._say()

    def set_search(self, search: TargetSearch | None) -> None:
        """Search in another project from now on."""
        if search is not self._search:
            self._search = search
            self._look()

    def set_rows(self, rows: Sequence[TargetRow]) -> None:
        """Show these targets."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        clear(self._list)
        for place, row in enumerate(self._rows):
            self._list.addWidget(self._row(place, row))
        self._say()

    def look_for(self, text: str) -> None:
        """Search for a text, and give the keyboard to the search."""
        self._edit.setText(text)
        self._edit.setFocus()
        self._look()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        rows, self._rows = self._rows, ()
        self.set_rows(rows)

    def _row(self, place: int, row: TargetRow) -> QWidget:
        box = with_name(QWidget(self), f"target.{place}")
        name = _Elided(row.text, self._theme.font(FontRole.BODY), box)
        detail = _Elided(row.detail, self._theme.font(FontRole.SMALL), box)
        if row.missing:
            palette = detail.palette()
            palette.setColor(detail.foregroundRole(), QColor(self._theme.colors.error))
            detail.setPalette(palette)
        else:
            detail.setProperty("role", "muted")
        remove = tool_button(
            f"target.{place}.remove",
            "×",
            box,
            title=tr("Take {row} out of the targets", row=row.text),
            tip=tr("Take {row} out", row=row.text),
            role="small",
        )
        remove.clicked.connect(partial(self.changed.emit, tr("Remove a target"), row.remove))
        names = VBox(spacing=0).hold(name, detail)
        HBox(box, margins=(0, 2, 0, 2), spacing=4).hold(
            (names, 1), (remove, 0, Qt.AlignmentFlag.AlignTop)
        )
        return box

    def _look(self) -> None:
        self._pause.stop()
        text = self._edit.text()
        found = self._search.find(text) if self._search is not None else ()
        self._model.show(found)
        if found:
            self._found.setCurrentIndex(self._model.index(0))
            high = self._found.sizeHintForRow(0)
            self._found.setFixedHeight(min(len(found), _ROWS) * high + 8)
        self._found.setVisible(bool(found))
        self._say()

    def _say(self) -> None:
        text = self._edit.text().strip()
        if text and not self._model.found:
            self._hint.setText(
                tr("Nothing is called that. Return adds it as it is written.")
                if self._search is not None
                else tr("The project is not indexed yet. Return adds it as it is written.")
            )
        elif not self._rows and not text:
            self._hint.setText(tr("There are no targets. A diff needs a file or a symbol."))
        else:
            self._hint.setText("")
        self._hint.setVisible(bool(self._hint.text()))

    def _add_current(self) -> None:
        self._look()
        if self._model.found:
            self._add(max(self._found.currentIndex().row(), 0))
        elif self._edit.text().strip():
            text = self._edit.text().strip()
            is_path = "/" in text or self._search is None
            self._send(add_target_file(text) if is_path else add_target_symbol(text))

    def _add(self, row: int) -> None:
        if self._search is not None and row < len(self._model.found):
            self._send(self._search.edit(self._model.found[row]))

    def _send(self, edit: Edit) -> None:
        self._edit.clear()
        self._look()
        self.changed.emit(tr("Add a target"), edit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Walk through what was found with the keyboard in the search line."""
        if watched is self._edit and isinstance(event, QKeyEvent) and self._found.isVisible():
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step and event.type() is QEvent.Type.KeyPress:
                row = self._found.currentIndex().row() + step
                row = min(max(row, 0), len(self._model.found) - 1)
                self._found.setCurrentIndex(self._model.index(row))
                return True
        return super().eventFilter(watched, event)


class _Elided(QLabel):
    """A text that gives way in its middle, whole in its tooltip."""

    def __init__(self, text: str, font: Any, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = text
        with_name(self, title=text, font=font)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def resizeEvent(self, event: Any) -> None:  # noqa: N802  # Qt's name
        super().resizeEvent(event)
        mode = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(self._whole, mode, self.width()))
        self.setToolTip(self._whole if self.text() != self._whole else "")
