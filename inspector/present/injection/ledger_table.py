"""The whole ledger as one table: every card, file and background, and the rows that close it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inspector.core.injection.report import InjectionReport
from inspector.core.injection.rows import KNOWLEDGE
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.present.injection.verdicts import (
    CAP_LABELS,
    REASON_LABELS,
    VERDICT_LABELS,
    CardVerdicts,
    reason_code,
    verdict_code,
)
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
)
from inspector.present.table.data import Values

LEDGER_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=34),
    Column("type", "Type", "What kind of row it is.", Kind.ENUM, width=11),
    Column("account", "Half", "The part of the budget it belongs to.", Kind.ENUM, width=10),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=13),
    Column("tokens", "Tokens", "Tokens it takes from the budget.", Kind.INTEGER, width=7),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, width=7),
    Column("left", "Left", "Tokens left under the cap at its turn.", Kind.INTEGER, width=7),
    Column("cap", "Cap", "The cap that bound.", Kind.ENUM, width=17),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=19),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, width=14),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=60),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=24,
           elide=Elide.MIDDLE),
)  # fmt: skip

_TYPES = ("card", "file", "background", "balance")
_ACCOUNTS = ("knowledge", "bucket", "total")
_RULES = tuple(dict.fromkeys(reason.rule for reason in Reason))
_RULE_OF_REASON = np.array([_RULES.index(reason.rule) for reason in Reason], dtype=np.uint8)


def ledger_table(report: InjectionReport, card_ids: list[str]) -> TableData:
    """Return all rows of the ledger; keys are ``type:id``. ``card_ids`` are by rank."""
    verdicts = CardVerdicts(report)
    cards = len(card_ids)
    entries: list[LedgerEntry] = [entry for part in report.ledger.parts[1:] for entry in part]
    columns = report.prepared.cards.columns
    order = report.prepared.cards.order
    reasons = np.array([reason_code(entry.reason) for entry in entries], dtype=np.uint8)
    codes = np.concatenate([verdicts.reasons, reasons])

    def integers(of_cards: npt.NDArray[np.int64], of_entries: list[int | None]) -> Numbers:
        rest = np.array([-1 if number is None else number for number in of_entries], dtype=np.int64)
        values = np.concatenate([of_cards, rest])
        return Numbers(values, values >= 0)

    def sentences(rows: Rows) -> Values:
        ledger = report.ledger.entries
        return Texts([ledger[row].sentence for row in rows.tolist()])

    return TableData(
        LEDGER_COLUMNS,
        [
            *(f"card:{node_id}" for node_id in card_ids),
            *(f"{entry.kind}:{entry.subject}" for entry in entries),
        ],
        {
            "name": Lazy(
                lambda: Texts(
                    [columns.names[row] for row in order.tolist()] + [e.name for e in entries]
                )
            ),
            "type": _labelled([0] * cards + [_TYPES.index(e.kind) for e in entries], _TYPES),
            "account": _labelled(
                [_ACCOUNTS.index(KNOWLEDGE)] * cards
                + [_ACCOUNTS.index(e.account) for e in entries],
                _ACCOUNTS,
            ),
            "verdict": Codes(
                np.concatenate(
                    [
                        verdicts.verdicts,
                        np.array([verdict_code(e.verdict) for e in entries], dtype=np.uint8),
                    ]
                ),
                VERDICT_LABELS,
            ),
            "tokens": integers(verdicts.tokens, [e.tokens for e in entries]),
            "needed": Lazy(lambda: integers(verdicts.needed, [e.needed for e in entries])),
            "left": Lazy(lambda: integers(verdicts.left, [e.left for e in entries])),
            "cap": Lazy(
                lambda: Codes(
                    np.concatenate(
                        [
                            verdicts.caps,
                            np.array([CAP_LABELS.index(e.cap or "") for e in entries], np.uint8),
                        ]
                    ),
                    CAP_LABELS,
                )
            ),
            "reason": Codes(codes, REASON_LABELS),
            "rule": Codes(_RULE_OF_REASON[codes], _RULES),
            "why": Lazy(
                lambda: sentences(np.arange(cards + len(entries), dtype=np.intp)), sentences
            ),
            "id": Lazy(lambda: Texts([*card_ids, *(entry.subject for entry in entries)])),
        },
    )


def _labelled(codes: list[int], labels: tuple[str, ...]) -> Codes:
    return Codes(np.array(codes, dtype=np.uint8), labels)
