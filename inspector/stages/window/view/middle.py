"""The middle of the lens: the ruler with what steers it, tables with the steps of the log."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from inspector.core.window.report import WindowReport
from inspector.gui.boxes import ChoiceBox, HBox, VBox, text_label, with_name
from inspector.gui.one_line_buttons import OneLineLabel, OneLineToolButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import Slider
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.roomy import Beside
from inspector.gui.views.table_tabs import Tab, TableTabs, below
from inspector.language import localized, tr
from inspector.present.table import TableData
from inspector.stages.window.chunk_table import request_of
from inspector.stages.window.ruler import SpanOrder, ruler
from inspector.stages.window.runs import WindowResult
from inspector.stages.window.tables import (
    TITLES,
    Moment,
    WindowTable,
    event_key,
    moment,
    row_counts,
    step_of,
    subject_of_row,
    table_of_subject,
    window_table,
)
from inspector.stages.window.view.ruler_view import RulerView
from inspector.stages.window.words import headline, optimum_line

ZOOM = 1.6
_ORDERS = (
    (SpanOrder.SELECTION, tr("By selection"), tr("As they were chosen: highest priority first.")),
    (SpanOrder.ORIGINAL, tr("Original"), tr("As the prompt is laid out.")),
)


class RulerPanel(QWidget):
    """Shows one placement as a ruler.

    Object names: ``chart.headline``, ``.order``, ``.zoom-out``, ``.zoom-in``, ``.window``,
    ``.all``; the ruler itself is ``window.ruler``.
    """

    order_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._report: WindowReport | None = None
        self.ruler = RulerView(ChartStyle.of(theme), self)
        self._headline = OneLineLabel("chart.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._order = with_name(
            ChoiceBox(self), "chart.order", tr("Order of the spans"), told=tr("Order of the spans")
        )
        self._order.setSizeAdjustPolicy(self._order.SizeAdjustPolicy.AdjustToContents)
        self._order.setMinimumContentsLength(6)  # it gives way to the buttons beside it
        for place, (order, title, tip) in enumerate(_ORDERS):
            self._order.addItem(title, order)
            self._order.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        self._order.currentIndexChanged.connect(self._reorder)
        tools = QWidget(self)
        row = HBox(tools, spacing=2).hold(self._order, 6)
        for name, text, title, act in (
            ("zoom-out", "−", tr("Zoom out"), lambda: self.ruler.zoom(1 / ZOOM)),
            ("zoom-in", "+", tr("Zoom in"), lambda: self.ruler.zoom(ZOOM)),
            ("window", tr("Window"), tr("Show the window"), lambda: self.ruler.set_view(None)),
            ("all", tr("All"), tr("Show everything, dropped chunks included"), self.ruler.show_all),
        ):
            button = with_name(OneLineToolButton(self), f"chart.{name}", title, tip=title)
            button.setText(text)
            button.clicked.connect(lambda _checked=False, act=act: act())
            row.addWidget(button)
        VBox(self, margins=(12, 8, 12, 4), spacing=6).hold(
            Beside(self._headline, tools, self), (self.ruler, 1)
        )

    @property
    def order(self) -> SpanOrder:
        """How placed chunks follow each other."""
        return SpanOrder(self._order.currentData())

    def set_order(self, order: SpanOrder) -> None:
        """Let placed chunks follow each other in another order."""
        self._order.setCurrentIndex([one for one, _, _ in _ORDERS].index(order))

    def set_report(self, report: WindowReport) -> None:
        """Show another placement."""
        self._report = report
        self._headline.setText(headline(report))
        self.ruler.set_ruler(ruler(report, self.order))

    def set_moment(self, moment: Moment | None) -> None:
        """Show what had been decided at a moment of the log; None shows the end."""
        self.ruler.set_decided(None if moment is None else moment.decided)

    def _reorder(self) -> None:
        if self._report is not None:
            self.ruler.set_ruler(ruler(self._report, self.order))
        self.order_changed.emit()


_BUTTONS = (
    ("first", "|◀", tr("First event")),
    ("back", "◀", tr("Step back")),
    ("forward", "▶", tr("Step forward")),
    ("last", "▶|", tr("Last event")),
)


class EventSteps(QWidget):
    """Says which step is wanted; the step and its words are passed in.

    Object names: ``steps.first``, ``.back``, ``.forward``, ``.last``, ``.slider``, ``.text``.
    """

    step_asked = Signal(int)
    """The step, from 1, that somebody wants to see."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        with_name(self, "steps", role="bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._step, self._steps = 0, 0
        self._slider = with_name(Slider(self), "steps.slider", tr("Step of the log"))
        self._slider.setMinimum(1)
        self._slider.actionTriggered.connect(
            lambda _action: self._ask(self._slider.sliderPosition())
        )
        self._text = text_label("steps.text", self, role="muted", font=theme.font(FontRole.SMALL))
        self._buttons: dict[str, QToolButton] = {}
        row = HBox(spacing=2)
        for name, text, title in _BUTTONS:
            button = with_name(QToolButton(self), f"steps.{name}", title, tip=title)
            button.setText(text)
            button.setAutoRepeat(name in ("back", "forward"))
            button.clicked.connect(lambda _checked=False, name=name: self._press(name))
            self._buttons[name] = button
            row.addWidget(button)
        row.hold(8, (self._slider, 1))
        VBox(self, margins=(8, 6, 12, 6), spacing=4).hold(row, self._text)
        self.set_step(0, 0, "")

    def set_step(self, step: int, steps: int, text: str) -> None:
        """Show a step of so many; 0 is before somebody has stepped."""
        self._step, self._steps = step, steps
        self._slider.setMaximum(max(1, steps))
        if not self._slider.isSliderDown():
            self._slider.setValue(step or max(1, steps))
        self._slider.setEnabled(steps > 1)
        self._text.setText(text)
        self._buttons["first"].setEnabled(steps > 0 and step != 1)
        self._buttons["back"].setEnabled(steps > 0 and step != 1)
        self._buttons["forward"].setEnabled(0 <= step < steps)
        self._buttons["last"].setEnabled(steps > 0 and step != steps)

    def move_by(self, by: int) -> None:
        """Ask for a step further on or back; the first one if there is none yet."""
        at = self._step or (0 if by > 0 else self._steps + 1)
        self._ask(at + by)

    def _press(self, name: str) -> None:
        match name:
            case "first":
                self._ask(1)
            case "last":
                self._ask(self._steps)
            case _:
                self.move_by(-1 if name == "back" else 1)

    def _ask(self, step: int) -> None:
        wanted = min(max(step, 1), self._steps)
        if self._steps and wanted != self._step:
            self.step_asked.emit(wanted)


