"""The command palette: type a few letters of a command or a thing, press Enter.

Finding commands by a few letters: what the command palette lists, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.gui.boxes import VBox, grown, text_label, with_name
from inspector.gui.commands import Choice, Command
from inspector.gui.controls import other_words
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line of the palette. ``id`` is the object name of the action it stands for."""

    id: str
    title: str
    place: str
    key: str
    help: str
    enabled: bool
    run: Callable[[], object]


def entries_of(
    commands: Iterable[Command],
    choices: Callable[[Command], Sequence[Choice]],
    run: Callable[[Command], object],
) -> tuple[PaletteEntry, ...]:
    """Return a line for each command, and for each choice of those that have choices.

    ``run`` does a command, or says why that is not possible.
    """
    found: list[PaletteEntry] = []
    for command in commands:
        title = command.title.rstrip("…")
        place = command.menu.title.replace("&", "") if command.menu else ""
        if command.run is not None:
            shown = command.title_now() if command.title_now else command.title
            key = command.keys[0] if command.keys else ""
            enabled = command.enabled()
            doing = partial(run, command)
            found.append(PaletteEntry(command.id, shown, place, key, command.help, enabled, doing))
        found += [
            PaletteEntry(
                id=f"{command.id}.{choice.id}",
                title=f"{title}: {choice.title}",
                place=place,
                key=choice.key or "",
                help=choice.help or command.help,
                enabled=True,
                run=choice.run,
            )
            for choice in choices(command)
        ]
    return tuple(found)


def matching(entries: Iterable[PaletteEntry], query: str) -> list[PaletteEntry]:
    """Return the entries in which every word of the query is found, the best first.

    A word may begin the title, begin a word of it, stand anywhere in it, or have its letters there
    in this order; it may also stand in the place or the help, or be one that people use beside the
    title's. What is called exactly so comes first, what cannot be done now last.
    """
    whole = query.casefold().strip()
    words = whole.split()
    ranked: list[tuple[int, bool, int, PaletteEntry]] = []
    for number, entry in enumerate(entries):
        also = other_words(entry.title)
        scores = [_score(word, entry, also) for word in words]
        if None not in scores:
            total = sum(score for score in scores if score is not None)
            total -= entry.title.rstrip("…").casefold() == whole
            ranked.append((total, not entry.enabled, number, entry))
    ranked.sort(key=lambda line: line[:3])
    return [line[-1] for line in ranked]


def _score(word: str, entry: PaletteEntry, also: str) -> int | None:
    """Say how well a word is found in an entry, 0 being best; None: not at all."""
    title = entry.title.casefold()
    if title.startswith(word):
        return 0
    if any(part.startswith(word) for part in title.replace(":", " ").split()):
        return 1
    if word in title:
        return 2
    if any(part.startswith(word) for part in also.casefold().split()):
        return 3
    if word in f"{entry.place} {entry.help}".casefold():
        return 4
    letters = iter(title)
    if len(word) > 1 and all(letter in letters for letter in word):
        return 6
    return None


_WIDTH, _ROW, _ROWS, _MARGIN = 600, 30, 10, 8
_AnyIndex = QModelIndex | QPersistentModelIndex


