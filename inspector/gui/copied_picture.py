"""A chart or a table as a picture on the clipboard."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QGraphicsView, QWidget

from inspector.gui.focus_ring import Ring


def pictured(lens: QWidget | None) -> QWidget | None:
    """Return the chart or table that the keyboard is in, else the first chart that is seen.

    None where the lens shows neither.
    """
    if lens is None:
        return None
    widget = QApplication.focusWidget()
    while widget is not None and widget is not lens:
        if isinstance(widget, QGraphicsView | QAbstractItemView):
            return widget
        widget = widget.parentWidget()
    kinds: tuple[type[QWidget], ...] = (QGraphicsView, QAbstractItemView)
    for kind in kinds:
        for found in lens.findChildren(kind):
            if found.isVisible():
                return found
    return None


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
