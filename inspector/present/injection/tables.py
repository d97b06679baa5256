"""All tables of a run, made when somebody looks at one, and the subjects of their rows."""

from __future__ import annotations

from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.language import tr
from inspector.present.injection.bar_filters import TableId
from inspector.present.injection.card_table import CardTables
from inspector.present.injection.content_tables import bucket_table, file_table
from inspector.present.injection.expectation_table import (
    expectation_table,
    subject_of_expectation,
)
from inspector.present.injection.ledger_table import LedgerTables
from inspector.present.table import TableData

TITLES = {
    TableId.CARDS: tr("Cards"),
    TableId.BUCKETS: tr("Buckets"),
    TableId.FILES: tr("Files"),
    TableId.LEDGER: tr("Ledger"),
    TableId.EXPECTATIONS: tr("Expectations"),
}
_KINDS = {TableId.CARDS: "card", TableId.BUCKETS: "background", TableId.FILES: "file"}
_TABLES = {kind: table for table, kind in _KINDS.items()}


class RunTables:
    """Makes tables. What all reports on one prepared input share is made once for it."""

    def __init__(self) -> None:
        self._cards: CardTables | None = None
        self._ledger: LedgerTables | None = None

    def table(self, table: TableId, report: InjectionReport) -> TableData:
        """Return one table of a report."""
        match table:
            case TableId.CARDS:
                return self._of_cards(report.prepared).table(report)
            case TableId.BUCKETS:
                return bucket_table(report)
            case TableId.FILES:
                return file_table(report)
            case TableId.LEDGER:
                return self._of_ledger(report.prepared).table(report)
            case TableId.EXPECTATIONS:
                return expectation_table(report)

    def _of_cards(self, prepared: Prepared) -> CardTables:
        if self._cards is None or self._cards.prepared is not prepared:
            self._cards = CardTables(prepared)
        return self._cards

    def _of_ledger(self, prepared: Prepared) -> LedgerTables:
        if self._ledger is None or self._ledger.prepared is not prepared:
            self._ledger = LedgerTables(prepared, self._of_cards(prepared).keys)
        return self._ledger


def subject_of_row(table: TableId, key: str) -> str:
    """Return the subject, written ``kind:id``, of a row; "" for no row."""
    if table is TableId.LEDGER or not key:
        return key
    if table is TableId.EXPECTATIONS:
        return subject_of_expectation(key)
    return f"{_KINDS[table]}:{key}"


def row_of_subject(table: TableId, subject: str) -> str:
    """Return the key of a subject's row in a table, "" where it has none there."""
    if table is TableId.LEDGER:
        return subject
    if table is TableId.EXPECTATIONS:
        return ""
    kind, _, key = subject.partition(":")
    return key if kind == _KINDS[table] else ""


def table_of_subject(subject: str) -> TableId:
    """Return the table that is about a subject's kind; the ledger for what has none of its own."""
    return _TABLES.get(subject.partition(":")[0], TableId.LEDGER)
