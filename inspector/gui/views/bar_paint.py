"""Draws the budget bar with any painter: on the screen, into a picture, into an SVG file.

What charts over the values of a policy have in common, drawn with any painter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from inspector.language import localized
from inspector.present.drawing import color_of
from inspector.present.palette import Colors, Look, Pattern
from inspector.present.shares import percent
from inspector.present.value_axis import ValuePanels
from inspector.stages.injection.bar_geometry import BarGeometry
from inspector.stages.injection.bar_marks import bar_marks
from inspector.stages.injection.bar_parts import (
    LINE,
    Caption,
    Hit,
    Mark,
    Patch,
    Rule,
    StripBox,
    Words,
)
from inspector.stages.injection.bar_strip import GROUPS

_BRUSHES = {
    Pattern.DIAGONAL: Qt.BrushStyle.BDiagPattern,
    Pattern.BACK_DIAGONAL: Qt.BrushStyle.FDiagPattern,
    Pattern.CROSSED: Qt.BrushStyle.DiagCrossPattern,
    Pattern.HORIZONTAL: Qt.BrushStyle.HorPattern,
    Pattern.VERTICAL: Qt.BrushStyle.VerPattern,
    Pattern.DOTS: Qt.BrushStyle.Dense6Pattern,
}
_GRIP_WIDTH = 9.0
_WIDTHS_KEPT = 500
_SHADE = 210  # percent by which a pattern is darker than its ground
_NO_PEN = Qt.PenStyle.NoPen


@dataclass(frozen=True, slots=True)
class _Fill:
    """The brushes of one group, worked out once."""

    ground: QBrush
    pattern: QBrush | None
    outline: QPen | None
    text: QColor
    ghost: QColor  # of the ground, for what is missing from a card at a lower tier


@dataclass(frozen=True)
class BarStyle:
    """The colours and fonts of a chart."""

    colors: Colors
    font: QFont
    strong: QFont
    fills: tuple[_Fill, ...] = field(init=False)
    metrics: QFontMetricsF = field(init=False)
    _widths: dict[str, float] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        looks = self.colors.parts
        object.__setattr__(self, "fills", tuple(self._fill(looks[group]) for group in GROUPS))
        object.__setattr__(self, "metrics", QFontMetricsF(self.font))

    def measure(self, text: str) -> float:
        """Return how wide a text is, in pixels. Most texts of a chart are those of the last."""
        wide = self._widths.get(text)
        if wide is None:
            if len(self._widths) >= _WIDTHS_KEPT:
                self._widths.clear()
            wide = self._widths[text] = self.metrics.horizontalAdvance(text)
        return wide

    def _fill(self, look: Look) -> _Fill:
        if look.pattern is Pattern.EMPTY:
            ink = QColor(look.ink)
            base = QColor(self.colors.base)
            return _Fill(QBrush(base), None, QPen(ink, 1), ink, base)
        pattern = None
        if look.pattern is not Pattern.SOLID:
            # A darker shade of the ground can be seen in either theme; the ink of the dark one not.
            pattern = QBrush(QColor(look.fill).darker(_SHADE), _BRUSHES[look.pattern])
        ground = QColor(look.fill)
        ghost = QColor(ground)
        ghost.setAlphaF(0.3)
        # Okabe and Ito's colours are light enough for black text in either theme.
        return _Fill(QBrush(ground), pattern, None, QColor("#10161C"), ghost)


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
    style: BarStyle,
    marks: BarMarks | None,
    exposed: QRectF | None = None,
) -> None:
    """Draw the whole chart from (0, 0) on, or what of it is ``exposed``.

    Lines are set on whole pixels. Without ``marks`` it is a picture: nothing is selected, and
    nothing looks as if it could be dragged.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setFont(style.font)
    between = None if exposed is None else (exposed.top(), exposed.bottom())
    for mark in bar_marks(geometry, style.measure, between):
        paint_mark(painter, mark, style)
    painter.setFont(style.font)
    if marks is not None:
        _paint_marks(painter, geometry, style, marks)


def _paint_marks(
    painter: QPainter, geometry: BarGeometry, style: BarStyle, marks: BarMarks
) -> None:
    for box in geometry.boxes:
        _mark_selected(painter, box, style, marks.selected)
    if marks.hovered is not None and marks.hovered.place is not None:
        box = geometry.box(marks.hovered.strip)
        if marks.hovered.place < len(box.strip):
            _outline(painter, box, marks.hovered.place, QPen(QColor(style.colors.text), 1))
    _paint_divider(painter, geometry, style, marks)


def paint_mark(painter: QPainter, mark: Mark, style: BarStyle) -> None:
    """Draw a mark."""
    if isinstance(mark, Patch):
        _paint_patch(painter, mark, style)
    elif isinstance(mark, Words):
        _paint_words(painter, mark, style)
    elif isinstance(mark, Rule):
        painter.setPen(QPen(QColor(color_of(style.colors, mark.color)), mark.width))
        painter.drawLine(QLineF(mark.x, mark.y, mark.to_x, mark.to_y))
    else:
        paint_caption(painter, mark, style)


