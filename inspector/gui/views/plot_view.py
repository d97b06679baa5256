"""A plot in the window: its legend, and the fields that pyqtgraph draws.

pyqtgraph is loaded when there is a first plot to show, not with the lens: it takes a third of a
second and 37 MB.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.gui.boxes import HBox, VBox, with_name
from inspector.gui.chart_objects import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.painting import ChartStyle, Entry, Legend
from inspector.language import tr
from inspector.present.plot import Plot, Spot

if TYPE_CHECKING:
    from inspector.gui.views.plot_canvas import PlotCanvas

_SAMPLE = (18, 10)  # pixels
_ZOOMS = {Qt.Key.Key_Plus: 0.5, Qt.Key.Key_Equal: 0.5, Qt.Key.Key_Minus: 2.0}


class PlotView(QWidget):
    """Shows one plot at a time. It keeps no result: everything is passed in and sent out.

    The wheel, plus and minus zoom, a drag and Shift with Left and Right move what is seen, and 0
    shows all of it again. What else keys do is said by the plot's own view.
    """

    chosen = Signal(float)
    """A value of the axis that somebody looks at."""

    spot_chosen = Signal(str)
    """The key of a spot that somebody chose."""

    def __init__(
        self, style: ChartStyle, names: tuple[str, str, str], parent: QWidget | None = None
    ) -> None:
        """``names`` are the object name, the accessible name, and what the keys do."""
        super().__init__(parent)
        self.setObjectName(names[0])
        self.setAccessibleName(names[1])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._style = style
        self._plot: Plot | None = None
        self._value: float | None = None
        self._spot = ""
        self._old = False
        self._canvas: PlotCanvas | None = None
        keys = tr("Plus and minus zoom, Shift with Left and Right moves, 0 shows all.")
        self._spoken = Spoken(self, f"{names[2]} {keys}")
        self._legend = Legend(style, _SAMPLE, self)
        tip = tr("Show the whole plot again (0).")
        self._whole = with_name(QToolButton(self), f"{names[0]}.whole", tip=tip)
        self._whole.setText(tr("Show all"))
        self._whole.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the key does it
        self._whole.clicked.connect(self.show_all)
        self._whole.hide()
        head = HBox().hold((self._legend, 1), (self._whole, 0, Qt.AlignmentFlag.AlignTop))
        self._rows = VBox(self, spacing=4).hold(head)
        self._rows.addStretch(0)

    @property
    def plot(self) -> Plot | None:
        """What is shown."""
        return self._plot

    @property
    def value(self) -> float | None:
        """The value of the axis that is looked at."""
        return self._value

    @property
    def canvas(self) -> PlotCanvas | None:
        """What it is drawn on, for whoever points at it; None before there was a plot."""
        return self._canvas

    def show_plot(self, plot: Plot, whole: str) -> None:
        """Show another plot; ``whole`` is what it shows in words.

        What is zoomed into stays so where the axis is the same.
        """
        self._plot = plot
        self._draw()
        self._spoken.set_whole(whole)

    def clear(self) -> None:
        """Show nothing: what was charted is not open any more."""
        self._plot, self._value, self._spot, self._old = None, None, "", False
        if self._canvas is not None:
            self._canvas.hide()
        self._legend.set_entries((), self._style)
        self._whole.hide()
        self._spoken.set_whole("")
        self._spoken.set_part("")

    def set_value(self, value: float | None) -> None:
        """Mark the value of the axis that is looked at."""
        self._value = value
        self._mark()
        words = None if self._plot is None else self._plot.words
        self._spoken.set_part("" if value is None or words is None else words(value))

    def select_spot(self, key: str) -> None:
        """Mark a spot; "" marks none."""
        self._spot = key
        self._mark()
        spot = self._spot_of(key)
        self._spoken.set_part("" if spot is None else spot.tip)

    def set_old(self, *, old: bool) -> None:
        """Show the plot as that of an older input."""
        self._old = old
        self._mark()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._style = ChartStyle.of(theme)
        if self._plot is not None:
            self._draw()

    def show_all(self) -> None:
        """Show the whole of both axes again."""
        if self._canvas is not None:
            self._canvas.show_all()

    def _spot_of(self, key: str) -> Spot | None:
        spots = () if self._plot is None else self._plot.spots
        return next((spot for spot in spots if spot.key == key), None)

    def _draw(self) -> None:
        if self._plot is None:
            return
        from inspector.gui.views.plot_field import paint_sample

        if self._canvas is None:
            from inspector.gui.views.plot_canvas import PlotCanvas

            self._canvas = canvas = PlotCanvas(self)
            canvas.chosen.connect(self.chosen)
            canvas.spot_chosen.connect(self.spot_chosen)
            canvas.zoomed.connect(self._whole.setVisible)
            self._rows.addWidget(canvas, 1)
        self._canvas.show()
        self._canvas.draw_plot(self._plot, self._style)
        entries = [
            Entry(one.title, partial(paint_sample, self._style, one)) for one in self._plot.legend
        ]
        self._legend.set_entries(entries, self._style)
        self._legend.setVisible(bool(entries))
        self._mark()

    def _mark(self) -> None:
        if self._canvas is not None and self._plot is not None:
            self._canvas.mark(self._value, self._spot_of(self._spot), old=self._old)
            self._canvas.set_focused(focused=self.hasFocus())

    # Keyboard ------------------------------------------------------------------------------

    def walk(self, direction: int) -> None:
        """Choose the next spot along the axis; a view whose values are chosen goes along these."""
        spots = () if self._plot is None else self._plot.spots
        keys = [spot.key for spot in sorted(spots, key=lambda spot: (spot.x, spot.y))]
        if keys:
            at = keys.index(self._spot) + direction if self._spot in keys else 0
            self._choose_spot(keys[max(0, min(at, len(keys) - 1))])

    def go_home(self) -> None:
        """Choose no spot; a view whose values are chosen goes back to the present one."""
        self._choose_spot("")

    def _choose_spot(self, key: str) -> None:
        self.select_spot(key)
        self.spot_chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk, zoom and move."""
        canvas, key = self._canvas, Qt.Key(event.key())
        if self._plot is None or canvas is None:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            direction = -1 if key is Qt.Key.Key_Left else 1
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                canvas.move_by(direction / 10)
            else:
                self.walk(direction)
        elif key is Qt.Key.Key_Home:
            self.go_home()
        elif key is Qt.Key.Key_0:
            self.show_all()
        elif key in _ZOOMS:
            canvas.zoom_by(_ZOOMS[key], self._value)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._mark()
