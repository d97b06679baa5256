"""The table of knowledge cards: one row a candidate, in order of relevance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from inspector.core.candidates.interned import Interned
from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    REASON_LABELS,
    TIER_LABELS,
    VERDICT_LABELS,
    CardRows,
)
from inspector.core.injection.prepare import CAP_LABELS, Prepared
from inspector.core.injection.report import InjectionReport
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
    decimals,
)
from inspector.present.tuning.card_columns import TOTAL_COLUMNS, TotalThresholds

CARD_COLUMNS = (
    Column("card", "Card", "The name people know the card by.", Kind.TEXT, ("name",), width=34),
    Column("kind", "Kind", "What the card is about.", Kind.ENUM, width=14),
    Column("verdict", "Verdict", "What became of the card.", Kind.ENUM, ("state",), width=11),
    Column("tier", "Tier", "The rendering that is in.", Kind.ENUM, width=9),
    Column("tokens", "Tokens", "Tokens the card takes; 0 when it is out.", Kind.INTEGER, width=7),
    Column(
        "used",
        "Used up to here",
        "Tokens of the knowledge budget used up to and with this card, overhead included.",
        Kind.INTEGER,
        visible=False,
        width=11,
    ),
    Column(
        "relevance",
        "Relevance",
        "The score that decides its turn.",
        Kind.NUMBER,
        ("rel",),
        width=9,
        write=decimals(3),
    ),
    Column("reason", "Reason", "The rule that decided.", Kind.ENUM, visible=False, width=20),
    Column(
        "needed",
        "Needed",
        "Tokens of its smallest rendering, separator included.",
        Kind.INTEGER,
        visible=False,
        width=7,
    ),
    Column(
        "left",
        "Left",
        "Tokens that were left under the binding cap at its turn.",
        Kind.INTEGER,
        visible=False,
        width=7,
    ),
    Column(
        "cap", "Cap", "The cap with least room at its turn.", Kind.ENUM, visible=False, width=18
    ),
    Column("matter", "Matter", "The matter it belongs to.", Kind.ENUM, visible=False, width=14),
    Column(
        "source",
        "Source",
        "Where the knowledge was extracted from.",
        Kind.ENUM,
        ("provenance",),
        visible=False,
        width=13,
    ),
    Column(
        "source_ref",
        "Source file",
        "The bucket file it was extracted from.",
        Kind.TEXT,
        ("ref", "file"),
        visible=False,
        width=24,
        elide=Elide.MIDDLE,
    ),
    Column(
        "id",
        "Id",
        "Its node_id.",
        Kind.TEXT,
        ("node_id",),
        visible=False,
        width=24,
        elide=Elide.MIDDLE,
    ),
    Column("why", "Why", "The ledger's sentence.", Kind.TEXT, visible=False, width=60),
    *ATTRIBUTION_COLUMNS,
    *TOTAL_COLUMNS,
)

_PAGES_KEPT = 64  # of rows that are looked at, in one report


class CardTables:
    """Makes the cards table of each report; columns that no policy changes are made once."""

    def __init__(self, prepared: Prepared) -> None:
        """Take the prepared input that all reports share."""
        cards, columns = prepared.cards, prepared.cards.columns
        order = cards.order
        rows = order.tolist()
        self.prepared = prepared
        self.keys = [columns.node_ids[row] for row in rows]
        self._fixed: dict[str, Values | Lazy] = {
            "card": Texts([columns.names[row] for row in rows]),
            "kind": _interned(columns.kinds, order),
            "relevance": Numbers(cards.relevance),
            "matter": Lazy(lambda: _interned(columns.matters, order)),
            "source": Lazy(lambda: _interned(columns.sources, order)),
            "source_ref": Lazy(lambda: Texts([columns.references[row] or "" for row in rows])),
            "id": Texts(self.keys),
            **attribution_values(prepared),
        }

    def table(self, report: InjectionReport) -> TableData:
        """Return the table of one report on the same prepared input."""
        asked = _Asked(report)
        return TableData(
            columns_of_run(CARD_COLUMNS, report),
            self.keys,
            self._fixed
            | what_if_values(report, asked.column(lambda cards: Codes(cards.forced, FORCED_LABELS)))
            | {
                "verdict": asked.column(lambda cards: Codes(cards.verdicts, VERDICT_LABELS)),
                "tier": asked.column(lambda cards: Codes(cards.tiers, TIER_LABELS)),
                "tokens": asked.column(lambda cards: Numbers(cards.tokens)),
                "used": asked.column(lambda cards: Numbers(cards.cumulative)),
                "reason": asked.column(lambda cards: Codes(cards.reasons, REASON_LABELS)),
                "needed": asked.column(lambda cards: _known(cards.first_needed)),
                "left": asked.column(lambda cards: _known(cards.first_left)),
                "cap": asked.column(lambda cards: Codes(cards.first_caps, CAP_LABELS)),
                "why": _sentences(report),
                **TotalThresholds(report).columns(),
            },
        )


class _Asked:
    """What is known of the cards of one report: of those in sight, or of all once a sort asks."""

    def __init__(self, report: InjectionReport) -> None:
        self._report = report
        self._all: CardRows | None = None
        self._some: dict[bytes, CardRows] = {}  # a page of rows is asked column by column

    def column(self, values: Callable[[CardRows], Values]) -> Lazy:
        """Return a column that is worked out for the rows that somebody looks at."""
        return Lazy(lambda: values(self._of_all()), lambda rows: values(self._of(rows)))

    def _of_all(self) -> CardRows:
        self._all = self._all or CardRows(self._report)
        return self._all

    def _of(self, rows: Rows) -> CardRows:
        page = rows.tobytes()
        if page not in self._some:
            if len(self._some) >= _PAGES_KEPT:
                self._some.clear()
            self._some[page] = CardRows(self._report, rows)
        return self._some[page]


def _known(tokens: npt.NDArray[np.int64]) -> Numbers:
    """Return a column of tokens, with no value below 0."""
    return Numbers(tokens, tokens >= 0)


def _interned(column: Interned, order: npt.NDArray[np.int64]) -> Codes:
    """Return an interned column by rank; a missing value is the empty label."""
    return Codes((column.codes[order] + 1).astype(np.int32), ("", *column.vocabulary))


def _sentences(report: InjectionReport) -> Lazy:
    """Return the ledger's sentences, made for the rows that somebody looks at."""

    def some(rows: Rows) -> Values:
        return Texts([entry.sentence for entry in CardRows(report, rows)])

    whole: Callable[[], Values] = lambda: some(  # noqa: E731
        np.arange(len(report.prepared.cards.order), dtype=np.intp)
    )
    return Lazy(whole, some)
