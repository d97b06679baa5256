"""What the Compare lens can write: the comparison, its rows, its picture."""

from __future__ import annotations

from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.compare.picture import compare_svg
from inspector.stages.compare.results import comparison_result
from inspector.stages.compare.view.lens import CompareLens
from inspector.stages.compare.view.runner import CompareResult
from inspector.stages.compare.words import change_table, recorded_table


def compare_exporters(lens: CompareLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the comparison that is shown."""

    def shown() -> CompareResult | None:
        result = lens.result
        is_there = result is not None and (result.compared or result.recorded)
        return result if is_there else None

    files = (
        File(
            "comparison.json",
            tr("comparison as JSON"),
            tr("Both sides, what differs, every change and its cause."),
            lambda shown: _json(shown, lens.names),
        ),
        rows("changes.csv", tr("Changes"), _rows),
        File(
            "comparison.svg",
            tr("comparison as SVG"),
            tr("The mirrored bars and the matrix in the light theme; it can be scaled."),
            lambda compared: compare_svg(compared.comparison),
            lambda shown: shown.compared,
        ),
    )
    return exports_of("compare", "", shown, files)


def _rows(shown: CompareResult) -> TableData | None:
    if shown.recorded is not None:
        return recorded_table(shown.recorded)
    compared = shown.compared
    return None if compared is None else change_table(compared.comparison, shown.causes)


def _json(shown: CompareResult, names: tuple[str, str]) -> str:
    compared = shown.compared
    if compared is None:
        return json_text(shown.recorded)
    differences = compared.attribution.differences if compared.attribution else None
    return json_text(comparison_result(compared.comparison, names, differences, shown.causes, {}))