class _Lines(QAbstractListModel):
    """The entries that match, as Qt lists them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: list[PaletteEntry] = []

    def show(self, entries: list[PaletteEntry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: _AnyIndex = QModelIndex()) -> int:  # noqa: B008, N802  # Qt's
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.title, entry.key, entry.help) if part)
        return None


class _LinePainter(QStyledItemDelegate):
    """Paints title, menu and key of an entry into one line."""

    def __init__(self, model: _Lines, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _AnyIndex) -> QSize:  # noqa: N802
        return QSize(_WIDTH // 2, grown(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        entry = self._model.entries[index.row()]
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selected"))
            painter.drawRoundedRect(rect, 4, 4)
        inside = rect.adjusted(12, 0, -12, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._theme.font(FontRole.SMALL))
        painter.setPen(self._theme.color("muted"))
        key = QKeySequence(entry.key).toString(QKeySequence.SequenceFormat.NativeText)
        right = f"{entry.place}    {key}" if key else entry.place
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignRight, right)
        inside.setRight(inside.right() - painter.fontMetrics().horizontalAdvance(right) - 16)
        painter.setFont(self._theme.font(FontRole.BODY))
        painter.setPen(self._theme.color("text" if entry.enabled else "disabled"))
        title = painter.fontMetrics().elidedText(
            entry.title, Qt.TextElideMode.ElideRight, inside.width()
        )
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignLeft, title)
        painter.restore()


class CommandPalette(QFrame):
    """A list over the window that is there until a command is chosen or something else clicked.

    Object names: ``palette.query``, ``palette.list``, ``palette.help``.
    """

    def __init__(
        self,
        entries: Callable[[], Sequence[PaletteEntry]],
        find: Callable[[str], tuple[str, Sequence[PaletteEntry]]],
        theme: Theme,
        window: QWidget,
    ) -> None:
        """Take the commands, and what finds things: it returns the words to find, and entries."""
        super().__init__(window)
        theme.dress(self)
        with_name(self, "palette", tr("Commands"), role="popup")
        self._entries, self._find = entries, find
        self._all: Sequence[PaletteEntry] = ()
        self._before: QWidget | None = None
        self._model = _Lines(self)
        finding = tr("Find commands, cards, files and requests")
        self._query = with_name(QLineEdit(self), "palette.query", finding)
        self._query.setPlaceholderText(tr("Command, card, file or request"))
        self._query.installEventFilter(self)
        self._list = with_name(QListView(self), "palette.list", tr("What was found"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(_LinePainter(self._model, theme, self))
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._help = text_label("palette.help", self, role="muted")
        self._layout = VBox(
            self, margins=(_MARGIN, _MARGIN, _MARGIN, _MARGIN), spacing=_MARGIN
        ).hold(self._query, self._list, self._help)
        self._query.textChanged.connect(self._show_matching)
        self._query.returnPressed.connect(self.run_current)
        self._list.clicked.connect(self.run_current)
        self._list.selectionModel().currentChanged.connect(self._describe)
        self.hide()

    @property
    def shown(self) -> tuple[PaletteEntry, ...]:
        """The entries in the list."""
        return tuple(self._model.entries)

    def open(self) -> None:
        """Show the palette, empty, with all commands."""
        self._before = self.window().focusWidget()
        self._all = self._entries()
        self._query.clear()
        self._show_matching("")
        self.show()
        self.raise_()
        self._query.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_again(self) -> None:
        """Put the palette away and give the keyboard back to who had it."""
        if not self.isVisible():
            return
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def search(self, text: str) -> None:
        """List what matches a text, as if it had been typed."""
        self._query.setText(text)

    def run_current(self) -> None:
        """Put the palette away and do what is selected, if it can be done."""
        row = self._list.currentIndex().row()
        if not 0 <= row < len(self._model.entries) or not self._model.entries[row].enabled:
            return
        entry = self._model.entries[row]
        self.close_again()
        entry.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Move in the list with the keys of the query; go away when the keyboard goes."""
        if event.type() == QEvent.Type.FocusOut and not self._query.hasFocus():
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: _ROWS,
                Qt.Key.Key_PageUp: -_ROWS,
            }
            if event.key() in steps:
                self._move(steps[Qt.Key(event.key())])
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_again()
                return True
        return super().eventFilter(watched, event)

    def _move(self, by: int) -> None:
        last = len(self._model.entries) - 1
        row = max(0, min(last, self._list.currentIndex().row() + by))
        self._list.setCurrentIndex(self._model.index(row, 0))

    def _show_matching(self, text: str) -> None:
        wanted, things = self._find(text)
        commands = self._all if wanted == text else ()
        self._model.show(matching([*commands, *things], wanted))
        self._list.setCurrentIndex(self._model.index(0, 0))
        if not self._model.entries:
            self._help.setText(tr("Nothing has these words."))
        self._place()

    def _describe(self, index: QModelIndex) -> None:
        if index.isValid():
            entry = self._model.entries[index.row()]
            note = "" if entry.enabled else tr("Not possible now. ")
            self._help.setText(note + entry.help)

    def _place(self) -> None:
        """Be as high as the entries need, below the upper edge of the window."""
        window = self.window()
        width = min(grown(_WIDTH), window.width() - 4 * _MARGIN)
        row = grown(_ROW)
        rows = min(_ROWS, max(1, len(self._model.entries)))
        self._list.setFixedHeight(min(rows * row, max(row, window.height() // 2)))
        self._help.setFixedHeight(2 * self._help.fontMetrics().lineSpacing())
        self.resize(width, self._layout.totalSizeHint().height())
        self.move((window.width() - width) // 2, min(64, window.height() // 8))
