"""The layout of the window as plain JSON values, to be saved and put back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from inspector.gui.main_window import MainWindow
    from inspector.gui.problems_panel import ProblemsPanel

PROBLEMS_HEIGHT = 180
_GEOMETRY, _OPEN, _HEIGHT = "geometry", "problems_open", "problems_height"


def layout_of(window: MainWindow, problems: ProblemsPanel) -> dict[str, Any]:
    """Return how a window is laid out."""
    return {
        _GEOMETRY: window.saveGeometry().data().hex(),
        _OPEN: problems.is_open,
        _HEIGHT: window.problems_height,
    }


def restore_geometry(window: QMainWindow, saved: Mapping[str, Any]) -> None:
    """Put a window where it was, if that can be read and there is a screen there."""
    text = saved.get(_GEOMETRY)
    if isinstance(text, str):
        from PySide6.QtCore import QByteArray

        try:
            window.restoreGeometry(QByteArray(bytes.fromhex(text)))
        except ValueError:
            return


def problems_layout(saved: Mapping[str, Any]) -> tuple[bool, int]:
    """Return whether the list of problems is open, and its height in pixels."""
    height = saved.get(_HEIGHT)
    usable = isinstance(height, int) and 60 <= height <= 4000
    return saved.get(_OPEN) is True, height if usable and height else PROBLEMS_HEIGHT
