"""The whole ledger as one table: every card, file and background, and the rows that close it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from inspector.analysis.not_included import (
    CAUSE_LABELS,
    CAUSE_OF_REASON,
    cause_of,
    missing_of_cards,
    missing_of_files,
)
from inspector.core.candidates.interned import Int32, Interned
from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    KNOWLEDGE,
    REASON_LABELS,
    VERDICT_LABELS,
    CardRows,
    reason_code,
    verdict_code,
)
from inspector.core.injection.prepare import CAP_LABELS, Prepared, RankedCards
from inspector.core.injection.report import FORM_LABELS, FileRows, InjectionReport
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
from inspector.stages.injection.attribution import ATTRIBUTION_COLUMNS, attribution_values
from inspector.stages.injection.what_if import WHAT_IF_COLUMN, columns_of_run

LEDGER_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=34),
    Column("type", "Type", "What kind of row it is.", Kind.ENUM, width=10, key="kind"),
    Column("card_kind", "Kind", "What a card is about; file, summary.", Kind.ENUM, ("kind",),
           width=12),
    Column("account", "Half", "The part of the budget it belongs to.", Kind.ENUM, width=10),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=11),
    Column("form", "Form", "The form in which it is in.", Kind.ENUM, ("tier",), width=9),
    Column("tokens", "Tokens", "Tokens it takes from the budget.", Kind.INTEGER, width=7),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, width=7),
    Column("left", "Left", "Tokens left under the cap at its turn.", Kind.INTEGER, width=7),
    Column("cap", "Cap", "The cap that bound.", Kind.ENUM, width=17),
    Column("cause", "Not included", "What keeps it out, or leaves its title only.", Kind.ENUM,
           ("out",), width=11),
    Column("left_out", "Left out", "Tokens that are missing: of a card its smallest rendering.",
           Kind.INTEGER, width=8),
    Column("used", "Used up to here", "Knowledge budget used up to and with a card, with overhead.",
           Kind.INTEGER, width=11),
    Column("relevance", "Score", "The relevance that decides its turn.", Kind.NUMBER,
           ("rel", "score"), width=6, write=decimals(3)),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=19),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, width=14),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=60,
           key="sentence", searched=False),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, ("node_id",), width=24,
           elide=Elide.MIDDLE, key="subject"),
    Column("matter", "Matter", "The matter a card belongs to.", Kind.ENUM, width=14),
    Column("source", "Source", "Where the knowledge of a card was extracted from.", Kind.ENUM,
           ("provenance",), width=13),
    Column("source_ref", "Source file", "The bucket file a card was extracted from.", Kind.TEXT,
           ("ref", "file"), width=24, elide=Elide.MIDDLE),
    *ATTRIBUTION_COLUMNS,
)  # fmt: skip
"""The columns of every ledger that is written; all of them are."""

TYPES = ("card", "file", "background", "balance")
_KINDS = {"file": "file", "background": "summary"}
_ACCOUNTS = ("knowledge", "bucket", "total")
_RULES = tuple(dict.fromkeys(reason.rule for reason in Reason))
_RULE_OF_REASON = np.array([_RULES.index(reason.rule) for reason in Reason], dtype=np.uint8)

_PAGES_KEPT = 64  # of rows that are looked at, in one report

Codes8 = npt.NDArray[np.uint8]
Int64 = npt.NDArray[np.int64]
Of = TypeVar("Of")
OfRows = Callable[[Of], npt.NDArray[np.integer]]


def ledger_table(report: InjectionReport) -> TableData:
    """Return all rows of the ledger: cards by rank, files by turn, summaries, balance.

    Keys are ``type:id``.
    """
    return LedgerTables(report.prepared).table(report)


class _Keys(Sequence[str]):
    """The keys of all rows, each made when it is asked for: a million are known by their ids."""

    def __init__(self, cards: RankedCards, others: list[str]) -> None:
        self._cards = cards
        self._others = others

    def __len__(self) -> int:
        return len(self._cards.order) + len(self._others)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        at = place if place >= 0 else len(self) + place
        if at < len(self._cards.order):
            return f"card:{self._cards.columns.node_ids[self._cards.order[at]]}"
        return self._others[at - len(self._cards.order)]

    def __iter__(self) -> Iterator[str]:
        ids = self._cards.columns.node_ids
        yield from (f"card:{ids[row]}" for row in self._cards.order.tolist())
        yield from self._others

    def index(self, key: str, *_between: int) -> int:
        """Return the row of a key. Raises ``ValueError`` where there is none."""
        kind, _, node_id = key.partition(":")
        if kind != "card":
            return len(self._cards.order) + self._others.index(key)
        row = self._cards.columns.row_of.get(node_id)
        if row is None:
            raise ValueError(key)
        return int(self._cards.rank_of_row[row])


class LedgerTables:
    """Makes the ledger table of each report; which rows there are is the same for all of them."""

    def __init__(self, prepared: Prepared) -> None:
        """Take the prepared input that all reports share."""
        self.prepared = prepared
        self._keys: Sequence[str] = ()
        self._fixed: dict[str, Values | Lazy] = {}

    def table(self, report: InjectionReport) -> TableData:
        """Return the table of one report on the same prepared input."""
        parts = LedgerParts(report)
        if not self._fixed:
            self._keep(parts)
        of_policy = {
            name: parts.column(one)
            for name, one in _OF_POLICY.items()
            if name != WHAT_IF_COLUMN.id or report.overrides
        }
        return TableData(
            columns_of_run(LEDGER_COLUMNS, report),
            self._keys,
            {**self._fixed, **of_policy, "why": parts.sentences()},
        )

    def _keep(self, parts: LedgerParts) -> None:
        """Keep what every report has: subjects, their names, kinds and halves."""
        entries, cards = parts.after_cards(), self.prepared.cards
        columns, order, others = cards.columns, cards.order, len(entries)
        files = len(self.prepared.files)
        self._keys = _Keys(
            cards,
            [f"file:{file.counted.subject}" for file in self.prepared.files]
            + [f"{entry.kind}:{entry.subject}" for entry in entries[files:]],
        )
        types = [TYPES.index(entry.kind) for entry in entries]
        accounts = [_ACCOUNTS.index(entry.account) for entry in entries]
        scores = [file.relevance for file in self.prepared.files]
        scores += [np.nan] * (others - files)
        none = [""] * others
        self._fixed = {
            "name": _texts(columns.names, order, [one.name for one in entries]),
            "type": _labelled(len(order), 0, types, TYPES),
            "card_kind": _interned(
                columns.kinds, order, [_KINDS.get(one.kind, "") for one in entries]
            ),
            "account": _labelled(len(order), _ACCOUNTS.index(KNOWLEDGE), accounts, _ACCOUNTS),
            "relevance": Numbers(np.concatenate([cards.relevance, np.array(scores, np.float64)])),
            "id": _texts(columns.node_ids, order, [entry.subject for entry in entries]),
            "matter": Lazy(lambda: _interned(columns.matters, order, none)),
            "source": Lazy(lambda: _interned(columns.sources, order, none)),
            "source_ref": Lazy(
                lambda: Texts([*(columns.references[row] or "" for row in order.tolist()), *none])
            ),
            **attribution_values(self.prepared, others),
        }


@dataclass(frozen=True, slots=True)
class _OfPolicy:
    """A column that a policy changes: what it is of cards, of files, and of a row after them.

    With ``labels`` it holds places in them; else numbers, below 0 where there is none.
    """

    cards: OfRows[CardRows]
    files: OfRows[FileRows]
    entry: Callable[[LedgerEntry], int | None]
    labels: tuple[str, ...] = ()


def _by_reason(codes: Codes8, labels: tuple[str, ...]) -> _OfPolicy:
    """Return the column of what follows from the reason of a row alone."""
    return _OfPolicy(
        lambda cards: codes[cards.reasons],
        lambda files: codes[files.reasons],
        lambda entry: int(codes[reason_code(entry.reason)]),
        labels,
    )


def _none(rows: Sized) -> Int64:
    """Return no number for each row."""
    return np.full(len(rows), -1, dtype=np.int64)


def _nothing(_entry: LedgerEntry) -> None:
    return None


def _left_out(entry: LedgerEntry) -> int | None:
    """Return what is missing of a bucket's background that is out."""
    return int(entry.detail["full"]) if cause_of(entry.reason) else None


