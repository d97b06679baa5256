"""The Assembly lens: one widget that passes values between inputs, bands, tables and Why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu

from inspector.analysis.assembly_runs import AssemblyResult
from inspector.core.assembly import Assembly, Step
from inspector.core.problems import Problem
from inspector.gui.lens import LensContext
from inspector.gui.views.assembly.chart_panel import BandsPanel
from inspector.gui.views.assembly.commands import assembly_commands
from inspector.gui.views.assembly.exporters import assembly_exporters
from inspector.gui.views.assembly.inputs import AssemblyInputs
from inspector.gui.views.assembly.runner import AssemblyRunner
from inspector.gui.views.assembly.tables import AssemblyTable, AssemblyTables
from inspector.gui.views.assembly.why_pane import AssemblyWhy
from inspector.gui.views.chart_over_tables import ChartOverTables
from inspector.gui.views.named_file import write_rows
from inspector.gui.views.stage_lens import StageLens
from inspector.language import tr
from inspector.present.assembly.names import LENS_TITLES
from inspector.present.assembly.summary import status_line
from inspector.present.assembly.tables import STEP_LABELS
from inspector.present.assembly.why import lens_of, why_assembly
from inspector.session.session import Session

_NOTHING = tr(
    "There is nothing to assemble.\n\nOpen or drop a request, a session or a file of pieces."
)
_SIZES = (318, 400)  # pixels: chart with all steps closed, tables
_FAIR = 0.6  # of the height for the chart, at most


class AssemblyLens(StageLens):
    """Shows the newest assembly, and what is selected in it."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("assembly", context)
        self._assembly: Assembly | None = None
        self._subject = ""
        self._arranged = False  # by somebody; until then the chart takes the height it needs
        theme = context.theme
        self.runner = self._working(AssemblyRunner(context.store, parent=self))
        self._inputs = AssemblyInputs(context.store, theme)
        self._chart = BandsPanel(theme)
        self._tables = AssemblyTables(theme)
        self._why = AssemblyWhy(theme)
        self._middle = ChartOverTables(
            ("assembly.rows", "nothing"), _NOTHING, (self._chart, self._tables), _SIZES
        )
        self._middle.rows.setStretchFactor(1, 1)
        self._set_columns(self._inputs, self._middle, self._why)
        self._restore(context.saved_state)
        self._connect()
        context.register_commands(assembly_commands(self))
        context.register_exporters(assembly_exporters(self))
        self._follow_session(context.store.session)

    def _connect(self) -> None:
        context = self._context
        self._follow_store()
        self.runner.finished.connect(self._take_result)
        self.runner.finished.connect(context.record)
        self.runner.busy_changed.connect(self._show_busy)
        self.runner.failed.connect(self._tell)
        context.theme.changed.connect(self._change_theme)
        self._chart.view.selected.connect(self.select)
        self._chart.view.lens_asked.connect(self.show_deciding_lens)
        self._chart.view.menu_asked.connect(self._open_menu)
        self._chart.view.opened_changed.connect(self._share_height)
        self._middle.rows.splitterMoved.connect(self._keep_height)
        self._chart.whole_asked.connect(lambda: self.select(""))
        self._inputs.selected.connect(self.select)
        self._tables.selected.connect(self.select)
        self._tables.export_requested.connect(lambda request: write_rows(context, request))
        self._why.note_written.connect(self._write_note)
        self._why.lens_asked.connect(self.show_deciding_lens)

    # For commands and exporters ----------------------------------------------------------

    @property
    def assembly(self) -> Assembly | None:
        """The assembly that is shown, None before the first good one."""
        return self._assembly

    @property
    def chart(self) -> BandsPanel:
        """The bands and what steers them."""
        return self._chart

    @property
    def inputs(self) -> AssemblyInputs:
        """The left column."""
        return self._inputs

    @property
    def tables(self) -> AssemblyTables:
        """The tables."""
        return self._tables

    @property
    def why(self) -> AssemblyWhy:
        """The right column."""
        return self._why

    @property
    def subject(self) -> str:
        """What is selected, written ``kind:id``; "" for the whole."""
        return self._subject

    def select(self, subject: str) -> None:
        """Select a subject everywhere; "" selects the whole."""
        if subject == self._subject:
            return
        self._subject = subject
        self._inputs.finish()
        self._inputs.select(subject)
        self._chart.view.select_key(subject)
        self._tables.select(subject)
        self._why.set_subject(subject, self._context.store.session.notes)
        self._context.refresh_commands()

    def deciding_lens(self, subject: str) -> tuple[str, str]:
        """Return the lens that decided about a subject, and what to select there; "" for none."""
        return ("", "") if self._assembly is None else lens_of(self._assembly, subject)

    def show_deciding_lens(self, subject: str) -> None:
        """Go to the lens that decided about a subject."""
        lens, there = self.deciding_lens(subject)
        if lens:
            self._context.open_lens(lens, there)

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self._inputs.set_session(session)
        self._why.set_subject(self._subject, session.notes)

    def _take_result(self, result: AssemblyResult) -> None:
        self._context.set_problems(result.problems)
        self._inputs.set_problems(result.problems)
        assembly = result.assembly
        self._chart.set_old(is_old=assembly is None)
        if assembly is None:
            if result.session.request is None:
                self._forget()
            return
        self._middle.show_rows(shown=True)
        self._assembly = assembly
        self._chart.set_assembly(assembly)
        self._tables.show_source(assembly)
        self._inputs.set_assembly(assembly)
        self._why.set_assembly(assembly)
        if self._subject and why_assembly(assembly, self._subject) is None:
            self.select("")  # it is not in the prompt any more
        self._share_height()
        self._context.set_status(status_line(assembly))
        self._context.refresh_commands()

    def _forget(self) -> None:
        self._assembly = None
        self._middle.show_rows(shown=False)
        self._why.set_assembly(None)
        self._context.set_status("")
        self._context.refresh_commands()

    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._context.set_status(tr("Assembling … what is shown is an older result"))

    # What somebody does ------------------------------------------------------------------

    def _open_menu(self, at: QPoint) -> None:
        """Offer what can be done with what is selected."""
        menu = QMenu(self)
        menu.setObjectName("bands.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(name: str, text: str, act: Callable[[], None], *, enabled: bool = True) -> None:
            action = QAction(text.replace("&", "&&"), menu)
            action.setObjectName(f"bands.menu.{name}")
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked: act())
            menu.addAction(action)

        subject = self._subject
        lens, _ = self.deciding_lens(subject)
        if lens:
            add(
                "lens",
                tr("Show it in {lens_titles}", lens_titles=LENS_TITLES[lens]),
                lambda: self.show_deciding_lens(subject),
            )
        bands = self._chart.bands
        step = None if bands is None else bands.step_of(subject)
        if step is not None:
            add(
                "rows",
                tr("Show the items of step {step}", step=int(step)),
                lambda: self._show_step(step),
            )
        add("open", tr("Open all steps"), self._chart.open_all)
        add("close", tr("Close all steps"), self._chart.close_all)
        add("clear", tr("Select the whole"), lambda: self.select(""), enabled=bool(subject))
        menu.popup(at)

    def _show_step(self, step: Step) -> None:
        self._tables.filter_rows(AssemblyTable.ITEMS, f'step:"{STEP_LABELS[step - 1]}"')

    # How it is looked at -----------------------------------------------------------------

    def _share_height(self) -> None:
        """Give the chart the height it needs, as far as that is fair, unless somebody has."""
        whole = sum(self._middle.rows.sizes())
        if not self._arranged and whole > 0:
            chart = min(self._chart.wanted_height, round(whole * _FAIR))
            self._middle.rows.setSizes([chart, whole - chart])

    def _keep_height(self) -> None:
        self._arranged = True

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new height."""
        super().resizeEvent(event)
        self._share_height()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the session while somebody looks."""
        super().showEvent(event)
        self.runner.set_active(active=True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Do no work while nobody looks."""
        super().hideEvent(event)
        self.runner.set_active(active=False)

    def view_state(self) -> dict[str, Any]:
        """Return widths, heights, sections, tables and open steps."""
        return {
            "columns": self._columns.view_state(),
            "rows": self._middle.rows.sizes() if self._arranged else [],
            "inputs": self._inputs.view_state(),
            "tables": self._tables.view_state(),
            "open": sorted(int(step) for step in self._chart.view.opened),
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        self._columns.restore(saved.get("columns"))
        self._inputs.restore_view_state(saved.get("inputs"))
        self._tables.restore_view_state(saved.get("tables"))
        if self._middle.restore(saved.get("rows")):
            self._arranged = True
        opened = saved.get("open")
        if isinstance(opened, list):
            steps = {Step(one) for one in opened if type(one) is int and one in list(Step)}
            self._chart.view.set_opened(steps)

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, or select the piece, that a problem points to."""
        return self._inputs.show_problem(problem)

    def _change_theme(self) -> None:
        self._chart.change_theme()
        self._tables.set_theme(self._context.theme)
        self._inputs.refresh_colors()
        self._why.refresh_colors()
