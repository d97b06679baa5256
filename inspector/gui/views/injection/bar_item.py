"""The budget bar as one item of a scene: it paints itself, and no more of it than changed."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from inspector.gui.views.injection.bar_paint import BarMarks, BarStyle, paint_bar
from inspector.present.injection.bar_geometry import BarGeometry


class BarItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The whole chart as one item."""

    def __init__(self) -> None:
        super().__init__()
        self.geometry: BarGeometry | None = None
        self.style: BarStyle | None = None
        self.marks = BarMarks()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # for what is exposed

    def show(self, geometry: BarGeometry, style: BarStyle) -> None:
        """Paint another chart from now on."""
        old, same_style = self.geometry, style is self.style
        self.geometry, self.style = geometry, style
        if old is None or _bounds(old) != _bounds(geometry):
            self.prepareGeometryChange()
        elif same_style and old.legend == geometry.legend:
            # The legend is a third of the chart, and stays as it is while the divider is dragged.
            self.update(self._without_legend())
            return
        self.update()

    def mark(self, marks: BarMarks) -> None:
        """Mark other things in the same chart."""
        if marks != self.marks:
            self.marks = marks
            self.update(self._without_legend())

    def _without_legend(self) -> QRectF:
        if self.geometry is None:
            return QRectF()
        entries = self.geometry.legend
        bottom = entries[0].top - 4 if entries else self.geometry.height
        return QRectF(0, 0, self.geometry.width, bottom)

    def boundingRect(self) -> QRectF:  # noqa: N802  # Qt's name
        """Return what the item covers."""
        return QRectF() if self.geometry is None else _bounds(self.geometry)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw what is to be drawn of the chart."""
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as every chart
        if self.geometry is not None and self.style is not None:
            exposed = QRectF(option.exposedRect)
            paint_bar(painter, self.geometry, self.style, self.marks, exposed)


def _bounds(geometry: BarGeometry) -> QRectF:
    return QRectF(0, 0, geometry.width, geometry.height)
