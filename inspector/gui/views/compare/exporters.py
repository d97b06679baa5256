"""What the Compare lens can write: the comparison, its rows, its picture."""

from __future__ import annotations

from inspector.analysis.comparison import Compared
from inspector.files.comparison_results import comparison_result
from inspector.gui.lens import Exporter
from inspector.gui.views.compare.compare_runner import CompareResult
from inspector.gui.views.compare.lens import CompareLens
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import tr
from inspector.present.compare.change_table import change_table
from inspector.present.discipline.drawing_svg import drawing_svg

_WIDTH = 1200.0  # of the picture, in its units
_LETTER = 6.4  # about the width of a letter of the picture's font
_Shown = tuple[CompareResult, Compared]


def compare_exporters(lens: CompareLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the comparison that is shown."""

    def shown() -> _Shown | None:
        result = lens.result
        if result is None or result.compared is None:
            return None
        return result, result.compared

    made = LensExports("compare", shown)
    return (
        made.file(
            "comparison.json",
            tr("Comparison as JSON…"),
            tr("Both sides, what differs, every change and its cause."),
            lambda shown: _json(shown, lens.names),
        ),
        made.rows(
            "changes.csv",
            tr("Changes as CSV…"),
            lambda shown: change_table(shown[1].comparison, shown[0].causes),
        ),
        made.file(
            "comparison.svg",
            tr("Comparison as SVG…"),
            tr("The mirrored bars and the matrix in the light theme; it can be scaled."),
            lambda _shown: _svg(lens),
        ),
    )


def _json(shown: _Shown, names: tuple[str, str]) -> str:
    result, compared = shown
    differences = compared.attribution.differences if compared.attribution else None
    return json_text(comparison_result(compared.comparison, names, differences, result.causes, {}))


def _svg(lens: CompareLens) -> str | None:
    picture = lens.picture
    return None if picture is None else drawing_svg(picture.drawing(_WIDTH, _measure, ""))


def _measure(text: str) -> float:
    return len(text) * _LETTER
