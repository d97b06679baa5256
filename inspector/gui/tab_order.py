"""Where Tab goes: through everything that takes the keyboard, in the order in which it is read.

The order is that of what is seen, found when a key is pressed. Qt's own chain follows the order in
which widgets were made, which is another one wherever parts are made late or put elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


def tab_stops(root: QWidget) -> list[QWidget]:
    """Return what Tab stops at in a widget, itself included: row by row, from left to right."""
    return _stops(root)


def step_focus(window: QWidget, by: int) -> bool:
    """Give the keyboard to the next stop (1) or the one before (-1); tell whether there is one."""
    stops = tab_stops(window)
    if not stops:
        return False
    place = _place(stops, QApplication.focusWidget())
    if place is None:
        place = -1 if by > 0 else 0
    back = Qt.FocusReason.BacktabFocusReason
    focus(stops[(place + by) % len(stops)], Qt.FocusReason.TabFocusReason if by > 0 else back)
    return True


def focus(widget: QWidget, reason: Qt.FocusReason) -> None:
    """Give the keyboard to a widget and bring it in sight."""
    widget.setFocus(reason)
    around = widget.parentWidget()
    while around is not None and not widget.isWindow():
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def _place(stops: Sequence[QWidget], focused: QWidget | None) -> int | None:
    """Return the place of what has the keyboard, or of the nearest stop around it."""
    while focused is not None:
        if focused in stops:
            return stops.index(focused)
        focused = focused.parentWidget()
    return None


def _stops(widget: QWidget) -> list[QWidget]:
    # Not `findChildren`: with it, widgets went when a wrapper that they belong to was collected.
    seen = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    inside = {child: stops for child in seen if (stops := _stops(child))}
    found = [widget] if takes_tab(widget) else []
    # Most have at most one child with stops in it: nothing is to be ordered then.
    for child in _in_reading_order(seen) if len(inside) > 1 else inside:
        found += inside.get(child, ())
    return found


def takes_tab(widget: QWidget) -> bool:
    """Whether the keyboard can be given to a widget itself, now and by Tab."""
    by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    proxy = widget.focusProxy()
    return bool(by_tab) and proxy is None and widget.isEnabled() and widget.isVisible()


def _in_reading_order(seen: list[QWidget]) -> Iterator[QWidget]:
    """Yield the children in sight. One stands in the row of another whose height it is in."""
    places = {child: child.geometry() for child in seen}
    left = sorted(seen, key=lambda child: (places[child].y(), places[child].x()))
    while left:
        # Also one without a height is in its own row.
        first = places[left[0]]
        bottom = max(first.bottom(), first.center().y())
        row = [child for child in left if places[child].center().y() <= bottom]
        row.sort(key=lambda child: places[child].x())
        yield from row
        left = [child for child in left if places[child].center().y() > bottom]
