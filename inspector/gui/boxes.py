"""Widgets with their names, side by side and below each other, each of it said in one call.

Their lengths grow with the texts, for rows, bars and fields would cut larger ones off. Boxes and
tabs to choose one of several things are left as they are by a wheel that is turned over a form, and
menus of what can be done with what is selected are made anew each time they are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction, QFont, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QLabel,
    QLayout,
    QMenu,
    QSplitter,
    QStyledItemDelegate,
    QTabBar,
    QToolButton,
    QWidget,
)

STRETCH = -1
"""Room that takes what is left, as a part of a line."""
USUAL = None
"""The margins of Qt's style."""

Margins = tuple[int, int, int, int]  # pixels: left, above, right, below
Part = (
    QWidget
    | QLayout
    | int
    | tuple[QWidget | QLayout, int]
    | tuple[QWidget | QLayout, int, Qt.AlignmentFlag]
)
"""A widget or another line, with its stretch and where it stands; a number is pixels of room."""


Named = TypeVar("Named", bound=QWidget)


def with_name(
    widget: Named,
    name: str = "",
    title: str = "",
    *,
    told: str = "",
    tip: str = "",
    role: str = "",
    font: QFont | None = None,
    margins: Margins | None = None,
) -> Named:
    """Return a widget that has got its object name, and the title that it is read aloud by.

    ``told`` is read beside that, ``tip`` shown where the pointer rests, ``role`` finds its style.
    """
    for value, set_value in (
        (name, widget.setObjectName),
        (title, widget.setAccessibleName),
        (told, widget.setAccessibleDescription),
        (tip, widget.setToolTip),
    ):
        if value:
            set_value(value)
    if role:
        widget.setProperty("role", role)
    if font is not None:
        widget.setFont(font)
    if margins is not None:
        widget.setContentsMargins(*margins)
    return widget


def text_label(
    name: str,
    parent: QWidget | None,
    text: str = "",
    *,
    wraps: bool = True,
    selectable: bool = False,
    **looks: Any,
) -> QLabel:
    """Return a label of some text, with what ``with_name`` gives; ``selectable`` can be copied.

    The text is never read as markup: names out of files may look like some.
    """
    label = QLabel(text, parent, wordWrap=wraps, textFormat=Qt.TextFormat.PlainText)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return with_name(label, name, **looks)


def tool_button(name: str, text: str, parent: QWidget, **looks: Any) -> QToolButton:
    """Return a button in a row of others, with what ``with_name`` gives; Tab comes to it."""
    button = QToolButton(parent)
    button.setText(text)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return with_name(button, name, **looks)


class _Line(QBoxLayout):
    """Holds its parts without margins, where no others are said. ``spacing`` is in pixels."""

    way = QBoxLayout.Direction.LeftToRight

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        margins: Margins | None = (0, 0, 0, 0),
        spacing: int | None = None,
    ) -> None:
        super().__init__(self.way, parent)
        if margins is not None:
            self.setContentsMargins(*margins)
        if spacing is not None:
            self.setSpacing(spacing)

    def hold(self, *parts: Part) -> Self:
        """Take more parts, and return itself."""
        for part in parts:
            if isinstance(part, int):
                self.addStretch(1) if part == STRETCH else self.addSpacing(part)
                continue
            what, how = (part[0], part[1:]) if isinstance(part, tuple) else (part, ())
            add: Any = self.addLayout if isinstance(what, QLayout) else self.addWidget
            add(what, *how)
        return self

    @classmethod
    def page(
        cls, *parts: Part, margins: Margins = (0, 0, 0, 0), spacing: int | None = None
    ) -> QWidget:
        """Return a widget that holds some parts so."""
        page = QWidget()
        cls(page, margins=margins, spacing=spacing).hold(*parts)
        return page


class HBox(_Line):
    """Parts side by side, in the direction of the language."""


class VBox(_Line):
    """Parts below each other."""

    way = QBoxLayout.Direction.TopToBottom


