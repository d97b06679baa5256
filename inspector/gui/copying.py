"""What is copied: the run as a command line, a chart or a table as a picture."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from inspector.gui.chart_objects import is_chart
from inspector.gui.focus_ring import Ring
from inspector.gui.messages import Done, Messages
from inspector.language import tr, tr_n
from inspector.session.session import Session


def run_line(session: Session, saved: Session | None, path: Path | None, *, sample: bool) -> str:
    """Return the command that runs ``session``; "" where its file has to be saved before.

    ``saved`` is the session as its file ``path`` has it. Changes of the policy and another
    strategy become options; other changes are in no option.
    """
    if saved is None or path is None:
        return ""
    same = all(
        getattr(session, part) is getattr(saved, part) or getattr(session, part) == old
        for part, old in (
            ("candidates", saved.candidates),
            ("request", saved.request),
            ("settings", saved.settings),
            ("overrides", saved.overrides),
        )
    )
    if not same:
        return ""
    words = ["inspector", "run", f"sample:{path.parent.name}" if sample else str(path)]
    if session.strategy is not saved.strategy:
        words += ["--strategy", session.strategy.value]
    old, new = saved.policy.model_dump(), session.policy.model_dump()
    for field, value in new.items():
        if value != old[field]:
            words += ["--set", f"{field}={value}"]
    return shlex.join(words)


def pictured(lens: QWidget | None) -> QWidget | None:
    """Return the chart or table that the keyboard is in, else the first chart that is seen.

    None where the lens shows neither.
    """
    if lens is None:
        return None
    widget = QApplication.focusWidget()
    while widget is not None and widget is not lens:
        if is_chart(widget) or isinstance(widget, QAbstractItemView):
            return widget
        widget = widget.parentWidget()
    seen = [one for one in lens.findChildren(QWidget) if one.isVisible()]
    charts = (one for one in seen if is_chart(one))
    tables = (one for one in seen if isinstance(one, QAbstractItemView))
    return next(chain(charts, tables), None)


def copy_picture(lens: QWidget | None) -> bool:
    """Put a chart or table, as it is seen, on the clipboard; tell whether there is one."""
    widget = pictured(lens)
    if widget is None:
        return False
    ring = widget.findChild(Ring)
    if ring is not None:
        ring.hide()  # where the keyboard is belongs into no picture
    QGuiApplication.clipboard().setPixmap(widget.grab())
    if ring is not None:
        ring.show()
    return True


class CopyWatch(QObject):
    """Says what was copied in a window, whatever it was copied by, without its contents."""

    def __init__(self, window: QWidget, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._messages = messages
        QGuiApplication.clipboard().dataChanged.connect(self._say)

    def _say(self) -> None:
        clipboard = QGuiApplication.clipboard()
        # Off the screen nobody else copies, and the system does not tell whose it is.
        is_ours = clipboard.ownsClipboard() or QGuiApplication.platformName() == "offscreen"
        if is_ours and self._window.isActiveWindow():
            said = _counted(clipboard.text(), clipboard.pixmap())
            if said:
                self._messages.say(Done(said))


def _counted(text: str, picture: QPixmap) -> str:
    """Say how much was copied, "" for nothing."""
    if not picture.isNull():
        return tr(
            "Copied a picture of {wide} × {high} pixels.",
            wide=picture.width(),
            high=picture.height(),
        )
    lines = len(text.splitlines())
    return tr_n("Copied 1 line.", "Copied {lines:,} lines.", lines, lines=lines) if lines else ""
