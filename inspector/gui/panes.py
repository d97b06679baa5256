"""Going round the panes of the window with the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


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
        target.setFocus(Qt.FocusReason.TabFocusReason)


def _holds(pane: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and (widget is pane or pane.isAncestorOf(widget))


def _entry(pane: QWidget) -> QWidget | None:
    """Return what takes the keyboard in a pane: what had it last, else the first that can."""
    last: QWidget | None = pane.focusWidget()
    if last is not None and _can_take(last):
        return last
    if _can_take(pane):
        return pane
    inside = pane.nextInFocusChain()
    while inside is not None and inside is not pane:
        if pane.isAncestorOf(inside) and _can_take(inside):
            return inside
        inside = inside.nextInFocusChain()
    return None


def _can_take(widget: QWidget) -> bool:
    by_key = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    return bool(by_key) and widget.isVisible() and widget.isEnabled()
