"""Draws the eight bands with any painter."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from inspector.language import localized, tr
from inspector.present.palette import Colors, Pattern
from inspector.stages.assembly.bands_geometry import (
    ARROW,
    GUTTER,
    LINE,
    MARGIN,
    BandsGeometry,
    Tile,
)
from inspector.stages.assembly.bands_svg import PARTS, part_look

_BRUSHES = {
    Pattern.DIAGONAL: Qt.BrushStyle.BDiagPattern,
    Pattern.BACK_DIAGONAL: Qt.BrushStyle.FDiagPattern,
    Pattern.CROSSED: Qt.BrushStyle.DiagCrossPattern,
    Pattern.VERTICAL: Qt.BrushStyle.VerPattern,
}
_INK = QColor("#10161C")  # the parts' colours are light enough for it in either theme
_LEAST_CAPTION = 46  # pixels; narrower tiles have no caption
_PADDING = 5
_SHADE = 170  # percent by which a pattern is darker than its ground
_TRACK = 0.5  # how solid the ground of a row is


@dataclass(frozen=True)
class BandsStyle:
    """The colours and fonts of the chart."""

    colors: Colors
    font: QFont
    strong: QFont
    grounds: dict[str, QBrush] = field(init=False)
    patterns: dict[str, QBrush] = field(init=False)
    metrics: QFontMetricsF = field(init=False)

    def __post_init__(self) -> None:
        looks = {part: part_look(self.colors, part) for part in PARTS}
        empty = {part for part, look in looks.items() if look.pattern is Pattern.EMPTY}
        grounds = {
            part: QBrush(QColor(self.colors.base if part in empty else look.fill))
            for part, look in looks.items()
        }
        patterns = {
            part: QBrush(QColor(look.fill).darker(_SHADE), _BRUSHES[look.pattern])
            for part, look in looks.items()
            if look.pattern in _BRUSHES
        }
        object.__setattr__(self, "grounds", grounds)
        object.__setattr__(self, "patterns", patterns)
        object.__setattr__(self, "metrics", QFontMetricsF(self.font))

    def measure(self, text: str) -> float:
        """Return how wide a text is, in pixels."""
        return self.metrics.horizontalAdvance(text)

    def color(self, name: str) -> QColor:
        """Return a colour of the theme by its name."""
        return QColor(getattr(self.colors, name))


@dataclass(frozen=True, slots=True)
class BandsMarks:
    """What is marked: the selected subject, the one under the pointer, where the keyboard is."""

    selected: str = ""
    hovered: str = ""
    focused: bool = False


def paint_bands(
    painter: QPainter, geometry: BandsGeometry, style: BandsStyle, marks: BandsMarks
) -> None:
    """Draw the whole chart from (0, 0) on. Lines are set on whole pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setFont(style.font)
    _paint_zoom(painter, geometry, style)
    _paint_rows(painter, geometry, style, marks)
    for tile in geometry.tiles:
        _paint_tile(painter, tile, style)
    _paint_limits(painter, geometry, style)
    if marks.hovered and marks.hovered != marks.selected:
        _outline(painter, geometry, marks.hovered, QPen(style.color("text"), 1))
    if marks.selected:
        _outline(painter, geometry, marks.selected, QPen(style.color("base"), 4))
        _outline(painter, geometry, marks.selected, QPen(style.color("accent"), 2))


def _paint_zoom(painter: QPainter, geometry: BandsGeometry, style: BandsStyle) -> None:
    """Lead from the prompt's place in the window to the rows, which show it at full width."""
    if not geometry.zoom:
        return
    corners = [QPointF(x, y) for x, y in geometry.zoom]
    tint = style.color("accent")
    tint.setAlphaF(0.10)
    edge = style.color("accent")
    edge.setAlphaF(0.45)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    painter.drawPolygon(QPolygonF(corners))
    painter.setPen(QPen(edge, 1))
    painter.drawLine(corners[0], corners[1])
    painter.drawLine(corners[3], corners[2])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _paint_rows(
    painter: QPainter, geometry: BandsGeometry, style: BandsStyle, marks: BandsMarks
) -> None:
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.setPen(style.color("muted"))
    top = geometry.window_top + 1
    painter.drawText(QRectF(MARGIN + ARROW, top, GUTTER, LINE), left, tr("window"))
    tokens = QRectF(MARGIN, top, GUTTER - MARGIN - 4, LINE)
    painter.drawText(tokens, right, localized(geometry.bands.window))
    track = style.color("line")
    track.setAlphaF(_TRACK)
    inner = geometry.width - geometry.left - MARGIN
    for row in geometry.rows:
        selected = marks.selected == row.line.key
        whole = QRectF(2, row.top - 1, geometry.width - 4, row.bottom - row.top + 2)
        if selected:
            painter.fillRect(whole, style.color("selected" if marks.focused else "selected_quiet"))
        elif marks.hovered == row.line.key:
            painter.fillRect(whole, style.color("raised"))
        middle = round((row.top + row.bottom) / 2)
        painter.fillRect(QRectF(geometry.left, middle - 1, inner, 2), track)
        if row.line.blocks:
            _paint_arrow(painter, row.top + (row.bottom - row.top) / 2, style, is_open=row.open)
        base = QRectF(MARGIN + ARROW, row.top + 1, GUTTER - MARGIN - ARROW - 4, LINE)
        painter.setPen(style.color("text" if row.line.tokens else "muted"))
        painter.drawText(base, left, f"{int(row.line.step)}  {tr(row.line.step.title)}")
        painter.setPen(style.color("muted"))
        painter.drawText(base, right, localized(row.line.tokens))
        if row.note:
            wide = style.measure(row.note) + 6
            x = row.note_x - wide if row.note_right else row.note_x
            plate = QRectF(x, row.top + 1, wide, LINE)
            painter.fillRect(plate, style.color("selected_quiet" if selected else "base"))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, row.note)


