"""The whole ledger as one table: every card, file and background, and the rows that close it."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from inspector.analysis.not_included import (
    CAUSE_LABELS,
    CAUSE_OF_REASON,
    missing_of_cards,
    missing_of_files,
    missing_of_summary,
)
from inspector.core.arrays import Int64
from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    KNOWLEDGE,
    REASON_LABELS,
    VERDICT_LABELS,
    CardRows,
    reason_code,
    verdict_code,
)
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import CAP_LABELS, Prepared
from inspector.core.injection.report import BUCKET, FORM_LABELS, FileRows, InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
    decimals,
)
from inspector.present.table.spec import KIND_WORDS, ROW_COLUMNS
from inspector.stages.injection.ledger_input import InputRows, LedgerKeys, OfInput
from inspector.stages.injection.provenance import ATTRIBUTION_COLUMNS, attribution_codes

TYPES = ("card", "file", "background", "balance")
_KINDS = {"background": "summary"}
_ACCOUNTS = ("knowledge", "bucket", "total")
_RULES = tuple(dict.fromkeys(reason.rule for reason in Reason))
_RULE_OF_REASON = np.array([_RULES.index(reason.rule) for reason in Reason], dtype=np.uint8)

_PAGES_KEPT = 64  # of rows that are looked at, in one report

Of = TypeVar("Of")
OfRows = Callable[[Of], npt.NDArray[np.integer]]


@dataclass(frozen=True, slots=True)
class OfPolicy:
    """The values of a column that a policy changes: of cards, of files, of a row after them.

    With ``labels`` it holds places in them; else numbers, below 0 where there is none.
    """

    cards: OfRows[CardRows]
    files: OfRows[FileRows]
    entry: Callable[[LedgerEntry], int | None]
    labels: tuple[str, ...] = ()

    def __call__(self, parts: LedgerParts) -> Lazy:
        """Return the column of a report's rows."""
        return parts.column(self)


def _by_reason(codes: npt.NDArray[np.uint8], labels: tuple[str, ...]) -> OfPolicy:
    """Return the column of what follows from the reason of a row alone."""
    return OfPolicy(
        lambda cards: codes[cards.reasons],
        lambda files: codes[files.reasons],
        lambda entry: int(codes[reason_code(entry.reason)]),
        labels,
    )


def _tokens(name: str, file_name: str = "") -> OfPolicy:
    """Return a column of tokens, by its names of cards and of files; a row has one, too."""
    of_files = attrgetter(f"columns.{file_name or name}")
    return OfPolicy(attrgetter(name), of_files, attrgetter(file_name or name))


def _none(rows: Sized) -> Int64:
    """Return no number for each row."""
    return np.full(len(rows), -1, dtype=np.int64)


def _attributed(field: str, rows: InputRows) -> Lazy:
    return Lazy(lambda: attribution_codes(rows.cards, rows.others, field))


_ROW = {column.id: column for column in ROW_COLUMNS}

