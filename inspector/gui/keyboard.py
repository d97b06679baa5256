"""Where keys go: Tab in reading order, F6 round the panes, shortcuts past the fields, and the ring.

Tab goes through everything that takes the keyboard, in the order of what is seen, found when the
key is pressed. Qt's own chain follows the order in which widgets were made, which is another one
wherever parts are made late or put elsewhere. The ring is drawn around what got the keyboard by
keys, wherever the style sheet draws none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from inspector.gui.theme import Theme


def step_focus(window: QWidget, by: int) -> bool:
    """Give the keyboard to the next stop (1) or the one before (-1); tell whether there is one."""
    stops = tab_stops(window)
    if not stops:
        return False
    place = _place(stops, QApplication.focusWidget())
    if place is None:
        place = -1 if by > 0 else 0
    back = Qt.FocusReason.BacktabFocusReason
    focus(stops[(place + by) % len(stops)], Qt.FocusReason.TabFocusReason if by > 0 else back)
    return True


def focus(widget: QWidget, reason: Qt.FocusReason) -> None:
    """Give the keyboard to a widget and bring it in sight."""
    widget.setFocus(reason)
    around = widget.parentWidget()
    while around is not None and not widget.isWindow():
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def _place(stops: Sequence[QWidget], focused: QWidget | None) -> int | None:
    """Return the place of what has the keyboard, or of the nearest stop around it."""
    while focused is not None:
        if focused in stops:
            return stops.index(focused)
        focused = focused.parentWidget()
    return None


def tab_stops(widget: QWidget) -> list[QWidget]:
    """Return what Tab stops at in a widget, itself included: row by row, from left to right."""
    # Not `findChildren`: with it, widgets went when a wrapper that they belong to was collected.
    seen = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    inside = {child: stops for child in seen if (stops := tab_stops(child))}
    found = [widget] if takes_tab(widget) else []
    # Most have at most one child with stops in it: nothing is to be ordered then.
    for child in _in_reading_order(seen) if len(inside) > 1 else inside:
        found += inside.get(child, ())
    return found


def takes_tab(widget: QWidget) -> bool:
    """Whether the keyboard can be given to a widget itself, now and by Tab."""
    by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    proxy = widget.focusProxy()
    return bool(by_tab) and proxy is None and widget.isEnabled() and widget.isVisible()


def _in_reading_order(seen: list[QWidget]) -> Iterator[QWidget]:
    """Yield the children in sight. One stands in the row of another whose height it is in."""
    places = {child: child.geometry() for child in seen}
    left = sorted(seen, key=lambda child: (places[child].y(), places[child].x()))
    while left:
        # Also one without a height is in its own row.
        first = places[left[0]]
        bottom = max(first.bottom(), first.center().y())
        row = [child for child in left if places[child].center().y() <= bottom]
        row.sort(key=lambda child: places[child].x())
        yield from row
        left = [child for child in left if places[child].center().y() > bottom]


def step_pane(panes: Sequence[QWidget], by: int) -> None:
    """Give the keyboard to the next pane that is in sight and can take it (or, -1, the last)."""
    usable = [pane for pane in panes if pane.isVisible() and _entry(pane) is not None]
    if not usable:
        return
    focused = QApplication.focusWidget()
    place = next(
        (number for number, pane in enumerate(usable) if _holds(pane, focused)),
        -1 if by > 0 else 0,
    )
    target = _entry(usable[(place + by) % len(usable)])
    if target is not None:
        focus(target, Qt.FocusReason.TabFocusReason)


_STEP = 32  # pixels that a divider moves


def resize_pane(by: int) -> None:
    """Make the pane that has the keyboard larger (or, -1, smaller), and the one beside it give way.

    Where it stands in another, the inner one is resized; nothing becomes smaller than it can be.
    """
    pane = QApplication.focusWidget()
    while pane is not None and not _gives_way(pane.parentWidget(), pane):
        pane = pane.parentWidget()
    if pane is None:
        return
    split = pane.parentWidget()
    assert isinstance(split, QSplitter)
    sizes, place = split.sizes(), split.indexOf(pane)
    open_ = [at for at, size in enumerate(sizes) if size and at != place]
    beside = min(open_, key=lambda at: abs(at - place))
    sizes[place] += by * _STEP
    sizes[beside] -= by * _STEP
    if min(sizes[place], sizes[beside]) >= _STEP:  # a pane that has the keyboard is not folded
        split.setSizes(sizes)
        split.splitterMoved.emit(sum(sizes[:place]), max(place, beside))


def _gives_way(split: QWidget | None, pane: QWidget) -> bool:
    """Whether a pane stands beside an open one in what divides them."""
    return isinstance(split, QSplitter) and any(
        size for at, size in enumerate(split.sizes()) if at != split.indexOf(pane)
    )


def _holds(pane: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and (widget is pane or pane.isAncestorOf(widget))


def _entry(pane: QWidget) -> QWidget | None:
    """Return what takes the keyboard in a pane: what had it last, else the first that can."""
    last: QWidget | None = pane.focusWidget()
    if last is not None and takes_tab(last):
        return last
    return next(iter(tab_stops(pane)), None)


_OF_THE_STORY = frozenset(
    {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
)
_BESIDE_THE_ARROWS = Qt.KeyboardModifier.KeypadModifier  # arrow keys carry it on some systems


WRITES_AT_ONCE = "inspector-writes-at-once"
"""The property of a field that is shown to be written in, and so need not be clicked first."""


class FieldKeys(QObject):
    """Follows the keyboard. Fields take some keys to themselves even where they cannot use them.

    Undo and redo are the field's while it has something of its own to undo. The keys of a story
    that is told are a text field's once it was clicked, and nobody else's.
    """

    def __init__(self, tells_story: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._tells_story = tells_story
        self._watched: tuple[QWidget, ...] = ()
        self._text: QLineEdit | QPlainTextEdit | QTextEdit | None = None
        self._was_clicked = False

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Watch what has got the keyboard, and only that."""
        if any(one is old for one in self._watched):  # else they may have ended
            for widget in self._watched:
                widget.removeEventFilter(self)
        self._text = None
        self._was_clicked = new is not None and bool(new.property(WRITES_AT_ONCE))
        if isinstance(new, QLineEdit | QPlainTextEdit | QTextEdit):
            self._text = new
        elif isinstance(new, QAbstractSpinBox | QComboBox):
            self._text = new.findChild(QLineEdit)
        # A click into a field that counts reaches the text in it alone.
        watched = dict.fromkeys((new, self._text))
        self._watched = tuple(one for one in watched if one is not None)
        for widget in self._watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Decline keys on the field's behalf, so that they do what the menu says."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._was_clicked = True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            asks_undo, asks_redo = event.matches(keys.Undo), event.matches(keys.Redo)
            can_undo, can_redo = self._own_history()
            if (
                (asks_undo and not can_undo)
                or (asks_redo and not can_redo)
                or self._is_of_the_story(event)
            ):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _is_of_the_story(self, event: QKeyEvent) -> bool:
        """Say whether a key steps through a story, whatever has the keyboard."""
        if event.key() not in _OF_THE_STORY or event.modifiers() & ~_BESIDE_THE_ARROWS:
            return False
        writes = self._text is not None and not self._text.isReadOnly() and self._was_clicked
        return self._tells_story() and not writes

    def _own_history(self) -> tuple[bool, bool]:
        """Say whether the field's own text can be undone and redone."""
        text = self._text
        if text is None:
            return False, False
        if isinstance(text, QLineEdit):
            return text.isUndoAvailable(), text.isRedoAvailable()
        return text.document().isUndoAvailable(), text.document().isRedoAvailable()


