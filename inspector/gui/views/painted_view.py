"""A chart that one item paints: what it covers, its marks, its tips, menu and focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QToolTip, QWidget

from inspector.core.text import in_markup


class Area(Protocol):
    """A geometry; sizes are in pixels."""

    @property
    def width(self) -> float:
        """The width of the chart."""

    @property
    def height(self) -> float:
        """The height of the chart."""


class PaintedItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The whole chart as one item, drawn by ``draw`` from a geometry, a style and marks."""

    def __init__(self, draw: Callable[[QPainter, Any, Any, Any], None], marks: object) -> None:
        super().__init__()
        self._draw = draw
        self.geometry: Area | None = None
        self.style: object = None
        self.marks = marks

    def show(self, geometry: Area, style: object) -> None:
        """Paint another chart from now on."""
        self.prepareGeometryChange()
        self.geometry, self.style = geometry, style
        self.update()

    def clear(self) -> None:
        """Paint nothing until there is another chart."""
        self.prepareGeometryChange()
        self.geometry = None
        self.update()

    def mark(self, marks: object) -> None:
        """Mark other things in the same chart."""
        if marks != self.marks:
            self.marks = marks
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802  # Qt's name
        """Return what the item covers."""
        if self.geometry is None:
            return QRectF()
        return QRectF(0, 0, self.geometry.width, self.geometry.height)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the chart."""
        # What is drawn on a scene follows the program's direction, not the view's.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if self.geometry is not None:
            self._draw(painter, self.geometry, self.style, self.marks)


class PaintedView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """Shows one item that paints itself. A chart's own view lays it out, and says what is hit."""

    menu_asked = Signal(QPoint)
    """A menu of what is selected is wanted, at a global position."""

    def __init__(self, item: PaintedItem, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self._item = item
        self.addItem(item)

    def text_at(self, position: QPoint) -> str:
        """Return what there is to say about a point, "" for nothing."""
        raise NotImplementedError

    def _mark(self) -> None:
        """Mark in the item what is selected, hovered and focused."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for a menu."""
        self.menu_asked.emit(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            text = self.text_at(event.pos())
            # Qt would take a text that looks like HTML for HTML.
            told = in_markup(text)
            shown = f'<span style="white-space: pre-wrap">{told}</span>' if text else ""
            QToolTip.showText(event.globalPos(), shown, self)
            return True
        return bool(super().viewportEvent(event))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._mark()
