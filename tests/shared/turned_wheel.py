"""A wheel turned over a window scrolls it, and changes nothing that is not being worked on."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QSlider,
    QTabBar,
    QWidget,
)

from inspector.gui.views.plot_canvas import PlotCanvas
from inspector.stages.window.view.ruler_view import RulerView

_HOLD = (QComboBox, QAbstractSpinBox, QSlider, QTabBar, PlotCanvas, RulerView)


def _turned_over(widget: QWidget) -> None:
    place = QPointF(widget.rect().center())
    event = QWheelEvent(
        place, widget.mapToGlobal(place), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003  # Qt's
    )  # fmt: skip
    QCoreApplication.sendEvent(widget, event)


def _held(widget: QWidget) -> Any:
    """Return what a widget stands at."""
    match widget:
        case QAbstractSpinBox():
            return widget.text()
        case QSlider():
            return widget.value()
        case PlotCanvas():
            return [field.across for field in widget.fields]
        case RulerView():
            return widget.geometry_now and widget.geometry_now.view
        case QComboBox() | QTabBar():
            return widget.currentIndex()


def taken(window: QWidget) -> tuple[list[str], int]:
    """Turn the wheel over all that is shown; return what took it, and how many could have."""
    wrong: list[str] = []
    turned = 0
    window.setFocus()
    had = QApplication.focusWidget()
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, QScrollBar) or widget.hasFocus():
            continue
        before = _held(widget)
        _turned_over(widget)
        if isinstance(widget, _HOLD):
            turned += 1
            # Qt gives the keyboard to what takes it by the wheel, before the wheel is turned.
            by_wheel = widget.focusPolicy() is Qt.FocusPolicy.WheelFocus
            if by_wheel or _held(widget) != before:
                wrong.append(widget.objectName() or type(widget).__name__)
    if QApplication.focusWidget() is not had:
        wrong.append("the keyboard")
    return wrong, turned
