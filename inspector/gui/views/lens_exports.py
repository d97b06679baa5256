"""The exporters of a lens: each file is made of what the lens shows at that moment.

Files that a lens lets somebody name and then writes: rows of a table, texts, pictures.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter

from inspector.core.problems import Problem, Severity
from inspector.files import write_atomically
from inspector.files.saving import not_written as not_saved
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.language import in_sentence_case, tr
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


Shown = TypeVar("Shown")
Made = str | bytes | Problem | None
"""The contents of a file, why there are none, or None for nothing to write."""

_GONE = Problem(
    Severity.ERROR,
    "export.nothing",
    tr("What was to be written is not shown any more."),
    tr("Export it again once it is."),
)
EVERY_ROW = tr("Every row of the table, with all its columns.")


class LensExports(Generic[Shown]):
    """Makes the exporters of a lens. Their ids are the lens and the name of the file.

    ``shown`` returns what the lens shows, None for nothing: then nothing can be written. ``named``
    returns what a file is to be called, where that depends on what is shown.
    """

    def __init__(
        self,
        lens: str,
        shown: Callable[[], Shown | None],
        named: Callable[[Shown, str], str] = lambda _shown, name: name,
    ) -> None:
        self._lens = lens
        self._shown = shown
        self._named = named

    def file(
        self,
        file_name: str,
        title: str,
        help_text: str,
        make: Callable[[Shown], Made],
        *,
        possible: Callable[[Shown], bool] = lambda _shown: True,
    ) -> Exporter:
        """Return the exporter of a file that is made in memory."""

        def write(shown: Shown, path: Path) -> Sequence[Problem]:
            made = make(shown)
            if isinstance(made, Problem):
                return (made,)
            if made is None:
                return (_GONE,)
            if isinstance(made, str):
                made = made.encode("utf-8", "backslashreplace")
            write_atomically(path, made)
            return ()

        return self.writer(file_name, title, help_text, write, possible=possible)

    def rows(
        self,
        file_name: str,
        title: str,
        make: Callable[[Shown], TableData | None],
        help_text: str = EVERY_ROW,
        *,
        possible: Callable[[Shown], bool] = lambda _shown: True,
    ) -> Exporter:
        """Return the exporter of a whole table, in the format that the file's name says."""
        form = ExportFormat(file_name.rpartition(".")[2])

        def text(shown: Shown) -> str | None:
            data = make(shown)
            if data is None:
                return None
            columns = tuple(column.id for column in data.columns)
            return ExportRequest(form, data, np.arange(data.row_count), columns).text()

        return self.file(file_name, title, help_text, text, possible=possible)

    def writer(
        self,
        file_name: str,
        title: str,
        help_text: str,
        write: Callable[[Shown, Path], Sequence[Problem]],
        *,
        possible: Callable[[Shown], bool] = lambda _shown: True,
    ) -> Exporter:
        """Return the exporter of a file that ``write`` writes; it returns what there is to say.

        With an error among it, nothing was written.
        """
        suffix = file_name.partition(".")[2]
        kind = suffix.rpartition(".")[2].upper()

        def written(path: Path) -> Sequence[Problem]:
            shown = self._shown()
            return (_GONE,) if shown is None else write(shown, path)

        def can() -> bool:
            shown = self._shown()
            return shown is not None and possible(shown)

        def name_now() -> str:
            shown = self._shown()
            return file_name if shown is None else self._named(shown, file_name)

        return Exporter(
            f"{self._lens}.{file_name}",
            title,
            help_text,
            FILTERS.get(suffix, f"{kind} (*.{suffix})"),
            file_name,
            written,
            can,
            name_now,
        )


class File(NamedTuple):
    """A file of a result: ``of`` gives what of it is written, None where there is none of it."""

    name: str
    title: str
    help: str
    of: Callable[[Any], Any]
    write: Callable[[Any], Made]


def exports_of(
    lens: str, shown: Callable[[], Any], tables: Sequence[Table], files: Sequence[File]
) -> tuple[Exporter, ...]:
    """Return the exporters of files, and of the tables that have one."""
    exports, prefix = LensExports[Any](lens, shown), lens.capitalize()

    def of_file(one: File) -> Exporter:
        def make(result: Any) -> Made:
            part = one.of(result)
            return None if part is None else one.write(part)

        title = f"{prefix}: {one.title}…"
        return exports.file(
            one.name, title, one.help, make, possible=lambda result: one.of(result) is not None
        )

    def of_table(one: Table) -> Exporter:
        title = tr("{lens}: {title} as CSV…", lens=prefix, title=in_sentence_case(one.title))
        return exports.rows(one.file, title, one.data, one.help or EVERY_ROW, possible=one.has_rows)

    return (*map(of_file, files), *(of_table(one) for one in tables if one.file))


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
