"""Why: the sentence, the rule, the arithmetic of this run, and what stands beside a subject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.injection.card import Tier
from inspector.core.injection.materialization import COVERING_CARDS, FileChoice, Mode
from inspector.core.injection.report import BackgroundChoice, InjectionReport
from inspector.core.injection.rows import card_entry
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict

CAP_TITLES = {
    "knowledge_budget": "knowledge budget",
    "procedure_cap": "ceiling for procedures",
    "interaction_policy_cap": "ceiling for interaction policies",
    "bucket_budget": "bucket budget",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One line of arithmetic: what it is, how it is worked out, and the number (tokens)."""

    label: str
    working: str
    result: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A text beside the explanation, such as a card's rendering or an inlined file."""

    title: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """Everything there is to say about one subject of one run."""

    key: str
    name: str
    kind: str
    verdict: Verdict
    reason: str
    rule: str
    sentence: str
    help: str
    tokens: int
    steps: tuple[Step, ...]
    passages: tuple[Passage, ...]
    remedies: tuple[str, ...]


def why(report: InjectionReport, key: str) -> Why | None:
    """Explain the subject ``kind:id``; None when the run has no such subject."""
    kind, _, subject = key.partition(":")
    if kind == "card":
        row = report.prepared.cards.columns.row_of.get(subject)
        if row is None:
            return None
        return _why_card(report, key, int(report.prepared.cards.rank_of_row[row]))
    if kind in ("file", "background"):
        part = report.ledger.parts[1 if kind == "file" else 2]
        choices: tuple[FileChoice, ...] | tuple[BackgroundChoice, ...] = (
            report.materialization.files if kind == "file" else report.backgrounds
        )
        for place, entry in enumerate(part):
            if entry.subject == subject:
                choice = choices[place]
                if isinstance(choice, FileChoice):
                    return _why_file(report, key, choice, entry)
                return _why_background(report, key, choice, entry)
    if kind == "balance":
        for entry in report.ledger.parts[3]:
            if entry.subject == subject:
                return _explanation(key, entry, budget_steps(report), (), ())
    return None


def _explanation(
    key: str,
    entry: LedgerEntry,
    steps: tuple[Step, ...],
    passages: tuple[Passage, ...],
    remedies: tuple[str, ...],
) -> Why:
    return Why(
        key=key,
        name=entry.name,
        kind=entry.kind,
        verdict=entry.verdict,
        reason=entry.reason.code,
        rule=entry.rule,
        sentence=entry.sentence,
        help=entry.reason.help,
        tokens=entry.tokens,
        steps=steps,
        passages=passages,
        remedies=remedies,
    )


def budget_steps(report: InjectionReport) -> tuple[Step, ...]:
    """Return the arithmetic of the budget and its two halves (Injection §2.2)."""
    return tuple(_budget_steps(report))


def _budget_steps(report: InjectionReport) -> Iterator[Step]:
    budget, policy = report.budget, report.policy
    window, used = budget.model_context_window, budget.tokens_used_before
    yield Step("Remaining", f"{window:,.0f} − {used:,.0f} used before", f"{budget.remaining:,.0f}")
    part = policy.max_injection_tokens_pct_of_context
    yield Step(
        "Allowed by the window",
        f"⌊{budget.remaining:,.0f} × {part:g}⌋",
        f"{budget.allowed_by_window:,}",
    )
    yield Step(
        "Total budget",
        f"min({policy.max_injection_tokens_absolute:,}, {budget.allowed_by_window:,})",
        f"{budget.total_budget:,}",
    )
    if budget.division != "both":
        only = "knowledge cards" if budget.division == "knowledge_only" else "bucket content"
        yield Step("Division", f"only {only} present: they get everything", "")
        return
    if budget.direct_target:
        yield Step(
            "Division",
            "a bucket is the direct target: fixed shares",
            f"{budget.knowledge_share:g} / {budget.bucket_share:g}",
        )
    floors = (policy.min_knowledge_card_tokens, policy.min_bucket_tokens)
    shares = (budget.knowledge_share, budget.bucket_share)
    for name, floor, share, result in zip(
        ("Knowledge half", "Bucket half"), floors, shares, budget.before_scaling, strict=True
    ):
        yield Step(name, f"max({floor:,}, ⌊{budget.total_budget:,} × {share:g}⌋)", f"{result:,}")
    if budget.scaled:
        both = sum(budget.before_scaling)
        yield Step(
            "Scaled into the total",
            f"{both:,} asked for, {budget.total_budget:,} there",
            f"{budget.knowledge_card_budget:,} + {budget.bucket_budget:,}",
        )


