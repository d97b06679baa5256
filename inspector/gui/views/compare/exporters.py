"""What the Compare lens can write: the comparison, its rows, its picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem
from inspector.files import write_atomically
from inspector.files.comparison_results import comparison_result
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.compare.change_table import change_table
from inspector.present.discipline.drawing_svg import drawing_svg
from inspector.present.table import to_csv

if TYPE_CHECKING:
    from inspector.gui.views.compare.lens import CompareLens

_WIDTH = 1200.0  # of the picture, in its units
_LETTER = 6.4  # about the width of a letter of the picture's font


def compare_exporters(lens: CompareLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the comparison that is shown."""
    return (
        _exporter(
            lens,
            "comparison.json",
            tr("Comparison as JSON…"),
            tr("Both sides, what differs, every change and its cause."),
            tr("JSON (*.json)"),
            _json,
        ),
        _exporter(
            lens,
            "changes.csv",
            tr("Changes as CSV…"),
            tr("Every row of the table of changes, with all its columns."),
            tr("CSV (*.csv)"),
            _csv,
        ),
        _exporter(
            lens,
            "comparison.svg",
            tr("Comparison as SVG…"),
            tr("The mirrored bars and the matrix in the light theme; it can be scaled."),
            tr("SVG (*.svg)"),
            _svg,
        ),
    )


def _exporter(
    lens: CompareLens,
    file_name: str,
    title: str,
    help_text: str,
    file_filter: str,
    make: Callable[[CompareLens], str],
) -> Exporter:
    def write(path: Path) -> Sequence[Problem]:
        write_atomically(path, make(lens).encode("utf-8", "backslashreplace"))
        return ()

    return Exporter(
        f"compare.{file_name}",
        title,
        help_text,
        file_filter,
        file_name,
        write,
        lambda: lens.result is not None and lens.result.compared is not None,
    )


def _json(lens: CompareLens) -> str:
    result = lens.result
    if result is None or result.compared is None:
        return ""
    attribution = result.compared.attribution
    fields = comparison_result(
        result.compared.comparison,
        lens.names,
        attribution.differences if attribution else None,
        result.causes,
        {},
    )
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"


def _csv(lens: CompareLens) -> str:
    result = lens.result
    if result is None or result.compared is None:
        return ""
    data = change_table(result.compared.comparison, result.causes)
    columns = [column.id for column in data.columns]
    return to_csv(data, np.arange(data.row_count, dtype=np.intp), columns)


def _svg(lens: CompareLens) -> str:
    picture = lens.picture
    return "" if picture is None else drawing_svg(picture.drawing(_WIDTH, _measure, ""))


def _measure(text: str) -> float:
    return len(text) * _LETTER
