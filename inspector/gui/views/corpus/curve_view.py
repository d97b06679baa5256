"""The curves of a corpus in the window: any value can be pointed at, clicked and walked to."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.views.corpus.curve_paint import paint_curves
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.value_chart import ValueChartView
from inspector.language import tr
from inspector.present.corpus.chart import CurveGeometry
from inspector.present.corpus.names import headline
from inspector.present.corpus.sentences import advice, value_lines
from inspector.present.tuning.names import written


class CurveView(ValueChartView[CurveGeometry]):
    """Shows one study. A click looks at a value; so do Left and Right, and Home at the current."""

    chosen = Signal(float)
    """A value that somebody looks at."""

    def __init__(self, style: BarStyle, parent: QWidget | None = None) -> None:
        keys = tr("Left and Right go along the values, Home goes back to the current one.")
        names = ("corpus.curves", tr("Curves of the corpus"), keys)
        self._study: CorpusStudy | None = None
        self._variant = 0
        super().__init__(paint_curves, style, names, 180, parent)

    def set_study(self, study: CorpusStudy, variant: int = 0) -> None:
        """Show another study, or another of its policies."""
        self._study, self._variant = study, variant
        self._show_chart(f"{headline(study)}. {advice(study, variant)}")

    def clear(self) -> None:
        """Show no study."""
        self._study = None
        super().clear()

    def _laid_out(self) -> CurveGeometry | None:
        if self._study is None or not self._study.means:
            return None
        return CurveGeometry(self._study, self._variant, self.width(), self.height())

    def _words(self, value: float) -> str:
        if self._study is None:
            return ""
        lines = [written(self._study.load.range.axis, value)]
        lines += [
            f"{title}: {much}" for title, much in value_lines(self._study, value, self._variant)
        ]
        return "\n".join(lines)

    def walk(self, direction: int) -> None:
        """Look at the value a hundredth of the range further."""
        if self._study is None:
            return
        span = self._study.load.range
        now = self._study.current if self._value is None else self._value
        step = max(1.0, (span.high - span.low) // 100) if span.axis.whole else 0.01
        value = round(now + direction * step, 4)
        if value in span:
            self.chosen.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Look at the value under the pointer."""
        value = self._value_at(event.position().x())
        if event.button() is Qt.MouseButton.LeftButton and value is not None:
            self.chosen.emit(value)

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
