"""One panel of a plot, drawn by pyqtgraph: its axes, and an item for each mark.

Like in the SVG file, a column of pixels shows what is so at its middle: whatever is zoomed into is
exact, and no curve has more corners than there are pixels.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSimpleTextItem

from inspector.core.arrays import Float64
from inspector.core.text import in_markup
from inspector.gui.views.chart_view import OLD
from inspector.gui.views.painting import ChartStyle
from inspector.present.drawing import color_of
from inspector.present.plot import (
    AxisStretch,
    Curve,
    Dash,
    Panel,
    Plot,
    Ribbon,
    Scale,
    Spot,
    spot_near,
    title_places,
)
from inspector.present.plot_svg import FOOT, FOOT_SHADE, SHADE, SPOT

_TICKS_APART, _LEVELS_APART = 90, 26
CLOSEST = 1e-4
"""What part of an axis can be zoomed into, at least."""
TITLES_ABOVE = 1000
"""The order of titles above what is drawn in a panel."""
_STYLES = {
    Dash.SOLID: Qt.PenStyle.SolidLine,
    Dash.DASHED: Qt.PenStyle.DashLine,
    Dash.DOTTED: Qt.PenStyle.DotLine,
    Dash.DASH_DOTTED: Qt.PenStyle.DashDotLine,
}


def line_pen(style: ChartStyle, color: str, width: float, dash: Dash = Dash.SOLID) -> QPen:
    """Return how a line is drawn."""
    pen = QPen(QColor(color_of(style.colors, color)), width, _STYLES[dash])
    pen.setCosmetic(True)  # else its width would be in numbers of the axes
    return pen


def _shade(one: Ribbon | AxisStretch, style: ChartStyle, times: float = 1) -> QColor:
    """Return what an area is filled with."""
    ink = QColor(color_of(style.colors, one.color))
    at_foot = isinstance(one, AxisStretch) and one.at_foot
    ink.setAlphaF(FOOT_SHADE if at_foot else min(1.0, SHADE[type(one)] * times))
    return ink


def paint_sample(
    style: ChartStyle, one: Curve | Ribbon | AxisStretch, painter: QPainter, area: QRectF
) -> None:
    """Draw what a line or an area looks like into its place in a legend."""
    middle = area.center().y()
    if isinstance(one, Curve):
        painter.setPen(line_pen(style, one.color, one.width, one.dash))
        painter.drawLine(QLineF(area.left(), middle, area.right(), middle))
        return
    if isinstance(one, AxisStretch) and one.at_foot:
        area = QRectF(area.left(), middle - FOOT / 2, area.width(), FOOT)
    painter.fillRect(area, _shade(one, style, times=2))


class _Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """An axis whose round numbers are those of the SVG file."""

    def __init__(self, side: str, scale: Scale, apart: int) -> None:
        super().__init__(side)
        self.enableAutoSIPrefix(False)  # noqa: FBT003  # pyqtgraph's
        self._scale, self._apart = scale, apart

    def tickValues(self, low: float, high: float, size: float) -> list[Any]:  # noqa: N802
        """Return the distance of the labelled numbers and the numbers, as pyqtgraph asks."""
        ticks = self._scale.ticks(low, high, size // self._apart)
        apart = min((b - a for a, b in pairwise(ticks)), default=1.0)
        return [(apart, list(ticks))]

    def tickStrings(  # noqa: N802  # pyqtgraph's name
        self, values: list[float], _scale: float, _spacing: float
    ) -> list[str]:
        """Return how numbers are written."""
        return [self._scale.text(value) for value in values]


class PlotField:
    """One panel: pyqtgraph's plot of it, and the items of the marks by their keys."""

    def __init__(self, panel: Panel, plot: Plot, style: ChartStyle, *, last: bool) -> None:
        self.panel = panel
        self._scale = plot.scale
        self._style = style
        self.left = left = _Axis("left", panel.scale, _LEVELS_APART)
        self.below = below = _Axis("bottom", plot.scale, _TICKS_APART)
        # Not pyqtgraph's PlotItem, which brings menus and forms of its own.
        self.box = pg.ViewBox(enableMenu=False, defaultPadding=0)
        for axis in (left, below):
            axis.linkToView(self.box)
        self.box.setMouseEnabled(x=True, y=panel.zooms)
        ends, levels = plot.scale.ends, panel.scale.ends
        limits = {"xMin": ends[0], "xMax": ends[1], "minXRange": _least(plot.scale)}
        if panel.zooms:
            limits |= {"yMin": levels[0], "yMax": levels[1], "minYRange": _least(panel.scale)}
        self.box.setLimits(**limits)
        below.setStyle(showValues=last, hideOverlappingLabels=False)
        left.setStyle(hideOverlappingLabels=False)
        for axis, scale, shown in ((left, panel.scale, True), (below, plot.scale, last)):
            axis.setPen(QPen(QColor(style.colors.edge), 1))
            axis.setTextPen(QPen(QColor(style.colors.muted), 1))
            axis.setTickFont(style.font)
            axis.label.setFont(style.font)
            if shown and scale.title:
                axis.setLabel(in_markup(scale.title), color=style.colors.muted)
        left.setWidth(_wide(plot, style))
        self.items: dict[str, Any] = {}
        self._add_grounds()
        for curve in panel.curves:
            pen = line_pen(style, curve.color, curve.width, curve.dash)
            self._add(curve.key, pg.PlotCurveItem(stepMode="right", pen=pen))
        self.spots = pg.ScatterPlotItem(size=2 * SPOT, antialias=True)
        self.box.addItem(self.spots, ignoreBounds=True)
        self._titles = [self._title(spot) for spot in panel.spots if spot.title]

    def _add(self, key: str, item: Any) -> None:
        self.items[key] = item
        self.box.addItem(item, ignoreBounds=True)

    def _add_grounds(self) -> None:
        for one in self.panel.stretches:
            item = pg.LinearRegionItem(
                (one.low, one.high),
                movable=False,
                brush=_shade(one, self._style),
                pen=QPen(Qt.PenStyle.NoPen),
            )
            item.setZValue(-20)
            self._add(one.key, item)
        for ribbon in self.panel.ribbons:
            path = QGraphicsPathItem()
            path.setPen(QPen(Qt.PenStyle.NoPen))
            path.setBrush(_shade(ribbon, self._style))
            path.setZValue(-10)
            self._add(ribbon.key, path)

    def _title(self, spot: Spot) -> tuple[Spot, QGraphicsSimpleTextItem]:
        text = QGraphicsSimpleTextItem(spot.title, self.box)
        text.setFont(self._style.font)
        text.setBrush(QColor(color_of(self._style.colors, spot.color)))
        text.setZValue(TITLES_ABOVE)
        return spot, text

    @property
    def across(self) -> tuple[float, float]:
        """The numbers of the axis that are in sight."""
        low, high = self.box.viewRange()[0]
        return float(low), float(high)

    @property
    def is_zoomed(self) -> bool:
        """Whether less than all is in sight."""
        whole = self._scale.ends, self.panel.scale.ends
        return any(
            max(seen[0] - low, high - seen[1]) > CLOSEST / 10 * (high - low)
            for (low, high), seen in zip(whole, self.box.viewRange(), strict=True)
        )

    def numbers_at(self, at: QPointF) -> tuple[float, float]:
        """Return the shortest numbers of both axes within the pixel at a point of the scene."""
        corner = QPointF(int(at.x()), int(at.y()))
        first = self.box.mapSceneToView(corner)
        last = self.box.mapSceneToView(corner + QPointF(1, 1))
        return self._scale.within(first.x(), last.x()), self.panel.scale.within(last.y(), first.y())

    def spot_at(self, at: QPointF) -> Spot | None:
        """Return the spot that is meant at a point of the scene."""
        spots = self.panel.spots
        places = [self.box.mapViewToScene(QPointF(one.x, one.y)) for one in spots]
        near = spot_near(
            [(place.x(), place.y()) for place in places],
            [bool(one.title) for one in spots],
            at.x(),
            at.y(),
        )
        return None if near is None else spots[near]

    def fit(self) -> None:
        """Follow what is in sight: curves column by column, titles where there is room."""
        low, high = self.across
        columns = max(1, round(self.box.width()))
        edges = np.linspace(low, high, columns + 1)
        middles = (edges[:-1] + edges[1:]) / 2
        for curve in self.panel.curves:
            self.items[curve.key].setData(*_corners(edges, middles, curve))
        for ribbon in self.panel.ribbons:
            self.items[ribbon.key].setPath(_outline(edges, middles, ribbon))
        high_box = max(1.0, self.box.height())
        for one in self.panel.stretches:
            if one.at_foot:
                self.items[one.key].setSpan(0, min(1.0, FOOT / high_box))
        self._place_titles()

    def _place_titles(self) -> None:
        points = [
            (self.box.mapFromView(QPointF(spot.x, spot.y)), text) for spot, text in self._titles
        ]
        inside = [
            (place, text) for place, text in points if self.box.boundingRect().contains(place)
        ]
        shown = [(at.x(), at.y(), text.boundingRect().width()) for at, text in inside]
        line = self._style.metrics.height()
        corners = title_places(shown, (self.box.width(), self.box.height()), line)
        for _, text in self._titles:
            text.hide()
        for (_, text), corner in zip(inside, corners, strict=True):
            if corner is not None:
                text.setPos(*corner)
                text.show()

    def show_spots(self, chosen: Spot | None, hovered: Spot | None) -> None:
        """Draw what is seen, and what is pointed at or chosen."""
        drawn = [spot for spot in self.panel.spots if spot.is_seen]
        drawn += [one for one in (hovered, chosen) if one in self.panel.spots and one is not None]
        self.spots.setData([self._dot(spot, chosen=spot is chosen) for spot in drawn])

    def _dot(self, spot: Spot, *, chosen: bool) -> dict[str, Any]:
        colors = self._style.colors
        color = "accent" if chosen else spot.color
        ground = QColor(color_of(colors, color if chosen else "base"))
        pen = line_pen(self._style, color, 2)
        return {"pos": (spot.x, spot.y), "data": spot.key, "pen": pen, "brush": ground}

    def set_old(self, *, old: bool) -> None:
        """Draw less solid where the input is not the newest."""
        for item in self.items.values():
            item.setOpacity(OLD if old else 1.0)


