"""The ledger of a stage as a table: the same columns for every stage, those of a result's rows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.ledger import Ledger
from inspector.core.reasons import Verdict
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
    Column("subject", "Subject", "Its id, or the code of a row that closes the sum.", Kind.TEXT,
           ("id",), width=24, elide=Elide.MIDDLE, visible=False),
    Column("kind", "Kind", "What the row is about.", Kind.ENUM, ("type",), width=9),
    Column("name", "Name", "The name people know it by.", Kind.TEXT, ("path", "file"), width=34,
           elide=Elide.MIDDLE),
    Column("account", "Account", "The part of the budget it belongs to.", Kind.ENUM,
           ("priority",), width=9),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=11),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=22,
           visible=False),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, width=22, visible=False),
    Column("tokens", "Tokens", "Tokens it takes from the budget.", Kind.INTEGER, width=8),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, width=8),
    Column("left", "Left", "Tokens left under the cap at its turn.", Kind.INTEGER, width=8),
    Column("cap", "Cap", "The cap that it met.", Kind.ENUM, width=18),
    Column("sentence", "Why", "The reason in one sentence.", Kind.TEXT, ("why",), width=60,
           key="why"),
)  # fmt: skip
"""The fields of ``LedgerRow``, in their order. ``why`` goes with the next release."""


_VERDICTS = tuple(verdict.value for verdict in Verdict)


def ledger_table(ledger: Ledger) -> TableData:
    """Return every row of a ledger; keys are ``kind:subject``, and the tokens are the budget."""
    entries = list(ledger.entries)

    def sentences(rows: Rows) -> Values:
        return Texts([entries[row].sentence for row in rows.tolist()])

    return TableData(
        LEDGER_COLUMNS,
        [f"{entry.kind}:{entry.subject}" for entry in entries],
        {
            "subject": Texts([entry.subject for entry in entries]),
            "kind": _labels(entry.kind for entry in entries),
            "name": Texts([entry.name for entry in entries]),
            "account": _labels(entry.account for entry in entries),
            "verdict": _labels((entry.verdict.value for entry in entries), _VERDICTS),
            "reason": _labels(entry.reason.code for entry in entries),
            "rule": _labels(entry.rule for entry in entries),
            "tokens": Numbers.whole([entry.tokens for entry in entries]),
            "needed": Numbers.whole([entry.needed for entry in entries]),
            "left": Numbers.whole([entry.left for entry in entries]),
            "cap": _labels(entry.cap or "" for entry in entries),
            "sentence": Lazy(lambda: sentences(np.arange(len(entries), dtype=np.intp)), sentences),
        },
    )


def _labels(words: Iterable[str], labels: tuple[str, ...] = ()) -> Codes:
    """Return a column of words; without ``labels`` they are sorted as they first occur."""
    given = list(words)
    known = labels or tuple(dict.fromkeys(given))
    code = {label: place for place, label in enumerate(known)}
    return Codes(np.array([code[word] for word in given], dtype=np.int32), known)
