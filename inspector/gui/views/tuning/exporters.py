"""The files that the Tuning lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem
from inspector.files import write_atomically
from inspector.files.sweeps import sweep_result
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.table import ExportFormat, ExportRequest
from inspector.present.tuning.sweep_svg import sweep_svg
from inspector.present.tuning.tables import TITLES, TuningTable

if TYPE_CHECKING:
    from inspector.gui.views.tuning.lens import TuningLens


def tuning_exporters(lens: TuningLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the sweep that is shown."""

    def exporter(
        name: str, title: str, help_text: str, suffix: str, make: Callable[[], str]
    ) -> Exporter:
        return Exporter(
            f"tuning.{name}",
            title,
            help_text,
            f"{suffix.upper()} (*.{suffix})",
            f"{name}.{suffix}",
            lambda path: _write(path, make()),
            lambda: lens.sweep is not None,
        )

    return (
        exporter(
            "sweep",
            tr("Tuning: sweep as JSON…"),
            tr("Every stretch of the axis: what is in, what changes, tokens by kind, value."),
            "json",
            lambda: _sweep(lens),
        ),
        exporter(
            "sweep-chart",
            tr("Tuning: chart as SVG…"),
            tr("The chart of the sweep as a drawing that can be scaled, light."),
            "svg",
            lambda: "" if lens.sweep is None else sweep_svg(lens.sweep),
        ),
        *(
            exporter(
                table.value,
                tr("Tuning: {lower} as CSV…", lower=TITLES[table].lower()),
                tr("Every row and column of the table."),
                "csv",
                partial(_whole_table, lens, table),
            )
            for table in TuningTable
        ),
    )


def _write(path: Path, text: str) -> Sequence[Problem]:
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
    return ()


def _sweep(lens: TuningLens) -> str:
    if lens.sweep is None:
        return ""
    return json.dumps(sweep_result(lens.sweep), indent=2, ensure_ascii=False) + "\n"


def _whole_table(lens: TuningLens, table: TuningTable) -> str:
    data = lens.tables.table(table)
    if data is None:
        return ""
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
