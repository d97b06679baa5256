"""The files that the Tuning lens can write."""

from __future__ import annotations

from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows_of
from inspector.language import tr
from inspector.stages.tuning.map_chart import map_svg
from inspector.stages.tuning.results import sweep_result
from inspector.stages.tuning.sweep_chart import sweep_svg
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.lens import TuningLens

_FILES = (
    File(
        "sweep.json",
        tr("sweep as JSON"),
        tr("Every stretch of the axis: what is in, what changes, tokens by kind, value."),
        lambda sweep: json_text(sweep_result(sweep)),
    ),
    File(
        "sweep-chart.svg",
        tr("chart as SVG"),
        tr("The chart of the sweep as a drawing that can be scaled, light."),
        sweep_svg,
    ),
)


def tuning_exporters(lens: TuningLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the sweep that is shown."""

    def is_known(table: TuningTable) -> bool:
        """Whether a table can be written: that of the optimum is made once somebody wants it."""
        return table is not TuningTable.OPTIMUM or lens.tables.table(table) is not None

    tables = (
        rows_of(lens.tables, table, possible=lambda _sweep, table=table: is_known(table))  # type: ignore[misc]  # a default binds the loop's value
        for table in TuningTable
    )
    of_map = File(
        "map.svg",
        tr("map as SVG"),
        tr("The map of two parameters as a drawing that can be scaled, light."),
        lambda shown: map_svg(*shown),
        lambda _sweep: lens.panel.map.shown,
    )
    return exports_of("tuning", tr("Tuning"), lambda: lens.sweep, (*_FILES, of_map, *tables))
