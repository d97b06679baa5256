"""Files that a lens lets somebody name and then writes: rows of a table, texts, pictures."""

from __future__ import annotations

from collections.abc import Callable

from inspector.files import write_atomically
from inspector.gui.lens import LensContext
from inspector.gui.messages import FileChoice, Notice, Tone
from inspector.language import tr
from inspector.present.table import ExportFormat, ExportRequest

FILTERS = {
    ExportFormat.CSV: tr("CSV (*.csv)"),
    ExportFormat.JSON: tr("JSON (*.json)"),
    ExportFormat.TEXT: tr("Text (*.txt)"),
    ExportFormat.TSV: tr("Tab-separated (*.tsv)"),
}
SUFFIXES = {form: text.partition("*.")[2].rstrip(")") for form, text in FILTERS.items()}


def write_rows(context: LensContext, request: ExportRequest) -> None:
    """Let a file be named for rows of a table, and write them."""
    form = request.format
    choice = FileChoice(
        tr("Export rows"), (FILTERS[form], tr("All files (*)")), suffix=SUFFIXES[form]
    )
    save_as(context, choice, lambda: request.text().encode())


def save_as(context: LensContext, choice: FileChoice, make: Callable[[], bytes]) -> None:
    """Let a file be named and write it; what goes wrong is told."""
    path = context.messages.choose_target(choice)
    if path is None:
        return
    try:
        write_atomically(path, make())
    except OSError as error:
        reason = error.strerror or type(error).__name__
        context.messages.tell(
            Notice(
                tr("{path} was not written.", path=path.name),
                tr("The system refused to write it: {reason}.", reason=reason),
                tone=Tone.ERROR,
            )
        )
