"""Draws the ruler of the window with any painter."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from inspector.language import localized, tr
from inspector.present.palette import Colors, Pattern
from inspector.stages.window.names import FAMILIES, PARTS, written
from inspector.stages.window.ruler import PART_PATTERNS, family_look
from inspector.stages.window.ruler_geometry import LINE, Hit, RulerGeometry, Runs

_BRUSHES = {
    Pattern.DIAGONAL: Qt.BrushStyle.BDiagPattern,
    Pattern.DOTS: Qt.BrushStyle.Dense6Pattern,
    Pattern.CROSSED: Qt.BrushStyle.DiagCrossPattern,
}
_LEAST_CAPTION = 54  # pixels; narrower spans have no caption
_PADDING = 6
_GHOST, _FAINT = 0.42, 0.12  # how solid dropped chunks are, and those without a verdict yet
_SHADE = 190  # percent by which a pattern is darker than its ground
_INK = QColor("#10161C")  # the families' colours are light enough for it in either theme
_NO_PEN = Qt.PenStyle.NoPen


@dataclass(frozen=True)
class RulerStyle:
    """The colours and fonts of the ruler."""

    colors: Colors
    font: QFont
    strong: QFont
    grounds: tuple[QColor, ...] = field(init=False)
    metrics: QFontMetricsF = field(init=False)

    def __post_init__(self) -> None:
        grounds = tuple(QColor(family_look(self.colors, family).fill) for family in FAMILIES)
        object.__setattr__(self, "grounds", grounds)
        object.__setattr__(self, "metrics", QFontMetricsF(self.font))

    def measure(self, text: str) -> float:
        """Return how wide a text is, in pixels."""
        return self.metrics.horizontalAdvance(text)

    def color(self, name: str) -> QColor:
        """Return a colour of the theme by its name."""
        return QColor(getattr(self.colors, name))


@dataclass(frozen=True, slots=True)
class RulerMarks:
    """What is marked: the selected span, the one under the pointer, how far a replay has come.

    ``decided`` is the number of chunks that have a verdict; None is all of them.
    """

    selected: Hit | None = None
    hovered: Hit | None = None
    focused: bool = False
    decided: int | None = None


def paint_ruler(
    painter: QPainter, geometry: RulerGeometry, style: RulerStyle, marks: RulerMarks
) -> None:
    """Draw the whole chart from (0, 0) on. Lines are set on whole pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setFont(style.font)
    _paint_overview(painter, geometry, style)
    area = QRectF(
        geometry.left, geometry.above - 4, geometry.inner, geometry.bottom - geometry.above + 4
    )
    _paint_levels(painter, geometry, style)
    painter.save()
    painter.setClipRect(area)
    _paint_reserve(painter, geometry, style)
    for placed in (True, False):
        runs = geometry.runs(placed=placed)
        _paint_spans(painter, geometry, style, runs, placed=placed, decided=marks.decided)
    _paint_axis(painter, geometry, style)
    if marks.hovered is not None:
        _outline(painter, geometry, marks.hovered, QPen(style.color("text"), 1))
    if marks.selected is not None:
        _paint_selected(painter, geometry, style, marks.selected)
    painter.restore()
    _paint_gutter(painter, geometry, style)
    _paint_legend(painter, geometry, style)


