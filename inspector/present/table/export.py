"""Rows as text for other programs: CSV, tab-separated, aligned, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.text import visible
from inspector.present.table.cells import (
    CellValue,
    cell_texts,
    cell_values,
    one_line,
    unbroken,
    without_surrogates,
)
from inspector.present.table.data import Align, Column, Rows, TableData

# A spreadsheet takes a cell that begins with one of these as a formula and runs it.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class ExportFormat(StrEnum):
    """A form of text in which rows leave the table."""

    CSV = "csv"
    TSV = "tsv"
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True, eq=False)
class ExportRequest:
    """Rows someone wants to save: everything it takes to write them, on any thread."""

    format: ExportFormat
    data: TableData
    rows: Rows
    columns: tuple[str, ...]

    def text(self) -> str:
        """Return the rows in the format."""
        return WRITERS[self.format](self.data, self.rows, self.columns)


def to_csv(data: TableData, rows: Rows, columns: Sequence[str]) -> str:
    """Return rows as CSV (RFC 4180) under a line of titles.

    Numbers are written plainly, as numbers; yes-or-no as true and false; "no value" as nothing.
    A text that a spreadsheet would run as a formula gets an apostrophe in front, and so do
    titles. Lone surrogates, which no encoding can carry, become U+FFFD; controls and marks of
    direction become escapes.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    shown = [data.column(column) for column in columns]
    writer.writerow([without_formula(column.title) for column in shown])
    cells = [[_plain(value) for value in cell_values(data, column, rows)] for column in shown]
    writer.writerows(zip(*cells, strict=True))
    return visible(out.getvalue())


def to_tsv(data: TableData, rows: Rows, columns: Sequence[str]) -> str:
    """Return rows separated by tabs, as spreadsheets paste them.

    As ``to_csv``, but line ends, tabs and controls in a text become spaces, and only a text that
    begins with a quotation mark is quoted.
    """
    shown = [data.column(column) for column in columns]
    cells = [[_pasted(value) for value in cell_values(data, column, rows)] for column in shown]
    lines = ["\t".join(_pasted(column.title) for column in shown)]
    lines += map("\t".join, zip(*cells, strict=True))
    return "\n".join(lines) + "\n"


def to_text(data: TableData, rows: Rows, columns: Sequence[str]) -> str:
    """Return rows for reading, as the table writes them, in columns of equal width."""
    shown = [data.column(column) for column in columns]
    blocks = [_padded(column, cell_texts(data, column, rows)) for column in shown]
    return "".join("  ".join(line).rstrip() + "\n" for line in zip(*blocks, strict=True))


def to_json(data: TableData, rows: Rows, columns: Sequence[str]) -> str:
    """Return rows as a JSON list of objects by column id; null is "no value"."""
    shown = [data.column(column) for column in columns]
    cells = [cell_values(data, column, rows) for column in shown]
    ids = [column.id for column in shown]
    ids += [column.key for column in shown if column.key]
    cells += [cell for column, cell in zip(shown, cells, strict=True) if column.key]
    lines = [
        json.dumps(dict(zip(ids, row, strict=True)), ensure_ascii=False)
        for row in zip(*cells, strict=True)
    ]
    text = "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"
    return visible(text)


WRITERS: dict[ExportFormat, Callable[[TableData, Rows, Sequence[str]], str]] = {
    ExportFormat.CSV: to_csv,
    ExportFormat.TSV: to_tsv,
    ExportFormat.TEXT: to_text,
    ExportFormat.JSON: to_json,
}


def without_formula(text: str) -> str:
    """Return a text that a spreadsheet takes for one: with an apostrophe where it would run it."""
    text = without_surrogates(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _plain(value: CellValue) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return without_formula(value)
        case _:
            return repr(value)


def _pasted(value: CellValue) -> str:
    if not isinstance(value, str):
        return _plain(value)
    # Made one line before it is made safe: what stands first then is what the program sees first.
    text = without_formula(unbroken(value))
    return '"' + text.replace('"', '""') + '"' if text.startswith('"') else text


def _padded(column: Column, texts: list[str]) -> list[str]:
    lines = [one_line(column.title), *texts]
    width = max(map(len, lines))
    if column.alignment is Align.RIGHT:
        return [line.rjust(width) for line in lines]
    return [line.ljust(width) for line in lines]
