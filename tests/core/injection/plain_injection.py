"""The injection step written again, plainly and slowly: an oracle for the fast one."""

from dataclasses import dataclass, field
from itertools import product

from inspector.core import CandidateSet, Request, UnifiedContextBudgetPolicy, compute_unified_budget

TIERS = ("compact", "standard", "full")
HEADING, SEPARATOR = len("# Knowledge\n\n"), 2


@dataclass
class Outcome:
    tiers: dict[str, str] = field(default_factory=dict)
    suppressed: set[str] = field(default_factory=set)
    inlined: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)
    backgrounds: set[str] = field(default_factory=set)
    backgrounds_suppressed: set[str] = field(default_factory=set)


def inject_plainly(
    request: Request, candidates: CandidateSet, policy: UnifiedContextBudgetPolicy, strategy: str
) -> Outcome:
    buckets = candidates.buckets
    budget = compute_unified_budget(
        model_context_window=request.model.context_window,
        tokens_used_before=request.tokens_used_before,
        policy=policy,
        has_bucket_content=any(b.files or b.background for b in buckets),
        has_knowledge_cards=len(candidates.knowledge_cards) > 0,
        bucket_is_direct_target=_targets(request, candidates),
    )
    outcome = Outcome()
    late, left, files_in = _files(request, candidates, budget.bucket_budget, outcome)
    retained = []
    for card in sorted(candidates.knowledge_cards, key=lambda c: (-c.relevance_score, c.node_id)):
        if (
            card.provenance_source == "bucket_file"
            and card.provenance_source_ref in outcome.inlined
        ):
            outcome.suppressed.add(card.node_id)
        elif _sizes(card):
            retained.append(card)
    caps = {
        "procedure": budget.procedure_cap,
        "interaction_policy": budget.interaction_policy_cap,
    }
    room = max(0, budget.knowledge_card_budget - HEADING)
    chooser = {"coverage": _coverage, "depth": _depth, "optimal": _optimal}[strategy]
    outcome.tiers = chooser(retained, room, caps)
    injected = [c for c in retained if c.node_id in outcome.tiers]
    for bucket in buckets:
        if not bucket.background:
            continue
        entities = sum(
            c.node_kind == "entity" and c.matter_id == bucket.matter_id and bool(c.matter_id)
            for c in injected
        )
        if entities >= 3:
            outcome.backgrounds_suppressed.add(bucket.bucket_id)
        elif bucket.bucket_id not in late:
            outcome.backgrounds.add(bucket.bucket_id)
        else:
            size = len(bucket.background) + 2 + (0 if bucket.bucket_id in files_in else 5)
            if size <= left:
                left -= size
                outcome.backgrounds.add(bucket.bucket_id)
    return outcome


def _targets(request, candidates):
    named = set(request.direct_target_refs)
    return any(
        b.bucket_id in named or any(f"{b.bucket_id}:{f.file_id}" in named for f in b.files)
        for b in candidates.buckets
    )


def _files(request, candidates, budget, outcome):
    left, headed, late, spent, files_in = budget, set(), set(), 0, set()
    for bucket in candidates.buckets:
        if bucket.background:
            size = len(bucket.background) + 2 + 5
            if spent + size <= budget / 4:
                spent += size
                headed.add(bucket.bucket_id)
            else:
                late.add(bucket.bucket_id)
    left -= spent
    named = set(request.direct_target_refs)
    everything = [
        (
            not (b.bucket_id in named or f"{b.bucket_id}:{f.file_id}" in named),
            -f.relevance_score,
            index,
            f.file_id,
            b,
            f,
        )
        for index, b in enumerate(candidates.buckets)
        for f in b.files
    ]
    for *_, bucket, file in sorted(everything, key=lambda entry: entry[:4]):
        reference = f"{bucket.bucket_id}:{file.file_id}"
        heading = 0 if bucket.bucket_id in headed else 5
        line = len(f"- {file.title}: {file.summary}" if file.summary else f"- {file.title}")
        inline = heading + len(f"## {file.title}\n\n") + len(file.text or "") + 2
        if file.text and file.inlinable and inline <= left:
            outcome.inlined.add(reference)
            left -= inline
        elif heading + line + 1 <= left:
            outcome.listed.add(reference)
            left -= heading + line + 1
        else:
            continue
        headed.add(bucket.bucket_id)
        files_in.add(bucket.bucket_id)
    return late, left, files_in


def _sizes(card):
    texts = (getattr(card.renderings, tier) for tier in TIERS)
    return {tier: len(text) for tier, text in zip(TIERS, texts, strict=True) if text}


class _Room:
    def __init__(self, budget, caps):
        self.left, self.caps = budget, dict(caps)

    def fits(self, card, size):
        return size <= self.left and size <= self.caps.get(card.node_kind, size)

    def take(self, card, size):
        self.left -= size
        if card.node_kind in self.caps:
            self.caps[card.node_kind] -= size


def _coverage(cards, budget, caps):
    room, tiers = _Room(budget, caps), {}
    for card in cards:
        tier, size = next(iter(_sizes(card).items()))
        if room.fits(card, size + SEPARATOR):
            room.take(card, size + SEPARATOR)
            tiers[card.node_id] = tier
    for better in ("standard", "full"):
        for card in cards:
            sizes, now = _sizes(card), tiers.get(card.node_id)
            if now is None or better not in sizes or TIERS.index(now) >= TIERS.index(better):
                continue
            more = sizes[better] - sizes[now]
            if room.fits(card, more):
                room.take(card, more)
                tiers[card.node_id] = better
    return tiers


def _depth(cards, budget, caps):
    room, tiers = _Room(budget, caps), {}
    for card in cards:
        for tier, size in reversed(_sizes(card).items()):
            if room.fits(card, size + SEPARATOR):
                room.take(card, size + SEPARATOR)
                tiers[card.node_id] = tier
                break
    return tiers


WEIGHTS = {"compact": 0.6, "standard": 0.85, "full": 1.0}


def value_of(cards, tiers):
    """Return the value of a selection, in whole steps of 1e-9."""
    return sum(
        round(card.relevance_score * WEIGHTS[tiers[card.node_id]] * 1e9)
        for card in cards
        if card.node_id in tiers
    )


def _optimal(cards, budget, caps):
    best, best_value = {}, 0
    for forms in product(*([None, *_sizes(card)] for card in cards)):
        room, tiers, fits = _Room(budget, caps), {}, True
        for card, tier in zip(cards, forms, strict=True):
            if tier is None:
                continue
            size = _sizes(card)[tier] + SEPARATOR
            if not room.fits(card, size):
                fits = False
                break
            room.take(card, size)
            tiers[card.node_id] = tier
        if fits and value_of(cards, tiers) > best_value:
            best, best_value = tiers, value_of(cards, tiers)
    return best
