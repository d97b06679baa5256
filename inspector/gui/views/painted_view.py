"""A chart that one item paints: what it covers, its marks, its tips, menu and focus.

A chart over the values of a policy, in which a value can be pointed at and walked to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import (
    QGraphicsObject,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QStyleOptionGraphicsItem,
    QToolTip,
    QWidget,
)

from inspector.core.text import in_markup
from inspector.gui.spoken import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import ChartStyle
from inspector.present.value_axis import ValueMarks, ValuePanels


class Area(Protocol):
    """A geometry; sizes are in pixels."""

    @property
    def width(self) -> float:
        """The width of the chart."""

    @property
    def height(self) -> float:
        """The height of the chart."""


class PaintedItem(QGraphicsObject):
    """The whole chart as one item, drawn by ``draw`` from a geometry, a style and marks."""

    def __init__(self, draw: Callable[[QPainter, Any, Any, Any], None], marks: object) -> None:
        super().__init__()
        self._draw = draw
        self.geometry: Area | None = None
        self.style: object = None
        self.marks = marks

    def paint_from(self, geometry: Area, style: object) -> None:
        """Paint another chart from now on."""
        self.prepareGeometryChange()
        self.geometry, self.style = geometry, style
        self.update()

    def clear(self) -> None:
        """Paint nothing until there is another chart."""
        self.prepareGeometryChange()
        self.geometry = None
        self.update()

    def mark(self, marks: object) -> None:
        """Mark other things in the same chart."""
        if marks != self.marks:
            self.marks = marks
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802  # Qt's name
        """Return what the item covers."""
        if self.geometry is None:
            return QRectF()
        return QRectF(0, 0, self.geometry.width, self.geometry.height)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the chart."""
        # What is drawn on a scene follows the program's direction, not the view's.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if self.geometry is not None:
            self._draw(painter, self.geometry, self.style, self.marks)


