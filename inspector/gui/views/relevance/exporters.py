"""The files that the Relevance lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.problems import Problem
from inspector.core.relevance import RelevanceReport
from inspector.files import relevance_run, write_atomically
from inspector.gui.lens import Exporter
from inspector.gui.views.relevance.tables import TITLES, RelevanceTab, table_of
from inspector.language import tr
from inspector.present.relevance.grid_svg import grid_svg
from inspector.present.table import ExportFormat, ExportRequest

if TYPE_CHECKING:
    from inspector.gui.views.relevance.lens import RelevanceLens

_TABLES = (RelevanceTab.NODES, RelevanceTab.RULES, RelevanceTab.FLIPS)


def relevance_exporters(lens: RelevanceLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the run that is shown."""

    def known() -> bool:
        return lens.report is not None

    def exporter(
        file_name: str,
        title: str,
        help_text: str,
        file_filter: str,
        make: Callable[[RelevanceResult, RelevanceReport], str],
    ) -> Exporter:
        def write(path: Path) -> Sequence[Problem]:
            result = lens.result
            if result is not None and result.report is not None:
                text = make(result, result.report)
                write_atomically(path, text.encode("utf-8", "backslashreplace"))
            return ()

        return Exporter(
            f"relevance.{file_name}", title, help_text, file_filter, file_name, write, known
        )

    tables = (
        exporter(
            tr("relevance-{tab}.csv", tab=tab.value),
            tr("Relevance: {lower} as CSV…", lower=TITLES[tab].lower()),
            tr("Every row of the table, with all its columns."),
            tr("CSV (*.csv)"),
            lambda result, _report, tab=tab: _whole_table(tab, result),  # type: ignore[misc]  # a default binds the loop's value
        )
        for tab in _TABLES
    )
    return (
        exporter(
            "relevance-run.json",
            tr("Relevance: result as JSON…"),
            tr("Every node after every layer, lists, tokens, log line, problems and flips."),
            tr("JSON (*.json)"),
            _result,
        ),
        *tables,
        exporter(
            "relevance-grid.svg",
            tr("Relevance: grid as SVG…"),
            tr("The grid of nodes by layers as a drawing that can be scaled, light."),
            tr("SVG (*.svg)"),
            lambda _result, report: grid_svg(report),
        ),
    )


def _result(result: RelevanceResult, report: RelevanceReport) -> str:
    plain = relevance_run(report, result.problems, result.flips)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _whole_table(tab: RelevanceTab, result: RelevanceResult) -> str:
    data = table_of(tab, result)
    if data is None:
        return ""
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
