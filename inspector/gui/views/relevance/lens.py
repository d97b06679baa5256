"""The Relevance lens: one widget that passes values between inputs, grid, tables and Why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.problems import Problem
from inspector.core.relevance import Flip, RelevanceReport
from inspector.gui.lens import LensContext
from inspector.gui.views.chart_over_tables import ChartOverTables
from inspector.gui.views.named_file import write_rows
from inspector.gui.views.relevance.chart_panel import ChartPanel
from inspector.gui.views.relevance.commands import relevance_commands
from inspector.gui.views.relevance.exporters import relevance_exporters
from inspector.gui.views.relevance.grid_view import GridView
from inspector.gui.views.relevance.inputs import RelevanceInputs
from inspector.gui.views.relevance.relevance_runner import RelevanceRunner
from inspector.gui.views.relevance.tables import RelevanceTables
from inspector.gui.views.relevance.why_pane import RelevanceWhy
from inspector.gui.views.stage_lens import StageLens
from inspector.language import tr
from inspector.present.relevance.grid import grid
from inspector.present.relevance.names import (
    fact_title,
    fact_value,
    flip_key,
    key_of_pointer,
    node_of_key,
)
from inspector.present.relevance.overview import status_text
from inspector.session.relevance_edits import apply_flip
from inspector.session.session import Session

_NOTHING = tr(
    "No relevance configuration is open.\n\nOpen or drop one (JSON or YAML), or open the sample"
    " about relevance."
)
_SIZES = (520, 260)  # pixels: grid, tables


class RelevanceLens(StageLens):
    """Shows the newest run of the layers, and what is selected in it."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("relevance", context)
        self._result: RelevanceResult | None = None
        self._subject = ""
        theme = context.theme
        self._runner = self._working(RelevanceRunner(context.store, self))
        self._inputs = RelevanceInputs(context.store, theme)
        self._chart = ChartPanel(theme)
        self._tables = RelevanceTables(theme)
        self._why = RelevanceWhy(theme)
        self._middle = ChartOverTables(
            ("relevance.rows", "relevance.nothing"), _NOTHING, (self._chart, self._tables), _SIZES
        )
        self._set_columns(self._inputs, self._middle, self._why)
        self._restore(context.saved_state)
        self._connect()
        context.register_commands(relevance_commands(self))
        context.register_exporters(relevance_exporters(self))
        self._follow_session(context.store.session)
        self._runner.run()

    def _connect(self) -> None:
        context = self._context
        self._follow_store()
        self._runner.finished.connect(self._take_result)
        self._runner.finished.connect(context.record)
        self._runner.busy_changed.connect(self._show_busy)
        self._runner.failed.connect(self._tell)
        context.theme.changed.connect(self._change_theme)
        self._chart.grid.selected.connect(self.select)
        self._tables.selected.connect(self.select)
        self._tables.export_requested.connect(lambda request: write_rows(context, request))
        self._why.note_written.connect(self._write_note)
        self._why.flip_asked.connect(lambda _key: self.try_flip())

    # For commands and exporters ----------------------------------------------------------

    @property
    def result(self) -> RelevanceResult | None:
        """The result that is shown."""
        return self._result

    @property
    def report(self) -> RelevanceReport | None:
        """The report that is shown, None while no configuration is open."""
        return None if self._result is None else self._result.report

    @property
    def inputs(self) -> RelevanceInputs:
        """The left column."""
        return self._inputs

    @property
    def grid(self) -> GridView:
        """The chart."""
        return self._chart.grid

    @property
    def tables(self) -> RelevanceTables:
        """The tables."""
        return self._tables

    @property
    def why(self) -> RelevanceWhy:
        """The right column."""
        return self._why

    @property
    def subject(self) -> str:
        """The key of what is selected; "" for nothing."""
        return self._subject

    def select(self, subject: str) -> None:
        """Select a node, a node after a layer, a rule or a flip everywhere; "" selects nothing."""
        if subject == self._subject:
            return
        self._subject = subject
        self._show_subject()
        self._tables.select(subject)
        self._why.set_key(subject, self._context.store.session.notes)
        self._context.refresh_commands()

    def try_flip(self) -> None:
        """Give the fact of the selected flip the value that was tried."""
        flip = self._selected_flip()
        if flip is not None:
            value = fact_value(flip.kind, flip.value)
            label = tr("Change {fact_title} to {value}", fact_title=fact_title(flip), value=value)
            self._context.store.commit(label, apply_flip(flip))

    def _selected_flip(self) -> Flip | None:
        if self._result is None or not self._subject.startswith("flip:"):
            return None
        found = (flip for flip in self._result.flips if flip_key(flip) == self._subject)
        return next(found, None)

    def _show_subject(self) -> None:
        """Show in grid and inputs what is selected; a flip marks the nodes it would move."""
        self._chart.grid.select_key(self._subject)
        flip = self._selected_flip()
        moved = (flip.nodes_in, flip.nodes_out) if flip is not None else ((), ())
        self._chart.grid.mark_moved(*moved)
        self._inputs.set_node(node_of_key(self._subject) or "")

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self._why.set_key(self._subject, session.notes)

    def _take_result(self, result: RelevanceResult) -> None:
        self._result = result
        report = result.report
        self._inputs.set_result(result)
        self._middle.show_rows(shown=report is not None)
        if report is None:
            self._why.show_nothing()
            self._context.set_problems(())
            self._context.set_status("")
            return
        # Those of the configuration are told where it was read, with their lines.
        self._context.set_problems(result.run_problems)
        found = grid(report)
        self._chart.set_grid(found)
        self._tables.show_source(result)
        self._why.set_result(result, found)
        self._show_subject()
        self._context.set_status(status_text(report))
        self._context.refresh_commands()

    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._context.set_status(tr("Running the layers … what is shown is an older result"))

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return widths, heights, sections and tables."""
        self._inputs.finish()
        self._why.finish()
        return {
            "columns": self._columns.view_state(),
            "rows": self._middle.rows.sizes(),
            "inputs": self._inputs.view_state(),
            "tables": self._tables.view_state(),
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        self._columns.restore(saved.get("columns"))
        self._inputs.restore_view_state(saved.get("inputs"))
        self._tables.restore_view_state(saved.get("tables"))
        self._middle.restore(saved.get("rows"))

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, the rule or the node that a problem points to."""
        report = self.report
        if report is None or not problem.code.startswith("relevance."):
            return False
        if problem.code == "relevance.no-mode":
            self._inputs.focus_facts()
            return True
        place = problem.place.pointer or ""
        if self._inputs.show_field(place.removeprefix("/")):
            return True
        rules = [rule.check.place for rule in report.rules]
        key = key_of_pointer(place, report.inclusion_map, rules)
        if key:
            self.select(key)
            (self._tables if node_of_key(key) is None else self._chart.grid).setFocus()
        return bool(key)

    def _change_theme(self) -> None:
        self._chart.change_theme()
        self._tables.set_theme(self._context.theme)
        self._why.refresh_colors()
