"""The Window lens: one widget that passes values between inputs, ruler, tables and Why.

It places the session's chunks whenever they change, in a worker where there are many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from inspector.core.problems import Problem
from inspector.core.window.chunk import Chunk
from inspector.core.window.report import WindowReport
from inspector.gui.boxes import PopUpMenu
from inspector.gui.commands import command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.lens_exports import exports_of
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.window.part import choose_window_request
from inspector.stages.window.ruler import SpanOrder
from inspector.stages.window.runs import (
    WindowResult,
    counting_encoding,
    ready_to_count,
    ready_to_place,
    run_window,
)
from inspector.stages.window.tables import WindowTable
from inspector.stages.window.view.exports import files
from inspector.stages.window.view.inputs import WindowInputs
from inspector.stages.window.view.middle import ZOOM, RulerPanel, WindowTables
from inspector.stages.window.why import explained, rival_in
from inspector.stages.window.words import TYPE_TITLES, chunk_key, status_line


class PlacementRunner(BackgroundRunner[WindowResult]):
    """Answers every change of the window stage with a ``WindowResult``.

    Up to 1,500 chunks are placed within the call that made the change; more go to a worker, and so
    does the first placement that has to load a vocabulary to count.
    """

    requests_placed = Signal(object)
    """The ``WindowResult`` whose requests are all placed now."""
    optimum_found = Signal(object)
    """The ``WindowResult`` whose optimum is known now."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        # With two threads a placement never waits for an optimum.
        super().__init__(store, tr("placing chunks"), parent, threads=2)
        self._looked: dict[str, WindowResult] = {}
        self._worker.failed.connect(self.failed)

    def find_optimum(self) -> None:
        """Work out the optimum of the result that is shown, unless that is being done."""
        if self.result is not None and self.result.report is not None:
            self._look("optimum", tr("looking for the optimum"), self.optimum_found)

    def place_requests(self) -> None:
        """Place every request of the result that is shown, unless that is being done."""
        self._look("requests", tr("placing requests"), self.requests_placed)

    def _look(self, name: str, doing: str, found: SignalInstance) -> None:
        """Have what a result knows by a name worked out, and tell it unless there is another."""
        result = self.result
        if result is None or result is self._looked.get(name):
            return
        self._looked[name] = result

        def take(_value: object) -> None:
            if result is self.result:
                found.emit(result)

        self._worker.ask(doing, lambda: getattr(result, name), take)

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return (id(session.window), counting_encoding(session))

    def _at_once(self, session: Session) -> WindowResult | None:
        ready = ready_to_place(session.window) and ready_to_count(session)
        return run_window(session) if ready else None

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], WindowResult]:
        return lambda: run_window(session)


_NOTHING = tr(
    "There are no chunks to place.\n\nOpen or drop a chat payload, a list of chunks, or a session"
    " that has some."
)
_SIZES = (320, 360)  # pixels: chart, tables


def _has_report(lens: WindowLens) -> bool:
    return lens.report is not None


