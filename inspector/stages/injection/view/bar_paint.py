"""Draws the budget bar with any painter, and what is marked in it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.language import localized
from inspector.present.shares import percent
from inspector.stages.injection.bar_geometry import BarGeometry
from inspector.stages.injection.bar_items import bar_items
from inspector.stages.injection.bar_parts import Hit, StripBox

_GRIP_WIDTH = 9.0
_NO_PEN = Qt.PenStyle.NoPen


@dataclass(frozen=True, slots=True)
class BarMarks:
    """What is marked in a chart: the selected subject, what the pointer is over, the divider.

    ``share`` is the knowledge share while the divider is dragged.
    """

    selected: str = ""
    hovered: Hit | None = None
    focused: bool = False
    share: float | None = None


def paint_bar(
    painter: QPainter,
    geometry: BarGeometry,
    style: ChartStyle,
    marks: BarMarks | None,
    exposed: QRectF | None = None,
) -> None:
    """Draw the whole chart from (0, 0) on, or what of it is ``exposed``.

    Lines are set on whole pixels. Without ``marks`` it is a picture: nothing is selected, and
    nothing looks as if it could be dragged.
    """
    between = None if exposed is None else (exposed.top(), exposed.bottom())
    paint_items(painter, bar_items(geometry, style.measure, between), style)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    if marks is not None:
        _paint_marks(painter, geometry, style, marks)


def _paint_marks(
    painter: QPainter, geometry: BarGeometry, style: ChartStyle, marks: BarMarks
) -> None:
    for box in geometry.boxes:
        _mark_selected(painter, box, style, marks.selected)
    if marks.hovered is not None and marks.hovered.place is not None:
        box = geometry.box(marks.hovered.strip)
        if marks.hovered.place < len(box.strip):
            _outline(painter, box, marks.hovered.place, QPen(QColor(style.colors.text), 1))
    _paint_divider(painter, geometry, style, marks)


def _mark_selected(painter: QPainter, box: StripBox, style: ChartStyle, key: str) -> None:
    place = box.strip.place_of(key)
    if place is not None:
        _outline(painter, box, place, QPen(QColor(style.colors.base), 4))
        _outline(painter, box, place, QPen(QColor(style.colors.accent), 2))


def _outline(painter: QPainter, box: StripBox, place: int, pen: QPen) -> None:
    left, right = (round(edge) for edge in box.edges(place))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(left, box.top, max(right - left - 1, 2), box.height - 1))


def _paint_divider(
    painter: QPainter, geometry: BarGeometry, style: ChartStyle, marks: BarMarks
) -> None:
    if geometry.divider is None or not geometry.bar.movable:
        return
    budget = geometry.box("budget")
    x = round(geometry.divider)
    if geometry.was is not None and abs(geometry.was - x) >= 2:
        pen = QPen(QColor(style.colors.text), 1, Qt.PenStyle.DashLine)
        was = round(geometry.was)
        painter.setPen(pen)
        painter.drawLine(QPointF(was, budget.top - 3), QPointF(was, geometry.bottom + 1))
    active = marks.focused or marks.share is not None
    active = active or (marks.hovered is not None and marks.hovered.divider)
    color = QColor(style.colors.accent if active else style.colors.text)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.setPen(QPen(color, 2))
    painter.drawLine(QPointF(x, budget.top - 3), QPointF(x, geometry.bottom + 1))
    grip = QRectF(x - _GRIP_WIDTH / 2, budget.top + 3, _GRIP_WIDTH, budget.height - 6)
    painter.setPen(QPen(QColor(style.colors.base), 1.5))
    painter.setBrush(color)
    painter.drawRoundedRect(grip, 3, 3)
    painter.setPen(QPen(QColor(style.colors.base), 1))
    for offset in (-1.5, 1.5):
        painter.drawLine(
            QPointF(x + offset, grip.top() + 5), QPointF(x + offset, grip.bottom() - 5)
        )
    if marks.share is not None or (marks.hovered is not None and marks.hovered.divider):
        _paint_share(painter, geometry, style, x, marks.share)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _paint_share(
    painter: QPainter, geometry: BarGeometry, style: ChartStyle, x: float, share: float | None
) -> None:
    """Say above the divider how the budget is divided, and the share that was asked for."""
    bar = geometry.bar
    text = f"{localized(bar.divider)} | {localized(bar.bucket_half)}"
    if share is not None:
        text = f"{percent(share)} %   {text}"
    budget = geometry.box("budget")
    wide, high = style.measure(text) + 14, style.metrics.height() + 4
    left = min(max(x - wide / 2, 0), geometry.width - wide)
    plate = QRectF(left, budget.top - high - 4, wide, high)
    painter.setPen(_NO_PEN)
    painter.setBrush(QColor(style.colors.accent))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor(style.colors.on_accent))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
