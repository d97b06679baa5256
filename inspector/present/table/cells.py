"""Cells: the value in a row and column, and the one line of text that shows it.

Which rows look different after a change, so that only they are painted again.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from inspector.core.text import LONE_SURROGATE
from inspector.present.table.data import Codes, Column, Flags, Numbers, Rows, TableData, Texts

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
