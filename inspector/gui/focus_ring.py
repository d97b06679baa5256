"""A ring around what got the keyboard by keys, wherever the style sheet draws none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from inspector.gui.theme import Theme

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
