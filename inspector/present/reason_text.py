"""What the reasons of the ledger say in the language of the window."""

from __future__ import annotations

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.language import tr


def entry_sentence(entry: LedgerEntry) -> str:
    """Return why a row of the ledger is as it is, with the numbers of this run."""
    said = entry.said(tr(entry.reason.template))
    return tr("What-if ({what}). {said}", what=entry.what_if, said=said) if entry.what_if else said


def reason_help(reason: Reason) -> str:
    """Return what is always true of a reason."""
    return tr(reason.help)
