"""Why a file is inlined, listed or left out, and what became of a bucket's background.

Why a knowledge card is in, or out: its turn, its renderings, what was left, what covers it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.analysis.not_included import missing_of_cards, missing_of_files, missing_of_summary
from inspector.core.candidates.card import Tier
from inspector.core.injection.card_rows import CardRows, card_entry
from inspector.core.injection.materialization import (
    COVERING_CARDS,
    BackgroundChoice,
    ChosenMode,
    Mode,
)
from inspector.core.injection.overrides import BARRED, Forced
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import capitalized, localized, tr, tr_n
from inspector.present.shares import part_text
from inspector.present.why import (
    CLEAR_OVERRIDE,
    Passage,
    Why,
    cap_of,
    difference,
    explanation,
    floor_of,
    minus,
    passage,
)
from inspector.stages.injection.provenance import attribution_lines

_FILES_OF = {
    Mode.INLINED: tr("Files in full text"),
    Mode.LISTED: tr("Files by title only"),
    Mode.OMITTED: tr("Files left out"),
}


def why_file(report: InjectionReport, key: str, subject: str) -> Why | None:
    """Explain a file; None when the set has no such file."""
    choices = report.materialization.files
    places = (i for i, one in enumerate(choices) if one.file.counted.subject == subject)
    place = next(places, None)
    if place is None:
        return None
    choice = choices[place]
    counted = choice.file.counted
    text = counted.file.text or counted.file.summary
    passages: tuple[Passage, ...] = ()
    if text:
        note = tr("in full text") if choice.mode is Mode.INLINED else tr("left out")
        if not counted.file.text:
            note = tr("its summary")
        passages = (passage(counted.file.title, text, note),)
    return explanation(
        key,
        report.ledger.parts[1][place],
        tuple(_file_steps(report, choice, place)),
        passages,
        tuple(_file_remedies(report, choice)),
        int(missing_of_files(report.file_rows)[place]),
    )


def _file_steps(report: InjectionReport, choice: ChosenMode, place: int) -> Iterator[Working]:
    counted, files = choice.file.counted, report.materialization
    target = tr("direct target, ") if choice.file.direct_target else ""
    yield Working(
        tr("Turn"),
        tr("{target}relevance {relevance:.4g}", target=target, relevance=choice.file.relevance),
        tr("{place:,} of {files:,}", place=place + 1, files=len(files.files)),
    )
    yield Working(tr(q.FILE_BUDGET.title), "", localized(files.budget))
    set_aside = sum(one.tokens + one.overhead for one in files.backgrounds if one.reserved)
    if set_aside:
        yield Working(tr("Set aside"), tr("for backgrounds"), minus(set_aside))
    taken = sum(one.tokens + one.overhead for one in files.files[:place])
    yield Working(tr("Taken before its turn"), _counted(place), minus(taken))
    yield Working(tr("Headroom"), "", localized(choice.left))
    if counted.text is not None:
        least = choice.mode is Mode.OMITTED or _forced(report, choice) is Forced.LISTED
        whole = counted.text + counted.heading if least else choice.needed
        overhead = whole - counted.text
        yield Working(
            tr("Whole text"),
            tr("{counted:,} + {overhead:,} headings", counted=counted.text, overhead=overhead),
            localized(whole),
        )
        if choice.mode is not Mode.INLINED and whole > choice.left:
            yield difference(tr("Over by"), whole, choice.left)
    if counted.line is not None and choice.mode is not Mode.INLINED:
        separator = report.prepared.counted.separators.line
        yield Working(
            tr("As a line"),
            tr("{line:,} + {separator} separator", line=counted.line, separator=separator),
            localized(counted.line + separator),
        )
    if choice.mode is Mode.INLINED:
        covered = covered_cards(report, counted.reference)
        yield Working(tr("Makes redundant"), tr("cards extracted from it"), localized(covered))


def _forced(report: InjectionReport, choice: ChosenMode) -> Forced | None:
    return report.forced(choice.file.counted.reference)


def _counted(files: int) -> str:
    return tr_n("1 file", "{files:,} files", files, files=files)


def covered_cards(report: InjectionReport, reference: str) -> int:
    """Return how many cards are suppressed because they were extracted from a file."""
    sources = report.prepared.cards.source_file[report.suppressed].tolist()
    return sum(report.prepared.files[place].counted.reference == reference for place in sources)


def _file_remedies(report: InjectionReport, choice: ChosenMode) -> Iterator[str]:
    counted = choice.file.counted
    if choice.mode is Mode.INLINED:
        return
    if choice.barred is not None or _forced(report, choice) is Forced.LISTED:
        yield CLEAR_OVERRIDE
        return
    if counted.text is None:
        yield tr("It has a text, which may be included in full.")
        return
    short = max(counted.text + counted.heading - choice.left, 0)
    yield tr("{short:,} more tokens of the file budget are left at its turn.", short=short)
    yield tr("Its relevance is higher, or the request asks about it directly.")


def why_background(report: InjectionReport, key: str, bucket_id: str) -> Why | None:
    """Explain a bucket's background, or a bucket that has none; None for an unknown bucket."""
    buckets = report.prepared.counted.buckets
    index = next((i for i, one in enumerate(buckets) if one.bucket.bucket_id == bucket_id), None)
    if index is None:
        return None
    bucket = buckets[index].bucket
    for place, choice in enumerate(report.backgrounds):
        if choice.bucket_index == index:
            return explanation(
                key,
                report.ledger.parts[2][place],
                tuple(_background_steps(report, choice)),
                (passage(tr("Background"), bucket.background),),
                tuple(_background_remedies(choice)),
                missing_of_summary(report.ledger.parts[2][place]),
            )
    return Why(
        key=key,
        name=bucket.bucket_title,
        kind="bucket",
        sentence=tr("The bucket has no background; each of its files is decided about by itself."),
        tokens=sum(
            one.tokens + one.overhead
            for one in report.materialization.files
            if one.file.counted.bucket_index == index
        ),
        steps=tuple(_bucket_steps(report, index)),
    )


