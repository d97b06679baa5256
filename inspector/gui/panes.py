"""Going round the panes of the window, and moving the dividers between them, with the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

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
