"""Two budgets becoming one before one's eyes: what a presentation of the budget bar begins with.

The budget bar as one item of a scene: it paints itself, and no more of it than changed.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from inspector.gui.views.drawing_view import ChartStyle
from inspector.stages.injection.bar_geometry import BarGeometry
from inspector.stages.injection.bar_parts import StripBox
from inspector.stages.injection.bar_strip import CARD_GROUPS, GROUPS
from inspector.stages.injection.view.bar_paint import BarMarks, paint_bar

_LASTS = 1_600  # milliseconds
_FILES = frozenset(("background", "inlined", "listed"))
_GONE = 0.7  # of the way; what the merging itself draws fades from here on

Stretch = tuple[float, float]  # from, to, in pixels


class BudgetsMerging(QGraphicsObject):
    """Lies over the rows of the one budget and goes away when it has become them."""

    def __init__(self) -> None:
        super().__init__()
        self._geometry: BarGeometry | None = None
        self._style: ChartStyle | None = None
        self._move = QVariantAnimation(self)
        self._move.setStartValue(0.0)
        self._move.setEndValue(1.0)
        self._move.setDuration(_LASTS)
        self._move.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._move.valueChanged.connect(lambda _way: self.update())
        self._move.finished.connect(self.end)
        self.hide()

    @property
    def under_way(self) -> bool:
        """Whether the two budgets are on their way."""
        return self._move.state() is QAbstractAnimation.State.Running

    def begin(self, geometry: BarGeometry, style: ChartStyle) -> None:
        """Start from two budgets; without two, or without room for one, there is nothing to see."""
        self._move.stop()
        if geometry.bar.before is None or geometry.divider is None:
            return
        self._move.start()
        self.show()
        self.follow(geometry, style)

    def follow(self, geometry: BarGeometry, style: ChartStyle) -> None:
        """Go on over another chart, where it is under way."""
        if not self.under_way:
            return
        if geometry.bar.before is None:
            self.end()
            return
        self.prepareGeometryChange()
        self._geometry, self._style = geometry, style
        self.update()

    def end(self) -> None:
        """Show the one budget as it is."""
        self._move.stop()
        self.hide()

    def boundingRect(self) -> QRectF:  # noqa: N802  # Qt's name
        """Return the rows from the two budgets to the end of the one."""
        found = self._geometry
        if found is None:
            return QRectF()
        top, last = found.box("before").top, found.box("filled")
        return QRectF(0, top, found.width, last.top + last.height - top)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw how far it is."""
        found, style = self._geometry, self._style
        if found is None or style is None:
            return
        way = float(self._move.currentValue())
        old, new = found.box("before"), found.box("filled")
        painter.setOpacity(1.0 if way < _GONE else (1.0 - way) / (1.0 - _GONE))
        bottom = old.top + old.height + 1
        below = QRectF(new.left, bottom, found.width - new.left, new.top + new.height - bottom)
        painter.fillRect(below, QColor(style.colors.base))
        top = old.top + (new.top - old.top) * way
        height = old.height + (new.height - old.height) * way
        for group, start, end in merging(old, new, way):
            fill = QColor(style.colors.parts[group].fill)
            painter.fillRect(QRectF(start, top, max(0.0, end - start - 1), height), fill)


def merging(old: StripBox, new: StripBox, way: float) -> list[tuple[str, float, float]]:
    """Return where cards, what is paid twice and files are on their way from one strip to another.

    ``way`` goes from 0 to 1; what is paid twice has no width at the end.
    """
    cards, files = _span(new, CARD_GROUPS), _span(new, _FILES)
    ends = {"knowledge": cards, "duplicated": (cards[1], cards[1]), "bucket": files}
    found = []
    for place in range(len(old.strip)):
        group = GROUPS[int(old.strip.groups[place])]
        start, end = old.edges(place)
        last = ends[group]
        found.append((group, start + (last[0] - start) * way, end + (last[1] - end) * way))
    return found


def _span(box: StripBox, groups: frozenset[str]) -> Stretch:
    """Return from where to where segments of some groups lie; an empty stretch where none is."""
    codes = [GROUPS.index(group) for group in groups]
    places = np.flatnonzero(np.isin(box.strip.groups, codes))
    if not len(places):
        return box.left, box.left
    return box.edges(int(places[0]))[0], box.edges(int(places[-1]))[1]


class BarItem(QGraphicsObject):
    """The whole chart as one item."""

    def __init__(self) -> None:
        super().__init__()
        self.geometry: BarGeometry | None = None
        self.style: ChartStyle | None = None
        self.marks = BarMarks()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # for what is exposed

    def paint_from(self, geometry: BarGeometry, style: ChartStyle) -> None:
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
