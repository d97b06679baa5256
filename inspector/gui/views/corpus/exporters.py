"""The files that the Corpus lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem
from inspector.files import write_atomically
from inspector.files.corpus_results import corpus_result
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.corpus.curve_svg import curve_svg
from inspector.present.corpus.tables import TITLES, CorpusTable
from inspector.present.table import ExportFormat, ExportRequest

if TYPE_CHECKING:
    from inspector.gui.views.corpus.lens import CorpusLens


def corpus_exporters(lens: CorpusLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the study that is shown."""

    def exporter(
        name: str, title: str, help_text: str, suffix: str, make: Callable[[], str]
    ) -> Exporter:
        return Exporter(
            f"corpus.{name}",
            title,
            help_text,
            f"{suffix.upper()} (*.{suffix})",
            f"{name}.{suffix}",
            lambda path: _write(path, make()),
            lambda: lens.study is not None,
        )

    return (
        exporter(
            "corpus",
            tr("Corpus: results as JSON…"),
            tr("Curves, front, recommendation and every request."),
            "json",
            lambda: _json(lens),
        ),
        exporter(
            "corpus-chart",
            tr("Corpus: chart as SVG…"),
            tr("The curves as a drawing that can be scaled, light."),
            "svg",
            lambda: "" if lens.study is None else curve_svg(lens.study),
        ),
        *(
            exporter(
                table.value,
                tr("Corpus: {lower} as CSV…", lower=TITLES[table].lower()),
                tr("Every row and column of the table."),
                "csv",
                partial(_whole_table, lens, table),
            )
            for table in CorpusTable
        ),
    )


def _write(path: Path, text: str) -> Sequence[Problem]:
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
    return ()


def _json(lens: CorpusLens) -> str:
    if lens.study is None:
        return ""
    return json.dumps(corpus_result(lens.study), indent=1, ensure_ascii=False) + "\n"


def _whole_table(lens: CorpusLens, table: CorpusTable) -> str:
    data = lens.tables.table(table)
    if data is None:
        return ""
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
