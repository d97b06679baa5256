"""The bands with a line about the whole above them, and what opens and closes all steps.

The eight bands in the window: one item that paints itself, rows that open, what is hit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from inspector.core.assembly import Assembly, Step
from inspector.gui.boxes import with_name
from inspector.gui.theme import Theme
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.explanation_pane import VerdictPanel
from inspector.gui.views.painting import ChartStyle
from inspector.language import localized, tr
from inspector.present.drawing import Item
from inspector.stages.assembly.bands import Bands, bands_of
from inspector.stages.assembly.bands_geometry import BandHit, BandsGeometry, bands_geometry
from inspector.stages.assembly.bands_items import BandsMarks, bands_items
from inspector.stages.assembly.words import DECISION_TITLES, headline, step_key


class BandsView(ChartView[BandsGeometry]):
    """Shows one assembly's bands. It keeps no result: everything is passed in and sent out.

    Keys: Up and Down go through the steps, Left and Right through the pieces, Return opens or
    closes the step, Ctrl+Return asks for the lens that decided.
    """

    by_width = True
    selected = Signal(str)
    """The subject somebody chose."""
    opened_changed = Signal()
    """Another set of steps is open."""
    lens_asked = Signal(str)
    """The subject whose deciding lens somebody wants to see."""

    opened: frozenset[Step]
    """The steps that are open."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr(
            "Up and Down go through the steps, Left and Right through the pieces, Enter opens a"
            " step, Ctrl+Enter shows the lens that decided."
        )
        names = ("assembly.bands", tr("Eight bands of the prompt"), keys)
        super().__init__(style, names, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._bands: Bands | None = None
        self.opened = frozenset()
        self._selected = ""

    # What is shown -----------------------------------------------------------------------

    def set_bands(self, bands: Bands) -> None:
        """Show other bands."""
        self._bands = bands
        self._hovered = None
        self._redraw()
        self._spoken.set_whole(_in_words(bands))
        self._say_selected()

    def select_key(self, key: str) -> None:
        """Mark a subject; the step of a piece is opened, so that it can be seen."""
        self._selected = key
        step = None if self._bands is None else self._bands.step_of(key)
        if step is not None and key != step_key(step) and len(self._line_keys(step)) > 1:
            self.set_opened(self.opened | {step})
        self._mark()
        self._say_selected()

    def _say_selected(self) -> None:
        self._spoken.set_part("" if self._bands is None else self._bands.words(self._selected))

    def set_opened(self, opened: Collection[Step]) -> None:
        """Open these steps and close the others."""
        if frozenset(opened) != self.opened:
            self.opened = frozenset(opened)
            self._redraw()
            self.opened_changed.emit()

    def _laid_out(self, width: float, _height: float) -> BandsGeometry | None:
        if self._bands is None:
            return None
        return bands_geometry(self._bands, width, self._style.measure, self.opened)

    def _height_of(self, geometry: BandsGeometry) -> int:
        return round(geometry.height * self._zoom)

    def _shapes(self, geometry: BandsGeometry) -> Sequence[Item]:
        hovered = "" if self._hovered is None else self._hovered.key
        marks = BandsMarks(self._selected, hovered, self.hasFocus())
        return tuple(bands_items(geometry, self._style.measure, marks))

    def _hit(self, x: float, y: float) -> BandHit | None:
        geometry = self.geometry_now
        return None if geometry is None else geometry.hit(x, y)

    def _tip(self, hit: BandHit) -> str:
        return hit.text

    def _line_keys(self, step: Step) -> list[str]:
        if self._bands is None:
            return []
        return [block.key for block in self._bands.line(step).blocks]

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Choose what is there, or open the row whose arrow it is."""
        hit = self._hit(*self._at(event.position()))
        if hit is None:
            event.ignore()
        elif hit.arrow is not None and event.button() is Qt.MouseButton.LeftButton:
            self._toggle(hit.arrow)
        else:
            self.selected.emit(hit.key)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Do nothing: a press has chosen."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Open or close a step; of a piece, ask for the lens that decided."""
        hit = self._hit(*self._at(event.position()))
        if hit is None or self._bands is None:
            return
        step = self._bands.step_of(hit.key)
        if step is not None and hit.key == step_key(step):
            if hit.arrow is None:
                self._toggle(step)
        else:
            self.lens_asked.emit(hit.key)

    def _toggle(self, step: Step) -> None:
        self.set_opened(self.opened ^ {step})

    # Keyboard ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Go through steps and pieces, open and close, ask for the lens that decided."""
        bands, key = self._bands, Qt.Key(event.key())
        if bands is None:
            event.ignore()
            return
        step = bands.step_of(self._selected)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._walk_steps(step, -1 if key == Qt.Key.Key_Up else 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._walk_pieces(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.lens_asked.emit(self._selected)
            elif step is not None:
                self._toggle(step)
        else:
            event.ignore()

    def _walk_steps(self, step: Step | None, by: int) -> None:
        at = (0 if by > 0 else 9) if step is None else int(step)
        if 1 <= at + by <= len(Step):
            self.selected.emit(step_key(Step(at + by)))

    def _walk_pieces(self, by: int) -> None:
        """Choose the next piece of the whole prompt; from a step, its first or the one before."""
        if self._bands is None:
            return
        keys = [block.key for line in self._bands.lines for block in line.blocks]
        at = -1 if by > 0 else len(keys)
        if self._selected in keys:
            at = keys.index(self._selected)
        else:
            step = self._bands.step_of(self._selected)
            if step is not None:
                before = sum(len(self._line_keys(one)) for one in Step if one < step)
                at = before - 1 if by > 0 else before
        if 0 <= at + by < len(keys):
            self.selected.emit(keys[at + by])


def _in_words(bands: Bands) -> str:
    """Return the chart for those who hear it."""
    steps = ", ".join(f"{line.name.title} {localized(line.tokens)}" for line in bands.lines)
    return tr(
        "{used:,} tokens of a window of {window:,}: {steps}. Soft limit"
        " {soft:,}, hard limit {hard:,}: {decision_titles}.",
        used=bands.used,
        window=bands.window,
        steps=steps,
        soft=bands.soft,
        hard=bands.hard,
        decision_titles=DECISION_TITLES[bands.decision],
    )


class BandsPanel(VerdictPanel):
    """Shows one assembly as bands. Object name: ``chart.toggle``."""

    bands: Bands | None = None
    """What is drawn."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.view = BandsView(ChartStyle.of(theme), self)
        self._toggle = with_name(QToolButton(self), "chart.toggle")
        self._toggle.clicked.connect(self._open_or_close)
        self.view.opened_changed.connect(self._name_toggle)
        self._name_toggle()
        self._lay_out(self.view, self._toggle)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the chart."""
        return self._around(self.view.sizeHint().height())

    def set_assembly(self, assembly: Assembly) -> None:
        """Show another assembly."""
        self.bands = bands_of(assembly)
        self._chip.set_verdict(assembly.judgements[0].verdict)
        self._headline.setText(headline(assembly))
        self.view.set_bands(self.bands)

    def open_all(self) -> None:
        """Open every step that has something in it."""
        self.view.set_opened(tuple(Step))

    def close_all(self) -> None:
        """Close every step."""
        self.view.set_opened(())

    def _open_or_close(self) -> None:
        if self.view.opened:
            self.close_all()
        else:
            self.open_all()

    def _name_toggle(self) -> None:
        opened = bool(self.view.opened)
        every = tr("Close every step") if opened else tr("Open every step")
        self._toggle.setText(tr("Close all") if opened else tr("Open all"))
        self._toggle.setToolTip(every)
        self._toggle.setAccessibleName(every)
