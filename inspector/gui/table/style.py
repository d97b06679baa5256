"""How a table looks: colours, fonts and the marks beside labels. All of it is passed in.

Draws the marks that stand beside labels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
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
    number_font: QFont
    marks: Mapping[str, Mapping[str, CellMark]] = field(
        default_factory=lambda: MappingProxyType({})
    )

    @property
    def row_height(self) -> int:
        """The height of every row, in pixels."""
        fonts = (self.font, self.number_font)
        return max(QFontMetrics(font).height() for font in fonts) + 6

    @classmethod
    def from_palette(
        cls,
        palette: QPalette,
        font: QFont,
        number_font: QFont,
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
            number_font=number_font,
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