def _paint_arrow(painter: QPainter, middle: float, style: BandsStyle, *, is_open: bool) -> None:
    x = MARGIN + 4.0
    points = (
        [(x - 1, middle - 2.5), (x + 7, middle - 2.5), (x + 3, middle + 2.5)]
        if is_open
        else [(x, middle - 4), (x, middle + 4), (x + 5, middle)]
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.color("muted"))
    painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _paint_tile(painter: QPainter, tile: Tile, style: BandsStyle) -> None:
    rect = _rect(tile.left, tile.top, tile.right, tile.top + tile.height)
    part = tile.block.part
    painter.fillRect(rect, style.grounds[part])
    pattern = style.patterns.get(part)
    if pattern is not None:
        painter.fillRect(rect, pattern)
    if part == "unused":
        painter.setPen(QPen(style.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0, 0, -1, -1))
    elif rect.width() > 4:
        painter.fillRect(
            QRectF(rect.right() - 1, rect.top(), 1, rect.height()), style.color("base")
        )
    _paint_caption(painter, tile, rect, style)


def _paint_caption(painter: QPainter, tile: Tile, rect: QRectF, style: BandsStyle) -> None:
    """Write into an opened step's pieces, and into the wide parts of the window."""
    block = tile.block
    if len(tile.blocks) > 1 or not tile.captioned:
        return
    rect = QRectF(tile.room[0], rect.top(), tile.room[1] - tile.room[0], rect.height())
    room = rect.width() - 2 * _PADDING
    text = f"{block.name}  {localized(block.tokens)}"
    if style.measure(text) > room:
        if rect.width() < _LEAST_CAPTION:
            return
        text = style.metrics.elidedText(block.name, Qt.TextElideMode.ElideRight, room)
    if block.part in style.patterns:
        plate = QRectF(0, 0, style.measure(text) + 6, min(rect.height() - 2, LINE))
        plate.moveCenter(rect.center())
        painter.fillRect(plate, style.grounds[block.part])
    painter.setPen(style.color("muted") if block.part == "unused" else _INK)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _paint_limits(painter: QPainter, geometry: BandsGeometry, style: BandsStyle) -> None:
    for mark in geometry.limits:
        soft = mark.name == "soft"
        color = style.color("warning" if soft else "error")
        pen = QPen(color, 2, Qt.PenStyle.DashLine if soft else Qt.PenStyle.SolidLine)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if soft:
            pen.setDashPattern([2, 1.5])
        painter.setPen(pen)
        x = round(mark.x)
        painter.drawLine(
            QPointF(x, geometry.window_top - 4), QPointF(x, geometry.window_bottom + 4)
        )
        painter.setPen(color)
        wide = style.measure(mark.text) + 4
        rect = QRectF(mark.text_x - wide + 2, geometry.window_top - LINE - 4, wide, LINE)
        painter.drawText(
            rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark.text
        )


def _rect(left: float, top: float, right: float, bottom: float) -> QRectF:
    """Return a box on whole pixels, at least one wide."""
    begin = round(left)
    return QRectF(begin, round(top), max(round(right) - begin, 1), round(bottom) - round(top))


def _outline(painter: QPainter, geometry: BandsGeometry, key: str, pen: QPen) -> None:
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for left, top, right, bottom in geometry.boxes_of(key):
        painter.drawRect(_rect(left, top, right, bottom).adjusted(0, 0, -1, -1))
