"""The two independent budgets that the unified one replaced, kept to compare with (Injection §1.1).

Cards took up to 2,000 tokens or 15 % of the context, buckets up to 6,000 or 25 % of what remained,
the smaller of the two numbers each; nobody looked for overlap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

import numpy as np

from inspector.core.arrays import Int64
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.materialization import (
    COVERING_CARDS,
    Materialization,
    Mode,
    entities_by_matter,
    materialize,
)
from inspector.core.injection.policy import CEILING_OF_KIND, Strategy, ceilings
from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.tiers import CardLimits, TierChoice, choose_tiers, contest_for
from inspector.core.reasons import Verdict
from inspector.core.selection.greedy import Contest

KNOWLEDGE_TOKENS, KNOWLEDGE_PART = 2_000, 0.15
BUCKET_TOKENS, BUCKET_PART = 6_000, 0.25


class MergeStep(StrEnum):
    """What makes one budget out of two, in the order in which it is told."""

    DUPLICATED = "duplicated"
    REPLACED = "replaced"
    LEFT_OUT = "left_out"
    TITLE_ONLY = "title_only"
    SHORTER = "shorter"
    LONGER = "longer"
    ADDED = "added"
    OVERHEAD = "overhead"


@dataclass(frozen=True, slots=True)
class BridgeStep:
    """How many cards, files and summaries a step is about, and the tokens that it changes."""

    step: MergeStep
    cards: int
    files: int
    summaries: int
    tokens: int


@dataclass(frozen=True, slots=True)
class IndependentRun:
    """What the superseded budgets would have injected for the same request. Tokens.

    ``spent_twice`` is what the texts of cards take whose file was inlined at the same time, and of
    backgrounds beside the entity cards that cover them (``summary_tokens_twice`` of it), gross.
    ``bridge`` leads from their total to that of the unified budget, item by item: what was paid
    twice and is not any more (``DUPLICATED``: a card beside its file, a background beside its
    cards), what now stands in a file that two budgets leave out (``REPLACED``), what is left out
    or by title only, in a shorter or longer form, what is there besides, and layout.
    """

    knowledge_budget: int
    bucket_budget: int
    knowledge_used: int
    bucket_used: int
    cards_injected: int
    files_inlined: int
    cards_spent_twice: int
    summaries_spent_twice: int
    spent_twice: int
    summary_tokens_twice: int
    bridge: tuple[BridgeStep, ...]

    @property
    def total_used(self) -> int:
        """Tokens of both kinds together."""
        return self.knowledge_used + self.bucket_used

    def step(self, step: MergeStep) -> BridgeStep:
        """Return one step of the bridge."""
        return next(one for one in self.bridge if one.step is step)

    @property
    def saved(self) -> int:
        """Tokens that were paid twice and are not any more: all that one budget saves."""
        return -self.step(MergeStep.DUPLICATED).tokens


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """What the superseded budgets chose, kept to be compared with any unified budget."""

    run: IndependentRun
    tiers: TierChoice
    files: Materialization


class Rivals:
    """What the superseded budgets chose, and from what, kept from one report to the next."""

    def __init__(self) -> None:
        self._known: tuple[Prepared, Strategy, Int64, Contest] | None = None
        self._last: tuple[tuple[object, ...], _Chosen] | None = None

    def of(self, prepared: Prepared, strategy: Strategy) -> tuple[Int64, Contest]:
        """Return the ranks of the cards, and their contest for any budget."""
        if self._known is None or self._known[0] is not prepared or self._known[1] != strategy:
            candidates = np.flatnonzero(prepared.cards.usable)
            separator = prepared.counted.separators.card
            contest = contest_for(prepared.cards, candidates, separator, strategy)
            self._known = (prepared, strategy, candidates, contest)
        return self._known[2:]

    def run(self, report: InjectionReport) -> IndependentRun:
        """Return the superseded budgets' run; how a budget is shared is nothing to them."""
        goes_by = (
            id(report.given),  # which ``_known`` keeps alive
            report.strategy,
            report.settings,
            report.budget.model_context_window,
            report.budget.remaining,
            tuple(getattr(report.policy, field) for field in CEILING_OF_KIND.values()),
        )
        if self._last is None or self._last[0] != goes_by:
            self._last = (goes_by, _run(report, self))
        chosen = self._last[1]
        return replace(chosen.run, bridge=_bridge(report, chosen))