def _why_card(report: InjectionReport, key: str, rank: int) -> Why:
    entry = card_entry(report, rank)
    cards = report.prepared.cards
    row = int(cards.order[rank])
    steps = [
        Step(
            "Turn",
            f"relevance {cards.relevance[rank]:.4g}",
            f"{rank + 1:,} of {len(cards.order):,}",
        )
    ]
    steps += _tier_steps(report, rank)
    if entry.verdict is Verdict.SUPPRESSED:
        steps.append(Step("Provenance", str(entry.detail.get("reference", "")), "inlined whole"))
    elif entry.left is not None:
        cap = CAP_TITLES.get(entry.cap or "", "budget")
        steps.append(Step(f"Left of the {cap}", "at its turn", f"{entry.left:,}"))
        steps.append(Step("Needed", "separator included", f"{entry.needed or 0:,}"))
        if entry.needed is not None and entry.needed > entry.left:
            steps.append(Step("Short by", "", f"{entry.needed - entry.left:,}"))
    text = _rendering(report, rank)
    passages = [] if text is None else [Passage(f"Card: {entry.name}", text[1], text[0])]
    if entry.verdict is Verdict.SUPPRESSED:
        file = report.prepared.files[int(cards.source_file[rank])].counted.file
        passages.append(
            Passage(f"Inlined file: {file.title}", file.text or "", "already in the context")
        )
    if cards.columns.matters[row]:
        steps.insert(1, Step("Matter", str(cards.columns.matters[row]), ""))
    return _explanation(
        key, entry, tuple(steps), tuple(passages), tuple(_card_remedies(report, rank, entry))
    )


def _tier_steps(report: InjectionReport, rank: int) -> Iterator[Step]:
    cards = report.prepared.cards
    separator = report.prepared.counted.separators.card
    chosen = int(report.tier_by_rank[rank])
    for tier in Tier:
        if cards.tier_exists[rank, tier]:
            tokens = int(cards.costs[rank, tier])
            mark = " ← in" if tier == chosen else ""
            yield Step(
                f"At {tier.label}",
                f"{tokens:,} + {separator} separator",
                f"{tokens + separator:,}{mark}",
            )


def _rendering(report: InjectionReport, rank: int) -> tuple[str, str] | None:
    """Return the name and the text of the rendering that is in, or of the smallest one."""
    cards = report.prepared.cards
    if not cards.usable[rank]:
        return None
    tier, _ = report.manifest_tier(rank)
    text = cards.columns.texts.get(int(cards.order[rank]), tier)
    return None if text is None else (tier.label, text)


