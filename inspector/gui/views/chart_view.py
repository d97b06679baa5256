"""A chart in the window: laid out in the size and style of now, and painted anew where it changed.

What a chart says itself is where everything lies, which shapes that is with what is marked in it,
and what is at a point. Painting, larger texts, what the pointer is over, tips, spoken words and
height are the same for all. A chart keeps no result: everything is passed in and sent out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from operator import itemgetter
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.core.text import in_markup
from inspector.gui.chart_objects import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.present.drawing import Extent, Item, different, extents, shared

OLD = 0.45
"""How solid a chart is whose input is not the newest."""

Laid = TypeVar("Laid")


class ChartView(QWidget, Generic[Laid]):
    """Shows what its chart is laid out to."""

    menu_asked = Signal(QPoint)
    """A menu of what is selected is wanted, at a global position."""

    grows_whole = True
    """Whether larger texts enlarge all of it; else it takes their size into account itself."""
    by_width = False
    """Whether only another width lays it out anew: it is as high as it has to be."""
    ground = "base"
    """The colour of what nothing is drawn on."""
    least_size = (76, 76)
    """Pixels that it takes at least, where it has no height of its own."""

    def __init__(
        self, style: ChartStyle, names: tuple[str, str, str], parent: QWidget | None = None
    ) -> None:
        """``names`` are the object name, the accessible name, and what the keys do."""
        super().__init__(parent)
        self.setObjectName(names[0])
        self.setAccessibleName(names[1])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # All of it is painted: without this everything behind it is painted first at each step.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._zoom, self._style = style.unzoomed() if self.grows_whole else (1.0, style)
        self._geometry: Laid | None = None
        self._stale = True
        self._items: Sequence[Item] = ()
        self._covered: list[Extent] = []  # by the items
        self._drawn_in: ChartStyle | None = None
        self._hovered: Any = None
        self._old = False
        self._spoken = Spoken(self, names[2])
        self.wanted_height = 0
        """Pixels that the chart takes at the width of now; 0 where it takes what there is."""

    # What a chart says itself ----------------------------------------------------------------

    def _laid_out(self, width: float, height: float) -> Laid | None:
        """Return where everything lies in a size, None while there is nothing."""
        raise NotImplementedError

    def _shapes(self, geometry: Laid) -> Sequence[Item]:
        """Return everything that is drawn, with what is marked, from the back to the front."""
        raise NotImplementedError

    def _hit(self, _x: float, _y: float) -> Any:
        """Return what is at a point of the chart, None for nothing."""
        return None

    def _tip(self, _hit: Any) -> str:
        """Return what there is to say about what was hit."""
        return ""

    def _height_of(self, _geometry: Laid) -> int:
        """Return the pixels that it is high, 0 for what there is."""
        return 0

    # What is shown ---------------------------------------------------------------------------

    @property
    def geometry_now(self) -> Laid | None:
        """Where everything lies, for whoever points at it."""
        if self._stale and self.width() > 1:
            self._lay_out()
        return self._geometry

    @property
    def zoom_now(self) -> float:
        """How many pixels of the view a pixel of the chart is."""
        return self._zoom

    def set_old(self, *, old: bool) -> None:
        """Show the chart as that of an older input."""
        if old is not self._old:
            self._old = old
            self.update()

    def clear(self) -> None:
        """Show nothing: what was charted is not open any more."""
        self._hovered, self._old = None, False
        self._redraw()
        self._spoken.set_whole("")
        self._spoken.set_part("")

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        style = ChartStyle.of(theme)
        self._zoom, self._style = style.unzoomed() if self.grows_whole else (1.0, style)
        self._redraw()
        self.updateGeometry()

    def text_at(self, position: QPoint) -> str:
        """Return what there is to say about a point of the view, "" for nothing."""
        hit = self._hit(*self._at(position))
        return "" if hit is None else self._tip(hit)

    def _at(self, position: QPointF | QPoint) -> tuple[float, float]:
        """Return where in the chart a position in the view is."""
        return position.x() / self._zoom, position.y() / self._zoom

    def _redraw(self) -> None:
        """Lay the chart out anew: at once where it is seen, else when somebody looks."""
        self._stale = True
        if self.isVisible():
            _ = self.geometry_now

    def _lay_out(self) -> None:
        self._stale = False
        size = (self.width() / self._zoom, self.height() / self._zoom)
        geometry = self._geometry = self._laid_out(*size)
        height = 0 if geometry is None else self._height_of(geometry)
        if height != self.wanted_height:
            self.wanted_height = height
            self.updateGeometry()
        self._mark()

    def _mark(self) -> None:
        """Paint what is different now that something else is marked, or lies elsewhere."""
        geometry, old = self._geometry, self._items
        if self._stale:
            return
        items = self._items = () if geometry is None else self._shapes(geometry)
        measure, same = self._style.measure, 0
        if self._drawn_in is self._style:
            same = shared(old, items)
            changed = extents(different(old[same:], items[same:]), measure)
            self.update(_region(changed, self._zoom))
        else:
            self.update()
        self._covered = self._covered[:same] + extents(items[same:], measure)

    # Painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw what is asked for."""
        _ = self.geometry_now
        self._drawn_in = self._style
        painter = QPainter(self)
        # What is drawn follows the program's direction, not the chart's.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(event.rect(), self._style.color(self.ground))
        painter.setOpacity(OLD if self._old else 1.0)
        painter.scale(self._zoom, self._zoom)
        items = self._items
        if event.rect() != self.rect() or event.region().rectCount() > 1:
            items = list(self._within(event.region()))
        paint_items(painter, items, self._style)

    def _within(self, region: QRegion) -> Iterator[Item]:
        """Yield the shapes of which something lies in a part of the view."""
        whole = region.rectCount() > _MANY
        rects = [region.boundingRect()] if whole else [*region]  # type: ignore[misc]  # it has one
        edges = [
            (one.left() - 1, one.top() - 1, one.right() + 2, one.bottom() + 2) for one in rects
        ]
        areas = [tuple(edge / self._zoom for edge in one) for one in edges]
        for item, (left, top, right, bottom) in zip(self._items, self._covered, strict=True):
            for first, upper, last, lower in areas:
                if left < last and right > first and top < lower and bottom > upper:
                    yield item
                    break

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the chart out in the new size; at another width it may have another height."""
        super().resizeEvent(event)
        wider = event.size().width() != event.oldSize().width()
        if wider or not self.by_width:
            self._redraw()
        if wider:
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the chart."""
        _ = self.geometry_now
        return QSize(480, self.wanted_height or 240)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be no lower than the chart."""
        _ = self.geometry_now
        return QSize(self.least_size[0], self.wanted_height or self.least_size[1])

    # Pointer and keyboard --------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            text = self.text_at(event.pos())
            # Qt would take a text that looks like HTML for HTML.
            shown = f'<span style="white-space: pre-wrap">{in_markup(text)}</span>' if text else ""
            QToolTip.showText(event.globalPos(), shown, self)
            return True
        return bool(super().event(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for a menu."""
        self.menu_asked.emit(event.globalPos())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show what the pointer is over."""
        self._hover(self._hit(*self._at(event.position())))

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hover(None)

    def _hover(self, hit: Any) -> None:
        if hit != self._hovered:
            self._hovered = hit
            self._mark()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._mark()


def _region(areas: Iterable[Extent], zoom: float) -> QRegion:
    """Return areas of a chart in pixels of its view, with one around them for smooth edges.

    Those of one height and place that nearly touch are one.
    """
    found = QRegion()
    row, first, last = (0.0, 0.0), 0.0, -1.0
    ordered = sorted(areas, key=_BY_ROW)
    for left, top, right, bottom in (*ordered, (0.0, inf, 0.0, inf)):
        if (top, bottom) == row and left <= last + _NEAR:
            last = max(last, right)
            continue
        if last >= first:
            high = (row[1] - row[0]) * zoom
            place = QRectF(first * zoom, row[0] * zoom, (last - first) * zoom, high)
            found += place.toAlignedRect().adjusted(-1, -1, 1, 1)
        row, first, last = (top, bottom), left, right
    return found


_BY_ROW = itemgetter(1, 3, 0)
_NEAR = 40  # pixels between two areas that are painted as one
_MANY = 40  # parts of a region, after which it is quicker to look at their bounds
