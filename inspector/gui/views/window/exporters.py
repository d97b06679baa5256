"""The files that the Window lens can write."""

from __future__ import annotations

from inspector.files import optimization_result, placement_result
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.gui.views.window.lens import WindowLens
from inspector.language import in_sentence_case, tr
from inspector.present.window.result_tables import TITLES, WindowTable
from inspector.present.window.ruler import ruler
from inspector.present.window.ruler_svg import ruler_svg
from inspector.session.stages import WindowStage


def window_exporters(lens: WindowLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the placement that is shown."""
    made = LensExports("window", lambda: lens.report)
    return (
        made.file(
            "placement.json",
            tr("Window: placement as JSON…"),
            tr("Spans, verdicts, conflicts, limits, ledger and log of the placement."),
            lambda report: json_text(placement_result(report, with_events=True)),
        ),
        made.file(
            "optimization.json",
            tr("Window: optimization as JSON…"),
            tr("Result, record and log under the specification's names, with the chosen texts."),
            lambda report: json_text(optimization_result(report, _stage(lens))),
        ),
        *(
            made.rows(
                f"window-{table.value.removeprefix('window-')}.csv",
                tr("Window: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                lambda _report, table=table: lens.tables.table(table),  # type: ignore[misc]  # a default binds the loop's value
            )
            for table in WindowTable
            if table is not WindowTable.REQUESTS  # exported from its own table, once placed
        ),
        made.file(
            "ruler.svg",
            tr("Window: ruler as SVG…"),
            tr("The whole ruler as a drawing that can be scaled, light."),
            lambda report: ruler_svg(ruler(report, lens.chart.order)),
        ),
    )


def _stage(lens: WindowLens) -> WindowStage:
    """Return the stage that the shown placement is of."""
    return WindowStage() if lens.result is None else lens.result.session.window