_OF_POLICY: dict[str, _OfPolicy] = {
    "what_if": _OfPolicy(
        attrgetter("forced"),
        attrgetter("forced"),
        lambda entry: FORCED_LABELS.index(entry.what_if or ""),
        FORCED_LABELS,
    ),
    "verdict": _OfPolicy(
        attrgetter("verdicts"),
        attrgetter("verdicts"),
        lambda entry: verdict_code(entry.verdict),
        VERDICT_LABELS,
    ),
    "form": _OfPolicy(attrgetter("tiers"), attrgetter("forms"), lambda _entry: 0, FORM_LABELS),
    "tokens": _OfPolicy(attrgetter("tokens"), attrgetter("columns.tokens"), attrgetter("tokens")),
    "needed": _OfPolicy(
        attrgetter("first_needed"), attrgetter("columns.needed"), attrgetter("needed")
    ),
    "used": _OfPolicy(attrgetter("cumulative"), _none, _nothing),
    "left": _OfPolicy(attrgetter("first_left"), attrgetter("columns.left"), attrgetter("left")),
    "cap": _OfPolicy(
        attrgetter("first_caps"),
        attrgetter("caps"),
        lambda entry: CAP_LABELS.index(entry.cap or ""),
        CAP_LABELS,
    ),
    "reason": _by_reason(np.arange(len(REASON_LABELS), dtype=np.uint8), REASON_LABELS),
    "rule": _by_reason(_RULE_OF_REASON, _RULES),
    "cause": _by_reason(CAUSE_OF_REASON, CAUSE_LABELS),
    "left_out": _OfPolicy(missing_of_cards, missing_of_files, _left_out),
}
"""The columns that a policy changes, each declared once."""


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

    def after_cards(self) -> list[LedgerEntry]:
        """Return all rows after the cards."""
        return [*self._files, *self.entries]

    def _some_cards(self, ranks: Rows) -> CardRows:
        page = ranks.tobytes()
        if page not in self._some:
            if len(self._some) >= _PAGES_KEPT:
                self._some.clear()
            self._some[page] = CardRows(self._report, ranks)
        return self._some[page]

    def column(self, one: _OfPolicy) -> Lazy:
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

    def _values(self, rows: Rows | None, one: _OfPolicy) -> npt.NDArray[Any]:
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


def _labelled(cards: int, code: int, others: list[int], labels: tuple[str, ...]) -> Codes:
    """Return the label of so many cards, which all have the same, then those of other rows."""
    return Codes(np.array([code] * cards + others, dtype=np.uint8), labels)


def _texts(column: Sequence[str], order: Int32, others: list[str]) -> Lazy:
    """Return a column of texts by rank, then those of other rows; the whole of it is made once."""

    @cache
    def whole() -> Texts:
        return Texts([*(column[row] for row in order.tolist()), *others])

    def some(rows: Rows) -> Texts:
        return Texts(
            [
                column[order[row]] if row < len(order) else others[row - len(order)]
                for row in rows.tolist()
            ]
        )

    return Lazy(whole, some)


def _interned(column: Interned, order: Int32, others: list[str]) -> Codes:
    """Return an interned column by rank, then the labels of other rows; missing ones are empty."""
    labels = tuple(dict.fromkeys(("", *column.vocabulary, *others)))
    places = np.array([labels.index(word) for word in ("", *column.vocabulary)], dtype=np.int32)
    codes = places[column.codes[order] + 1]
    rest = np.array([labels.index(label) for label in others], dtype=np.int32)
    return Codes(np.concatenate([codes, rest]), labels)