def _least(scale: Scale) -> float:
    low, high = scale.ends
    return min(high - low, max((high - low) * CLOSEST, 4.0 if scale.whole else 0.0))


def _wide(plot: Plot, style: ChartStyle) -> float:
    """Return how wide the axes at the left are, all alike, so that panels begin at one place."""
    scales = [panel.scale for panel in plot.panels]
    texts = [scale.text(tick) for scale in scales for tick in scale.ticks(*scale.ends, 9)]
    return max(map(style.measure, texts), default=30) + style.metrics.height() + 14


def _corners(edges: Float64, middles: Float64, curve: Curve) -> tuple[Float64, Float64]:
    begun = int(np.searchsorted(middles, curve.starts[0])) if len(curve.starts) else len(middles)
    if begun == len(middles):
        return np.array([]), np.array([])
    edges, heights = edges[begun:], curve.at(middles[begun:])
    steps = np.flatnonzero(np.diff(heights, prepend=np.nan))
    x = np.append(edges[steps], edges[-1])
    return x, np.append(heights[steps], heights[-1])


def _outline(edges: Float64, middles: Float64, ribbon: Ribbon) -> QPainterPath:
    lows, highs = ribbon.at(middles)
    there = [np.repeat(edges, 2)[1:-1], np.repeat(highs, 2)]
    back = [there[0][::-1], np.repeat(lows, 2)[::-1]]
    x, y = (np.concatenate(both).tolist() for both in zip(there, back, strict=True))
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*at) for at in zip(x, y, strict=True)]))
    return path
