"""What stands over the rows of one verdict: how many, their tokens, and why, in few words."""

from __future__ import annotations

import numpy as np

from inspector.core.injection.card_rows import REASON_LABELS
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.injection.ledger_table import TYPES
from inspector.present.table import Codes, Numbers, Rows, TableData
from inspector.present.table.grouping import Heading

_TITLES = {
    Verdict.INCLUDED: tr("Included"),
    Verdict.REDUCED: tr("Reduced"),
    Verdict.SUPPRESSED: tr("Suppressed"),
    Verdict.DROPPED: tr("Dropped"),
    Verdict.EXCLUDED: tr("Excluded"),
    Verdict.REFUSED: tr("Refused"),
    Verdict.BALANCE: tr("Overhead and unused"),
}
ORDER = (
    Verdict.SUPPRESSED,
    Verdict.DROPPED,
    Verdict.EXCLUDED,
    Verdict.REFUSED,
    Verdict.INCLUDED,
    Verdict.REDUCED,
    Verdict.BALANCE,
)
"""Verdicts as the groups stand: what is not included first."""

_WHY = {
    Reason.CARD_INJECTED: tr("in the largest form"),
    Reason.TIER_LOWERED: tr("in a shorter form"),
    Reason.TIER_CHOSEN: tr("in a shorter form"),
    Reason.BUCKET_FILE_OVERLAP: tr("text already included"),
    Reason.KNOWLEDGE_BUDGET: tr("over the knowledge budget"),
    Reason.PROCEDURE_CAP: tr("over the procedure cap"),
    Reason.INTERACTION_POLICY_CAP: tr("over the interaction policy cap"),
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
_REASONS = tuple(Reason)


def why_in_few_words(reason: Reason) -> str:
    """Return a reason as a phrase; its code where it has none of its own."""
    return tr(_WHY.get(reason, reason.code))


def verdict_heading(data: TableData, label: str, rows: Rows) -> Heading:
    """Return the heading of the rows with one verdict: "Suppressed 9", "596 tokens · 8 cards: …".

    Tokens are those that the rows take; of what is not included those that are freed or needed.
    """
    verdict = Verdict(label)
    title = f"{tr(_TITLES[verdict])} {localized(len(rows))}"
    takes = data.whole("takes")
    assert isinstance(takes, Numbers)
    known = np.abs(takes.values[rows])
    if takes.present is not None:
        known = known[takes.present[rows]]
    tokens = int(known.sum())
    said = [tr_n("1 token", "{n:,} tokens", tokens, n=tokens)]
    if verdict is not Verdict.BALANCE:
        said += _reasons(data, rows)
    return Heading(title, " · ".join(said))


def _reasons(data: TableData, rows: Rows) -> list[str]:
    """Return how many cards, files and summaries there are for each reason, most first."""
    types, reasons = data.whole("type"), data.whole("reason")
    assert isinstance(types, Codes)
    assert isinstance(reasons, Codes)
    pairs = types.codes[rows].astype(np.int64) * len(REASON_LABELS) + reasons.codes[rows]
    counts: dict[tuple[str, str], int] = {}
    for pair, count in enumerate(np.bincount(pairs).tolist()):
        if count:
            kind, reason = divmod(pair, len(REASON_LABELS))
            key = (TYPES[kind], why_in_few_words(_REASONS[reason]))
            counts[key] = counts.get(key, 0) + count
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return [_counted(kind, count, why) for (kind, why), count in ordered]


def _counted(kind: str, n: int, why: str) -> str:
    if kind == "card":
        return tr_n("1 card: {why}", "{n:,} cards: {why}", n, n=n, why=why)
    if kind == "file":
        return tr_n("1 file: {why}", "{n:,} files: {why}", n, n=n, why=why)
    return tr_n("1 summary: {why}", "{n:,} summaries: {why}", n, n=n, why=why)