def _bucket_steps(report: InjectionReport, index: int) -> Iterator[Working]:
    for mode, label in _FILES_OF.items():
        yield Working(label, "", localized(len(report.files_of(index, mode))))


def _background_steps(report: InjectionReport, choice: BackgroundChoice) -> Iterator[Working]:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    part, budget = report.settings.background_part, report.budget.bucket_budget
    yield Working(tr("Matter"), bucket.matter_id or "none", "")
    yield Working(
        tr("Entity cards in"),
        tr("of its matter; {covering_cards} cover it", covering_cards=COVERING_CARDS),
        localized(choice.entities),
    )
    yield Working(
        tr("For backgrounds"),
        tr("at most {budget:,} × {part}", budget=budget, part=part_text(part)),
        localized(budget * part, ",.0f"),
    )
    if choice.verdict is Verdict.SUPPRESSED:
        yield Working(tr("Its text"), "", localized(choice.needed))
        yield Working(
            tr(q.FREED_NOT_REUSED.title), tr("of what was set aside"), localized(choice.released)
        )
    else:
        yield Working(tr("Needed"), tr("with separator and heading"), localized(choice.needed))
    if choice.verdict is Verdict.DROPPED:
        yield Working(tr("Left by the files"), "", localized(choice.left))
        yield difference(tr("Over by"), choice.needed, choice.left)
    yield from _bucket_steps(report, choice.bucket_index)


def _background_remedies(choice: BackgroundChoice) -> Iterator[str]:
    if choice.verdict is Verdict.EXCLUDED:
        yield CLEAR_OVERRIDE
    elif choice.verdict is Verdict.SUPPRESSED:
        yield tr(
            "Fewer than {covering_cards} entity cards of its matter are injected.",
            covering_cards=COVERING_CARDS,
        )
    elif choice.verdict is Verdict.DROPPED:
        yield tr("The files leave {needed:,} more tokens.", needed=choice.needed - choice.left)


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
        int(missing_of_cards(CardRows(report, np.array([rank])))[0]),
    )


def _steps(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[Working]:
    cards = report.prepared.cards
    yield Working(
        tr("Turn"),
        tr("relevance {relevance:.4g}", relevance=cards.relevance[rank]),
        tr("{rank:,} of {order:,}", rank=rank + 1, order=len(cards.order)),
    )
    matter = cards.columns.matters[int(cards.order[rank])]
    if matter:
        yield Working(tr("Matter"), matter, "")
    for title, value in attribution_lines(cards.columns.attribution(int(cards.order[rank]))):
        yield Working(title, value, "")
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
            yield Working(
                label,
                tr("{tokens:,} + {separator} separator", tokens=tokens, separator=separator),
                localized(tokens + separator),
            )
    if entry.left is not None and entry.needed is not None:
        yield from _room(report, rank, entry, entry.needed, entry.left)


def _room(
    report: InjectionReport, rank: int, entry: LedgerEntry, needed: int, left: int
) -> Iterator[Working]:
    """Show how much was left under the cap that bound, and what was asked of it."""
    cap = cap_of(entry)
    limit = report.tiers.limits.of(cap)
    half = report.budget.knowledge_card_budget
    if not cap.share:
        yield Working(
            tr(q.KNOWLEDGE_BUDGET.title),
            tr("{half:,} − {half_2:,} heading", half=half, half_2=half - limit),
            localized(limit),
        )
    else:
        share = getattr(report.policy, cap.share)
        yield Working(capitalized(tr(cap.title)), floor_of(half, share), localized(limit))
    if entry.reason is Reason.TIER_LOWERED:
        yield Working(tr("Used before this"), tr("before it could be raised"), minus(limit - left))
        yield Working(tr("Headroom"), "", localized(left))
        yield Working(
            tr("To be raised"), tr("to {detail}", detail=entry.detail["better"]), localized(needed)
        )
    else:
        before = report.tiers.ranks[report.tiers.ranks < rank]
        if cap.kind:
            before = before[report.prepared.cards.caps[before] == cap]
        yield Working(
            tr("Taken before its turn"),
            tr_n("1 card", "{count:,} cards", len(before), count=len(before)),
            minus(limit - left),
        )
        yield Working(tr("Headroom"), "", localized(left))
        separator = report.prepared.counted.separators.card
        yield Working(
            tr("Needed"),
            tr(
                "{tokens:,} + {separator} separator", tokens=needed - separator, separator=separator
            ),
            localized(needed),
        )
    if needed > left:
        yield difference(tr("Over by"), needed, left)


def _passages(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[Passage]:
    cards = report.prepared.cards
    text: str | None = None
    if cards.usable[rank]:
        tier, _ = report.manifest_tier(rank)
        text = cards.columns.texts.get(int(cards.order[rank]), tier)
        yield passage(tr("Card"), text, tier.label)
    if entry.verdict is Verdict.SUPPRESSED:
        file = report.covering_file(rank)
        note = tr("{reference} · in full text", reference=file.reference)
        yield passage(file.file.title, file.file.text, note, sought=text or "")


def _remedies(report: InjectionReport, entry: LedgerEntry) -> Iterator[str]:
    """Say what would have to change for a card that is out to get in, or to get larger."""
    if entry.reason in BARRED:
        yield CLEAR_OVERRIDE
    if entry.reason is Reason.BUCKET_FILE_OVERLAP:
        yield (
            tr(
                "“{detail}” is in by title only: with a smaller file budget, a lower"
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