LEDGER_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=34,
           of=OfInput(lambda rows: rows.texts(rows.columns.names, attrgetter("counted.file.title"),
                                              attrgetter("name")))),
    Column("type", "Type", "What kind of row it is.", Kind.ENUM, width=10, key="kind",
           of=OfInput(lambda rows: rows.codes("card", "file", attrgetter("kind"), TYPES))),
    Column("card_kind", "Kind", "What a card is about; file, summary.", Kind.ENUM, ("kind",),
           width=16, words=KIND_WORDS,
           of=OfInput(lambda rows: rows.interned(rows.columns.kinds, "file",
                                                 lambda entry: _KINDS.get(entry.kind, "")))),
    replace(_ROW["account"], title="Half", aliases=(), width=10,
           of=OfInput(lambda rows: rows.codes(KNOWLEDGE, BUCKET, attrgetter("account"),
                                              _ACCOUNTS))),
    replace(_ROW["verdict"],
            of=OfPolicy(attrgetter("verdicts"), attrgetter("verdicts"),
                        lambda entry: verdict_code(entry.verdict), VERDICT_LABELS)),
    Column("form", "Form", "The form in which it is in.", Kind.ENUM, ("tier",), width=9,
           of=OfPolicy(attrgetter("tiers"), attrgetter("forms"), lambda _entry: 0, FORM_LABELS)),
    replace(_ROW["tokens"], width=7, of=_tokens("tokens")),
    replace(_ROW["needed"], width=7, of=_tokens("first_needed", "needed")),
    replace(_ROW["left"], width=7, of=_tokens("first_left", "left")),
    replace(_ROW["cap"], width=17,
            of=OfPolicy(attrgetter("first_caps"), attrgetter("caps"),
                        lambda entry: CAP_LABELS.index(entry.cap or ""), CAP_LABELS)),
    Column("cause", "Not included", "What keeps it out, or leaves its title only.", Kind.ENUM,
           ("out",), width=11, of=_by_reason(CAUSE_OF_REASON, CAUSE_LABELS)),
    Column("left_out", "Left out", "Tokens that are missing: of a card its smallest rendering.",
           Kind.INTEGER, width=8,
           of=OfPolicy(missing_of_cards, missing_of_files, missing_of_summary)),
    Column("used", "Used up to here", "Knowledge budget used up to and with a card, with overhead.",
           Kind.INTEGER, width=11, of=OfPolicy(attrgetter("cumulative"), _none, lambda _: None)),
    Column("relevance", "Score", "The relevance that decides its turn.", Kind.NUMBER,
           ("rel", "score"), width=6, write=decimals(3),
           of=OfInput(lambda rows: rows.numbers(rows.cards.relevance,
                                                [one.relevance for one in rows.files]))),
    replace(_ROW["reason"], visible=True, width=19,
            of=_by_reason(np.arange(len(REASON_LABELS), dtype=np.uint8), REASON_LABELS)),
    replace(_ROW["rule"], visible=True, width=14, of=_by_reason(_RULE_OF_REASON, _RULES)),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=60,
           key="sentence", searched=False, of=lambda parts: parts.sentences()),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, ("node_id",), width=24,
           elide=Elide.MIDDLE, key="subject",
           of=OfInput(lambda rows: rows.texts(rows.columns.node_ids,
                                              attrgetter("counted.reference"),
                                              attrgetter("subject")))),
    Column("matter", "Matter", "The matter a card belongs to.", Kind.ENUM, width=14,
           of=OfInput(lambda rows: rows.interned(rows.columns.matters))),
    Column("source", "Source", "Where the knowledge of a card was extracted from.", Kind.ENUM,
           ("provenance",), width=13,
           of=OfInput(lambda rows: rows.interned(rows.columns.sources))),
    Column("source_ref", "Source file", "The bucket file a card was extracted from.", Kind.TEXT,
           ("ref", "file"), width=24, elide=Elide.MIDDLE,
           of=OfInput(lambda rows: rows.texts(rows.columns.references))),
    *(replace(one, of=OfInput(partial(_attributed, one.id))) for one in ATTRIBUTION_COLUMNS),
)  # fmt: skip
"""The columns of the ledger of an injection: those of every ledger, here by arrays, and its own."""

WHAT_IF_COLUMN = Column(
    "what_if", "What-if", "What an override makes of it.", Kind.ENUM, ("forced",), width=10,
    of=OfPolicy(attrgetter("forced"), attrgetter("forced"),
                lambda entry: FORCED_LABELS.index(entry.what_if or ""), FORCED_LABELS),
    words=((Forced.LISTED.value, "title only"), (Forced.INLINED.value, "full text first"),
           (Forced.KEPT.value, "never suppressed")),
)  # fmt: skip
"""Stands beside the verdict in every table of a run under overrides."""


def columns_of_run(columns: tuple[Column, ...], report: InjectionReport) -> tuple[Column, ...]:
    """Return the columns of a table, with the one about overrides where some hold."""
    if not report.overrides:
        return columns
    place = next(at for at, column in enumerate(columns) if column.id == "verdict") + 1
    return (*columns[:place], WHAT_IF_COLUMN, *columns[place:])


