"""The Window lens: one widget that passes values between inputs, ruler, tables and Why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.analysis.window_runs import WindowResult
from inspector.core.problems import Problem
from inspector.core.window.report import WindowReport
from inspector.gui.lens import LensContext
from inspector.gui.views.chart_over_tables import ChartOverTables
from inspector.gui.views.named_file import write_rows
from inspector.gui.views.stage_lens import StageLens
from inspector.gui.views.window.chart_panel import ChartPanel
from inspector.gui.views.window.commands import window_commands
from inspector.gui.views.window.exporters import window_exporters
from inspector.gui.views.window.inputs import WindowInputs
from inspector.gui.views.window.placement_runner import PlacementRunner
from inspector.gui.views.window.tables import WindowTables
from inspector.gui.views.window.why_pane import WindowWhy
from inspector.language import tr
from inspector.present.window.names import TYPE_TITLES, chunk_key
from inspector.present.window.ruler import SpanOrder
from inspector.present.window.summary import status_line
from inspector.session.session import Session

_NOTHING = tr(
    "There are no chunks to place.\n\nOpen or drop a chat payload, a list of chunks, or a session"
    " that has some."
)
_SIZES = (320, 360)  # pixels: chart, tables


class WindowLens(StageLens):
    """Shows the newest placement, and what is selected in it."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("window", context)
        self._result: WindowResult | None = None
        self._subject = ""
        theme = context.theme
        self._runner = self._working(PlacementRunner(context.store, self))
        self._inputs = WindowInputs(context.store, theme)
        self._chart = ChartPanel(theme)
        self._tables = WindowTables(theme)
        self._why = WindowWhy(theme)
        self._middle = ChartOverTables(
            ("window.rows", "nothing"), _NOTHING, (self._chart, self._tables), _SIZES
        )
        self._set_columns(self._inputs, self._middle, self._why)
        self._restore(context.saved_state)
        self._connect()
        context.register_commands(window_commands(self))
        context.register_exporters(window_exporters(self))
        self._follow_session(context.store.session)
        self._runner.run()

    def _connect(self) -> None:
        context = self._context
        self._follow_store()
        self._runner.finished.connect(self._take_result)
        self._runner.finished.connect(context.record)
        self._runner.optimum_found.connect(self._tables.set_optimum)
        self._runner.busy_changed.connect(self._show_busy)
        self._runner.failed.connect(self._tell)
        context.theme.changed.connect(self._change_theme)
        self._chart.ruler.selected.connect(self.select)
        self._chart.ruler.menu_asked.connect(self._open_menu)
        self._tables.selected.connect(self.select)
        self._tables.optimum_wanted.connect(self._runner.find_optimum)
        self._tables.moment_changed.connect(self._chart.set_moment)
        self._tables.export_requested.connect(lambda request: write_rows(context, request))
        self._why.note_written.connect(self._write_note)
        self._why.selected.connect(self.select)

    # For commands and exporters ----------------------------------------------------------

    @property
    def result(self) -> WindowResult | None:
        """The result that is shown, None while there are no chunks."""
        return self._result

    @property
    def report(self) -> WindowReport | None:
        """The report that is shown, None while there are no chunks."""
        return None if self._result is None else self._result.report

    @property
    def chart(self) -> ChartPanel:
        """The ruler and what steers it."""
        return self._chart

    @property
    def tables(self) -> WindowTables:
        """The tables."""
        return self._tables

    @property
    def why(self) -> WindowWhy:
        """The right column."""
        return self._why

    @property
    def subject(self) -> str:
        """What is selected, written ``kind:id``; "" for nothing."""
        return self._subject

    def select(self, subject: str) -> None:
        """Select a subject everywhere; "" selects nothing."""
        if subject == self._subject:
            return
        self._subject = subject
        self._chart.ruler.select_key(subject)
        self._tables.select(subject)
        self._why.set_subject(subject, self._context.store.session.notes)
        self._context.refresh_commands()

    def toggle_order(self) -> None:
        """Let the spans follow each other the other way."""
        other = {
            SpanOrder.SELECTION: SpanOrder.ORIGINAL,
            SpanOrder.ORIGINAL: SpanOrder.SELECTION,
        }
        self._chart.set_order(other[self._chart.order])

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self._inputs.set_session(session)
        self._why.set_subject(self._subject, session.notes)

    def _take_result(self, result: WindowResult) -> None:
        self._context.set_problems(result.problems)
        self._inputs.set_problems(result.problems)
        self._middle.show_rows(shown=result.report is not None)
        if result.report is None:
            self._result = None
            self._why.set_report(None)
            self._context.set_status("")
            return
        self._result = result
        self._chart.set_report(result.report)
        self._tables.show_source(result)
        self._why.set_report(result.report)
        self._context.set_status(status_line(result.report))
        self._context.refresh_commands()

    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._context.set_status(tr("Placing … what is shown is an older result"))

    # What somebody does ------------------------------------------------------------------

    def _open_menu(self, at: QPoint) -> None:
        """Offer what can be done with the selected chunk, and with the ruler."""
        menu = QMenu(self)
        menu.setObjectName("ruler.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(name: str, text: str, act: Callable[[], None], *, enabled: bool = True) -> None:
            action = QAction(text.replace("&", "&&"), menu)
            action.setObjectName(f"ruler.menu.{name}")
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked: act())
            menu.addAction(action)

        ruler = self._chart.ruler
        kind = self._type_of_selected()
        if kind:
            add("type", tr("Show all of type {kind}", kind=kind), lambda: self._show_type(kind))
        add("dropped", tr("Show dropped chunks"), lambda: self._tables.show_rows("state:dropped"))
        menu.addSeparator()
        add("window", tr("Show the window"), lambda: ruler.set_view(None))
        add("all", tr("Show everything"), ruler.show_all)
        add("clear", tr("Select nothing"), lambda: self.select(""), enabled=bool(self._subject))
        menu.popup(at)

    def _type_of_selected(self) -> str:
        if self.report is None:
            return ""
        chunks = self.report.outcome.chunks
        types = (TYPE_TITLES[one.type] for one in chunks if chunk_key(one.id) == self._subject)
        return next(types, "")

    def _show_type(self, kind: str) -> None:
        self._tables.show_rows(f'type:"{kind}"')

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return widths, heights, sections, tables and the order of the spans."""
        return {
            "columns": self._columns.view_state(),
            "rows": self._middle.rows.sizes(),
            "inputs": self._inputs.view_state(),
            "tables": self._tables.view_state(),
            "order": self._chart.order.value,
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        self._columns.restore(saved.get("columns"))
        self._inputs.restore_view_state(saved.get("inputs"))
        self._tables.restore_view_state(saved.get("tables"))
        self._middle.restore(saved.get("rows"))
        if saved.get("order") in list(SpanOrder):
            self._chart.set_order(SpanOrder(saved["order"]))

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, or select the chunk, that a problem points to."""
        if self._inputs.show_problem(problem):
            return True
        parts = (problem.place.pointer or "").split("/")
        chunks = self._context.store.session.window.chunks
        is_chunk = problem.code.startswith("window.") and parts[1:2] == ["chunks"]
        if not is_chunk or len(parts) < 3 or not parts[2].isdecimal():
            return False
        if int(parts[2]) >= len(chunks):
            return False
        self.select(chunk_key(chunks[int(parts[2])].id))
        return True

    def _change_theme(self) -> None:
        self._chart.change_theme()
        self._tables.set_theme(self._context.theme)
        self._why.refresh_colors()
