"""The tables of a run, made when somebody looks at one, and the subjects of their rows."""

from __future__ import annotations

from inspector.core.injection.report import InjectionReport
from inspector.language import tr
from inspector.present.injection.bar_filters import TableId
from inspector.present.injection.expectation_table import (
    expectation_table,
    subject_of_expectation,
)
from inspector.present.injection.item_table import ItemTables
from inspector.present.injection.split_lines import SplitLines
from inspector.present.table import TableData

TITLES = {TableId.LEDGER: tr("Ledger"), TableId.EXPECTATIONS: tr("Expectations")}


class RunTables:
    """Makes tables. What all reports on one prepared input share is made once for it."""

    def __init__(self) -> None:
        self._items: ItemTables | None = None

    def table(
        self, table: TableId, report: InjectionReport, lines: SplitLines | None = None
    ) -> TableData:
        """Return one table of a report; ``lines`` say what other splits do, where known."""
        if table is TableId.EXPECTATIONS:
            return expectation_table(report)
        if self._items is None or self._items.prepared is not report.prepared:
            self._items = ItemTables(report.prepared)
        return self._items.table(report, lines)


def subject_of_row(table: TableId, key: str) -> str:
    """Return the subject, written ``kind:id``, of a row; "" for no row."""
    return key if table is TableId.LEDGER else subject_of_expectation(key)


def row_of_subject(table: TableId, subject: str) -> str:
    """Return the key of a subject's row in a table, "" where it has none there."""
    return subject if table is TableId.LEDGER else ""
