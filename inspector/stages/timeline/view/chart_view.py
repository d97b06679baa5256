"""The chart of a timeline in the window: brushed to zoom, walked with the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from inspector.core.timeline.report import TimelineReport
from inspector.core.timeline.simulation import Simulation
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.language import tr
from inspector.present.drawing import Box, Drawing, Item, Measure
from inspector.stages.timeline.chart import Backdrop, timeline_drawing, timeline_ground
from inspector.stages.timeline.chart_layout import View, request_of, whole_view
from inspector.stages.timeline.tables import request_key

_LEAST_BRUSH = 6  # pixels; less is a click
_LEAST_SEEN = 4  # requests
_BRUSH = 0.2  # how solid it is
ZOOM = 2.0


class TimelineView(DrawingView):
    """Shows one timeline. A drag over columns shows these alone; Escape shows all."""

    view_changed = Signal()
    """Other requests are in sight."""
    grows_whole = False
    ground = "chrome"

    view: View
    """The requests in sight."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("timeline.chart", tr("Requests"), theme, grows=True)
        self._report: TimelineReport | None = None
        self._simulation: Simulation | None = None
        self.view = View(0, 0)
        self._ground: Backdrop | None = None
        self._for = ""
        self._from: QPointF | None = None
        self._to: QPointF | None = None
        self.setMinimumHeight(220)

    def set_report(
        self, report: TimelineReport | None, simulation: Simulation | None = None
    ) -> None:
        """Show a timeline; the requests in sight stay where it is the same log."""
        self._simulation = simulation
        same = report is not None and self._report is not None and self._report.log is report.log
        self._report = report
        if report is None:
            self._ground = None
            self.show_picture(None)
            return
        if not same:
            self.view = whole_view(report)
        self.show_picture(self._drawn)

    def _drawn(self, width: float, height: float, measure: Measure, selected: str) -> Drawing:
        if self._report is None:
            raise ValueError("nothing is shown")
        size = (width, height)
        view = replace(self.view, scale=self._theme.scale)
        key = (id(self._report), view, size)
        if self._ground is None or self._ground.key[:3] != key or "block:" in selected + self._for:
            self._ground = timeline_ground(self._report, view, size, selected)
            self._for = selected
        made = self._simulation
        return timeline_drawing(self._report, view, size, measure, selected, made, self._ground)

    def _shapes(self, geometry: Drawing) -> Sequence[Item]:
        """Draw the brush over the chart."""
        if self._from is None or self._to is None:
            return geometry.items
        left, right = sorted((self._from.x(), self._to.x()))
        brush = Box(left, 0, right - left, geometry.height, "accent", opacity=_BRUSH)
        return (*geometry.items, brush)

    # Zoom ----------------------------------------------------------------------------------

    def show_all(self) -> None:
        """Show every request."""
        if self._report is not None:
            self._look(whole_view(self._report))

    def zoom(self, factor: float) -> None:
        """Show fewer requests around what is selected, or the middle; more for less than 1."""
        if self._report is None:
            return
        whole, view = len(self._report.requests), self.view
        count = min(max(round(view.count / factor), min(_LEAST_SEEN, whole)), whole)
        chosen = request_of(self._selected)
        middle = chosen if chosen is not None else (view.first + view.last) // 2
        first = min(max(middle - count // 2, 0), whole - count)
        self._look(View(first, first + count))

    def show_request(self, number: int) -> None:
        """Bring a request, from 0, in sight."""
        view = self.view
        if self._report is not None and not view.first <= number < view.last:
            whole = len(self._report.requests)
            first = min(max(number - view.count // 2, 0), max(whole - view.count, 0))
            self._look(View(first, first + view.count))

    def _look(self, view: View) -> None:
        if view != self.view:
            self.view = view
            self._redraw()
            self.view_changed.emit()

    def _request_at(self, x: float) -> int | None:
        drawing = self.drawing
        if drawing is None:
            return None
        found = [hit for hit in drawing.hits if hit.key.startswith("request:")]
        near = min(found, key=lambda hit: abs(hit.x + hit.width / 2 - x), default=None)
        return None if near is None else int(near.key.partition(":")[2]) - 1

    # Events --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Begin a brush."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._from, self._to = event.position(), None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the brush out."""
        if self._from is not None and abs(event.position().x() - self._from.x()) >= _LEAST_BRUSH:
            self._to = event.position()
            self._mark()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show what was brushed, or select what was clicked."""
        start, end, self._from, self._to = self._from, self._to, None, None
        self._mark()
        if start is None:
            return
        if end is None:
            super().mousePressEvent(event)
            return
        first, last = sorted((self._request_at(start.x()) or 0, self._request_at(end.x()) or 0))
        whole = 0 if self._report is None else len(self._report.requests)
        last = min(max(last + 1, first + _LEAST_SEEN), whole)
        self._look(View(max(min(first, last - _LEAST_SEEN), 0), last))

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show every request."""
        self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Zoom with Ctrl; without it the page scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.hasFocus():
            self.zoom(ZOOM if event.angleDelta().y() > 0 else 1 / ZOOM)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Zoom with plus and minus, show all with Escape, walk with the arrows."""
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM)
        elif key == Qt.Key.Key_Escape and self._report is not None:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def step(self, by: int) -> str:
        """Return the subject of the request after the selected one, or of the first."""
        if self._report is None or not self._report.requests:
            return ""
        last, now = len(self._report.requests) - 1, request_of(self._selected)
        at = 0 if now is None else now + by
        return request_key(min(max(at, 0), last))
