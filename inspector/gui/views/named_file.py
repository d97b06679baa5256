"""Files that a lens lets somebody name and then writes: rows of a table, texts, pictures."""

from __future__ import annotations

from collections.abc import Callable

from inspector.files import write_atomically
from inspector.gui.lens import LensContext
from inspector.gui.messages import FileChoice, Notice, Tone
from inspector.present.table import ExportFormat, ExportRequest

FILTERS = {
    ExportFormat.CSV: "CSV (*.csv)",
    ExportFormat.JSON: "JSON (*.json)",
    ExportFormat.TEXT: "Text (*.txt)",
    ExportFormat.TSV: "Tab-separated (*.tsv)",
}
SUFFIXES = {form: text.partition("*.")[2].rstrip(")") for form, text in FILTERS.items()}


def write_rows(context: LensContext, request: ExportRequest) -> None:
    """Let a file be named for rows of a table, and write them."""
    form = request.format
    choice = FileChoice("Export rows", (FILTERS[form], "All files (*)"), suffix=SUFFIXES[form])
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
                f"{path.name} was not written.",
                f"The system refused to write it: {reason}.",
                tone=Tone.ERROR,
            )
        )
