"""Why a knowledge card is in, or out: its turn, its renderings, what was left, what covers it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis import quantities as q
from inspector.core.candidates.card import Tier
from inspector.core.injection.card_rows import card_entry
from inspector.core.injection.overrides import BARRED
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import capitalized, localized, tr, tr_n
from inspector.present.injection.attribution import attribution_lines
from inspector.present.injection.why import (
    CLEAR_OVERRIDE,
    Passage,
    Step,
    Why,
    cap_of,
    explanation,
    floor_of,
    minus,
    passage,
)


def why_card(report: InjectionReport, key: str, node_id: str) -> Why | None:
    """Explain a card; None when the set has no such card."""
    cards = report.prepared.cards
    row = cards.columns.row_of.get(node_id)
    if row is None:
        return None
    rank = int(cards.rank_of_row[row])
    entry = card_entry(report, rank)
    return explanation(
        key,
        entry,
        tuple(_steps(report, rank, entry)),
        tuple(_passages(report, rank, entry)),
        tuple(_remedies(report, entry)),
    )


def _steps(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[Step]:
    cards = report.prepared.cards
    yield Step(
        tr("Turn"),
        tr("relevance {relevance:.4g}", relevance=cards.relevance[rank]),
        tr("{rank:,} of {order:,}", rank=rank + 1, order=len(cards.order)),
    )
    matter = cards.columns.matters[int(cards.order[rank])]
    if matter:
        yield Step(tr("Matter"), matter, "")
    for title, value in attribution_lines(cards.columns.attribution(int(cards.order[rank]))):
        yield Step(title, value, "")
    separator = report.prepared.counted.separators.card
    chosen = int(report.tier_by_rank[rank])
    for tier in Tier:
        if cards.tier_exists[rank, tier]:
            tokens = int(cards.costs[rank, tier])
            label = (
                tr("At {tier} (in)", tier=tier.label)
                if tier == chosen
                else tr("At {tier}", tier=tier.label)
            )
            yield Step(
                label,
                tr("{tokens:,} + {separator} separator", tokens=tokens, separator=separator),
                localized(tokens + separator),
            )
    if entry.left is not None and entry.needed is not None:
        yield from _room(report, rank, entry, entry.needed, entry.left)


def _room(
    report: InjectionReport, rank: int, entry: LedgerEntry, needed: int, left: int
) -> Iterator[Step]:
    """Show how much was left under the cap that bound, and what was asked of it."""
    cap = cap_of(entry)
    limit = report.tiers.limits.of(cap)
    half = report.budget.knowledge_card_budget
    if cap.share is None:
        yield Step(
            tr(q.KNOWLEDGE_BUDGET.title),
            tr("{half:,} − {half_2:,} heading", half=half, half_2=half - limit),
            localized(limit),
        )
    else:
        share = getattr(report.policy, cap.share)
        yield Step(capitalized(tr(cap.title)), floor_of(half, share), localized(limit))
    if entry.reason is Reason.TIER_LOWERED:
        yield Step(tr("Used before this"), tr("before it could be raised"), minus(limit - left))
        yield Step(tr("Headroom"), "", localized(left))
        yield Step(
            tr("To be raised"), tr("to {detail}", detail=entry.detail["better"]), localized(needed)
        )
    else:
        before = report.tiers.ranks[report.tiers.ranks < rank]
        if cap.kind:
            before = before[report.prepared.cards.caps[before] == cap]
        yield Step(tr("Taken before its turn"), _counted(len(before)), minus(limit - left))
        yield Step(tr("Headroom"), "", localized(left))
        yield Step(tr("Needed"), tr("its smallest rendering"), localized(needed))
    if needed > left:
        yield Step(
            tr("Over by"), f"{localized(needed)} − {localized(left)}", localized(needed - left)
        )


def _counted(cards: int) -> str:
    return tr_n("1 card", "{count:,} cards", cards, count=cards)


def _passages(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[Passage]:
    cards = report.prepared.cards
    text: str | None = None
    if cards.usable[rank]:
        tier, _ = report.manifest_tier(rank)
        text = cards.columns.texts.get(int(cards.order[rank]), tier)
        yield passage(tr("Card"), text, tier.label)
    if entry.verdict is Verdict.SUPPRESSED:
        file = report.covering_file(rank)
        note = tr("{reference} · inlined whole", reference=file.reference)
        yield passage(file.file.title, file.file.text, note, sought=text or "")


def _remedies(report: InjectionReport, entry: LedgerEntry) -> Iterator[str]:
    """Say what would have to change for a card that is out to get in, or to get larger."""
    if entry.reason in BARRED:
        yield CLEAR_OVERRIDE
    if entry.reason is Reason.BUCKET_FILE_OVERLAP:
        yield (
            tr(
                "“{detail}” is only listed: with a smaller bucket budget, a lower"
                " relevance of the file, or the file marked as not inlinable. The card then"
                " competes"
                " again.",
                detail=entry.detail["file"],
            )
        )
    elif entry.needed is not None and entry.left is not None and entry.verdict is Verdict.DROPPED:
        yield (
            tr(
                "{needed:,} more tokens are left under the"
                " {cap_titles} at its turn, everything before it staying as it"
                " is.",
                needed=entry.needed - entry.left,
                cap_titles=tr(cap_of(entry).title),
            )
        )
        yield tr("Its relevance is higher, so that its turn comes earlier.")
        if entry.left > report.prepared.counted.separators.card:
            yield (
                tr(
                    "It has a rendering of at most {left:,} tokens.",
                    left=entry.left - report.prepared.counted.separators.card,
                )
            )
    elif entry.reason is Reason.TIER_LOWERED and entry.left is not None:
        short = (entry.needed or 0) - entry.left
        yield tr(
            "{short:,} more tokens are left when it could be raised to {detail}.",
            short=short,
            detail=entry.detail["better"],
        )
    elif entry.reason in (Reason.OUTWEIGHED, Reason.TIER_CHOSEN):
        yield tr("Its relevance is higher, its rendering smaller, or the knowledge budget larger.")
    elif entry.reason is Reason.NO_VALUE:
        yield tr("Its relevance and the weight of its rendering are above 0.")
    elif entry.reason is Reason.NO_RENDERING:
        yield tr("It has at least one rendering.")
    elif entry.reason is Reason.NOTHING_TO_INJECT:
        yield tr("There is room in the model's window, and the policy's total is above 0.")