def ledger_table(report: InjectionReport) -> TableData:
    """Return all rows of the ledger: cards by rank, files by turn, summaries, balance.

    Keys are ``type:id``.
    """
    return LedgerTables(report.prepared).table(report)


class LedgerTables:
    """Makes the ledger table of each report; which rows there are is the same for all of them."""

    def __init__(self, prepared: Prepared) -> None:
        """Take the prepared input that all reports share."""
        self.prepared = prepared
        self._keys: Sequence[str] = ()
        self._kept: dict[str, Values | Lazy] = {}

    def table(self, report: InjectionReport) -> TableData:
        """Return the table of one report on the same prepared input."""
        parts, columns = LedgerParts(report), columns_of_run(LEDGER_COLUMNS, report)
        if not self._kept:
            rows = InputRows(self.prepared, parts.entries)
            self._keys = LedgerKeys(rows)
            self._kept = {one.id: one.of(rows) for one in columns if isinstance(one.of, OfInput)}
        of_policy = {
            one.id: one.of(parts) for one in columns if one.of and one.id not in self._kept
        }
        return TableData(columns, self._keys, self._kept | of_policy)


class LedgerParts:
    """The rows of one report: cards, of which only those asked for are worked out, and the rest."""

    def __init__(self, report: InjectionReport) -> None:
        """Take the report whose rows these are."""
        self._report = report
        self._files = report.file_rows
        self._first_file = len(report.prepared.cards.order)
        self._first_entry = self._first_file + len(self._files)
        self._some: dict[bytes, CardRows] = {}  # a page of rows is asked column by column

    def __len__(self) -> int:
        return self._first_entry + len(self.entries)

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        """The rows after cards and files."""
        return [entry for part in self._report.ledger.parts[2:] for entry in part]

    def _some_cards(self, ranks: Rows) -> CardRows:
        page = ranks.tobytes()
        if page not in self._some:
            if len(self._some) >= _PAGES_KEPT:
                self._some.clear()
            self._some[page] = CardRows(self._report, ranks)
        return self._some[page]

    def column(self, one: OfPolicy) -> Lazy:
        """Return a column that a policy changes."""

        def some(rows: Rows | None) -> Values:
            values = self._values(rows, one)
            return Codes(values, one.labels) if one.labels else Numbers(values, values >= 0)

        return Lazy(lambda: some(None), some)

    def sentences(self) -> Lazy:
        """Return the column of the ledger's sentences."""

        def some(rows: Rows) -> Values:
            cards = rows < self._first_file
            said = np.empty(len(rows), dtype=object)
            said[cards] = [entry.sentence for entry in self._some_cards(rows[cards])]
            said[~cards] = [self._other(row).sentence for row in rows[~cards].tolist()]
            return Texts(said.tolist())

        return Lazy(lambda: some(np.arange(len(self), dtype=np.intp)), some)

    def _other(self, row: int) -> LedgerEntry:
        """Return a row after the cards."""
        if row < self._first_entry:
            return self._files[row - self._first_file]
        return self.entries[row - self._first_entry]

    def _values(self, rows: Rows | None, one: OfPolicy) -> npt.NDArray[Any]:
        """Return what rows have, as numbers; None asks for every row."""
        kind = np.uint8 if one.labels else np.int64
        others = [-1 if (n := one.entry(entry)) is None else n for entry in self.entries]
        rest = np.concatenate(
            [one.files(self._files).astype(kind, copy=False), np.array(others).astype(kind)]
        )
        if rows is None:
            every = one.cards(self._report.card_rows).astype(kind, copy=False)
            return np.concatenate([every, rest])
        values = np.empty(len(rows), dtype=kind)
        cards = rows < self._first_file
        values[cards] = one.cards(self._some_cards(rows[cards]))
        values[~cards] = rest[rows[~cards] - self._first_file]
        return values
