"""What the reasons of the ledger say in the language of the window."""

from __future__ import annotations

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.language import localized_text, tr

# What is excluded or listed by an override has a reason of its own, whose help says so.
_BY_OVERRIDE = {
    "pinned": tr(
        "An override decided here: the card is pinned, so its turn comes before all others whatever"
        " its relevance, and it is not suppressed although its text may be in a file in full text."
    ),
    "kept": tr(
        "An override decided here: the card is kept, so it is not suppressed although its text may"
        " be in a file in full text."
    ),
    "inlined": tr(
        "An override decided here: the file's turn comes before all others, whatever its relevance,"
        " and its full text is in where that fits."
    ),
}


def entry_sentence(entry: LedgerEntry) -> str:
    """Return why a row of the ledger is as it is, with the numbers of this run."""
    said = entry.filled(tr(entry.reason.template), localized_text, tr(entry.cap_title))
    return tr("What-if ({what}). {said}", what=entry.what_if, said=said) if entry.what_if else said


def entry_help(entry: LedgerEntry) -> str:
    """Return what is true of the rule behind a row; what an override decided comes first."""
    decided = _BY_OVERRIDE.get(entry.what_if or "")
    said = reason_help(entry.reason)
    return said if decided is None else f"{decided} {tr('The rule itself:')} {said}"


def reason_help(reason: Reason) -> str:
    """Return what is always true of a reason."""
    return tr(reason.help)
