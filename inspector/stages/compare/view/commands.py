"""What can be done in the Compare lens, as commands.

What the Compare lens can write: the comparison, its rows, its picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.gui.commands import Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.compare.picture import compare_svg
from inspector.stages.compare.results import comparison_result
from inspector.stages.compare.view.lens import CompareLens
from inspector.stages.compare.view.runner import CompareResult
from inspector.stages.compare.words import change_table, recorded_table


def compare_commands(lens: CompareLens) -> Sequence[Command]:
    """Return the commands of the lens."""
    return (
        Command(
            "compare-swap",
            tr("Swap A and B"),
            tr("Lets the two sides of the comparison change places."),
            lens.swap,
            group=1,
            keys=("Ctrl+Alt+S",),
        ),
        Command(
            "compare-file-a",
            tr("Compare a file as A…"),
            tr("Takes a session or a manifest as the first side."),
            partial(lens.choose_file, 0),
            group=1,
        ),
        Command(
            "compare-file-b",
            tr("Compare a file as B…"),
            tr("Takes a session or a manifest as the second side."),
            partial(lens.choose_file, 1),
            group=1,
        ),
        Command(
            "compare-next-flip",
            tr("Select the next change"),
            tr("Selects the next row of the table of changes, from the last on the first."),
            lens.select_next,
            group=2,
            keys=("Alt+F",),
            enabled=lambda: lens.has_changes,
        ),
        Command(
            "compare-all-rows",
            tr("Show all changes"),
            tr("Clears the filter of the table of changes."),
            partial(lens.show_rows, ""),
            group=2,
            enabled=lambda: lens.has_changes,
        ),
        Command(
            "compare-show-injection",
            tr("Show the selected change in Budget"),
            tr("Goes to the subject in the run that is open."),
            lens.show_in_injection,
            group=2,
            keys=("Ctrl+Alt+Return",),
            enabled=lambda: lens.is_of_injection,
        ),
    )


def compare_exporters(lens: CompareLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the comparison that is shown."""

    def shown() -> CompareResult | None:
        result = lens.result
        is_there = result is not None and (result.compared or result.recorded)
        return result if is_there else None

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
            _rows,
        ),
        made.file(
            "comparison.svg",
            tr("Comparison as SVG…"),
            tr("The mirrored bars and the matrix in the light theme; it can be scaled."),
            _svg,
            possible=lambda shown: shown.compared is not None,
        ),
    )


def _rows(shown: CompareResult) -> TableData | None:
    if shown.recorded is not None:
        return recorded_table(shown.recorded)
    compared = shown.compared
    return None if compared is None else change_table(compared.comparison, shown.causes)


def _json(shown: CompareResult, names: tuple[str, str]) -> str | None:
    compared = shown.compared
    if compared is None:
        return json_text(shown.recorded)
    differences = compared.attribution.differences if compared.attribution else None
    return json_text(comparison_result(compared.comparison, names, differences, shown.causes, {}))


def _svg(shown: CompareResult) -> str | None:
    return None if shown.compared is None else compare_svg(shown.compared.comparison)
