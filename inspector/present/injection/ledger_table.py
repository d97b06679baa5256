"""The whole ledger as one table: every card, file and background, and the rows that close it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    KNOWLEDGE,
    REASON_LABELS,
    VERDICT_LABELS,
    CardRows,
    reason_code,
    verdict_code,
)
from inspector.core.injection.prepare import CAP_LABELS, Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.present.injection.attribution import ATTRIBUTION_COLUMNS, attribution_values
from inspector.present.injection.what_if import columns_of_run, what_if_values
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
)

LEDGER_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=34),
    Column("type", "Type", "What kind of row it is.", Kind.ENUM, width=10, key="kind"),
    Column("account", "Half", "The part of the budget it belongs to.", Kind.ENUM, width=10),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=11),
    Column("tokens", "Tokens", "Tokens it takes from the budget.", Kind.INTEGER, width=7),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, width=7),
    Column("left", "Left", "Tokens left under the cap at its turn.", Kind.INTEGER, visible=False,
           width=7),
    Column("cap", "Cap", "The cap that bound.", Kind.ENUM, visible=False, width=17),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=19),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, visible=False,
           width=14),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, visible=False, width=60,
           key="sentence"),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=24,
           elide=Elide.MIDDLE, key="subject"),
    *ATTRIBUTION_COLUMNS,
)  # fmt: skip

_TYPES = ("card", "file", "background", "balance")
_ACCOUNTS = ("knowledge", "bucket", "total")
_RULES = tuple(dict.fromkeys(reason.rule for reason in Reason))
_RULE_OF_REASON = np.array([_RULES.index(reason.rule) for reason in Reason], dtype=np.uint8)

Codes8 = npt.NDArray[np.uint8]
Int64 = npt.NDArray[np.int64]


def ledger_table(report: InjectionReport, card_ids: Sequence[str]) -> TableData:
    """Return all rows of the ledger; keys are ``type:id``. ``card_ids`` are by rank."""
    return LedgerTables(report.prepared, card_ids).table(report)


class LedgerTables:
    """Makes the ledger table of each report; which rows there are is the same for all of them."""

    def __init__(self, prepared: Prepared, card_ids: Sequence[str]) -> None:
        """Take the prepared input that all reports share, and its cards' ids by rank."""
        self.prepared = prepared
        self._card_ids = card_ids
        self._keys: list[str] = []
        self._fixed: dict[str, Values | Lazy] = {}

    def table(self, report: InjectionReport) -> TableData:
        """Return the table of one report on the same prepared input."""
        parts = _Parts(report, len(self._card_ids))
        if not self._fixed:
            self._keep(parts)
        return TableData(
            columns_of_run(LEDGER_COLUMNS, report),
            self._keys,
            self._fixed
            | what_if_values(
                report,
                parts.codes(
                    lambda cards: cards.forced,
                    lambda entry: FORCED_LABELS.index(entry.what_if or ""),
                    FORCED_LABELS,
                ),
            )
            | {
                "verdict": parts.codes(
                    lambda cards: cards.verdicts,
                    lambda entry: verdict_code(entry.verdict),
                    VERDICT_LABELS,
                ),
                "tokens": parts.numbers(lambda cards: cards.tokens, lambda entry: entry.tokens),
                "needed": parts.numbers(
                    lambda cards: cards.first_needed, lambda entry: entry.needed
                ),
                "left": parts.numbers(lambda cards: cards.first_left, lambda entry: entry.left),
                "cap": parts.codes(
                    lambda cards: cards.first_caps,
                    lambda entry: CAP_LABELS.index(entry.cap or ""),
                    CAP_LABELS,
                ),
                "reason": parts.codes(
                    lambda cards: cards.reasons,
                    lambda entry: reason_code(entry.reason),
                    REASON_LABELS,
                ),
                "rule": parts.codes(
                    lambda cards: _RULE_OF_REASON[cards.reasons],
                    lambda entry: int(_RULE_OF_REASON[reason_code(entry.reason)]),
                    _RULES,
                ),
                "why": parts.sentences(),
            },
        )

    def _keep(self, parts: _Parts) -> None:
        """Keep what every report has: subjects, their names, kinds and halves."""
        entries, cards = parts.entries, self.prepared.cards
        rows, names = cards.order.tolist(), cards.columns.names
        count = len(rows)
        self._keys = [f"card:{node_id}" for node_id in self._card_ids]
        self._keys += [f"file:{file.counted.subject}" for file in self.prepared.files]
        others = entries[len(self.prepared.files) :]
        self._keys += [f"{entry.kind}:{entry.subject}" for entry in others]
        types = [_TYPES.index(entry.kind) for entry in entries]
        accounts = [_ACCOUNTS.index(entry.account) for entry in entries]
        self._fixed = {
            "name": Texts([*(names[row] for row in rows), *(entry.name for entry in entries)]),
            "type": _labelled([0] * count + types, _TYPES),
            "account": _labelled([_ACCOUNTS.index(KNOWLEDGE)] * count + accounts, _ACCOUNTS),
            "id": Texts([*self._card_ids, *(entry.subject for entry in entries)]),
            **attribution_values(self.prepared, len(entries)),
        }


