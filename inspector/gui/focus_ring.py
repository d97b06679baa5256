"""A ring around what has the keyboard, wherever the style sheet draws none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import (
    QAbstractSpinBox,
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

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring: Ring | None = None
        theme.application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        # A ring goes with the widget that it lies over.
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None
        if new is not None and not isinstance(new, _SHOW_IT_THEMSELVES):
            self._ring = Ring(new, self._theme)