class WindowLens(StageLens):
    """Shows the newest placement, and what is selected in it."""

    doing = tr("Placing … what is shown is an older result")

    result: WindowResult | None = None
    """The result that is shown, None while there are no chunks."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("window", context)
        theme = context.theme
        self._runner = self._running(PlacementRunner(context.store, self), self._take_result)
        self.inputs = WindowInputs(context.store, theme, self._columns)
        self.chart = RulerPanel(theme)
        self.tables = WindowTables(theme)
        self.why = ExplanationPane(theme, self._columns, explain=explained)
        self._middle = ChartOverTables("window", _NOTHING, (self.chart, self.tables), _SIZES)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()
        self._runner.run()

    def _connect(self) -> None:
        self._runner.finished.connect(self.context.record)
        self._runner.optimum_found.connect(self.tables.set_optimum)
        self.chart.ruler.selected.connect(self.select)
        self.chart.ruler.menu_asked.connect(self._open_menu)
        self._runner.requests_placed.connect(self.tables.set_requests)
        self.tables.requests_wanted.connect(self._runner.place_requests)
        self.tables.request_chosen.connect(self._choose_request)
        self.tables.optimum_wanted.connect(self._runner.find_optimum)
        self.tables.moment_changed.connect(self.chart.set_moment)
        self.why.link_asked.connect(self._go_to_rival)

    # For commands and exporters ----------------------------------------------------------

    @property
    def report(self) -> WindowReport | None:
        """The report that is shown, None while there are no chunks."""
        return None if self.result is None else self.result.report

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation."""
        return self.chart

    def _mark(self, subject: str) -> None:
        self.chart.ruler.select_key(subject)

    @command("window-zoom-in", tr("Zoom in on the ruler"), "Alt++", "Alt+=", when=_has_report)
    def _zoom_in(self) -> None:
        """Shows fewer tokens of the window, around the middle."""
        self.chart.ruler.zoom(ZOOM)

    @command("window-zoom-out", tr("Zoom out of the ruler"), "Alt+-", when=_has_report)
    def _zoom_out(self) -> None:
        """Shows more tokens of the window, around the middle."""
        self.chart.ruler.zoom(1 / ZOOM)

    @command("window-fit", tr("Show the whole window on the ruler"), "Alt+Home", when=_has_report)
    def _fit(self) -> None:
        """Shows reserve and room, and nothing beyond."""
        self.chart.ruler.set_view(None)

    @command(
        "window-show-all", tr("Show everything on the ruler"), "Ctrl+Shift+0", when=_has_report
    )
    def _show_all(self) -> None:
        """Shows dropped chunks beyond the room, too."""
        self.chart.ruler.show_all()

    @command(
        "window-original-order",
        tr("Spans in original order"),
        when=_has_report,
        checked=lambda lens: lens.chart.order is SpanOrder.ORIGINAL,
    )
    def toggle_order(self) -> None:
        """Lays chunks out as in the prompt, instead of by priority."""
        other = {SpanOrder.SELECTION: SpanOrder.ORIGINAL, SpanOrder.ORIGINAL: SpanOrder.SELECTION}
        self.chart.set_order(other[self.chart.order])

    @command("window-step-forward", tr("Step forward in the log"), "Alt+Right", when=_has_report)
    def _step_forward(self) -> None:
        """Shows the ruler after the next event of the placement."""
        self.tables.step(1)

    @command("window-step-back", tr("Step back in the log"), "Alt+Left", when=_has_report)
    def _step_back(self) -> None:
        """Shows the ruler before the last event of the placement."""
        self.tables.step(-1)

    @command("window-compare-optimum", tr("Compare with the optimum"), when=_has_report)
    def _compare_optimum(self) -> None:
        """Shows the exact best choice of chunks beside the greedy one."""
        self.tables.turn_to(WindowTable.OPTIMUM)

    # Values that come in -----------------------------------------------------------------

    def _go_to_rival(self, key: str) -> None:
        rival = "" if self.report is None else rival_in(self.report, key)
        if rival:
            self.select(chunk_key(rival))

    def _take_result(self, result: WindowResult) -> None:
        self.context.set_problems(result.problems)
        self.inputs.set_problems(result.problems)
        self._middle.show_rows(shown=result.report is not None)
        if result.report is None:
            self._show_nothing()
            return
        self.result = result
        self.chart.set_report(result.report)
        self.tables.show_source(result)
        self.why.explain(result.report)
        self.context.set_status(status_line(result.report))
        self.context.refresh_commands()

    def _show_nothing(self) -> None:
        self.result = None
        super()._show_nothing()

    # What somebody does ------------------------------------------------------------------

    def _choose_request(self, place: int) -> None:
        """Open one of several requests: its chunks are placed and shown."""
        stage = self.context.store.session.window
        chosen = stage.requests[place]
        if chosen.chunks and chosen.chunks != stage.chunks:
            self.context.store.commit(tr("Choose window request"), choose_window_request(chosen))

    def _open_menu(self, at: QPoint) -> None:
        """Offer what can be done with the selected chunk, and with the ruler."""
        menu = PopUpMenu("ruler.menu", self)
        ruler = self.chart.ruler
        kind = self._type_of_selected()
        if kind:
            menu.add(
                "type",
                tr("Show all of type {kind}", kind=kind),
                lambda: self.tables.show_rows(f'type:"{kind}"'),
            )
        menu.add(
            "dropped", tr("Show dropped chunks"), lambda: self.tables.show_rows("state:dropped")
        )
        menu.addSeparator()
        menu.add("window", tr("Show the window"), lambda: ruler.set_view(None))
        menu.add("all", tr("Show everything"), ruler.show_all)
        menu.add("clear", tr("Select nothing"), lambda: self.select(""), enabled=bool(self.subject))
        menu.popup(at)

    def _type_of_selected(self) -> str:
        if self.report is None:
            return ""
        chunks = self.report.outcome.chunks
        types = (TYPE_TITLES[one.type] for one in chunks if chunk_key(one.id) == self.subject)
        return next(types, "")

    # How it is looked at -----------------------------------------------------------------

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        of = files(self.tables, lambda: self.chart.order)
        return exports_of("window", tr("Window"), lambda: self.result, of)

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the order of the spans."""
        return super().view_state() | {"order": self.chart.order.value}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        if saved.get("order") in list(SpanOrder):
            self.chart.set_order(SpanOrder(saved["order"]))

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, or select the chunk, that a problem points to."""
        if self.inputs.show_problem(problem):
            return True
        parts = (problem.place.pointer or "").split("/")
        records = self.context.store.session.window.records
        is_chunk = problem.code.startswith("window.") and parts[1:2] == ["chunks"]
        if not is_chunk or len(parts) < 3 or not parts[2].isdecimal():
            return False
        record = records[int(parts[2])] if int(parts[2]) < len(records) else None
        if not isinstance(record, Chunk):
            return False
        self.select(chunk_key(record.id))
        return True
