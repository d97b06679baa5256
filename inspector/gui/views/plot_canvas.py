"""The panels of a plot over one axis: zoom and pan, marked values, and a cross at the pointer."""

from __future__ import annotations

import math
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.gui.keyboard import is_by_keys
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.plot_field import TITLES_ABOVE, PlotField, line_pen
from inspector.present.drawing import color_of
from inspector.present.plot import Dash, Plot, Spot, Value

_ROW_GAP, _PLATE_GAP = 8, 12  # pixels: between panels, between the cross and its words
_LEAST_HEIGHT, _FOOT = 120, 6  # pixels: of all, and between the axis and the words above it


def _label_height(style: ChartStyle) -> float:
    return style.metrics.height() + 5


def _anchor(x: float, text: float, wide: float) -> float:
    """Return which part of a text is at ``x``: on the side with more room, and within the edges."""
    over = x + text - wide if 2 * x <= wide else text - x
    over = max(over, 0.0) / text
    return over if 2 * x <= wide else 1 - over


class PlotCanvas(pg.GraphicsLayoutWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws one plot at a time. Keys are its view's matter."""

    chosen = Signal(float)
    """A value of the axis was clicked."""

    spot_chosen = Signal(str)
    """A spot was clicked."""

    zoomed = Signal(bool)
    """Whether less than all is in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the view has it
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.ci.layout.setSpacing(0)
        self._plot: Plot | None = None
        self._style: ChartStyle | None = None
        self._fields: list[PlotField] = []
        self._value: float | None = None
        self._spot: Spot | None = None
        self._hovered: Spot | None = None
        self._focused = False
        self._lines: list[tuple[Value, list[Any]]] = []
        self._cross: list[Any] = []
        self._plate: Any = None
        self.scene().sigMouseMoved.connect(self._point_at)
        self.scene().sigMouseClicked.connect(self._click)

    # What is drawn -------------------------------------------------------------------------

    @property
    def fields(self) -> list[PlotField]:
        """The panels, from the top down."""
        return self._fields

    def draw_plot(self, plot: Plot, style: ChartStyle) -> None:
        """Draw another plot, or the same in another style."""
        kept = None
        if self._plot is not None and self._plot.scale.ends == plot.scale.ends and self._fields:
            kept = self._fields[0].across
        self._plot, self._style = plot, style
        self._spot = self._hovered = None
        self.clear()
        self._lines.clear()
        if self._plate is not None:
            self.scene().removeItem(self._plate)
        self.setBackground(QColor(style.colors.base))
        self._fields = fields = [
            PlotField(panel, plot, style, last=panel is plot.panels[-1]) for panel in plot.panels
        ]
        for row, field in enumerate(fields):
            self.addItem(field.left, row=2 * row, col=0)
            self.addItem(field.box, row=2 * row, col=1)
            self.addItem(field.below, row=2 * row + 1, col=1)
            self.ci.layout.setRowStretchFactor(2 * row, round(100 * field.panel.part))
            self.ci.layout.setRowSpacing(2 * row + 1, _ROW_GAP if field is not fields[-1] else 0)
            field.box.setYRange(*field.panel.scale.ends, padding=0)
            field.box.setXRange(*(kept or plot.scale.ends), padding=0)
            field.box.sigRangeChanged.connect(self._follow)
            field.box.sigResized.connect(self._refit)
        self.ci.layout.activate()
        self.ci.setGeometry(QRectF(self.viewport().rect()))  # it shrank with what it held before
        self._add_cross(style)
        self._show_lines()
        self._refit()
        self.zoomed.emit(self.is_zoomed)

    def _add_cross(self, style: ChartStyle) -> None:
        pen = line_pen(style, "muted", 1, Dash.DOTTED)
        self._cross = []
        for field in self._fields:
            lines = [pg.InfiniteLine(angle=angle, pen=pen) for angle in (90, 0)]
            for line in lines:
                line.setZValue(TITLES_ABOVE)
                line.hide()
                field.box.addItem(line, ignoreBounds=True)
            self._cross.append(lines)
        fill, border = QColor(style.colors.raised), QColor(style.colors.edge)
        self._plate = pg.TextItem(color=style.colors.text, fill=fill, border=border)
        self._plate.setFont(style.font)
        self._plate.setZValue(2 * TITLES_ABOVE)
        self._plate.hide()
        self.scene().addItem(self._plate)

    def _show_lines(self) -> None:
        """Draw the marked values, and the one that is looked at."""
        plot, style = self._plot, self._style
        if plot is None or style is None:
            return
        for _, lines in self._lines:
            for field, line in zip(self._fields, lines, strict=True):
                field.box.removeItem(line)
        values = list(plot.values)
        if self._value is not None and self._value not in [one.at for one in values]:
            values.append(Value("value:looked-at", "", self._value, "accent"))
        self._lines = [(one, [self._line(one, style) for _ in self._fields]) for one in values]
        for one, lines in self._lines:
            label = one.label(plot.scale)
            fill = QColor(style.colors.base)
            for field, line in zip(self._fields, lines, strict=True):
                field.box.addItem(line, ignoreBounds=True)
            text = pg.InfLineLabel(
                lines[0], label.replace("{", "{{").replace("}", "}}"), fill=fill,
                color=color_of(style.colors, one.color),
            )  # fmt: skip
            text.setFont(style.font)
            text.setZValue(1)
        self._make_room(plot, style)
        self._place_labels()

    def _make_room(self, plot: Plot, style: ChartStyle) -> None:
        """Be so high that the words of each value have their row in the upper panel.

        The number at the top of its axis stands half above it.
        """
        line = _label_height(style)
        self.ci.setContentsMargins(0, math.ceil(line / 2), 16, 0)
        part = plot.panels[0].part / sum(panel.part for panel in plot.panels)
        least = (_FOOT + line * len(self._lines)) / part + 2 * line  # the axis below it
        self.setMinimumHeight(max(_LEAST_HEIGHT, math.ceil(least)))

    def _line(self, one: Value, style: ChartStyle) -> Any:
        wide = 2 if one.at == self._value else 1
        line = pg.InfiniteLine(one.at, angle=90, pen=line_pen(style, one.color, wide))
        line.setZValue(TITLES_ABOVE - 1)
        return line

    def _place_labels(self) -> None:
        """Put the words of each value in a row of its own, from the foot of the upper panel up."""
        if not self._fields or self._style is None:
            return
        field = self._fields[0]
        high, wide = max(1.0, field.box.height()), max(1.0, field.box.width())
        line = _label_height(self._style)
        first, last = field.across
        for row, (one, lines) in enumerate(self._lines):
            x = (one.at - first) / ((last - first) or 1.0) * wide
            for label in lines[0].childItems():
                label.anchors = [(_anchor(x, label.boundingRect().width(), wide), 0.5)] * 2
                label.setPosition(min(0.95, (_FOOT + (row + 0.5) * line) / high))

    def mark(self, value: float | None, spot: Spot | None, *, old: bool) -> None:
        """Mark the value and the spot that are looked at, and the age of what is shown."""
        if value != self._value:
            self._value = value
            self._show_lines()
        self._spot = spot
        for field in self._fields:
            field.show_spots(spot, self._hovered)
            field.set_old(old=old)

    def set_focused(self, *, focused: bool) -> None:
        """Show whether the keyboard is here."""
        self._focused = focused
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here, where it came by keys."""
        super().drawForeground(painter, rect)
        if self._focused and self._style is not None and is_by_keys():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.setPen(QPen(self._style.color("accent"), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(1, 1, self.width() - 3, self.height() - 3))

    # What is in sight ----------------------------------------------------------------------

    @property
    def is_zoomed(self) -> bool:
        """Whether less than all is in sight."""
        return any(field.is_zoomed for field in self._fields)

    def show_all(self) -> None:
        """Show the whole of both axes."""
        for field in self._fields:
            field.box.setYRange(*field.panel.scale.ends, padding=0)
            if self._plot is not None:
                field.box.setXRange(*self._plot.scale.ends, padding=0)

    def zoom_by(self, times: float, around: float | None) -> None:
        """Show so many times as much, around a value where it is in sight."""
        if self._fields:
            field = self._fields[0]
            low, high = field.across
            at = around if around is not None and low <= around <= high else (low + high) / 2
            first, last = at + (low - at) * times, at + (high - at) * times
            field.box.setXRange(first, last, padding=0)

    def move_by(self, part: float) -> None:
        """Show what is further along, by a part of what is in sight."""
        if self._fields:
            low, high = self._fields[0].across
            self._fields[0].box.translateBy(x=(high - low) * part)

    def _follow(self, box: Any, _ranges: object = None) -> None:
        """Have all panels show the same part of the axis."""
        low, high = box.viewRange()[0]
        for field in self._fields:
            if field.box is not box and field.box.viewRange()[0] != [low, high]:
                field.box.setXRange(low, high, padding=0)
        self._refit()
        self.zoomed.emit(self.is_zoomed)

    def _refit(self, _box: object = None) -> None:
        for field in self._fields:
            field.fit()
        self._place_labels()

    # Pointer -------------------------------------------------------------------------------

    def _place(self, at: QPointF) -> int | None:
        """Return which panel a point of the scene is in."""
        places = (
            row
            for row, field in enumerate(self._fields)
            if field.box.sceneBoundingRect().contains(at)
        )
        return next(places, None)

    def _point_at(self, at: QPointF) -> None:
        """Draw a cross at the pointer, and say what is so there."""
        row, plot = self._place(at), self._plot
        if row is None or plot is None or self._plate is None:
            self._leave()
            return
        field = self._fields[row]
        (value, height), spot = field.numbers_at(at), field.spot_at(at)
        for number, (upright, level) in enumerate(self._cross):
            upright.setPos(value if spot is None else spot.x)
            upright.show()
            level.setPos(height if spot is None else spot.y)
            level.setVisible(number == row)
        self._hover(spot)
        self._plate.setText(self._words_at(row, value, height, spot))
        self._plate.show()
        wide, high = self._plate.boundingRect().width(), self._plate.boundingRect().height()
        beyond = at.x() + _PLATE_GAP + wide > self.width()
        left = at.x() - _PLATE_GAP - wide if beyond else at.x() + _PLATE_GAP
        self._plate.setPos(max(0.0, left), max(0.0, min(at.y(), self.height() - high)))

    def _words_at(self, row: int, value: float, height: float, spot: Spot | None) -> str:
        plot, scale = self._plot, self._fields[row].panel.scale
        if spot is not None:
            return spot.tip
        if plot is None or plot.words is not None:
            return "" if plot is None or plot.words is None else plot.words(value)
        return f"{plot.scale.text(value)} · {scale.text(height)}"

    def _hover(self, spot: Spot | None) -> None:
        if spot is not self._hovered:
            self._hovered = spot
            for field in self._fields:
                field.show_spots(self._spot, spot)

    def _leave(self) -> None:
        for lines in self._cross:
            for line in lines:
                line.hide()
        if self._plate is not None:
            self._plate.hide()
        self._hover(None)

    def _click(self, event: Any) -> None:
        """Choose the spot that is there, else the value."""
        at, plot = event.scenePos(), self._plot
        row = self._place(at)
        if event.button() is not Qt.MouseButton.LeftButton or row is None or plot is None:
            return
        spot = self._fields[row].spot_at(at)
        if spot is not None:
            self.spot_chosen.emit(spot.key)
        elif plot.words is not None:
            self.chosen.emit(self._fields[row].numbers_at(at)[0])

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Zoom only where the keyboard is."""
        if self._focused:
            super().wheelEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Bring the keyboard to the view."""
        self.parentWidget().setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        super().leaveEvent(event)
        self._leave()
