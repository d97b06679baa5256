"""The files that the Window lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem
from inspector.files import placement_result, write_atomically
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.table import ExportFormat, ExportRequest
from inspector.present.window.result_tables import TITLES, WindowTable
from inspector.present.window.ruler import ruler
from inspector.present.window.ruler_svg import ruler_svg

if TYPE_CHECKING:
    from inspector.gui.views.window.lens import WindowLens

_CSV, _JSON = tr("CSV (*.csv)"), tr("JSON (*.json)")


def window_exporters(lens: WindowLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the placement that is shown."""

    def known() -> bool:
        return lens.report is not None

    def exporter(
        name: str, title: str, help_text: str, file_filter: str, make: Callable[[], str]
    ) -> Exporter:
        suffix = file_filter.partition("*.")[2].rstrip(")")
        return Exporter(
            f"window.{name}",
            title,
            help_text,
            file_filter,
            f"{name}.{suffix}",
            lambda path: _write(path, make()),
            known,
        )

    tables = [
        exporter(
            f"window-{table.value.removeprefix('window-')}",
            tr("Window: {lower} as CSV…", lower=TITLES[table].lower()),
            tr("Every row and column of the table, as it stands in the result."),
            _CSV,
            lambda table=table: _whole_table(lens, table),  # type: ignore[misc]  # a default binds the loop's value
        )
        for table in WindowTable
    ]
    return (
        exporter(
            "placement",
            tr("Window: placement as JSON…"),
            tr("Spans, verdicts, conflicts, limits, ledger and log of the placement."),
            _JSON,
            lambda: _placement(lens),
        ),
        *tables,
        exporter(
            "ruler",
            tr("Window: ruler as SVG…"),
            tr("The whole ruler as a drawing that can be scaled, light."),
            tr("SVG (*.svg)"),
            lambda: "" if lens.report is None else ruler_svg(ruler(lens.report, lens.chart.order)),
        ),
    )


def _write(path: Path, text: str) -> Sequence[Problem]:
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
    return ()


def _placement(lens: WindowLens) -> str:
    if lens.report is None:
        return ""
    plain = placement_result(lens.report, with_events=True)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _whole_table(lens: WindowLens, table: WindowTable) -> str:
    data = lens.tables.table(table)
    if data is None:
        return ""
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
