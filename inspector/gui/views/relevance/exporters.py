"""The files that the Relevance lens can write."""

from __future__ import annotations

from functools import partial

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.files import relevance_run
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.gui.views.relevance.lens import RelevanceLens
from inspector.gui.views.relevance.tables import TITLES, RelevanceTab, table_of
from inspector.language import in_sentence_case, tr
from inspector.present.relevance.grid_svg import grid_svg

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
        made.file(
            "relevance-grid.svg",
            tr("Relevance: grid as SVG…"),
            tr("The grid of nodes by layers as a drawing that can be scaled, light."),
            lambda result: None if result.report is None else grid_svg(result.report),
        ),
    )


def _result(result: RelevanceResult) -> str | None:
    report = result.report
    if report is None:
        return None
    return json_text(relevance_run(report, result.problems, result.flips))
