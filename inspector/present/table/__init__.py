"""Tables of any lens, up to a million rows: values, filters, sorting, export. No Qt."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.present.table.cells import (
        CellValue,
        ExportFormat,
        ExportRequest,
        cell_texts,
        cell_value,
        cell_values,
        diff_visible,
        to_csv,
        to_json,
        to_text,
        to_tsv,
    )
    from inspector.present.table.completion import (
        ColumnLayout,
        Suggestion,
        TableLayout,
        add_term,
        complete,
        filter_for_cell,
        layout_from_plain,
        layout_to_plain,
        negated,
    )
    from inspector.present.table.data import (
        Align,
        Codes,
        Column,
        Elide,
        Flags,
        Kind,
        Lazy,
        Numbers,
        Rows,
        TableData,
        Texts,
        Values,
        decimals,
        percent,
    )
    from inspector.present.table.filter_reading import (
        Filter,
        FilterReading,
        UnusableFilterError,
        read_filter,
    )
    from inspector.present.table.index import TableIndex
    from inspector.present.table.query import SortKey, TableQuery, rows_for, visible_rows

__all__ = [
    "Align",
    "CellValue",
    "Codes",
    "Column",
    "ColumnLayout",
    "Elide",
    "ExportFormat",
    "ExportRequest",
    "Filter",
    "FilterReading",
    "Flags",
    "Kind",
    "Lazy",
    "Numbers",
    "Rows",
    "SortKey",
    "Suggestion",
    "TableData",
    "TableIndex",
    "TableLayout",
    "TableQuery",
    "Texts",
    "UnusableFilterError",
    "Values",
    "add_term",
    "cell_texts",
    "cell_value",
    "cell_values",
    "complete",
    "decimals",
    "diff_visible",
    "filter_for_cell",
    "layout_from_plain",
    "layout_to_plain",
    "negated",
    "percent",
    "read_filter",
    "rows_for",
    "to_csv",
    "to_json",
    "to_text",
    "to_tsv",
    "visible_rows",
]

load_when_asked(
    __name__,
    {
        "cells": (
            "CellValue ExportFormat ExportRequest cell_texts cell_value cell_values diff_visible "
            "to_csv to_json to_text to_tsv"
        ),
        "completion": (
            "ColumnLayout Suggestion TableLayout add_term complete filter_for_cell "
            "layout_from_plain layout_to_plain negated"
        ),
        "data": (
            "Align Codes Column Elide Flags Kind Lazy Numbers Rows TableData Texts Values "
            "decimals percent"
        ),
        "filter_reading": "Filter FilterReading UnusableFilterError read_filter",
        "index": "TableIndex",
        "query": "SortKey TableQuery rows_for visible_rows",
    },
)
