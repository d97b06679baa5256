"""The files that the Builder lens can write. No value of a secret is in any of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem
from inspector.files import build_result, context_bytes, write_atomically
from inspector.files.bundles import BUDGET, BUNDLE, MANIFEST, REDACTIONS, artifact_files
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.builder.bar import bar_drawing, budget_bar
from inspector.present.builder.fit_chart import fit_drawing
from inspector.present.builder.shown import Shown
from inspector.present.builder.tables import TITLES, BuilderTable, builder_table
from inspector.present.discipline.drawing_svg import drawing_svg, measured
from inspector.present.table import ExportFormat, ExportRequest

if TYPE_CHECKING:
    from inspector.gui.views.builder.lens import BuilderLens

_WIDTH, _HEIGHT = 1040, 420
_JSON, _CSV, _SVG, _TEXT = (
    tr("JSON (*.json)"),
    tr("CSV (*.csv)"),
    tr("SVG (*.svg)"),
    tr("Text (*.txt)"),
)
_ARTIFACTS = (
    (BUNDLE, "bundle", tr("The blocks that the model gets, with what is known of each.")),
    (MANIFEST, "manifest", tr("What is in, what is out and why, without contents.")),
    (
        REDACTIONS,
        tr("redaction report"),
        tr("Everything that was taken out; never a secret's value."),
    ),
    (BUDGET, tr("budget report"), tr("Tokens, limits and what they led to.")),
)
Make = Callable[[Shown], bytes]


def builder_exporters(lens: BuilderLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the build that is shown."""

    def exporter(
        name: str,
        title: str,
        help_text: str,
        file_filter: str,
        make: Make,
        *,
        bundle: bool = False,
    ) -> Exporter:
        def write(path: Path) -> Sequence[Problem]:
            if lens.shown is not None:
                write_atomically(path, make(lens.shown))
            return ()

        def possible() -> bool:
            return lens.shown is not None and not (bundle and lens.shown.report.refused)

        suffix = file_filter.partition("*.")[2].rstrip(")")
        return Exporter(
            f"builder.{name}",
            tr("Builder: {title}…", title=title),
            help_text,
            file_filter,
            f"{name}.{suffix}",
            write,
            possible,
        )

    return (
        exporter(
            "context",
            tr("text for the model"),
            tr("The bundle as the text that a model gets, to the letter."),
            _TEXT,
            lambda shown: context_bytes(shown.report),
            bundle=True,
        ),
        *(
            exporter(
                file.removesuffix(".json"),
                tr("{title} as JSON", title=title),
                help_text,
                _JSON,
                lambda shown, file=file: artifact_files(shown.report)[file],  # type: ignore[misc]  # a default binds the loop's value
                bundle=file == BUNDLE,
            )
            for file, title, help_text in _ARTIFACTS
        ),
        exporter(
            "build",
            tr("result as JSON"),
            tr("Decision, ranking, fates, steps and ledger, without contents."),
            _JSON,
            lambda shown: _json(build_result(shown.report)),
        ),
        *(
            exporter(
                table.value,
                tr("{lower} as CSV", lower=TITLES[table].lower()),
                tr("Every row and column of the table."),
                _CSV,
                lambda shown, table=table: _rows(shown, table),  # type: ignore[misc]  # a default binds the loop's value
            )
            for table in BuilderTable
        ),
        exporter(
            "budget-bar",
            tr("budget as SVG"),
            tr("The budget as a drawing that can be scaled, light."),
            _SVG,
            lambda shown: drawing_svg(bar_drawing(budget_bar(shown), _WIDTH, measured)).encode(),
        ),
        exporter(
            "fitting",
            tr("fitting as SVG"),
            tr("The steps of fitting as a drawing that can be scaled, light."),
            _SVG,
            lambda shown: drawing_svg(
                fit_drawing(shown.report.fit_steps, _WIDTH, _HEIGHT, measured)
            ).encode(),
        ),
    )


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def _rows(shown: Shown, table: BuilderTable) -> bytes:
    data = builder_table(table, shown)
    columns = tuple(column.id for column in data.columns)
    text = ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
    return text.encode("utf-8", "backslashreplace")