class _Parts:
    """The rows of one report: cards, of which only those asked for are worked out, and the rest."""

    def __init__(self, report: InjectionReport, cards: int) -> None:
        self._report = report
        self._cards = cards

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        """The rows after the cards."""
        return [entry for part in self._report.ledger.parts[1:] for entry in part]

    def codes(
        self,
        of_cards: Callable[[CardRows], Codes8],
        of_entry: Callable[[LedgerEntry], int],
        labels: tuple[str, ...],
    ) -> Lazy:
        """Return a column of labels."""

        def some(rows: Rows) -> Values:
            return Codes(self._values(rows, of_cards, of_entry).astype(np.uint8), labels)

        return self._lazy(some)

    def numbers(
        self,
        of_cards: Callable[[CardRows], Int64],
        of_entry: Callable[[LedgerEntry], int | None],
    ) -> Lazy:
        """Return a column of numbers; below 0 and None there is no value."""

        def some(rows: Rows) -> Values:
            values = self._values(
                rows, of_cards, lambda entry: -1 if (n := of_entry(entry)) is None else n
            )
            return Numbers(values, values >= 0)

        return self._lazy(some)

    def sentences(self) -> Lazy:
        """Return the column of the ledger's sentences."""

        def some(rows: Rows) -> Values:
            cards = rows < self._cards
            said = np.empty(len(rows), dtype=object)
            said[cards] = [entry.sentence for entry in CardRows(self._report, rows[cards])]
            said[~cards] = [
                self.entries[row - self._cards].sentence for row in rows[~cards].tolist()
            ]
            return Texts(said.tolist())

        return self._lazy(some)

    def _lazy(self, some: Callable[[Rows], Values]) -> Lazy:
        return Lazy(lambda: some(np.arange(self._cards + len(self.entries), dtype=np.intp)), some)

    def _values(
        self,
        rows: Rows,
        of_cards: Callable[[CardRows], npt.NDArray[np.integer]],
        of_entry: Callable[[LedgerEntry], int],
    ) -> Int64:
        values = np.empty(len(rows), dtype=np.int64)
        cards = rows < self._cards
        ranks = rows[cards]
        whole = len(ranks) == self._cards and bool((np.diff(ranks) == 1).all())
        values[cards] = of_cards(CardRows(self._report, None if whole else ranks))
        values[~cards] = [
            of_entry(self.entries[row - self._cards]) for row in rows[~cards].tolist()
        ]
        return values


def _labelled(codes: list[int], labels: tuple[str, ...]) -> Codes:
    return Codes(np.array(codes, dtype=np.uint8), labels)
