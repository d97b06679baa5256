"""Why a knowledge card is in, or out: its turn, its renderings, what was left, what covers it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.injection.card import Tier
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.rows import card_entry
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.present.injection.why import (
    CAP_TITLES,
    CLEAR_OVERRIDE,
    Passage,
    Step,
    Why,
    explanation,
    floor_of,
    minus,
    passage,
)

_CAPS = ("knowledge_budget", "procedure_cap", "interaction_policy_cap")  # by number


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
        "Turn", f"relevance {cards.relevance[rank]:.4g}", f"{rank + 1:,} of {len(cards.order):,}"
    )
    matter = cards.columns.matters[int(cards.order[rank])]
    if matter:
        yield Step("Matter", matter, "")
    separator = report.prepared.counted.separators.card
    chosen = int(report.tier_by_rank[rank])
    for tier in Tier:
        if cards.tier_exists[rank, tier]:
            tokens = int(cards.costs[rank, tier])
            label = f"At {tier.label} (in)" if tier == chosen else f"At {tier.label}"
            yield Step(label, f"{tokens:,} + {separator} separator", f"{tokens + separator:,}")
    if entry.left is not None and entry.needed is not None:
        yield from _room(report, rank, entry, entry.needed, entry.left)


def _room(
    report: InjectionReport, rank: int, entry: LedgerEntry, needed: int, left: int
) -> Iterator[Step]:
    """Show how much was left under the cap that bound, and what was asked of it."""
    limits, cap = report.tiers.limits, entry.cap or _CAPS[0]
    number = _CAPS.index(cap)
    limit = (limits.budget, *limits.caps)[number]
    half = report.budget.knowledge_card_budget
    if number == 0:
        yield Step("Knowledge budget", f"{half:,} − {half - limit:,} heading", f"{limit:,}")
    else:
        share = (
            report.policy.procedure_sub_budget_pct,
            report.policy.interaction_policy_sub_budget_pct,
        )[number - 1]
        yield Step(CAP_TITLES[cap].capitalize(), floor_of(half, share), f"{limit:,}")
    if entry.reason is Reason.TIER_LOWERED:
        yield Step("Spent by then", "before it could be raised", minus(limit - left))
        yield Step("Left", "", f"{left:,}")
        yield Step("To be raised", f"to {entry.detail['better']}", f"{needed:,}")
    else:
        before = report.tiers.ranks[report.tiers.ranks < rank]
        if number:
            before = before[report.prepared.cards.caps[before] == number]
        yield Step("Taken before its turn", _counted(len(before)), minus(limit - left))
        yield Step("Left", "", f"{left:,}")
        yield Step("Needed", "its smallest rendering", f"{needed:,}")
    if needed > left:
        yield Step("Short by", f"{needed:,} − {left:,}", f"{needed - left:,}")


def _counted(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards:,} cards"


def _passages(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[Passage]:
    cards = report.prepared.cards
    text: str | None = None
    if cards.usable[rank]:
        tier, _ = report.manifest_tier(rank)
        text = cards.columns.texts.get(int(cards.order[rank]), tier)
        yield passage("Card", text, tier.label)
    if entry.verdict is Verdict.SUPPRESSED:
        file = report.prepared.files[int(cards.source_file[rank])].counted
        note = f"{file.reference} · inlined whole"
        yield passage(file.file.title, file.file.text, note, sought=text or "")


def _remedies(report: InjectionReport, entry: LedgerEntry) -> Iterator[str]:
    """Say what would have to change for a card that is out to get in, or to get larger."""
    if entry.reason is Reason.WHAT_IF_EXCLUDED:
        yield CLEAR_OVERRIDE
    if entry.reason is Reason.BUCKET_FILE_OVERLAP:
        yield (
            f"“{entry.detail['file']}” is only listed: with a smaller bucket budget, a lower"
            " relevance of the file, or the file marked as not inlinable. The card then competes"
            " again."
        )
    elif entry.needed is not None and entry.left is not None and entry.verdict is Verdict.DROPPED:
        yield (
            f"{entry.needed - entry.left:,} more tokens are left under the"
            f" {CAP_TITLES[entry.cap or _CAPS[0]]} at its turn, everything before it staying as it"
            " is."
        )
        yield "Its relevance is higher, so that its turn comes earlier."
        if entry.left > report.prepared.counted.separators.card:
            yield (
                f"It has a rendering of at most"
                f" {entry.left - report.prepared.counted.separators.card:,} tokens."
            )
    elif entry.reason is Reason.TIER_LOWERED and entry.left is not None:
        short = (entry.needed or 0) - entry.left
        yield f"{short:,} more tokens are left when it could be raised to {entry.detail['better']}."
    elif entry.reason in (Reason.OUTWEIGHED, Reason.TIER_CHOSEN):
        yield "Its relevance is higher, its rendering smaller, or the knowledge budget larger."
    elif entry.reason is Reason.NO_RENDERING:
        yield "It has at least one rendering."
    elif entry.reason is Reason.NOTHING_TO_INJECT:
        yield "There is room in the model's window, and the policy's total is above 0."
