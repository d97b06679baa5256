"""The files that the Tuning lens can write."""

from __future__ import annotations

from functools import partial

from inspector.analysis.tuning.sweep import Sweep
from inspector.files.sweeps import sweep_result
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.gui.views.tuning.lens import TuningLens
from inspector.language import in_sentence_case, tr
from inspector.present.table import TableData
from inspector.present.tuning.sweep_svg import sweep_svg
from inspector.present.tuning.tables import TITLES, TuningTable


def tuning_exporters(lens: TuningLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the sweep that is shown."""
    made = LensExports("tuning", lambda: lens.sweep)
    return (
        made.file(
            "sweep.json",
            tr("Tuning: sweep as JSON…"),
            tr("Every stretch of the axis: what is in, what changes, tokens by kind, value."),
            lambda sweep: json_text(sweep_result(sweep)),
        ),
        made.file(
            "sweep-chart.svg",
            tr("Tuning: chart as SVG…"),
            tr("The chart of the sweep as a drawing that can be scaled, light."),
            sweep_svg,
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Tuning: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                partial(_rows, lens, table),
                possible=partial(_is_known, lens, table),
            )
            for table in TuningTable
        ),
    )


def _rows(lens: TuningLens, table: TuningTable, _sweep: Sweep) -> TableData | None:
    return lens.tables.table(table)


def _is_known(lens: TuningLens, table: TuningTable, _sweep: Sweep) -> bool:
    """Whether a table can be written: that of the optimum is made once somebody wants it."""
    return table is not TuningTable.OPTIMUM or lens.tables.table(table) is not None
