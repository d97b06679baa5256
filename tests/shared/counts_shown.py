"""Counts on screen: what a window shows above 999 is written in groups, whatever it counts."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QHeaderView,
    QLineEdit,
    QListView,
    QWidget,
)

from inspector.gui.views.chart_view import ChartView
from tests.shared.access_checks import in_sight, texts_of
from tests.shared.chart_texts import texts_in

# Digits that belong to no name, path, time, fraction or code.
_PLAIN = re.compile(r"(?<![\w.,:/#\"'\-–−])\d{4,}(?![\w,:/\"'\-]|\.\d)")
_YEAR = re.compile(r"(19|20)\d\d")
_ROWS = 1_200  # of a table that are looked at


def plain_counts(window: QWidget) -> tuple[list[str], int]:
    """Return texts in sight with a count that is not grouped, and how many have a grouped one.

    What is typed into a field stays as it was typed.
    """
    said: list[str] = []
    for widget in in_sight(window):
        if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
            said += _cells(widget)
        elif isinstance(widget, ChartView):
            said += [text for text, _, _ in texts_in(widget)]
        elif isinstance(widget, QAbstractSpinBox):
            said.append(widget.text())
    said += [text for widget, _, text, _ in texts_of(window) if not isinstance(widget, QLineEdit)]
    wrong = [text for text in said if any(map(_is_count, _PLAIN.findall(text)))]
    return wrong, sum(bool(re.search(r"\d,\d{3}", text)) for text in said)


def _is_count(digits: str) -> bool:
    return not _YEAR.fullmatch(digits)


def _cells(view: QAbstractItemView) -> list[str]:
    model = view.model()
    columns = 1 if isinstance(view, QListView) else model.columnCount(QModelIndex())
    rows = min(model.rowCount(QModelIndex()), _ROWS)
    return [
        str(model.index(row, column).data(Qt.ItemDataRole.DisplayRole) or "")
        for row in range(rows)
        for column in range(columns)
    ]
