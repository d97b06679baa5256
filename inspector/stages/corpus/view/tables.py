"""The requests, the whole curve, the front and the policies of a study, in tabs.

Recall against tokens in the window: each policy can be pointed at, a click looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.analysis.corpus.causes import Cause
from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.spoken import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.bar_paint import BarStyle, paint_caption, paint_focus
from inspector.gui.views.painted_view import PaintedItem, PaintedView
from inspector.gui.views.table_tabs import Tab, TableTabs, beside
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.corpus.front_svg import FrontGeometry, Spot
from inspector.stages.corpus.losses import loss_table, lost_table
from inspector.stages.corpus.names import cause_word
from inspector.stages.corpus.regret_table import regret_table
from inspector.stages.corpus.tables import (
    TITLES,
    CorpusTable,
    front_table,
    policy_table,
    request_key,
    request_of_key,
    request_table,
    stretch_table,
)
from inspector.stages.corpus.view.chart_panel import chart_style

_DOT, _LEAST_WIDTH = 4.5, 260


@dataclass(frozen=True, slots=True)
class FrontMarks:
    """What is marked: the policy looked at, the one under the pointer, where the keyboard is."""

    chosen: Spot | None = None
    hovered: Spot | None = None
    focused: bool = False


def paint_front(
    painter: QPainter, geometry: FrontGeometry, style: BarStyle, marks: FrontMarks
) -> None:
    """Draw the whole plot from (0, 0) on."""
    colors, line = style.colors, style.metrics.height()
    painter.setFont(style.font)
    painter.setPen(QPen(QColor(colors.edge), 1))
    painter.drawLine(QLineF(geometry.left, geometry.bottom, geometry.right, geometry.bottom))
    painter.setPen(QColor(colors.muted))
    for level in geometry.levels:
        area = QRectF(0, level.at - line / 2, geometry.left - 6, line)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight, level.text)
    for tick in geometry.ticks:
        wide = style.measure(tick.text) + 4
        area = QRectF(tick.at - wide / 2, geometry.bottom + 2, wide, line)
        painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, tick.text)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colors.verdicts["included"].ink), 2))
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in geometry.corners]))
    for spot in (*geometry.named, marks.hovered, marks.chosen):
        if spot is not None:
            whole = spot is marks.chosen
            ink = QColor(colors.accent if whole or spot.variant == 0 else colors.muted)
            painter.setPen(QPen(ink, 2))
            painter.setBrush(ink if whole else QColor(colors.base))
            painter.drawEllipse(QPointF(spot.x, spot.y), _DOT, _DOT)
    for caption in geometry.captions(style.measure):
        paint_caption(painter, caption, style)
    if marks.focused:
        paint_focus(painter, style, geometry.width, geometry.height)


class FrontView(PaintedView):
    """Shows the front of one study. It keeps no result: everything is passed in and sent out.

    Left and Right go along the front, Home to the present policy; so does a click.
    """

    chosen = Signal(float, int)
    """A value that somebody looks at, and of which policy."""

    def __init__(self, style: BarStyle, parent: QWidget | None = None) -> None:
        super().__init__(PaintedItem(paint_front, FrontMarks()), parent)
        self.setObjectName("corpus.front")
        self.setAccessibleName(tr("Recall against tokens"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(_LEAST_WIDTH)
        self.setMouseTracking(True)
        self._style = style
        self._study: CorpusStudy | None = None
        self._value: float | None = None
        self._variant = 0
        self._geometry: FrontGeometry | None = None
        self._chosen: Spot | None = None
        self._hovered: Spot | None = None
        keys = tr("Left and Right go along the front, Home goes back to the present policy.")
        self._spoken = Spoken(self, keys)
        self.set_background(style.colors.base)

    @property
    def geometry_now(self) -> FrontGeometry | None:
        """Where everything lies, for whoever points at it."""
        return self._geometry

    def set_study(self, study: CorpusStudy, value: float, variant: int = 0) -> None:
        """Show the front of a study, and the value and policy that are looked at."""
        self._study, self._value, self._variant = study, value, variant
        self._lay_out()
        if self._geometry is not None:
            found = self._geometry.named
            self._spoken.set_whole(
                ". ".join(f"{one.title}: {self._geometry.words(one)}" for one in found)
            )

    def set_style(self, style: BarStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self._style = style
        self.set_background(style.colors.base)
        self._lay_out()

    def text_at(self, position: QPoint) -> str:
        """Return what the policy under a point has."""
        spot = self._spot_at(position)
        return "" if spot is None or self._geometry is None else self._geometry.words(spot)

    def _lay_out(self) -> None:
        study = self._study
        if study is None or not study.means or self.width() < 2:
            return
        self._geometry = FrontGeometry(study, self.width(), self.height())
        self._hovered = None
        spots = (*self._geometry.named, *self._geometry.front)
        here = (self._variant, self._value)
        looked = (one for one in spots if (one.variant, one.value) == here)
        self._chosen = next(looked, None)
        self._item.paint_from(self._geometry, self._style)
        self._mark()
        self._spoken.set_part("" if self._chosen is None else self._geometry.words(self._chosen))

    def _mark(self) -> None:
        self._item.mark(FrontMarks(self._chosen, self._hovered, self.hasFocus()))

    def _spot_at(self, position: QPoint) -> Spot | None:
        geometry = self._geometry
        return None if geometry is None else geometry.spot_at(position.x(), position.y())

    def _choose(self, spot: Spot | None) -> None:
        if spot is not None:
            self.chosen.emit(spot.value, spot.variant)

    # Pointer and keyboard ------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Look at the policy that is there."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(self._spot_at(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show what the pointer is over."""
        self._hover(self._spot_at(event.position().toPoint()))

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hover(None)

    def _hover(self, spot: Spot | None) -> None:
        if spot is not self._hovered:
            self._hovered = spot
            self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Go along the front."""
        geometry = self._geometry
        match Qt.Key(event.key()):
            case Qt.Key.Key_Left | Qt.Key.Key_Right as key if geometry is not None:
                self._walk(geometry, -1 if key is Qt.Key.Key_Left else 1)
            case Qt.Key.Key_Home if geometry is not None:
                self._choose(geometry.named[0])
            case _:
                event.ignore()

    def _walk(self, geometry: FrontGeometry, by: int) -> None:
        """Look at the next point of the front with fewer or more tokens than the one looked at."""
        at = self._chosen or geometry.named[0]
        front = geometry.front[::by]
        self._choose(next((one for one in front if (one.tokens - at.tokens) * by > 0), None))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the plot out in the new size."""
        super().resizeEvent(event)
        if hasattr(self, "_spoken"):  # Qt may resize it while it is being made
            self._lay_out()


