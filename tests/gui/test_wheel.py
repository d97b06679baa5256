"""A wheel turned over a window scrolls it, and changes nothing that is not being worked on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

from inspector import resources
from inspector.gui.lenses import LENSES
from inspector.gui.views.plot_canvas import PlotCanvas
from inspector.stages.window.view.ruler_view import RulerView
from tests.shared.screen import Screen

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
            return widget.view_range
        case QComboBox() | QTabBar():
            return widget.currentIndex()


# Every lens with the sample of the guide, and those that it leaves empty with their own.
FILLED = {
    "securities-fraud": [record.id for record in LENSES],
    "assembly": ["assembly"],
    "window": ["window"],
    "discipline": ["discipline"],
}


def test_no_widget_that_has_not_the_keyboard_takes_a_wheel(
    used_screen: Callable[..., Screen],
) -> None:
    screen = used_screen(lenses=LENSES)
    for sample, lenses in FILLED.items():
        screen.open(resources.resource_path(resources.sample_sessions()[sample]))
        turned = _turned_in(screen, lenses)
        assert len(turned) > (10 if len(lenses) > 1 else 0), sample


def _turned_in(screen: Screen, lenses: Sequence[str]) -> set[str]:
    """Turn the wheel over all that these lenses show; return what could have taken it."""
    turned: set[str] = set()
    for lens in lenses:
        screen.workspace.show_lens(lens)
        screen.settle()
        screen.window.setFocus()
        had, session = QApplication.focusWidget(), screen.session
        for widget in screen.window.findChildren(QWidget):
            if not widget.isVisible() or isinstance(widget, QScrollBar) or widget.hasFocus():
                continue
            holds = isinstance(widget, _HOLD)
            before = _held(widget) if holds else None
            _turned_over(widget)
            if holds:
                name = widget.objectName() or type(widget).__name__
                assert (name, _held(widget)) == (name, before)
                # Qt gives the keyboard to what takes it by the wheel, before the wheel is turned.
                assert widget.focusPolicy() is not Qt.FocusPolicy.WheelFocus, name
                turned.add(name)
        assert QApplication.focusWidget() is had
        assert screen.session is session
    return turned
