"""The exporters of a lens: each file is made of what the lens shows at that moment.

Files that a lens lets somebody name and then writes: rows of a table, texts, pictures.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter

from inspector.core.problems import Problem, Severity
from inspector.files import write_atomically
from inspector.files.saving import not_written as not_saved
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.gui.views.table_tabs import TableTabs
from inspector.language import capitalized, in_sentence_case, tr
from inspector.present.drawing import Drawing
from inspector.present.table import ExportFormat, ExportRequest, TableData
from inspector.present.table.spec import Table

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
        context.messages.tell(not_written(path.name, (not_saved(error, path),)))
    else:
        context.messages.say(Done(tr("Exported {name}.", name=path.name), path.absolute()))


Made = str | bytes | Problem | None
"""The contents of a file, why there are none, or None for nothing to write."""

_GONE = Problem(
    Severity.ERROR,
    "export.nothing",
    tr("What was to be written is not shown any more."),
    tr("Export it again once it is."),
)


class File(NamedTuple):
    """A file of what a lens shows: ``write`` makes its contents of what ``of`` gives of that.

    Where that is None, there is nothing to write. One that goes ``to_path`` is written by
    ``write`` itself, which is given the path too and returns what there is to say; with an error
    among it, nothing was written.
    """

    name: str
    title: str
    help: str
    write: Callable[..., Any]
    of: Callable[[Any], Any] = lambda shown: shown
    to_path: bool = False

    def save(self, shown: Any, path: Path) -> Sequence[Problem]:
        """Write the file, and return what there is to say."""
        part = None if shown is None else self.of(shown)
        if part is None:
            return (_GONE,)
        if self.to_path:
            said: Sequence[Problem] = self.write(part, path)
            return said
        made: Made = self.write(part)
        if isinstance(made, Problem):
            return (made,)
        if made is None:
            return (_GONE,)
        if isinstance(made, str):
            made = made.encode("utf-8", "backslashreplace")
        write_atomically(path, made)
        return ()


def rows(
    name: str,
    title: str,
    data: Callable[[Any], TableData | None],
    help_text: str = "",
    possible: Callable[[Any], bool] = lambda _shown: True,
) -> File:
    """Return the file of a whole table, with all its columns, in the format that its name says."""
    form = ExportFormat(name.rpartition(".")[2])

    def text(shown: Any) -> str | None:
        table = data(shown)
        if table is None:
            return None
        columns = tuple(column.id for column in table.columns)
        return ExportRequest(form, table, np.arange(table.row_count), columns).text()

    return File(
        name,
        tr("{title} as {format}", title=in_sentence_case(title), format=form.value.upper()),
        help_text or tr("Every row of the table, with all its columns."),
        text,
        lambda shown: shown if possible(shown) else None,
    )


def rows_of(
    tables: TableTabs[Any, Any],
    tab: str,
    name: str = "",
    possible: Callable[[Any], bool] = lambda _shown: True,
) -> File:
    """Return the file of a table that a lens shows in a tab, called like it."""
    return rows(
        f"{name or tab}.csv",
        tables.title(tab),
        lambda _shown: tables.table(tab),
        possible=possible,
    )


def exports_of(
    lens: str,
    title: str,
    shown: Callable[[], Any],
    files: Iterable[File | Table],
    named: Callable[[Any, str], str] = lambda _shown, name: name,
) -> tuple[Exporter, ...]:
    """Return the exporters of files, and of those tables that have one. Their ids are the lens and
    the name of the file.

    ``title`` stands before theirs; "" for none. ``shown`` returns what the lens shows, None for
    nothing. ``named`` returns what a file is to be called, where that depends on what is shown.
    """

    def exporter(file: File) -> Exporter:
        suffix = file.name.partition(".")[2]
        kind = suffix.rpartition(".")[2].upper()
        said = f"{title}: {file.title}…" if title else f"{capitalized(file.title)}…"

        def can() -> bool:
            now = shown()
            return now is not None and file.of(now) is not None

        def name_now() -> str:
            now = shown()
            return file.name if now is None else named(now, file.name)

        return Exporter(
            f"{lens}.{file.name}",
            said,
            file.help,
            FILTERS.get(suffix, f"{kind} (*.{suffix})"),
            file.name,
            lambda path: file.save(shown(), path),
            can,
            name_now,
        )

    return tuple(
        exporter(
            one
            if isinstance(one, File)
            else rows(one.file, one.title, one.data, one.help, one.has_rows)
        )
        for one in files
        if isinstance(one, File) or one.file
    )


def json_text(value: Any, *, indent: int = 2) -> str:
    """Return a value as it stands in a file of JSON."""
    return json.dumps(value, indent=indent, ensure_ascii=False) + "\n"


_SHARPNESS = 2  # pixels of a PNG for each pixel of the drawing


def drawing_png(drawing: Drawing, style: ChartStyle) -> bytes:
    """Return a picture as a PNG file, with twice as many pixels in each direction, so that it is
    sharp on any screen.
    """
    size = QSize(math.ceil(drawing.width), math.ceil(drawing.height))
    image = QImage(size * _SHARPNESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SHARPNESS)
    painter = QPainter(image)
    painter.fillRect(QRectF(QPointF(0, 0), size), style.color("base"))
    painter.translate(*drawing.origin)
    paint_items(painter, drawing.items, style)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(data.data())
