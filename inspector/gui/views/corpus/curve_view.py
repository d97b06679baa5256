"""The curves of a corpus in the window: any value can be pointed at, clicked and walked to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.spoken import Spoken
from inspector.gui.views.corpus.curve_paint import CurveMarks, paint_curves
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.painted_view import PaintedItem, PaintedView
from inspector.language import tr
from inspector.present.corpus.chart import CurveGeometry
from inspector.present.corpus.names import headline
from inspector.present.corpus.sentences import advice, value_lines
from inspector.present.tuning.names import written


class CurveView(PaintedView):
    """Shows one study. A click looks at a value; so do Left and Right, and Home at the current."""

    chosen = Signal(float)
    """A value that somebody looks at."""

    def __init__(self, style: BarStyle, parent: QWidget | None = None) -> None:
        super().__init__(PaintedItem(paint_curves, CurveMarks()), parent)
        self.setObjectName("corpus.curves")
        self.setAccessibleName(tr("Curves of the corpus"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(180)
        self._style = style
        self._study: CorpusStudy | None = None
        self._geometry: CurveGeometry | None = None
        self._value: float | None = None
        self._hovered: float | None = None
        self._old = False
        self._spoken = Spoken(
            self, tr("Left and Right go along the values, Home goes back to the current one.")
        )
        self.setBackground(style.colors.base)
        self.setMouseTracking(True)

    def set_study(self, study: CorpusStudy) -> None:
        """Show another study."""
        self._study, self._hovered = study, None
        self._lay_out()
        self._spoken.set_whole(f"{headline(study)}. {advice(study)}")

    def set_value(self, value: float) -> None:
        """Mark the value that is looked at."""
        self._value = value
        self._mark()
        self._spoken.set_part(self._words(value))

    def set_old(self, *, old: bool) -> None:
        """Show the chart as that of an older input."""
        self._old = old
        self._mark()

    def set_style(self, style: BarStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self._style = style
        self.setBackground(style.colors.base)
        self._lay_out()

    @property
    def geometry_now(self) -> CurveGeometry | None:
        """Where everything lies, for whoever points at it."""
        return self._geometry

    def text_at(self, position: QPoint) -> str:
        """Return what is so at the value under a point."""
        value = self._value_at(position.x())
        return "" if value is None else self._words(value)

    def _words(self, value: float) -> str:
        if self._study is None:
            return ""
        lines = [written(self._study.load.range.axis, value)]
        lines += [f"{title}: {much}" for title, much in value_lines(self._study, value)]
        return "\n".join(lines)

    def walk(self, direction: int) -> None:
        """Look at the value a hundredth of the range further."""
        if self._study is None:
            return
        span = self._study.load.range
        now = self._study.current if self._value is None else self._value
        step = max(1.0, (span.high - span.low) // 100) if span.axis.in_tokens else 0.01
        value = round(now + direction * step, 4)
        if value in span:
            self.chosen.emit(value)

    def _lay_out(self) -> None:
        if self._study is None or not self._study.means or self.width() < 2:
            return
        self._geometry = CurveGeometry(self._study, 0, self.width(), self.height())
        self._item.show(self._geometry, self._style)
        self._mark()

    def _mark(self) -> None:
        self._item.mark(CurveMarks(self._value, self._hovered, self.hasFocus(), self._old))

    def _value_at(self, x: float) -> float | None:
        geometry = self._geometry
        if geometry is None or not geometry.left <= x <= geometry.left + geometry.inner:
            return None
        return geometry.value_at(x)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Look at the value under the pointer."""
        value = self._value_at(event.position().x())
        if event.button() is Qt.MouseButton.LeftButton and value is not None:
            self.chosen.emit(value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the pointer."""
        self._hovered = self._value_at(event.position().x())
        self._mark()

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hovered = None
        self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk along the axis."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Left:
                self.walk(-1)
            case Qt.Key.Key_Right:
                self.walk(1)
            case Qt.Key.Key_Home if self._study is not None:
                self.chosen.emit(self._study.current)
            case _:
                event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the chart out in the new size."""
        super().resizeEvent(event)
        if hasattr(self, "_item"):  # pyqtgraph resizes while it is being made
            self._lay_out()
