"""The files that the Assembly lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.assembly import Assembly, prompt_text, texts_left_out
from inspector.core.problems import Problem, Severity
from inspector.files import assembly_result, write_atomically
from inspector.gui.lens import Exporter
from inspector.gui.views.assembly.tables import TITLES, AssemblyTable, table_of
from inspector.language import tr
from inspector.present.assembly.bands import bands_of
from inspector.present.assembly.bands_svg import bands_svg
from inspector.present.table import ExportFormat, ExportRequest

if TYPE_CHECKING:
    from inspector.gui.views.assembly.lens import AssemblyLens

Make = Callable[[Assembly], str | Problem]


def assembly_exporters(lens: AssemblyLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the assembly that is shown."""

    def exporter(name: str, title: str, help_text: str, suffix: str, make: Make) -> Exporter:
        return Exporter(
            f"assembly.{name}",
            title,
            help_text,
            f"{suffix.upper()} (*.{suffix})",
            f"{name}.{suffix}",
            lambda path: _write(lens.assembly, path, make),
            lambda: lens.assembly is not None,
        )

    tables = [
        exporter(
            table.value,
            tr("Assembly: {lower} as CSV…", lower=TITLES[table].lower()),
            tr("Every row and column of the table."),
            "csv",
            lambda assembly, table=table: _whole_table(assembly, table),  # type: ignore[misc]  # a default binds the loop's value
        )
        for table in AssemblyTable
    ]
    return (
        exporter(
            "assembly",
            tr("Assembly: result as JSON…"),
            tr("Steps, spans, limits, decision and the whole ledger."),
            "json",
            lambda one: json.dumps(assembly_result(one), indent=2, ensure_ascii=False) + "\n",
        ),
        exporter(
            "prompt",
            tr("Assembly: prompt as text…"),
            tr("The prompt as the model would get it."),
            "txt",
            _prompt,
        ),
        *tables,
        exporter(
            "bands",
            tr("Assembly: bands as SVG…"),
            tr("The eight bands as a drawing that can be scaled, light."),
            "svg",
            lambda one: bands_svg(bands_of(one)),
        ),
    )


def _write(assembly: Assembly | None, path: Path, make: Make) -> Sequence[Problem]:
    if assembly is None:
        return ()
    made = make(assembly)
    if isinstance(made, Problem):
        return (made,)
    write_atomically(path, made.encode("utf-8", "backslashreplace"))
    return ()


def _prompt(assembly: Assembly) -> str | Problem:
    """Return the prompt's text, or why there is none."""
    if assembly.refused:
        why = " ".join(entry.sentence for entry in assembly.judgements)
        return Problem(
            Severity.ERROR,
            "assembly.refused",
            tr("The prompt is not written. {why}", why=why),
            tr("Bring it within its limits."),
        )
    text = prompt_text(assembly)
    if text is not None:
        return text
    return Problem(
        Severity.ERROR,
        "assembly.texts-left-out",
        tr(
            "These texts are not in the session: {names}.",
            names=", ".join(texts_left_out(assembly)),
        ),
        tr("Give the pieces their texts."),
    )


def _whole_table(assembly: Assembly, table: AssemblyTable) -> str:
    data = table_of(table, assembly)
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