_EMPTY = {
    WindowTable.CHUNKS: tr("There are no chunks."),
    WindowTable.CONFLICTS: tr("No chunk was dropped for another."),
    WindowTable.OPTIMUM: tr("Greedy filling and the optimum choose the same chunks."),
    WindowTable.EVENTS: tr("Nothing happened."),
    WindowTable.LIMITS: tr("There are no limits."),
    WindowTable.LEDGER: tr("There is nothing to account for."),
    WindowTable.REQUESTS: tr("The file holds one request."),
}
_ALL = tr("Choose an event, or step through the log: the ruler shows where the placement stood.")


class WindowTables(TableTabs[WindowTable, WindowResult]):
    """Shows the tables of one result that has a report."""

    moment_changed = Signal(object)
    """The ``Moment`` of the log that is looked at; None is the end."""
    requests_wanted = Signal()
    """The requests are in sight and not placed."""
    request_chosen = Signal(int)
    """The place of the request whose row somebody moved to."""
    optimum_wanted = Signal()
    """The optimum is in sight and not known."""

    def __init__(self, theme: Theme) -> None:
        self._compared: WindowResult | None = None
        self._placed: WindowResult | None = None
        self._steps = EventSteps(theme)
        self._optimum = with_name(QLabel(), "optimum.text", role="bar", margins=(12, 8, 12, 8))
        self._optimum.setWordWrap(True)
        self._optimum.setTextFormat(Qt.TextFormat.PlainText)
        around = {WindowTable.EVENTS: below(self._steps), WindowTable.OPTIMUM: below(self._optimum)}
        tabs = {one: Tab(TITLES[one], _EMPTY[one], around.get(one)) for one in WindowTable}
        super().__init__(tabs, theme)
        self._steps.step_asked.connect(self.go_to_step)

    # What is shown -----------------------------------------------------------------------

    def show_source(self, source: WindowResult) -> None:
        """Show another result."""
        if source.report is not None:
            counts = row_counts(source.report)
            for table in WindowTable:
                self._count(table, localized(counts[table]) if table in counts else "")
        several = source.session.window.requests
        self._count(WindowTable.REQUESTS, localized(len(several)) if several else "")
        self._bar.setTabVisible(self._ids.index(WindowTable.REQUESTS), bool(several))
        super().show_source(source)
        self._show_moment()

    def set_optimum(self, result: WindowResult) -> None:
        """Take note that the optimum of a result is known."""
        self._compared = result
        self._filled.pop(WindowTable.OPTIMUM, None)
        self._refresh(self.current)

    def set_requests(self, result: WindowResult) -> None:
        """Take note that every request of a result is placed."""
        self._placed = result
        self._filled.pop(WindowTable.REQUESTS, None)
        self._refresh(self.current)

    def _make(self, tab: WindowTable, source: WindowResult) -> TableData | None:
        if source.report is None or (tab is WindowTable.REQUESTS and self._placed is not source):
            return None
        return window_table(tab, source, with_optimum=self._compared is source)

    def _show_page(self, tab: WindowTable, source: WindowResult) -> None:
        if tab is WindowTable.REQUESTS and self._placed is not source:
            self.requests_wanted.emit()
        if tab is not WindowTable.OPTIMUM:
            return
        panel, best = self._table(tab), None
        if self._compared is source:
            best = source.optimum
        if best is not None:
            self._optimum.setText(optimum_line(best))
            panel.set_empty_text(best.reason or _EMPTY[tab])
            return
        self._optimum.setText(tr("Looking for the best choice …"))
        panel.set_empty_text("")
        self.optimum_wanted.emit()

    def _turned(self, place: int) -> None:
        super()._turned(place)
        self._show_moment()

    # Selection ---------------------------------------------------------------------------

    def show_rows(self, filter_text: str) -> None:
        """Bring the chunks in sight, filtered."""
        self.filter_rows(WindowTable.CHUNKS, filter_text)

    def _row_of(self, tab: WindowTable, subject: str) -> str | None:
        return None if tab in (WindowTable.EVENTS, WindowTable.REQUESTS) else subject

    def _tab_of(self, subject: str) -> WindowTable:
        return table_of_subject(subject)

    def _subject_of(self, _tab: WindowTable, key: str) -> str | None:
        return None if self._source is None else subject_of_row(self._source, key)

    def _take_row(self, tab: WindowTable, key: str) -> None:
        if tab is WindowTable.REQUESTS:
            place = request_of(key)
            if place is not None and tab is self.current and not self._moving:
                self.request_chosen.emit(place)
            return
        if tab is WindowTable.EVENTS and tab is self.current and self._source is not None:
            self._show_moment()
        super()._take_row(tab, key)

    # The log -----------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Go further on in the log, or back."""
        self.turn_to(WindowTable.EVENTS)
        self._steps.move_by(by)

    def go_to_step(self, step: int) -> None:
        """Look at the moment after a step of the log."""
        panel = self._table(WindowTable.EVENTS)
        if not panel.select_key(event_key(step)):
            panel.set_filter("")  # it hides the event that is asked for
            panel.select_key(event_key(step))
        self._take_row(WindowTable.EVENTS, event_key(step))

    def _show_moment(self) -> None:
        """Show where the placement stood at the current event, while the log is in sight."""
        found: Moment | None = None
        result = self._source
        if self.current is WindowTable.EVENTS and result is not None:
            step = step_of(self._table(WindowTable.EVENTS).current_key)
            steps = len(result.events)
            if step is not None and step <= steps:
                found = moment(result.events, step)
            self._steps.set_step(
                0 if found is None else found.step, steps, _ALL if found is None else found.text
            )
        self.moment_changed.emit(found)
