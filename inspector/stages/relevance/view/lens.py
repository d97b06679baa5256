"""The Relevance lens: one widget that passes values between inputs, grid, tables and Why.

And the files that it can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.core.problems import Problem
from inspector.core.relevance import Flip, RelevanceReport
from inspector.files import relevance_run
from inspector.files.saving import json_bytes
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.messages import FileChoice
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows, save_as
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.gui.views.worker import SessionRunner
from inspector.language import in_sentence_case, tr
from inspector.present.table.spec import ledger_table
from inspector.stage import Part
from inspector.stages.relevance.grid import grid
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.part import apply_flip
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns
from inspector.stages.relevance.summary import headline, status_text
from inspector.stages.relevance.tables import (
    fact_title,
    fact_value,
    flip_key,
    key_of_pointer,
    node_of_key,
)
from inspector.stages.relevance.view.grid_view import GridPanel, GridView
from inspector.stages.relevance.view.inputs import RelevanceInputs
from inspector.stages.relevance.view.panes import (
    TITLES,
    RelevanceTab,
    RelevanceTables,
    RelevanceWhy,
    table_of,
)

_NOTHING = tr(
    "No relevance configuration is open.\n\nOpen or drop one (JSON or YAML), or open the sample"
    " about relevance."
)
_SIZES = (520, 260)  # pixels: grid, tables


def _has_report(lens: RelevanceLens) -> bool:
    return lens.report is not None


def _has_several(lens: RelevanceLens) -> bool:
    return len(lens.context.store.session.requests) > 1


class RelevanceLens(StageLens):
    """Shows the newest run of the layers, and what is selected in it."""

    doing = tr("Running the layers … what is shown is an older result")

    result: RelevanceResult | None = None
    """The result that is shown."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("relevance", context)
        theme, runs = context.theme, RelevanceRuns()
        self._runner = self._running(
            SessionRunner(
                context.store,
                tr("running the relevance layers"),
                lambda session, _watch: runs.run(session),
                lambda session: (id(session.relevance), id(session.request)),
                runs.quick,
                self,
                ahead=lambda result: result.flips,
            ),
            self._take_result,
        )
        self.inputs = RelevanceInputs(context.store, theme, self._columns)
        self.chart = GridPanel(theme)
        self.tables = RelevanceTables(theme)
        self._working(self.tables.worker).failed.connect(self._tell)
        self.why = RelevanceWhy(theme, self._columns)
        self._middle = ChartOverTables("relevance", _NOTHING, (self.chart, self.tables), _SIZES)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()
        self._runner.run()

    def _connect(self) -> None:
        self._runner.finished.connect(self.context.record)
        self.chart.grid.selected.connect(self.select)
        self.why.link_asked.connect(lambda _key: self.try_flip())

    # For commands and exporters ----------------------------------------------------------

    @property
    def report(self) -> RelevanceReport | None:
        """The report that is shown, None while no configuration is open."""
        return None if self.result is None else self.result.report

    @property
    def grid(self) -> GridView:
        """The chart."""
        return self.chart.grid

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation."""
        return self.chart

    def _selected_flip(self) -> Flip | None:
        if self.result is None or not self.subject.startswith("flip:"):
            return None
        found = (flip for flip in self.result.flips if flip_key(flip) == self.subject)
        return next(found, None)

    def _mark(self, subject: str) -> None:
        """Mark what is selected in grid and inputs, of a flip the nodes it would move."""
        self.chart.grid.select_key(subject)
        flip = self._selected_flip()
        moved = (flip.nodes_in, flip.nodes_out) if flip is not None else ((), ())
        self.chart.grid.mark_moved(*moved)
        self.inputs.set_node(node_of_key(subject) or "")

    # What somebody does ------------------------------------------------------------------

    @command("relevance-grid", tr("Go to the grid of nodes"), "Ctrl+G", when=_has_report)
    def _go_to_grid(self) -> None:
        """Lets the arrow keys walk through nodes and layers; Escape selects nothing."""
        self.grid.setFocus()

    @command("relevance-table", tr("Nodes, rules, flips or log"), when=_has_report, offers=True)
    def _tabs(self) -> Sequence[Choice]:
        """Shows one of the tables below the grid, or the log line."""
        return self.tables.choices(
            lambda title: tr("Shows {title}.", title=in_sentence_case(title))
        )

    @command(
        "relevance-filter",
        tr("Filter nodes, rules or flips"),
        when=lambda lens: _has_report(lens) and lens.tables.current is not RelevanceTab.LOG,
    )
    def _filter(self) -> None:
        """Goes to the filter line of the table in sight."""
        self.tables.focus_filter()

    @command(
        "relevance-select-nothing",
        tr("Show the run as a whole"),
        when=lambda lens: bool(lens.subject),
    )
    def _select_nothing(self) -> None:
        """Selects no node, rule or flip any more."""
        self.select("")

    @command("relevance-facts", tr("Change the facts of the run"))
    def _go_to_facts(self) -> None:
        """Goes to mode, urgency, silence, budget and signals."""
        self.inputs.focus_facts()

    @command(
        "relevance-save-config",
        tr("Save the relevance configuration as…"),
        when=lambda lens: lens.context.store.session.relevance.config is not None,
    )
    def _save_config(self) -> None:
        """Writes the configuration with its masks, rules and dependencies as JSON."""
        self.inputs.finish()
        session = self.context.store.session
        source = session.source(Part.RELEVANCE)
        choice = FileChoice(
            tr("Save the relevance configuration"),
            (tr("JSON (*.json)"), tr("All files (*)")),
            start=None if source is None else Path(source),
            suffix="json",
        )
        save_as(self.context, choice, lambda: json_bytes(session.relevance.config))

    @command(
        "relevance-try-flip",
        tr("Try the selected flip"),
        "Ctrl+Return",
        when=lambda lens: lens.subject.startswith("flip:"),
    )
    def try_flip(self) -> None:
        """Gives the fact of the selected row of Flips the value that was tried."""
        flip = self._selected_flip()
        if flip is not None:
            value = fact_value(flip.kind, flip.value)
            label = tr("Change {fact_title} to {value}", fact_title=fact_title(flip), value=value)
            self.context.store.commit(label, apply_flip(flip))

    @command("relevance-next-request", tr("Next request's facts"), "Alt+PgDown", when=_has_several)
    def _next_request(self) -> None:
        """Runs the layers for the next request of the open corpus."""
        self.inputs.step_request(1)

    @command(
        "relevance-previous-request", tr("Previous request's facts"), "Alt+PgUp", when=_has_several
    )
    def _previous_request(self) -> None:
        """Runs the layers for the request of the open corpus that comes before."""
        self.inputs.step_request(-1)

    @command(
        "relevance-copy-sentence", tr("Copy the reason"), when=lambda lens: lens.why.why is not None
    )
    def _copy_sentence(self) -> None:
        """Copies the sentence that says why the selected node is in or out."""
        if self.why.why is not None:
            QGuiApplication.clipboard().setText(self.why.why.sentence)

    @command(
        "relevance-copy-log",
        tr("Copy the log line"),
        when=lambda lens: lens.report is not None and lens.report.logged,
    )
    def _copy_log(self) -> None:
        """Copies the line that a production system logs for this run."""
        line = None if self.report is None else self.report.log_line()
        if line is not None:
            QGuiApplication.clipboard().setText(line)

    # Values that come in -----------------------------------------------------------------

    def _take_result(self, result: RelevanceResult) -> None:
        self.result = result
        report = result.report
        self.inputs.set_result(result)
        self._middle.show_rows(shown=report is not None)
        if report is None:
            self._show_nothing()
            self.context.set_problems(())
            return
        # Those of the configuration are told where it was read, with their lines.
        self.context.set_problems(result.run_problems)
        found = grid(report)
        self.chart.set_grid(found, "" if found.banner else headline(report))
        self.tables.show_source(result)
        self.why.explain((result, found))
        self._mark(self.subject)
        self.context.set_status(status_text(report))
        self.context.refresh_commands()

    def _forget(self) -> None:
        super()._forget()
        self.result = None

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at; what is being written is taken first."""
        self.inputs.finish()
        self.why.finish()
        return super().view_state()

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of(
            *("relevance", tr("Relevance")), lambda: self.report and self.result, _FILES
        )

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, the rule or the node that a problem points to."""
        report = self.report
        if report is None or not problem.code.startswith("relevance."):
            return False
        if problem.code == "relevance.no-mode":
            self.inputs.focus_facts()
            return True
        place = problem.place.pointer or ""
        if self.inputs.show_field(place.removeprefix("/")):
            return True
        rules = [rule.check.place for rule in report.rules]
        key = key_of_pointer(place, report.inclusion_map, rules)
        if key:
            self.select(key)
            (self.tables if node_of_key(key) is None else self.chart.grid).setFocus()
        return bool(key)


def _report(result: RelevanceResult) -> RelevanceReport | None:
    return result.report


def _result(result: RelevanceResult) -> str | None:
    report = result.report
    return (
        None if report is None else json_text(relevance_run(report, result.problems, result.flips))
    )


_FILES = (
    File(
        "relevance-run.json",
        tr("result as JSON"),
        tr("Every node after every layer, lists, tokens, log line, problems and flips."),
        _result,
    ),
    *(
        rows(f"relevance-{tab.value}.csv", TITLES[tab], partial(table_of, tab))
        for tab in RelevanceTab
        if tab is not RelevanceTab.LOG
    ),
    rows(
        "relevance-ledger.csv",
        tr("Ledger"),
        lambda result: result.report and ledger_table(result.report.ledger),
    ),
    File(
        "relevance-grid.svg",
        tr("grid as SVG"),
        tr("The grid of nodes by layers as a drawing that can be scaled, light."),
        grid_svg,
        _report,
    ),
)
