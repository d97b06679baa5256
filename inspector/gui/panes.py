"""Going round the panes of the window with the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.tab_order import focus, tab_stops, takes_tab


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


def _holds(pane: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and (widget is pane or pane.isAncestorOf(widget))


def _entry(pane: QWidget) -> QWidget | None:
    """Return what takes the keyboard in a pane: what had it last, else the first that can."""
    last: QWidget | None = pane.focusWidget()
    if last is not None and takes_tab(last):
        return last
    return next(iter(tab_stops(pane)), None)
