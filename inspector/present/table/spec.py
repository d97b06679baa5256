"""A table said once: where its rows come from, and columns that each say what a row has in them.

From it follow its tab, its export, its name on the command line and its part of a picture. The
ledger of every stage is such a table, with the columns of a result's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from inspector.core.candidates.card import INTERACTION_POLICY
from inspector.core.ledger import Ledger
from inspector.core.reasons import Verdict
from inspector.present.table import (
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
)


def table_of(columns: tuple[Column, ...], keys: Sequence[str], rows: Iterable[Any]) -> TableData:
    """Return a table of rows by their keys: each column says what a row has in it (``of``).

    None is "no value". Texts, and what is hidden at first, are worked out when they are looked at;
    labels at once, which filters offer. Those that a column does not say stand as they first occur.
    """
    known = list(rows)
    return TableData(columns, keys, {column.id: _column(column, known) for column in columns})


def _column(column: Column, rows: Sequence[Any]) -> Values | Lazy:
    cell = column.of
    if cell is None:
        return _values(column, [None] * len(rows))
    if column.kind is not Kind.TEXT and (column.visible or column.kind is Kind.ENUM):
        return _values(column, [cell(row) for row in rows])

    def some(places: Rows) -> Values:
        return _values(column, [cell(rows[place]) for place in places.tolist()])

    return Lazy(lambda: _values(column, [cell(row) for row in rows]), some)


def _values(column: Column, cells: list[Any]) -> Values:
    if column.kind is Kind.TEXT:
        return Texts([cell or "" for cell in cells])
    if column.kind is Kind.FLAG:
        return Flags(np.array(cells, dtype=np.bool_))
    if column.kind is Kind.ENUM:
        words = [cell or "" for cell in cells]
        labels = column.labels or tuple(dict.fromkeys(words)) or ("",)
        place = {label: number for number, label in enumerate(labels)}
        return Codes(np.array([place[word] for word in words], dtype=np.int32), labels)
    present = np.array([cell is not None for cell in cells], dtype=np.bool_)
    numbers = [0 if cell is None else cell for cell in cells]
    known = None if present.all() else present
    if column.kind is Kind.INTEGER:
        return Numbers(np.array(numbers, dtype=np.int64), known)
    return Numbers(np.array(numbers, dtype=np.float64), known)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a few thousand rows at most. ``name`` is that of the command line.

    ``rows`` gives them of a result, ``key`` names one by its place and itself. ``empty`` is said
    where it has none; ``tab`` names its panel, and ``file`` its export: "" is none.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Callable[[Any], Iterable[Any]]
    key: Callable[[int, Any], str]
    empty: str = ""
    tab: str = ""
    file: str = ""
    help: str = ""

    def data(self, result: Any) -> TableData:
        """Return the table of a result."""
        rows = {self.key(place, row): row for place, row in enumerate(self.rows(result))}
        return table_of(self.columns, tuple(rows), rows.values())

    def has_rows(self, result: Any) -> bool:
        """Tell whether a result has rows for it."""
        return next(iter(self.rows(result)), None) is not None


KIND_WORDS = ((INTERACTION_POLICY, "interaction policy"),)
"""The kinds of cards whose code is no word of the language."""

ROW_COLUMNS = (
    Column("subject", "Subject", "Its id, or the code of a row that closes the sum.", Kind.TEXT,
           ("id",), width=24, elide=Elide.MIDDLE, visible=False, of=attrgetter("subject")),
    Column("kind", "Kind", "What the row is about.", Kind.ENUM, ("type",), width=9,
           of=attrgetter("kind")),
    Column("name", "Name", "The name people know it by.", Kind.TEXT, ("path", "file"), width=34,
           elide=Elide.MIDDLE, of=attrgetter("name")),
    Column("account", "Account", "The part of the budget it belongs to.", Kind.ENUM,
           ("priority",), width=9, of=attrgetter("account")),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=11,
           labels=tuple(Verdict), of=attrgetter("verdict")),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=22,
           visible=False, of=attrgetter("reason.code")),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, width=22, visible=False,
           of=attrgetter("rule")),
    Column("tokens", "Tokens", "Tokens it takes from the budget.", Kind.INTEGER, width=8,
           of=attrgetter("tokens")),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, width=8,
           of=attrgetter("needed")),
    Column("left", "Left", "Tokens left under the cap at its turn.", Kind.INTEGER, width=8,
           of=attrgetter("left")),
    Column("cap", "Cap", "The cap that it met.", Kind.ENUM, width=18, of=attrgetter("cap")),
    Column("sentence", "Why", "The reason in one sentence.", Kind.TEXT, ("why",), width=60,
           key="why", of=attrgetter("sentence")),
)  # fmt: skip
"""The fields of ``LedgerRow``, in their order. ``why`` goes with the next release."""


def ledger_table(ledger: Ledger) -> TableData:
    """Return every row of a ledger; keys are ``kind:subject``, and the tokens are the budget."""
    entries = ledger.rows
    return table_of(ROW_COLUMNS, [f"{entry.kind}:{entry.subject}" for entry in entries], entries)