def clear(line: QLayout) -> None:
    """Let go of all widgets in a line, once nothing is done with them any more."""
    while (item := line.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def split(way: Qt.Orientation, sizes: Sequence[int], *parts: QWidget) -> QSplitter:
    """Return parts with a thin divider between them; ``sizes`` are theirs at first, in pixels."""
    made = QSplitter(way, handleWidth=1, childrenCollapsible=False)
    for part in parts:
        made.addWidget(part)
    made.setSizes(sizes)
    return made


_SCALE = "inspector-text-scale"  # property of the application, as its font is
_LENGTHS = "inspector-lengths"  # property of a widget


def grown(pixels: float) -> int:
    """Return a length at the present size of texts, in pixels."""
    app = QCoreApplication.instance()
    scale = None if app is None else app.property(_SCALE)
    return round(pixels * (scale or 1.0))


def grown_size(wide: int, high: int) -> QSize:
    """Return a size at the present size of texts, from that at 100 %, in pixels."""
    return QSize(grown(wide), grown(high))


def grow(widget: QWidget, **lengths: int) -> None:
    """Give a widget lengths, in pixels at 100 %, that follow the size of texts.

    They are named as Qt's setters are, without ``set``: ``fixedWidth``, ``fixedHeight``,
    ``minimumWidth``, ``minimumHeight``, ``maximumWidth``, ``maximumHeight``.
    """
    widget.setProperty(_LENGTHS, {**(widget.property(_LENGTHS) or {}), **lengths})
    _apply(widget)


def set_scale(app: QApplication, scale: float) -> None:
    """Have lengths grow by so much from now on."""
    app.setProperty(_SCALE, scale)


def grow_again(part: QWidget) -> None:
    """Give a widget and all below it their lengths at another size of texts."""
    for widget in (part, *part.findChildren(QWidget)):
        _apply(widget)


def _apply(widget: QWidget) -> None:
    for name, pixels in (widget.property(_LENGTHS) or {}).items():
        getattr(widget, f"set{name[:1].upper()}{name[1:]}")(grown(pixels))


class ChoiceBox(QComboBox):
    """A combo box that turns only where the keyboard is; a wheel does not bring it there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # whose rows the style sheet can pad

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


_CLOSER = 12  # pixels that a tab is narrower by beside others that are close


class TabBar(QTabBar):
    """Tabs that turn only where the keyboard is.

    They stand closer to each other where that brings more of them into sight.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDrawBase(False)
        self.setExpanding(False)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size in which they stand as far apart as they do where there is room."""
        hint = super().sizeHint()
        return hint + QSize(_CLOSER * self.count(), 0) if self.property("close") else hint

    def tabLayoutChange(self) -> None:  # noqa: N802  # Qt's name
        """Stand closer, or apart again."""
        super().tabLayoutChange()
        self._come_close()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Stand closer, or apart again."""
        super().resizeEvent(event)
        self._come_close()

    def _come_close(self) -> None:
        is_close = self.sizeHint().width() > self.width()
        if is_close != bool(self.property("close")):
            self.setProperty("close", is_close)
            self.style().unpolish(self)
            self.style().polish(self)
            QApplication.sendEvent(
                self, QEvent(QEvent.Type.StyleChange)
            )  # else Qt lays nothing out

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class PopUpMenu(QMenu):
    """Entries are named ``{name}.{entry}``. It goes when it is closed."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(
        self, entry: str, text: str, act: Callable[[], object], *, enabled: bool = True
    ) -> None:
        """Add an entry."""
        add_entry(self, f"{self.objectName()}.{entry}", text, act).setEnabled(enabled)


def add_entry(
    menu: QMenu, name: str, title: str, act: Callable[[], object], tip: str = ""
) -> QAction:
    """Add an entry to a menu; no letter of its title is marked as a key."""
    action = QAction(title.replace("&", "&&"), menu)
    action.setObjectName(name)
    action.setToolTip(tip)
    action.triggered.connect(lambda _checked=False: act())
    menu.addAction(action)
    return action


def empty(menu: QMenu) -> None:
    """Take all entries and lines out of a menu, and let go of its own.

    Qt's ``clear`` deletes them too, but of those that Qt made the Python object stays with the menu
    for as long as that lives, and menus are filled anew with every lens that is shown.
    """
    for action in menu.actions():
        menu.removeAction(action)
        if action.parent() is menu:
            action.setParent(None)