def _paint_words(painter: QPainter, words: Words, style: BarStyle) -> None:
    fill, rect = style.fills[words.group], QRectF(words.x, words.y, words.width, words.height)
    if fill.pattern is not None:
        # Letters over a pattern cannot be read.
        plate = QRectF(0, 0, words.wide + 6, min(rect.height() - 2, style.metrics.height()))
        plate.moveCenter(rect.center())
        painter.fillRect(plate, fill.ground)
    painter.setPen(fill.text)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words.text)


def _paint_patch(painter: QPainter, patch: Patch, style: BarStyle) -> None:
    fill, rect = style.fills[patch.group], QRectF(patch.x, patch.y, patch.width, patch.height)
    if patch.faint:
        painter.fillRect(rect, fill.ghost)
        return
    painter.fillRect(rect, fill.ground)
    if fill.pattern is not None:
        painter.fillRect(rect, fill.pattern)
    if patch.edged or (fill.outline is not None and patch.width >= 2):
        painter.setPen(fill.outline or QPen(QColor(style.colors.edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0, -1, -1))


def paint_caption(painter: QPainter, caption: Caption, style: BarStyle) -> None:
    """Draw a line of text."""
    wide = style.measure(caption.text) + 2
    left = caption.x - wide if caption.right else caption.x
    side = Qt.AlignmentFlag.AlignRight if caption.right else Qt.AlignmentFlag.AlignLeft
    rect = QRectF(left, caption.top, wide, LINE)
    if caption.plate:
        painter.fillRect(rect.adjusted(-4, 0, 2, 0), QColor(style.colors.base))
    painter.setFont(style.strong if caption.strong else style.font)
    painter.setPen(QColor(style.colors.text if caption.strong else style.colors.muted))
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter, caption.text)


def _mark_selected(painter: QPainter, box: StripBox, style: BarStyle, key: str) -> None:
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
    painter: QPainter, geometry: BarGeometry, style: BarStyle, marks: BarMarks
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
    painter: QPainter, geometry: BarGeometry, style: BarStyle, x: float, share: float | None
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


_AWAY = Qt.AlignmentFlag.AlignVCenter
OLD = 0.45
"""How solid a chart is whose input is not the newest."""


@dataclass(frozen=True, slots=True)
class ValueMarks:
    """What is marked: the value looked at, the one under the pointer, the focus, the age."""

    value: float | None = None
    hovered: float | None = None
    focused: bool = False
    old: bool = False


def steps_of(left: float, rows: npt.NDArray[np.float64]) -> list[QPointF]:
    """Return the corners of a line of steps, two where it changes."""
    points = [QPointF(left, float(rows[0]))]
    for column in (np.flatnonzero(np.diff(rows)) + 1).tolist():
        points.append(QPointF(left + column, float(rows[column - 1])))
        points.append(QPointF(left + column, float(rows[column])))
    points.append(QPointF(left + len(rows), float(rows[-1])))
    return points


def paint_axes(
    painter: QPainter, panels: ValuePanels, style: BarStyle, width: float, *, notches: bool
) -> None:
    """Draw the axes of both panels with their labels; ``notches`` mark the labelled values."""
    colors, right = style.colors, panels.left + panels.inner
    painter.setPen(QPen(QColor(colors.edge), 1))
    for y in (panels.upper_bottom, panels.bottom):
        painter.drawLine(QLineF(panels.left, y, right, y))
    line_height = style.metrics.height()
    painter.setPen(QColor(colors.muted))
    for level in panels.levels:
        box = QRectF(0, level.at - line_height / 2, panels.left - 6, line_height)
        painter.drawText(box, _AWAY | Qt.AlignmentFlag.AlignRight, level.text)
    for tick in panels.ticks:
        wide = style.measure(tick.text) + 4
        left = min(max(0.0, tick.at - wide / 2), width - wide)
        box = QRectF(left, panels.bottom + 4, wide, line_height)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, tick.text)
        if notches:
            painter.drawLine(QLineF(tick.at, panels.bottom, tick.at, panels.bottom + 3))


def paint_hovered(painter: QPainter, panels: ValuePanels, style: BarStyle, value: float) -> None:
    """Draw the value under the pointer."""
    painter.setPen(QPen(QColor(style.colors.muted), 1, Qt.PenStyle.DotLine))
    x = round(panels.x_of(value))
    painter.drawLine(QLineF(x, panels.top, x, panels.bottom))


@contextmanager
def aged(painter: QPainter, *, old: bool) -> Iterator[None]:
    """Draw less solid where the input is not the newest."""
    painter.setOpacity(OLD if old else 1.0)
    yield
    painter.setOpacity(1.0)


def paint_focus(painter: QPainter, style: BarStyle, width: float, height: float) -> None:
    """Show that the keyboard is here."""
    painter.setPen(QPen(QColor(style.colors.accent), 1, Qt.PenStyle.DotLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(1, 1, width - 3, height - 3))