_TAB = Qt.FocusPolicy.TabFocus.value
_BY_MOUSE = "inspector-focus-by-mouse"

WIDTH = 2
"""Pixels, as wide as the borders that the style sheet draws."""

_SHOW_IT_THEMSELVES = (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTextEdit,
    QToolButton,
)


def is_by_keys() -> bool:
    """Whether what has the keyboard got it by keys, and so shows that; a click says it itself."""
    app = QApplication.instance()
    return app is None or not app.property(_BY_MOUSE)


def leave_clicks(part: QWidget) -> None:
    """Have the buttons of a part take the keyboard by Tab alone, not by a click."""
    for button in part.findChildren(QAbstractButton):
        if button.focusPolicy() is Qt.FocusPolicy.StrongFocus:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class Ring(QWidget):
    """Lies over a widget along its edges, and lets everything else through."""

    def __init__(self, around: QWidget, theme: Theme) -> None:
        super().__init__(around)
        self.setObjectName("focus-ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        around.installEventFilter(self)
        self._fit()
        self.show()
        self.raise_()

    def _fit(self) -> None:
        around = self.parentWidget()
        if around is None:
            return
        whole = around.rect()
        self.setGeometry(whole)
        # What is not in the mask scrolls below it as if nothing lay there.
        inside = whole.adjusted(WIDTH, WIDTH, -WIDTH, -WIDTH)
        self.setMask(QRegion(whole).subtracted(QRegion(inside)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Stay as large as what it lies over."""
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the ring."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.colors.accent))


class FocusRing(QObject):
    """Puts a ring around whatever gets the keyboard in any window, and takes the last one away."""

    def __init__(self, theme: Theme, window: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        leave_clicks(window)
        window.setFocus(Qt.FocusReason.OtherFocusReason)  # Tab goes on from there
        self._theme = theme
        self._ring: Ring | None = None
        self._window, self._last = window, window
        self._last_by_mouse = False
        theme.application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        # A ring goes with the widget that it lies over.
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None
        app, none = self._theme.application, Qt.MouseButton.NoButton
        by_mouse = app.mouseButtons() is not none
        if new is not None and new.window() is self._window:
            # What gets the keyboard back with its window got it as it did before.
            by_mouse = by_mouse or (new is self._last and self._last_by_mouse)
            self._last, self._last_by_mouse = new, by_mouse
        app.setProperty(_BY_MOUSE, by_mouse)
        shown = new is not None and not isinstance(new, _SHOW_IT_THEMSELVES) and is_by_keys()
        if shown and new is not None and new.focusPolicy().value & _TAB:
            self._ring = Ring(new, self._theme)
