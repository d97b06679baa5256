"""The ledger of a stage as a table: the same columns for every stage, those of a result's rows."""

from __future__ import annotations

from operator import attrgetter

from inspector.core.candidates.card import INTERACTION_POLICY
from inspector.core.ledger import Ledger
from inspector.core.reasons import Verdict
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of

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
