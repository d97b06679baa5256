"""What can be done in the Relevance lens, as commands.

The files that the Relevance lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from inspector.files import relevance_run
from inspector.files.saving import json_bytes, save_bytes
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.ledger_table import ledger_table
from inspector.present.table import TableData
from inspector.stage import Part
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.view.lens import RelevanceLens
from inspector.stages.relevance.view.tables import TITLES, RelevanceTab, table_of


def relevance_commands(lens: RelevanceLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs the lens in sight."""
    return (*_viewing(lens), *_running(lens), *_copying(lens))


def _viewing(lens: RelevanceLens) -> Sequence[Command]:
    def possible() -> bool:
        return lens.isVisible() and lens.report is not None

    def tabs() -> Sequence[Choice]:
        return [
            Choice(
                tab.value,
                TITLES[tab],
                partial(lens.tables.turn_to, tab),
                tr("Shows {title}.", title=in_sentence_case(TITLES[tab])),
                checked=lambda tab=tab: lens.tables.current is tab,  # type: ignore[misc]  # a default binds the loop's value
            )
            for tab in RelevanceTab
        ]

    return (
        Command(
            "relevance-grid",
            tr("Go to the grid of nodes"),
            tr("Lets the arrow keys walk through nodes and layers; Escape selects nothing."),
            lens.grid.setFocus,
            keys=("Ctrl+G",),
            enabled=possible,
        ),
        Command(
            "relevance-table",
            tr("Nodes, rules, flips or log"),
            tr("Shows one of the tables below the grid, or the log line."),
            choices=tabs,
            enabled=possible,
        ),
        Command(
            "relevance-filter",
            tr("Filter nodes, rules or flips"),
            tr("Goes to the filter line of the table in sight."),
            lens.tables.focus_filter,
            enabled=lambda: possible() and lens.tables.current is not RelevanceTab.LOG,
        ),
        Command(
            "relevance-select-nothing",
            tr("Show the run as a whole"),
            tr("Selects no node, rule or flip any more."),
            partial(lens.select, ""),
            enabled=lambda: lens.isVisible() and bool(lens.subject),
        ),
    )


def _running(lens: RelevanceLens) -> Sequence[Command]:
    def several() -> bool:
        return lens.isVisible() and len(lens.context.store.session.requests) > 1

    return (
        Command(
            "relevance-facts",
            tr("Change the facts of the run"),
            tr("Goes to mode, urgency, silence, budget and signals."),
            lens.inputs.focus_facts,
            enabled=lens.isVisible,
        ),
        Command(
            "relevance-save-config",
            tr("Save the relevance configuration as…"),
            tr("Writes the configuration with its masks, rules and dependencies as JSON."),
            partial(_save_config, lens),
            enabled=lambda: (
                lens.isVisible() and lens.context.store.session.relevance.config is not None
            ),
        ),
        Command(
            "relevance-try-flip",
            tr("Try the selected flip"),
            tr("Gives the fact of the selected row of Flips the value that was tried."),
            lens.try_flip,
            keys=("Ctrl+Return",),
            enabled=lambda: lens.isVisible() and lens.subject.startswith("flip:"),
        ),
        Command(
            "relevance-next-request",
            tr("Next request's facts"),
            tr("Runs the layers for the next request of the open corpus."),
            partial(lens.inputs.step_request, 1),
            keys=("Alt+PgDown",),
            enabled=several,
        ),
        Command(
            "relevance-previous-request",
            tr("Previous request's facts"),
            tr("Runs the layers for the request of the open corpus that comes before."),
            partial(lens.inputs.step_request, -1),
            keys=("Alt+PgUp",),
            enabled=several,
        ),
    )


def _save_config(lens: RelevanceLens) -> None:
    context = lens.context
    lens.inputs.finish()
    source = context.store.session.source(Part.RELEVANCE)
    choice = FileChoice(
        tr("Save the relevance configuration"),
        (tr("JSON (*.json)"), tr("All files (*)")),
        start=None if source is None else Path(source),
        suffix="json",
    )
    path = context.messages.choose_target(choice)
    if path is None:
        return
    problems = save_bytes(json_bytes(context.store.session.relevance.config), path)
    if problems:
        context.messages.tell(not_written(path.name, problems))
        return
    context.messages.say(Done(tr("Exported {name}.", name=path.name), path.absolute()))


def _copying(lens: RelevanceLens) -> Sequence[Command]:
    def copy_sentence() -> None:
        if lens.why.why is not None:
            QGuiApplication.clipboard().setText(lens.why.why.sentence)

    def copy_log() -> None:
        line = lens.report.log_line() if lens.report is not None else None
        if line is not None:
            QGuiApplication.clipboard().setText(line)

    return (
        Command(
            "relevance-copy-sentence",
            tr("Copy the reason"),
            tr("Copies the sentence that says why the selected node is in or out."),
            copy_sentence,
            enabled=lambda: lens.isVisible() and lens.why.why is not None,
        ),
        Command(
            "relevance-copy-log",
            tr("Copy the log line"),
            tr("Copies the line that a production system logs for this run."),
            copy_log,
            enabled=lambda: lens.isVisible() and lens.report is not None and lens.report.logged,
        ),
    )


_TABLES = (
    RelevanceTab.NODES,
    RelevanceTab.RULES,
    RelevanceTab.FLIPS,
    RelevanceTab.REQUESTS,
)


def relevance_exporters(lens: RelevanceLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the run that is shown."""
    made = LensExports("relevance", lambda: lens.result if lens.report is not None else None)
    return (
        made.file(
            "relevance-run.json",
            tr("Relevance: result as JSON…"),
            tr("Every node after every layer, lists, tokens, log line, problems and flips."),
            _result,
        ),
        *(
            made.rows(
                f"relevance-{tab.value}.csv",
                tr("Relevance: {title} as CSV…", title=in_sentence_case(TITLES[tab])),
                partial(table_of, tab),
            )
            for tab in _TABLES
        ),
        made.rows(
            "relevance-ledger.csv",
            tr("Relevance: ledger as CSV…"),
            _ledger,
        ),
        made.file(
            "relevance-grid.svg",
            tr("Relevance: grid as SVG…"),
            tr("The grid of nodes by layers as a drawing that can be scaled, light."),
            lambda result: None if result.report is None else grid_svg(result.report),
        ),
    )


def _ledger(result: RelevanceResult) -> TableData | None:
    return None if result.report is None else ledger_table(result.report.ledger)


def _result(result: RelevanceResult) -> str | None:
    report = result.report
    if report is None:
        return None
    return json_text(relevance_run(report, result.problems, result.flips))