def _paint_overview(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    ruler = geometry.ruler
    top, tall = geometry.overview_top, geometry.overview_height

    def band(begin: float, end: float) -> QRectF:
        left, right = geometry.overview_x(begin), geometry.overview_x(end)
        return QRectF(round(left), top, round(right) - round(left), tall)

    painter.setPen(_NO_PEN)
    painter.fillRect(band(ruler.begin, ruler.end), style.color("chrome"))
    painter.fillRect(band(ruler.begin, 0), QBrush(style.color("edge"), _BRUSHES[Pattern.DIAGONAL]))
    painter.fillRect(band(0, ruler.room), style.color("line"))
    used = style.color("accent")
    used.setAlphaF(0.55)
    painter.fillRect(band(0, ruler.placed.end), used)
    if ruler.dropped.end > ruler.room:
        beyond = QBrush(style.color("edge"), Qt.BrushStyle.Dense6Pattern)
        painter.fillRect(band(ruler.room, ruler.dropped.end), beyond)
    begin, end = geometry.view
    frame = band(max(begin, ruler.begin), min(end, ruler.end)).adjusted(0, -2, 0, 1)
    painter.setPen(QPen(style.color("accent"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)


def _paint_levels(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    for level in geometry.levels:
        at = round(level.at)
        painter.setPen(QPen(style.color("line"), 1))
        painter.drawLine(QPointF(geometry.left, at), QPointF(geometry.left + geometry.inner, at))
        painter.setPen(style.color("muted"))
        rect = QRectF(0, at - LINE / 2, geometry.left - 8, LINE)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, side, level.text)


def _paint_reserve(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    reserve = geometry.ruler.reserve
    if not reserve:
        return
    left, right = geometry.x(-reserve), geometry.x(0)
    block = QRectF(left, geometry.above, right - left, geometry.line - geometry.above)
    painter.fillRect(block, style.color("chrome"))
    painter.fillRect(block, QBrush(style.color("line"), _BRUSHES[Pattern.DIAGONAL]))
    tokens = written(int(reserve))
    for text in (tr("reserve {tokens}", tokens=tokens), tr("reserve")):
        if style.measure(text) + 2 * _PADDING <= right - max(left, geometry.left):
            plate = QRectF(0, 0, style.measure(text) + 8, style.metrics.height() + 2)
            plate.moveCenter(QPointF((max(left, geometry.left) + right) / 2, block.center().y()))
            painter.fillRect(plate, style.color("chrome"))
            painter.setPen(style.color("muted"))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
            return


def _paint_spans(
    painter: QPainter,
    geometry: RulerGeometry,
    style: RulerStyle,
    runs: Runs,
    *,
    placed: bool,
    decided: int | None,
) -> None:
    spans = geometry.spans(placed=placed)
    painter.setPen(_NO_PEN)
    captioned = []
    for left, right, place, whole in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        strict=True,
    ):
        waiting = decided is not None and int(spans.turns[place]) >= decided
        opacity = _FAINT if waiting else 1.0 if placed else _GHOST
        # A line of the background parts spans; columns of pixels are not parted.
        wide = right - left - (1 if whole else 0)
        ground = QColor(style.grounds[int(spans.families[place])])
        # A dark pattern cannot be seen on a ghost of the dark theme.
        light = style.colors.dark and not placed
        pattern = ground.lighter(_SHADE) if light else ground.darker(_SHADE)
        ground.setAlphaF(opacity)
        pattern.setAlphaF(opacity)
        edge = geometry.line if placed else geometry.below
        for part, points in zip(PARTS, spans.parts[place].tolist(), strict=True):
            tall = points * geometry.points
            if tall <= 0:
                continue
            upper = edge - tall if placed else edge
            rect = QRectF(left, upper, wide, tall)
            painter.fillRect(rect, ground)
            if part != "base":
                painter.fillRect(rect, QBrush(pattern, _BRUSHES[PART_PATTERNS[part]]))
            edge += -tall if placed else tall
        if whole and wide >= _LEAST_CAPTION and not waiting:
            tall = float(spans.parts[place][0]) * geometry.points
            top = geometry.line - tall if placed else geometry.below
            captioned.append((place, QRectF(left, top, wide, tall)))
    for place, rect in captioned:
        _paint_caption(painter, geometry, style, rect, placed=placed, place=place)


def _paint_caption(
    painter: QPainter,
    geometry: RulerGeometry,
    style: RulerStyle,
    rect: QRectF,
    *,
    placed: bool,
    place: int,
) -> None:
    """Write what a chunk is into its span, as many lines as there is room for."""
    ruler = geometry.ruler
    spans = geometry.spans(placed=placed)
    wide = rect.width() - 2 * _PADDING

    def with_unit(number: str, unit: str) -> str:
        return f"{number} {unit}" if style.measure(f"{number} {unit}") <= wide else number

    tokens = written(ruler.outcome.tokens[int(spans.rows[place])])
    right, middle = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle
    lines = [
        (style.strong, ruler.title(placed=placed, place=place), right),
        (style.font, ruler.name(placed=placed, place=place), middle),
        (style.font, with_unit(tokens, tr("tokens")), right),
        (style.font, with_unit(localized(spans.heights[place], ",.1f"), "points"), right),
    ]
    room = int((rect.height() - 4) // LINE)
    painter.setPen(_INK if placed else style.color("text"))
    for number, (font, text, mode) in enumerate(lines[: max(room, 0)]):
        shown = QFontMetricsF(font).elidedText(text, mode, wide)
        at = QRectF(
            rect.left() + _PADDING, rect.top() + 3 + number * LINE, rect.width() - _PADDING, LINE
        )
        painter.setFont(font)
        painter.drawText(at, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
    painter.setFont(style.font)


def _paint_axis(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    line, below = round(geometry.line), round(geometry.below)
    band = QRectF(geometry.left, line, geometry.inner, below - line)
    painter.fillRect(band, style.color("chrome"))
    painter.setPen(QPen(style.color("edge"), 1))
    painter.drawLine(band.topLeft(), band.topRight())
    painter.drawLine(band.bottomLeft(), band.bottomRight())
    room = geometry.x(geometry.ruler.room)
    text = tr("limit {tokens}", tokens=written(int(geometry.ruler.room)))
    wide = style.measure(text) + 10
    plate = QRectF(room + 1, geometry.above - 4, wide, LINE)
    if plate.right() > geometry.left + geometry.inner:
        plate.moveRight(room)
    middle = Qt.AlignmentFlag.AlignCenter
    for tick in geometry.ticks:
        at = round(tick.at)
        wanted = QRectF(at - 45, line + 1, 90, below - line - 1)
        ink = style.measure(tick.text) / 2 + 4
        if at - ink < geometry.left or at + ink > geometry.left + geometry.inner:
            continue
        painter.setPen(QPen(style.color("edge"), 1))
        painter.drawLine(QPointF(at, line), QPointF(at, line + 4))
        painter.setPen(style.color("muted"))
        painter.drawText(wanted, middle, tick.text)
    painter.setPen(QPen(style.color("accent"), 2))
    painter.drawLine(QPointF(room, geometry.above - 4), QPointF(room, geometry.bottom))
    painter.setPen(_NO_PEN)
    painter.fillRect(plate, style.color("accent"))
    painter.setPen(style.color("on_accent"))
    painter.drawText(plate, middle, text)


def _paint_selected(
    painter: QPainter, geometry: RulerGeometry, style: RulerStyle, hit: Hit
) -> None:
    """Mark the selected span; lead from a dropped one to the one that beat it."""
    rival = None if hit.placed else geometry.ruler.rival(hit.place)
    accent = style.color("accent")
    if rival is not None:
        other = Hit(placed=True, place=rival)
        left, _, right, _ = geometry.box(other)
        mine_left, _, mine_right, _ = geometry.box(hit)
        end = QPointF((left + right) / 2, geometry.line)
        begin = QPointF((mine_left + mine_right) / 2, geometry.below)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
        painter.setPen(QPen(style.color("base"), 5))
        painter.drawLine(begin, end)
        painter.setPen(QPen(accent, 2))
        painter.drawLine(begin, end)
        painter.setBrush(accent)
        painter.drawEllipse(end, 3.5, 3.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        _outline(painter, geometry, other, QPen(accent, 2, Qt.PenStyle.DashLine))
    _outline(painter, geometry, hit, QPen(style.color("base"), 4))
    _outline(painter, geometry, hit, QPen(accent, 2))


def _outline(painter: QPainter, geometry: RulerGeometry, hit: Hit, pen: QPen) -> None:
    left, top, right, bottom = (round(edge) for edge in geometry.box(hit))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(left, top, max(right - left - 1, 2), max(bottom - top - 1, 2)))


def _paint_gutter(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    ruler = geometry.ruler
    painter.setPen(style.color("muted"))
    for top, text in (
        (geometry.overview_top + (geometry.overview_height - LINE) / 2, tr("overview")),
        (geometry.line - LINE, tr("{placed:,} placed", placed=len(ruler.placed))),
        (geometry.line + (geometry.below - geometry.line - LINE) / 2, tr("tokens")),
        (geometry.below + 1, tr("{dropped:,} dropped", dropped=len(ruler.dropped))),
    ):
        painter.drawText(QRectF(4, top, geometry.left - 6, LINE), side, text)


def _paint_legend(painter: QPainter, geometry: RulerGeometry, style: RulerStyle) -> None:
    for entry in geometry.legend:
        swatch = QRectF(entry.x, entry.top + 4, 14, 10)
        if entry.family:
            painter.fillRect(swatch, style.grounds[FAMILIES.index(entry.family)])
        else:
            painter.fillRect(swatch, style.color("base"))
            brush = QBrush(style.color("muted"), _BRUSHES[PART_PATTERNS[entry.part]])
            painter.fillRect(swatch, brush)
        painter.setPen(QPen(style.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(swatch.adjusted(0, 0, -1, -1))
        painter.setPen(style.color("muted"))
        rect = QRectF(entry.x + 20, entry.top, entry.width, LINE)
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, side, entry.title)