def independent_run(report: InjectionReport, rivals: Rivals | None = None) -> IndependentRun:
    """Run the superseded budgets on the input of ``report``, with its strategy and settings.

    Cards go first, as they did; the ceilings for procedures and interaction policies are those of
    the report's policy. A background is always rendered where it fits. ``rivals`` may be given for
    the next report of the same request.
    """
    return (rivals or Rivals()).run(report)


def _run(report: InjectionReport, rivals: Rivals) -> _Chosen:
    prepared, policy = report.given, report.policy
    window, remaining = report.budget.model_context_window, report.budget.remaining
    knowledge_budget = max(
        0, min(KNOWLEDGE_TOKENS, math.floor(window * KNOWLEDGE_PART), math.floor(remaining))
    )
    separators = prepared.counted.separators
    candidates, contest = rivals.of(prepared, report.strategy)
    tiers = choose_tiers(
        prepared.cards,
        candidates,
        contest,
        CardLimits(
            budget=max(0, knowledge_budget - separators.knowledge_heading),
            caps=tuple(int(one) for one in ceilings(partial(getattr, policy), knowledge_budget)),
        ),
        separators.card,
        Strategy(report.strategy),
        report.settings.tier_weights,
        0,
    )
    count = len(tiers.ranks)
    knowledge_used = tiers.tokens + count * separators.card
    knowledge_used += separators.knowledge_heading if count else 0

    bucket_budget = max(
        0, min(BUCKET_TOKENS, math.floor((remaining - knowledge_used) * BUCKET_PART))
    )
    files = materialize(prepared, bucket_budget, report.settings.background_part)
    bucket_used = bucket_budget - files.left

    sources = prepared.cards.source_file[tiers.ranks]
    inlined = np.array(
        [
            place != ABSENT and prepared.files[place].counted.reference in files.inlined_references
            for place in sources.tolist()
        ],
        dtype=np.bool_,
    )
    twice = int(prepared.cards.costs[tiers.ranks, tiers.tiers][inlined].sum())
    covered = [
        one.tokens
        for one in files.backgrounds
        if one.reserved and _is_covered(prepared, tiers, one.bucket_index)
    ]
    run = IndependentRun(
        knowledge_budget=knowledge_budget,
        bucket_budget=bucket_budget,
        knowledge_used=knowledge_used,
        bucket_used=bucket_used,
        cards_injected=count,
        files_inlined=len(files.inlined_references),
        cards_spent_twice=int(inlined.sum()),
        summaries_spent_twice=len(covered),
        spent_twice=twice + sum(covered),
        summary_tokens_twice=sum(covered),
        bridge=(),
    )
    return _Chosen(run, tiers, files)


def _is_covered(prepared: Prepared, tiers: TierChoice, bucket: int) -> bool:
    """Whether so many entity cards of a bucket's matter are in that they cover its background."""
    matter = prepared.counted.buckets[bucket].bucket.matter_id or ""
    return entities_by_matter(prepared, tiers).get(matter, 0) >= COVERING_CARDS


class _Counts:
    """Items and tokens of one step while the bridge is built."""

    def __init__(self) -> None:
        self.of = dict.fromkeys(("card", "file", "summary"), 0)
        self.tokens = 0

    def add(self, kind: str, tokens: int, items: int = 1) -> None:
        self.of[kind] += items
        self.tokens += tokens


