"""What the reasons of the ledger say in the language of the window."""

from __future__ import annotations

from inspector.core.injection.prepare import CEILINGS
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import REASONS_BY_CODE, Reason
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


def entry_name(entry: LedgerEntry) -> str:
    """Return what people call the subject of a row; what an input names is called so anywhere."""
    return tr(entry.name) if entry.kind in _OF_NO_INPUT else entry.name


_OF_NO_INPUT = ("assembly", "balance")


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


_WHY = {
    Reason.CARD_INJECTED: tr("in the largest form"),
    Reason.TIER_LOWERED: tr("in a shorter form"),
    Reason.TIER_CHOSEN: tr("in a shorter form"),
    Reason.BUCKET_FILE_OVERLAP: tr("text already included"),
    Reason.KNOWLEDGE_BUDGET: tr("over the knowledge budget"),
    **{cap.dropped: tr("over the {cap}", cap=tr(cap.title)) for cap in CEILINGS},
    Reason.OUTWEIGHED: tr("outweighed by others"),
    Reason.NO_VALUE: tr("no value"),
    Reason.NO_RENDERING: tr("no text"),
    Reason.FILE_INLINED: tr("full text"),
    Reason.FILE_LISTED: tr("title only"),
    Reason.FILE_LISTED_ONLY: tr("title only"),
    Reason.WHAT_IF_LISTED: tr("title only, by an override"),
    Reason.BUCKET_BUDGET: tr("over the file budget"),
    Reason.BACKGROUND_INCLUDED: tr("full text"),
    Reason.BACKGROUND_OVERLAP: tr("covered by its cards"),
    Reason.UNCOUNTABLE: tr("tokens cannot be counted"),
    Reason.NOTHING_TO_INJECT: tr("no budget"),
    Reason.WHAT_IF_EXCLUDED: tr("by an override"),
    Reason.BELOW_RELEVANCE_FLOOR: tr("below the relevance floor"),
    Reason.BEYOND_TOP_K: tr("beyond the top k"),
    Reason.OVERHEAD: tr("overhead"),
    Reason.UNUSED: tr("unused"),
    Reason.RELEASED: tr("freed by overlap, not reused"),
    Reason.UNALLOCATED: tr("unallocated"),
}


def why_in_few_words(reason: Reason) -> str:
    """Return a reason as a phrase: the words of its code where it has none of its own."""
    return _WHY.get(reason, reason.code.replace("_", " "))


def code_in_few_words(code: str) -> str:
    """Return the reason of a code that a file holds as a phrase; of an unknown one its words."""
    reason = REASONS_BY_CODE.get(code)
    return code.replace("_", " ") if reason is None else why_in_few_words(reason)