def _card_remedies(report: InjectionReport, rank: int, entry: LedgerEntry) -> Iterator[str]:
    """Say what would have to change for a card that is out to get in."""
    if entry.reason is Reason.BUCKET_FILE_OVERLAP:
        yield (
            f"It competes again when “{entry.detail['file']}” is only listed: with a smaller bucket"
            " budget, a lower relevance of the file, or the file marked as not inlinable."
        )
        yield "A card learned elsewhere about the same thing is never suppressed."
    elif entry.needed is not None and entry.left is not None and entry.verdict is Verdict.DROPPED:
        short = entry.needed - entry.left
        yield (
            f"{short:,} more tokens under the {CAP_TITLES[entry.cap or 'knowledge_budget']} at its"
            " turn, if everything before it stays as it is."
        )
        yield "Or a higher relevance, so that its turn comes earlier."
        if rank and int(report.prepared.cards.first_cost[rank]) > entry.left > 0:
            yield f"Or a smallest rendering of at most {entry.left:,} tokens, separator included."
    elif entry.reason is Reason.TIER_LOWERED and entry.left is not None:
        short = (entry.needed or 0) - entry.left
        yield f"{short:,} more tokens when it was to be raised to {entry.detail['better']}."
    elif entry.reason in (Reason.OUTWEIGHED, Reason.TIER_CHOSEN):
        yield "A higher relevance, a smaller rendering, or a larger knowledge budget."
    elif entry.reason is Reason.NO_RENDERING:
        yield "Give the card at least one rendering."
    elif entry.reason is Reason.NOTHING_TO_INJECT:
        yield "Leave room in the model's window, or raise the policy's total above 0."


def _why_file(report: InjectionReport, key: str, choice: FileChoice, entry: LedgerEntry) -> Why:
    counted = choice.file.counted
    position = report.materialization.files.index(choice) + 1
    target = "direct target, " if choice.file.direct_target else ""
    steps = [
        Step(
            "Turn",
            f"{target}relevance {choice.file.relevance:.4g}",
            f"{position:,} of {len(report.materialization.files):,}",
        ),
        Step("Left of the bucket budget", "at its turn", f"{choice.left:,}"),
    ]
    if counted.text is not None:
        steps.append(
            Step(
                "Whole text", f"{counted.text:,} + headings", f"{counted.text + counted.heading:,}"
            )
        )
    if counted.line is not None:
        steps.append(Step("As a line", "title and summary", f"{counted.line:,}"))
    remedies = []
    if choice.mode is not Mode.INLINED and counted.text is not None:
        short = counted.text + counted.heading - choice.left
        remedies.append(
            f"{max(short, 0):,} more tokens of the bucket budget at its turn let its whole text in."
        )
        remedies.append("Or a higher relevance, or being the direct target of the request.")
    if choice.mode is Mode.INLINED:
        covered = _covered_cards(report, counted.reference)
        steps.append(Step("Cards it makes redundant", "extracted from it", f"{covered:,}"))
    passage = counted.file.text if choice.mode is Mode.INLINED else counted.file.summary
    passages = (Passage(counted.file.title, passage),) if passage else ()
    return _explanation(key, entry, tuple(steps), passages, tuple(remedies))


def _covered_cards(report: InjectionReport, reference: str) -> int:
    sources = report.prepared.cards.source_file[report.suppressed].tolist()
    return sum(report.prepared.files[place].counted.reference == reference for place in sources)


def _why_background(
    report: InjectionReport, key: str, choice: BackgroundChoice, entry: LedgerEntry
) -> Why:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    part = report.settings.background_part
    steps = (
        Step("Matter", bucket.matter_id or "none", ""),
        Step(
            "Entity cards of the matter injected",
            f"{COVERING_CARDS} cover it",
            f"{choice.entities:,}",
        ),
        Step(
            "Set aside for backgrounds, at most",
            f"{report.budget.bucket_budget:,} × {part:g}",
            f"{report.budget.bucket_budget * part:,.0f}",
        ),
        Step("Needed", "with its separator and heading", f"{choice.needed:,}"),
    )
    remedies: tuple[str, ...] = ()
    if choice.verdict is Verdict.SUPPRESSED:
        remedies = (f"Fewer than {COVERING_CARDS} injected entity cards of its matter.",)
    elif choice.verdict is Verdict.DROPPED:
        remedies = (f"{choice.needed - choice.left:,} more tokens left by the files.",)
    passages = (Passage(f"Background of {bucket.bucket_title}", bucket.background or ""),)
    return _explanation(key, entry, steps, passages, remedies)
