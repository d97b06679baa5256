"""Going round the panes of the window, and moving the dividers between them, with the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from inspector.gui.columns import ThreeColumns
from inspector.gui.commands import Command, CommandId, Menu
from inspector.gui.lens import LensWidget
from inspector.gui.tab_order import focus, tab_stops, takes_tab
from inspector.language import tr


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


def pane_commands(
    step: Callable[[int], None], lens: Callable[[], LensWidget | None]
) -> Iterator[Command]:
    """Yield the commands that go from pane to pane, move a divider, and fold a column away."""
    said = (
        (
            CommandId.NEXT_PANE,
            tr("Next pane"),
            tr("Gives the keyboard to the next part of the window."),
            partial(step, 1),
            "F6",
        ),
        (
            CommandId.PREVIOUS_PANE,
            tr("Previous pane"),
            tr("Gives the keyboard to the part of the window before."),
            partial(step, -1),
            "Shift+F6",
        ),
        (
            CommandId.LARGER_PANE,
            tr("Larger pane"),
            tr("Moves the divider beside the pane with the keyboard: it becomes larger."),
            partial(resize_pane, 1),
            "Ctrl+F6",
        ),
        (
            CommandId.SMALLER_PANE,
            tr("Smaller pane"),
            tr("Moves the divider beside the pane with the keyboard: it becomes smaller."),
            partial(resize_pane, -1),
            "Ctrl+Shift+F6",
        ),
    )
    for command, title, tip, run, key in said:
        yield Command(command, title, tip, run, menu=Menu.VIEW, group=1, keys=(key,))

    def columns() -> ThreeColumns | None:
        return None if (shown := lens()) is None else shown.columns

    def toggle(outer: int) -> None:
        if (found := columns()) is not None:
            found.toggle(outer)

    def is_open(outer: int) -> bool:
        return (found := columns()) is not None and found.is_open(outer)

    for command, title, tip, outer, key in (
        (
            CommandId.INPUTS_PANE,
            tr("Inputs"),
            tr("Shows or hides the inputs of the lens."),
            0,
            "F7",
        ),
        (CommandId.WHY_PANE, tr("Why"), tr("Shows or hides the reasons."), 2, "Shift+F7"),
    ):
        yield Command(
            command,
            title,
            tip,
            partial(toggle, outer),
            menu=Menu.VIEW,
            group=2,
            keys=(key,),
            enabled=lambda: columns() is not None,
            checked=partial(is_open, outer),
        )


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
