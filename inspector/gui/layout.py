"""The layout of the window as plain JSON values, to be saved and put back.

Where a window may be: somewhere on a screen that is there, and no larger than it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from inspector.gui.main_window import MainWindow
    from inspector.gui.problems_panel import ProblemsPanel


_STRIP = 32  # pixels at the top that a window is moved by
_GRIP = 100  # pixels of the strip that have to be in sight


class Rect(NamedTuple):
    """A place on the desktop, in device-independent pixels."""

    x: int
    y: int
    width: int
    height: int


def on_screen(window: Rect, screens: Sequence[Rect]) -> Rect:
    """Return where a window goes that was there when other screens were.

    It stays as long as somebody can take hold of it at its top and it is no larger than the screen
    it is on. Else it goes to the screen that shows most of it, or to the first.
    """
    if not screens:
        return window
    best = max(screens, key=lambda screen: _shared(window, screen))
    fits = window.width <= best.width and window.height <= best.height
    if fits and any(_can_be_held(window, screen) for screen in screens):
        return window
    width, height = min(window.width, best.width), min(window.height, best.height)
    return Rect(
        max(best.x, min(window.x, best.x + best.width - width)),
        max(best.y, min(window.y, best.y + best.height - height)),
        width,
        height,
    )


def _can_be_held(window: Rect, screen: Rect) -> bool:
    strip = window._replace(height=_STRIP)
    return _shared(strip, screen) >= min(_GRIP, window.width) * _STRIP and (
        screen.y <= window.y <= screen.y + screen.height - _STRIP
    )


def _shared(one: Rect, other: Rect) -> int:
    """Return how many pixels two places share."""
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0, width) * max(0, height)


PROBLEMS_HEIGHT = 180
_GEOMETRY, _OPEN, _HEIGHT = "geometry", "problems_open", "problems_height"
_RECT, _MAXIMISED = "rect", "maximised"
_FAR = 1 << 20  # pixels; no desktop is that large


def layout_of(window: MainWindow, problems: ProblemsPanel) -> dict[str, Any]:
    """Return how a window is laid out."""
    rect = window.normalGeometry()
    return {
        _GEOMETRY: window.saveGeometry().data().hex(),
        _RECT: [rect.x(), rect.y(), rect.width(), rect.height()],
        _MAXIMISED: window.isMaximized(),
        _OPEN: problems.is_open,
        _HEIGHT: window.problems_height,
    }


def restore_geometry(window: QMainWindow, saved: Mapping[str, Any]) -> None:
    """Put a window where it was, maximised or not, if that can be read.

    One that was on a screen which is gone, or has become smaller, goes to one that is there.
    """
    text = saved.get(_GEOMETRY)
    if not isinstance(text, str):
        return
    from PySide6.QtCore import QByteArray, QRect, Qt

    try:
        restored = window.restoreGeometry(QByteArray(bytes.fromhex(text)))
    except ValueError:
        return
    rect = saved.get(_RECT)
    # Qt leaves everything out when the screens have other sizes than before.
    if not restored and _is_rect(rect):
        window.setGeometry(QRect(*rect))
        if saved.get(_MAXIMISED) is True:
            _put_on_screen(window)
            window.setWindowState(Qt.WindowState.WindowMaximized)
    if not window.windowState():
        _put_on_screen(window)


def maximise_where_too_large(window: QMainWindow) -> None:
    """Let a window that its screen cannot show whole take all of it; before it is shown."""
    from PySide6.QtCore import Qt

    room = window.screen().availableSize()
    if not window.windowState() and window.size().boundedTo(room) != window.size():
        window.setWindowState(Qt.WindowState.WindowMaximized)


def _put_on_screen(window: QMainWindow) -> None:
    from PySide6.QtGui import QGuiApplication

    first = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not first]
    places = [window.geometry(), *(screen.availableGeometry() for screen in (first, *others))]
    own, *there = (Rect(one.x(), one.y(), one.width(), one.height()) for one in places)
    window.setGeometry(*on_screen(own, there))


def _is_rect(value: object) -> TypeGuard[list[int]]:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(one, int) and abs(one) < _FAR for one in value)
        and min(value[2:]) > 0
    )


def problems_layout(saved: Mapping[str, Any]) -> tuple[bool, int]:
    """Return whether the list of problems is open, and its height in pixels."""
    height = saved.get(_HEIGHT)
    usable = isinstance(height, int) and 60 <= height <= 4000
    return saved.get(_OPEN) is True, height if usable and height else PROBLEMS_HEIGHT
