"""The table of the Budget lens: every row of the ledger, in the columns that somebody reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import localized
from inspector.present.injection.ledger_table import LEDGER_COLUMNS, LedgerTables
from inspector.present.injection.split_lines import SplitLines
from inspector.present.injection.verdict_groups import ORDER
from inspector.present.injection.what_if import columns_of_run
from inspector.present.table import (
    Codes,
    Column,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
)
from inspector.present.tuning.card_columns import TOTAL_COLUMNS, TotalThresholds

SPLIT_COLUMN = "included_at"


def _signed(number: float) -> str:
    return localized(int(number)).replace("-", "−")


_TAKES = Column(
    "takes",
    "Tokens",
    "Tokens it takes; of what is not included, those that it frees or needs, below 0.",
    Kind.INTEGER,
    width=6,
    write=_signed,
)
_INCLUDED_AT = Column(
    SPLIT_COLUMN,
    "Included at split",
    "Where from 0 to 100 % knowledge it is included; the line is the present split.",
    Kind.TEXT,
    ("split",),
    width=20,
)
_WRITTEN = {column.id: replace(column, visible=False) for column in LEDGER_COLUMNS}
_FIRST = (
    replace(_WRITTEN.pop("name"), title="Name", visible=True),
    replace(_WRITTEN.pop("card_kind"), visible=True),
    replace(_WRITTEN.pop("form"), visible=True),
    _TAKES,
    replace(_WRITTEN.pop("relevance"), visible=True),
    _INCLUDED_AT,
)
_TOKENS = replace(_WRITTEN.pop("tokens"), title="Tokens used")
ITEM_COLUMNS = (
    *_FIRST,
    _WRITTEN.pop("verdict"),
    _TOKENS,
    *_WRITTEN.values(),
    *TOTAL_COLUMNS,
)
"""What is read first, then everything that a written ledger has, hidden."""

_OUT = (Verdict.SUPPRESSED, Verdict.DROPPED, Verdict.EXCLUDED, Verdict.REFUSED)
_IS_OUT = np.array([Verdict(label) in _OUT for label in VERDICT_LABELS])
_GROUP_OF = np.array([ORDER.index(Verdict(label)) for label in VERDICT_LABELS], dtype=np.uint8)
_GROUPS = tuple(str(verdict) for verdict in ORDER)


class ItemTables:
    """Makes the table of each report; what all reports on one input share is made once for it."""

    def __init__(self, prepared: Prepared) -> None:
        """Take the prepared input that all reports share."""
        self._ledger = LedgerTables(prepared)

    @property
    def prepared(self) -> Prepared:
        """The input that all reports share."""
        return self._ledger.prepared

    def table(self, report: InjectionReport, lines: SplitLines | None = None) -> TableData:
        """Return the table of one report. Without ``lines`` nothing is said of other splits."""
        ledger = self._ledger.table(report)
        others = ledger.row_count - len(report.prepared.cards.order)
        return TableData(
            columns_of_run(ITEM_COLUMNS, report),
            ledger.keys,
            {
                **ledger.values,
                "verdict": _lazy(lambda rows: _by_group(ledger, rows)),
                "takes": _lazy(lambda rows: _taken(ledger, rows)),
                SPLIT_COLUMN: _included_at(ledger.row_count, lines),
                **TotalThresholds(report, others).columns(),
            },
        )


def _lazy(some: Callable[[Rows | None], Values]) -> Lazy:
    return Lazy(lambda: some(None), some)


def _codes(ledger: TableData, column: str, rows: Rows | None) -> NDArray[np.integer[Any]]:
    values = ledger.whole(column) if rows is None else ledger.take(column, rows)
    assert isinstance(values, Codes)
    return values.codes


def _numbers(ledger: TableData, column: str, rows: Rows | None) -> Numbers:
    values = ledger.whole(column) if rows is None else ledger.take(column, rows)
    assert isinstance(values, Numbers)
    return values


def _by_group(ledger: TableData, rows: Rows | None) -> Values:
    """Return verdicts in the order in which their groups stand."""
    return Codes(_GROUP_OF[_codes(ledger, "verdict", rows)], _GROUPS)


def _taken(ledger: TableData, rows: Rows | None) -> Values:
    """Return the tokens of rows; below 0 those that rows that are not included free or need."""
    out = _IS_OUT[_codes(ledger, "verdict", rows)]
    tokens, needed = _numbers(ledger, "tokens", rows), _numbers(ledger, "needed", rows)
    known = ~out if needed.present is None else ~out | needed.present
    return Numbers(np.where(out, -needed.values, tokens.values), known)


def _included_at(row_count: int, lines: SplitLines | None) -> Lazy:
    def some(rows: Rows) -> Values:
        return Texts(["" if lines is None else lines.text(row) for row in rows.tolist()])

    return Lazy(lambda: some(np.arange(row_count)), some)