def _bridge(report: InjectionReport, chosen: _Chosen) -> tuple[BridgeStep, ...]:
    steps = {step: _Counts() for step in MergeStep}
    texts = _cards_bridged(report, chosen, steps)
    texts += _files_bridged(report, chosen, steps)
    texts += _summaries_bridged(report, chosen, steps)
    overhead = report.knowledge_overhead + report.bucket_overhead
    steps[MergeStep.OVERHEAD].tokens = overhead - (chosen.run.total_used - texts)
    return tuple(
        [
            BridgeStep(step, one.of["card"], one.of["file"], one.of["summary"], one.tokens)
            for step, one in steps.items()
        ]
    )


def _cards_bridged(
    report: InjectionReport, chosen: _Chosen, steps: dict[MergeStep, _Counts]
) -> int:
    """Take the cards into the steps; return the tokens of those that two budgets have."""
    of, cards = report.given, report.prepared.cards
    given = of.cards
    old_rows = given.order[chosen.tiers.ranks]
    new_rows = cards.order[report.tiers.ranks]
    old = given.costs[chosen.tiers.ranks, chosen.tiers.tiers]
    new = cards.costs[report.tiers.ranks, report.tiers.tiers]
    kept_old, kept_new = np.isin(old_rows, new_rows), np.isin(new_rows, old_rows)
    added = np.flatnonzero(~kept_new)
    steps[MergeStep.ADDED].add("card", int(new[added].sum()), len(added))
    by_row = np.argsort(new_rows[kept_new]), np.argsort(old_rows[kept_old])
    change = new[kept_new][by_row[0]] - old[kept_old][by_row[1]]
    for step, mask in ((MergeStep.LONGER, change > 0), (MergeStep.SHORTER, change < 0)):
        steps[step].add("card", int(change[mask].sum()), int(mask.sum()))
    gone = np.flatnonzero(~kept_old)
    ranks = cards.rank_of_row[old_rows[gone]]
    for place, suppressed in zip(gone.tolist(), report.suppressed[ranks].tolist(), strict=True):
        source = int(given.source_file[chosen.tiers.ranks[place]])
        twice = (
            source != ABSENT
            and of.files[source].counted.reference in chosen.files.inlined_references
        )
        step = (
            (MergeStep.DUPLICATED if twice else MergeStep.REPLACED)
            if suppressed
            else MergeStep.LEFT_OUT
        )
        steps[step].add("card", -int(old[place]))
    return int(old.sum())


def _files_bridged(
    report: InjectionReport, chosen: _Chosen, steps: dict[MergeStep, _Counts]
) -> int:
    old = {one.file.counted.subject: one for one in chosen.files.rendered}
    new = {one.file.counted.subject: one for one in report.materialization.rendered}
    for subject, was in old.items():
        now = new.get(subject)
        if now is None:
            steps[MergeStep.LEFT_OUT].add("file", -was.tokens)
        elif now.mode is not was.mode:
            step = MergeStep.LONGER if now.mode is Mode.INLINED else MergeStep.TITLE_ONLY
            steps[step].add("file", now.tokens - was.tokens)
    for subject, now in new.items():
        if subject not in old:
            steps[MergeStep.ADDED].add("file", now.tokens)
    return sum([one.tokens for one in old.values()])


def _summaries_bridged(
    report: InjectionReport, chosen: _Chosen, steps: dict[MergeStep, _Counts]
) -> int:
    old = {one.bucket_index: one for one in chosen.files.backgrounds if one.reserved}
    new = {one.bucket_index: one for one in report.backgrounds}
    for index, was in old.items():
        now = new[index]
        if now.verdict is Verdict.INCLUDED:
            continue
        step = MergeStep.LEFT_OUT
        if now.verdict is Verdict.SUPPRESSED:
            twice = _is_covered(report.given, chosen.tiers, index)
            step = MergeStep.DUPLICATED if twice else MergeStep.REPLACED
        steps[step].add("summary", -was.tokens)
    for index, now in new.items():
        if index not in old and now.tokens:
            steps[MergeStep.ADDED].add("summary", now.tokens)
    return sum(one.tokens for one in old.values())