class PixelView(QGraphicsView):
    """Shows items whose units are its pixels, from its upper left corner on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setCacheMode(self.CacheModeFlag.CacheBackground)
        self.setBackgroundRole(QPalette.ColorRole.NoRole)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(self.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(self.ViewportUpdateMode.MinimalViewportUpdate)
        self.setMouseTracking(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._zoom = 1.0
        self.wanted_height = 0
        """Pixels that the chart takes at the width of now; 0 where it takes what there is."""

    @property
    def zoom_now(self) -> float:
        """How many pixels of the view a pixel of the chart is."""
        return self._zoom

    def _unzoomed(self, style: ChartStyle) -> ChartStyle:
        """Draw everything larger, and not its texts alone, where texts are to be larger.

        The chart is laid out as at 100 %; a pixel of it is ``_zoom`` pixels of the view.
        """
        self._zoom, style = style.unzoomed()
        self.setTransform(QTransform.fromScale(self._zoom, self._zoom))
        return style

    def _at(self, position: QPointF | QPoint) -> tuple[float, float]:
        """Return where in the chart a position in the view is."""
        return position.x() / self._zoom, position.y() / self._zoom

    def want_height(self, height: int) -> None:
        """Be as high as a chart that was laid out.

        By the layout, and not at once: a view that resizes itself while it is resized before it
        is first shown keeps a viewport of the height before.
        """
        if height != self.wanted_height:
            self.wanted_height = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the chart."""
        hint = super().sizeHint()
        return QSize(hint.width(), self.wanted_height or hint.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be no lower than the chart."""
        hint = super().minimumSizeHint()
        return QSize(hint.width(), self.wanted_height or hint.height())

    def set_background(self, color: QColor | str) -> None:
        """Fill what no item covers with a colour."""
        self.setBackgroundBrush(QColor(color))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Hand keys to what is around: the view itself would scroll."""
        event.ignore()

    def resizeEvent(self, _event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show as many units as there are pixels."""
        self.setSceneRect(0, 0, self.width(), self.height())


class PaintedView(PixelView):
    """Shows one item that paints itself. A chart's own view lays it out, and says what is hit."""

    menu_asked = Signal(QPoint)
    """A menu of what is selected is wanted, at a global position."""

    def __init__(self, item: PaintedItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._item = item
        self.scene().addItem(item)

    def text_at(self, position: QPoint) -> str:
        """Return what there is to say about a point, "" for nothing."""
        raise NotImplementedError

    def _mark(self) -> None:
        """Mark in the item what is selected, hovered and focused."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for a menu."""
        self.menu_asked.emit(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            text = self.text_at(event.pos())
            # Qt would take a text that looks like HTML for HTML.
            told = in_markup(text)
            shown = f'<span style="white-space: pre-wrap">{told}</span>' if text else ""
            QToolTip.showText(event.globalPos(), shown, self)
            return True
        return bool(super().viewportEvent(event))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._mark()


Laid = TypeVar("Laid", bound=Area)


class LaidOutView(PaintedView, Generic[Laid]):
    """Shows what its chart is laid out to in the size and the style of now."""

    by_width = False
    """Whether only another width lays it out anew: it is as high as it has to be."""
    grows_whole = False
    """Whether larger texts enlarge all of it."""

    def __init__(
        self,
        item: PaintedItem,
        style: ChartStyle,
        names: tuple[str, str, str],
        parent: QWidget | None = None,
    ) -> None:
        """``names`` are the object name, the accessible name, and what the keys do."""
        super().__init__(item, parent)
        self.setObjectName(names[0])
        self.setAccessibleName(names[1])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._style = self._unzoomed(style) if self.grows_whole else style
        self._geometry: Laid | None = None
        self._spoken = Spoken(self, names[2])
        self.set_background(style.colors.base)

    def _laid_out(self) -> Laid | None:
        """Return where everything lies in the size of now, None while there is nothing."""
        raise NotImplementedError

    def _look(self, _geometry: Laid) -> object:
        """Return what the item is painted with: the style, and what else is made but once."""
        return self._style

    @property
    def geometry_now(self) -> Laid | None:
        """Where everything lies, for whoever points at it."""
        return self._geometry

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        style = ChartStyle.of(theme)
        self._style = self._unzoomed(style) if self.grows_whole else style
        self.set_background(style.colors.base)
        self._lay_out()

    def _lay_out(self) -> None:
        if self.width() < 2:
            return
        self._geometry = self._laid_out()
        if self._geometry is None:
            self._item.clear()
        else:
            self._item.paint_from(self._geometry, self._look(self._geometry))
            self._mark()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the chart out in the new size."""
        super().resizeEvent(event)
        same = self.by_width and event.oldSize().width() == event.size().width()
        if hasattr(self, "_spoken") and not same:  # Qt may resize it while it is being made
            self._lay_out()


Geometry = TypeVar("Geometry", bound=ValuePanels)


class ValueChartView(LaidOutView[Geometry]):
    """Shows what its own chart is laid out to; it keeps no result, and sends out what is wanted."""

    hovered = Signal(object)
    """The value under the pointer, None for none."""

    def __init__(
        self,
        paint: Callable[..., None],
        style: ChartStyle,
        names: tuple[str, str, str],
        least_height: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(PaintedItem(paint, ValueMarks()), style, names, parent)
        self.setMinimumHeight(least_height)
        self._value: float | None = None
        self._hovered: float | None = None
        self._old = False

    # What a chart says itself ----------------------------------------------------------------

    def _words(self, value: float) -> str:
        """Return what is so at a value."""
        raise NotImplementedError

    # What is shown -----------------------------------------------------------------------

    def set_value(self, value: float | None) -> None:
        """Mark the value that is looked at."""
        self._value = value
        self._mark()
        self._spoken.set_part("" if value is None else self._words(value))

    def clear(self) -> None:
        """Show nothing: what was charted is not open any more."""
        self._geometry = self._value = self._hovered = None
        self._old = False
        self._item.clear()
        self._spoken.set_whole("")
        self._spoken.set_part("")

    def set_old(self, *, old: bool) -> None:
        """Show the chart as that of an older input."""
        self._old = old
        self._mark()

    def text_at(self, position: QPoint) -> str:
        """Return what is so at the value under a point."""
        value = self._value_at(position.x())
        return "" if value is None else self._words(value)

    def _show_chart(self, whole: str) -> None:
        """Lay another chart out; ``whole`` is what it shows in words."""
        self._hovered = None
        self._lay_out()
        self._spoken.set_whole(whole)

    def _mark(self) -> None:
        self._item.mark(ValueMarks(self._value, self._hovered, self.hasFocus(), self._old))

    def _value_at(self, x: float) -> float | None:
        geometry = self._geometry
        if geometry is None or not geometry.left <= x <= geometry.left + geometry.inner:
            return None
        return geometry.value_at(x)

    def _hover(self, value: float | None) -> None:
        if value != self._hovered:
            self._hovered = value
            self._mark()
            self.hovered.emit(value)

    # Events ------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the pointer."""
        self._hover(self._value_at(event.position().x()))

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hover(None)