_OF_VARIANT: dict[CorpusTable, Callable[[CorpusStudy, int], TableData]] = {
    CorpusTable.LOSSES: loss_table,
    CorpusTable.LOST: lost_table,
    CorpusTable.STRETCHES: stretch_table,
}
_OF_STUDY: dict[CorpusTable, Callable[[CorpusStudy], TableData]] = {
    CorpusTable.FRONT: front_table,
    CorpusTable.POLICIES: policy_table,
    CorpusTable.REGRETS: regret_table,
}


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """A study, and the value and the policy at which it is looked at."""

    study: CorpusStudy
    value: float
    variant: int


class CorpusTables(TableTabs[CorpusTable, _Looked]):
    """Shows the tables of one study; what is selected is a request."""

    value_chosen = Signal(float, int)
    """The value of a row somebody moved to, and of which policy."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = tr("There is nothing to show.")
        front = FrontView(chart_style(theme))
        tabs = {table: Tab(TITLES[table], empty) for table in CorpusTable}
        tabs[CorpusTable.FRONT] = Tab(TITLES[CorpusTable.FRONT], empty, around=beside(front))
        super().__init__(tabs, theme, parent)
        self.front = front
        front.chosen.connect(self.value_chosen)

    def set_study(self, study: CorpusStudy, value: float, variant: int = 0) -> None:
        """Show another study, or its requests at another value or under another policy."""
        now = self._source
        if now is None or now.study is not study or (now.value, now.variant) != (value, variant):
            self.show_source(_Looked(study, value, variant))
            self.front.set_study(study, value, variant)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        super().set_theme(theme)
        self.front.set_style(chart_style(theme))

    def show_lost_to(self, cause: Cause) -> None:
        """Bring the requests in sight that lost something by a cause."""
        self.filter_rows(CorpusTable.REQUESTS, f'lost:"{cause_word(cause)}"')

    def _make(self, tab: CorpusTable, source: _Looked) -> TableData | None:
        if not source.study.means:
            return None
        study, variant = source.study, source.variant
        if tab is CorpusTable.REQUESTS:
            return request_table(study, source.value, variant)
        of_variant = _OF_VARIANT.get(tab)
        return _OF_STUDY[tab](study) if of_variant is None else of_variant(study, variant)

    def _made_of(self, tab: CorpusTable, source: _Looked) -> object:
        if tab is CorpusTable.REQUESTS:
            return source
        # Of a policy: what its rows are of, one object for each.
        return source.study.curves[source.variant] if tab in _OF_VARIANT else source.study

    def _tab_of(self, _subject: str) -> None:
        """Nobody is led away from the table that is looked at."""

    def _row_of(self, tab: CorpusTable, subject: str) -> str | None:
        return subject if tab is CorpusTable.REQUESTS else None

    def _subject_of(self, _tab: CorpusTable, key: str) -> str | None:
        request = request_of_key(key)
        if request is not None:
            return request_key(request)
        kind, _, place = key.partition(":")
        looked = _looked_at(self._source, kind, int(place)) if self._source is not None else None
        if looked is not None:
            self.value_chosen.emit(*looked)
        return None


def _looked_at(source: _Looked, kind: str, place: int) -> tuple[float, int] | None:
    """Return the value and the policy of a row, None where it has none."""
    study = source.study
    if kind == "stretch":
        return float(study.means[source.variant].starts[place]), source.variant
    if kind == "front":
        return study.front[place].first, study.front[place].variant
    if kind == "policy":
        found = study.recommendations[place]
        return None if found is None else (found.value, place)
    return (study.regrets[place].value, 0) if kind == "corpus" else None
