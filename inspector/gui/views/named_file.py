"""Files that a lens lets somebody name and then writes: rows of a table, texts, pictures."""

from __future__ import annotations

from collections.abc import Callable

from inspector.files import write_atomically
from inspector.gui.lens import LensContext
from inspector.gui.messages import Done, FileChoice, Notice, Tone
from inspector.language import tr
from inspector.present.table import ExportFormat, ExportRequest

FILTERS = {
    "csv": tr("CSV (*.csv)"),
    "html": tr("HTML (*.html)"),
    "json": tr("JSON (*.json)"),
    "jsonl": tr("JSON lines (*.jsonl)"),
    "pdf": tr("PDF (*.pdf)"),
    "png": tr("PNG (*.png)"),
    "svg": tr("SVG (*.svg)"),
    "tsv": tr("Tab-separated (*.tsv)"),
    "txt": tr("Text (*.txt)"),
}
"""How Qt is told of a kind of file, by the suffix."""


def write_rows(context: LensContext, request: ExportRequest) -> None:
    """Let a file be named for rows of a table, and write them."""
    suffix = "txt" if request.format is ExportFormat.TEXT else request.format.value
    choice = FileChoice(tr("Export rows"), (FILTERS[suffix], tr("All files (*)")), suffix=suffix)
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
    else:
        context.messages.say(Done(tr("Exported {name}.", name=path.name), path.absolute()))
