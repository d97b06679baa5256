"""A chart or a table as a picture on the clipboard, and what was copied, in a few words."""

from __future__ import annotations

from itertools import chain

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from inspector.gui.focus_ring import Ring
from inspector.gui.messages import Done, Messages
from inspector.gui.spoken import is_chart
from inspector.language import tr, tr_n


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
