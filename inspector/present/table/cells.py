"""A table as text: the one line that shows a value, and rows for other programs.

Those are CSV, tab-separated, aligned, and JSON. Also which rows look different after a change, so
that only they are painted again.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inspector.core.text import LONE_SURROGATE, visible
from inspector.present.table.data import (
    Align,
    Codes,
    Column,
    Flags,
    Numbers,
    Rows,
    TableData,
    Texts,
)

CellValue = str | int | float | bool | None

SHOWN_CHARACTERS = 400  # no screen shows more of one cell; laying out more only costs time
FLAG_TEXTS = ("", "yes")

# Controls and line ends would break the line, marks of direction would turn its neighbours.
_UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def without_surrogates(text: str) -> str:
    """Return the text with each lone surrogate replaced, so that it can be encoded."""
    return text if text.isascii() else LONE_SURROGATE.sub("\ufffd", text)


def unbroken(text: str) -> str:
    """Return a text with spaces for line ends, controls and marks of direction."""
    return text if text.isprintable() else without_surrogates(_UNSHOWABLE.sub(" ", text))


def one_line(text: str) -> str:
    """Return a text as one short line: no line ends, controls or marks of direction.

    A longer text than a cell can show is cut and ends in an ellipsis; the value itself stays
    whole for filters, copies and exports.
    """
    if len(text) > SHOWN_CHARACTERS:
        text = text[:SHOWN_CHARACTERS] + "…"
    return unbroken(text)


def cell_values(data: TableData, column: Column, rows: Rows) -> list[CellValue]:
    """Return the values of some rows as plain Python values, None for "no value"."""
    values = data.take(column.id, rows)
    match values:
        case Texts():
            return [text or None for text in values.values]
        case Codes():
            labels = [label or None for label in values.labels]
            return [labels[code] for code in values.codes.tolist()]
        case Flags():
            return list(values.values.tolist())
        case Numbers():
            numbers: list[CellValue] = values.values.tolist()
            known = values.known()
            if known is None:
                return numbers
            return [n if k else None for n, k in zip(numbers, known.tolist(), strict=True)]


def cell_texts(data: TableData, column: Column, rows: Rows) -> list[str]:
    """Return the values of some rows as their cells show them, "" for "no value"."""
    values = data.take(column.id, rows)
    match values:
        case Texts():
            return [one_line(column.said(text)) for text in values.values]
        case Codes():
            labels = values.labels
            if column.words:
                labels = tuple(column.said(label) for label in labels)
            return [one_line(labels[code]) for code in values.codes.tolist()]
        case Flags():
            return [FLAG_TEXTS[flag] for flag in values.values.tolist()]
        case Numbers():
            known = values.known()
            written = column.written
            numbers = values.values.tolist()
            if known is None:
                return [written(number) for number in numbers]
            return [
                written(n) if there else ""
                for n, there in zip(numbers, known.tolist(), strict=True)
            ]


def cell_value(data: TableData, column: Column, row: int) -> CellValue:
    """Return the value of one cell, None for "no value"."""
    return cell_values(data, column, np.array([row], dtype=np.intp))[0]


def diff_visible(
    old: TableData, new: TableData, rows: Rows, columns: Collection[str] | None = None
) -> Rows:
    """Return those of ``rows`` in which any value differs, in their order.

    Only values of ``columns`` count, None means all. Both tables must have the same subjects in
    the same rows. Where the columns themselves changed, every row differs; values that both tables
    share are not looked at.
    """
    if old.columns != new.columns:
        return rows
    changed = np.zeros(len(rows), np.bool_)
    for column in new.columns:
        looked_at = columns is None or column.id in columns
        if looked_at and not new.shares(old, column.id):
            before = cell_values(old, column, rows)
            after = cell_values(new, column, rows)
            changed |= np.array([a != b for a, b in zip(before, after, strict=True)], np.bool_)
    return rows[changed]


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
