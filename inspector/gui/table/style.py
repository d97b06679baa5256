"""How a table looks: colours, fonts, marks beside labels, and widths where there is little room.

All of it is passed in.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPalette, QPen, QPolygonF

from inspector.present.palette import Shape


@dataclass(frozen=True, slots=True)
class CellMark:
    """What is drawn beside a label, so that it can be told by colour and by shape."""

    color: QColor
    shape: Shape


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Colours and fonts of a table.

    ``marks`` gives a mark for labels of a column, by column id and label. ``line`` separates
    rows, ``accent`` shows focus and sort order.
    """

    base: QColor
    text: QColor
    muted: QColor
    line: QColor
    header: QColor
    header_text: QColor
    selected: QColor
    selected_text: QColor
    selected_elsewhere: QColor  # while another widget has the keyboard
    selected_elsewhere_text: QColor
    accent: QColor
    error: QColor
    warning: QColor
    font: QFont
    marks: Mapping[str, Mapping[str, CellMark]] = field(
        default_factory=lambda: MappingProxyType({})
    )

    @property
    def row_height(self) -> int:
        """The height of every row, in pixels."""
        return QFontMetrics(self.font).height() + 6

    @classmethod
    def from_palette(
        cls,
        palette: QPalette,
        font: QFont,
        *,
        error: QColor,
        warning: QColor,
        marks: Mapping[str, Mapping[str, CellMark]] | None = None,
    ) -> TableStyle:
        """Make a style of a palette's colours and those that no palette has a role for."""
        role, quiet = QPalette.ColorRole, QPalette.ColorGroup.Inactive
        base, text = palette.color(role.Base), palette.color(role.Text)
        return cls(
            base=base,
            text=text,
            muted=palette.color(role.PlaceholderText),
            line=blended(base, text, 0.08),
            header=palette.color(role.Window),
            header_text=palette.color(role.WindowText),
            selected=palette.color(role.Highlight),
            selected_text=palette.color(role.HighlightedText),
            selected_elsewhere=palette.color(quiet, role.Highlight),
            selected_elsewhere_text=palette.color(quiet, role.HighlightedText),
            accent=palette.color(role.Accent),
            error=error,
            warning=warning,
            font=font,
            marks=marks or {},
        )


def blended(below: QColor, above: QColor, share: float) -> QColor:
    """Return the colour of ``above`` laid over ``below`` at an opacity of ``share`` (0 to 1)."""
    return QColor.fromRgbF(
        below.redF() + (above.redF() - below.redF()) * share,
        below.greenF() + (above.greenF() - below.greenF()) * share,
        below.blueF() + (above.blueF() - below.blueF()) * share,
    )


_STROKE = 1 / 7  # of a mark's width


def paint_mark(painter: QPainter, rect: QRectF, shape: Shape, color: QColor) -> None:
    """Draw a shape into a square. The painter's state is as before afterwards."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    stroke = rect.width() * _STROKE
    pen = QPen(color, stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    inner = rect.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2)
    filled = QBrush(color)
    match shape:
        case Shape.DISC:
            _fill(painter, filled)
            painter.drawEllipse(rect)
        case Shape.RING:
            painter.setPen(pen)
            painter.drawEllipse(inner)
        case Shape.HALF:
            painter.setPen(pen)
            painter.drawEllipse(inner)
            _fill(painter, filled)
            painter.drawPie(rect, 90 * 16, 180 * 16)
        case Shape.DOTTED:
            pen.setDashPattern(_dashes(inner.width(), stroke))
            painter.setPen(pen)
            painter.drawEllipse(inner)
        case Shape.CROSS:
            pen.setWidthF(stroke * 1.4)
            painter.setPen(pen)
            near = rect.adjusted(stroke, stroke, -stroke, -stroke)
            painter.drawLine(near.topLeft(), near.bottomRight())
            painter.drawLine(near.topRight(), near.bottomLeft())
        case Shape.EQUAL:
            _fill(painter, filled)
            bar = QRectF(rect.left(), 0, rect.width(), stroke * 1.5)
            for middle in (rect.top() + rect.height() * 0.3, rect.top() + rect.height() * 0.7):
                bar.moveCenter(QPointF(rect.center().x(), middle))
                painter.drawRect(bar)
        case Shape.STOP:
            _fill(painter, filled)
            painter.drawRect(rect.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2))
        case Shape.DIAMOND:
            _fill(painter, filled)
            painter.drawPolygon(_regular(rect, 4, 0))
        case Shape.TRIANGLE:
            _fill(painter, filled)
            painter.drawPolygon(_regular(rect, 3, -math.pi / 2))
    painter.restore()


def _fill(painter: QPainter, brush: QBrush) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)


def _dashes(width: float, stroke: float, count: int = 6) -> list[float]:
    """Return a pattern of ``count`` even dashes around a circle, in pen widths as Qt counts."""
    length = math.pi * width / stroke / count
    return [length * 0.55, length * 0.45]


def _regular(rect: QRectF, corners: int, turn: float) -> QPolygonF:
    middle, radius = rect.center(), rect.width() / 2
    angles = (turn + 2 * math.pi * corner / corners for corner in range(corners))
    return QPolygonF(
        [
            QPointF(middle.x() + radius * math.cos(angle), middle.y() + radius * math.sin(angle))
            for angle in angles
        ]
    )


Least = Callable[[int, int], int]
"""Gives the width to which a column may give way, from its number and its width."""


def fitting(
    widths: Mapping[int, int],
    spare: int,
    columns: tuple[Sequence[int], Sequence[int]],
    least: Least,
    tight: Least,
) -> dict[int, int]:
    """Return widths that take less by what is missing: ``spare`` pixels, below 0.

    ``columns`` are those of labels and all others. Labels give way to what they need, then texts by
    half (``least``). Where that brings all into sight, labels then give way to ``tight``, and texts
    by half of what is left. What never fits is scrolled to, and cut no further.
    """
    labels, others = columns
    found = dict(widths)
    for sections in (labels, others):
        spare += _narrow(found, sections, least, spare)
    narrower = dict(found)
    for sections, way in ((labels, tight), (others, least)):
        spare += _narrow(narrower, sections, way, spare)
    return narrower if spare >= 0 else found


def _narrow(widths: dict[int, int], sections: Sequence[int], least: Least, spare: int) -> int:
    """Take what is missing from the widest of some columns, so that short labels stay whole.

    Return how much that was.
    """
    floors = {one: least(one, widths[one]) for one in sections}
    before = sum(widths[one] for one in sections)

    def up_to(width: int) -> dict[int, int]:
        return {one: max(floors[one], min(widths[one], width)) for one in sections}

    wanted = before - max(0, -spare)
    widest = range(max((widths[one] for one in sections), default=0) + 1)
    level = bisect_right(widest, wanted, key=lambda width: sum(up_to(width).values())) - 1
    widths.update(up_to(level))
    return before - sum(widths[one] for one in sections)


def filled(widths: dict[int, int], needed: Mapping[int, int], spare: int) -> None:
    """Widen the columns of texts by what there is to spare: first those that are cut."""
    cut = {one: much - widths[one] for one, much in needed.items() if much > widths[one]}
    spare -= _share(widths, cut, min(spare, sum(cut.values())))
    _share(widths, {one: widths[one] for one in needed}, spare)


def _share(widths: dict[int, int], wanted: Mapping[int, int], spare: int) -> int:
    """Widen columns in proportion to what each wants; return how much that was."""
    whole = sum(wanted.values())
    parts = {one: spare * much // whole for one, much in wanted.items()}
    for one, part in parts.items():
        widths[one] += part
    return sum(parts.values())
