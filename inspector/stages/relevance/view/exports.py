"""The files that the Relevance lens can write."""

from __future__ import annotations

from functools import partial

from inspector.core.relevance import RelevanceReport
from inspector.files import relevance_run
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.ledger_table import ledger_table
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.view.lens import RelevanceLens
from inspector.stages.relevance.view.tables import TITLES, RelevanceTab, table_of


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


def relevance_exporters(lens: RelevanceLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the run that is shown."""

    def shown() -> RelevanceResult | None:
        return lens.result if lens.report is not None else None

    return exports_of("relevance", tr("Relevance"), shown, _FILES)
