"""What each field of the policy comes to in one run: its effective tokens, and whether it binds.

A field binds where it decided something: a total or a share only where something is out, or in
short, for want of room. What does not bind can be relaxed without any effect on what is in, but for
two cases of a ceiling: under ``optimal`` it binds where it alone keeps a card out, or at a
smaller rendering; and raising a card to a larger rendering of fewer tokens makes room, so that a
ceiling is met later than the cap that the ledger names.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.audit.finding import Working
from inspector.core.injection.card_rows import REASONS, CardRows
from inspector.core.injection.policy import Strategy, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import CAP_LABELS, CEILINGS, Cap
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.form_fields import form_fields, value_at
from inspector.present.shares import counted_tokens, part_text


@dataclass(frozen=True, slots=True)
class FieldEffect:
    """One field of the policy: what it comes to in tokens, whether it binds, and why or why not.

    ``idle`` tells that no value of it would change this run.
    """

    field: str
    effective: int
    binds: bool
    why: str
    idle: bool = False

    @property
    def text(self) -> str:
        """The effect in one line, with whether it binds."""
        said = self._effective
        marked = tr("{said} · limiting", said=said) if self.binds else said
        return self._explained(marked)

    @property
    def sentence(self) -> str:
        """The effect in one line, where whether it binds is shown beside it."""
        return self._explained(self._effective)

    @property
    def _effective(self) -> str:
        return tr_n("Effective 1 token", "Effective {n:,} tokens", self.effective, n=self.effective)

    def _explained(self, said: str) -> str:
        return tr("{marked}: {why}", marked=said, why=self.why) if self.why else said


def policy_effects(report: InjectionReport) -> tuple[FieldEffect, ...]:
    """Return the effect of every field of the policy, in the policy's order (Injection §2.1)."""
    wants = _cards_want(report), _files_want(report)
    return (
        *_totals(report, wants=any(wants)),
        *_shares(report, wants),
        *_ceilings(report),
        *_floors(report),
    )


def limit_steps(
    policy: UnifiedContextBudgetPolicy, effects: Sequence[FieldEffect], names: Collection[str]
) -> tuple[Working, ...]:
    """Return the fields of these names as lines: title, tokens and whether it binds, value.

    Without ``effects`` there is no result, and nothing but values is said.
    """
    known = {effect.field: effect for effect in effects}
    return tuple(
        Working(field.title, _in_short(known.get(field.id)), _written(value_at(policy, field.path)))
        for field in form_fields(UnifiedContextBudgetPolicy)
        if field.id in names
    )


def _in_short(effect: FieldEffect | None) -> str:
    if effect is None:
        return ""
    if effect.idle:
        return tr("no effect")
    said = counted_tokens(effect.effective)
    return tr("{said} · limiting", said=said) if effect.binds else said


def _written(value: float) -> str:
    return localized(value) if isinstance(value, int) else part_text(value)


def binding_text(effects: Sequence[FieldEffect], names: Collection[str]) -> str:
    """Return how many of the fields of these names bind: "1 of 5 limiting"; "" without effects."""
    shown = [effect for effect in effects if effect.field in names]
    binding = sum(effect.binds for effect in shown)
    if not shown:
        return ""
    return tr_n("1 of {all} limiting", "{n} of {all} limiting", binding, n=binding, all=len(shown))


def split_text(effects: Sequence[FieldEffect]) -> str:
    """Return what both budgets come to: "Effective 2,400 : 3,600 tokens"; "" without effects."""
    known = {effect.field: effect for effect in effects}
    if not known:
        return ""
    knowledge = known["knowledge_card_share_default"]
    files = known["bucket_content_share_default"]
    said = tr(
        "Effective {knowledge:,} : {files:,} tokens",
        knowledge=knowledge.effective,
        files=files.effective,
    )
    why = knowledge.why if knowledge.effective else files.why
    return tr("{marked}: {why}", marked=said, why=why) if why else said


def _cards_want(report: InjectionReport) -> bool:
    """Whether more tokens would bring a card in, or a longer rendering of one."""
    cards, choice = report.prepared.cards, report.tiers
    if choice.shortened:
        return True
    out = report.cards_without_room()
    shut = [cap for cap in CEILINGS if getattr(report.policy, cap.share) <= 0]
    waiting = ~np.isin(cards.caps[out], shut)
    if report.strategy is Strategy.OPTIMAL:
        waiting &= cards.relevance[out] > 0  # a card without value is out in any budget
    return bool(waiting.any())


def _files_want(report: InjectionReport) -> bool:
    """Whether more tokens would bring a file in, its full text, or a background."""
    wanting = [REASONS.index(reason) for reason in (Reason.BUCKET_BUDGET, Reason.FILE_LISTED)]
    dropped = any(one.verdict is Verdict.DROPPED for one in report.backgrounds)
    return dropped or bool(np.isin(report.file_rows.reasons, wanting).any())


def _totals(report: InjectionReport, *, wants: bool) -> Iterator[FieldEffect]:
    budget, most = report.budget, max(0, report.policy.max_injection_tokens_absolute)
    by_window = budget.allowed_by_window
    yield FieldEffect(
        "max_injection_tokens_absolute",
        budget.total_budget,
        wants and most <= by_window,
        ""
        if most <= by_window
        else tr("limited by the share of free context, {tokens:,} tokens", tokens=by_window),
    )
    yield FieldEffect(
        "max_injection_tokens_pct_of_context",
        by_window,
        wants and by_window <= most,
        "" if by_window <= most else tr("the maximum of {tokens:,} tokens is smaller", tokens=most),
    )


@dataclass(frozen=True, slots=True)
class _Half:
    """One of the two budgets: what its floor and its share ask for, and what it got. Tokens."""

    share_field: str
    floor_field: str
    division: str  # in which it is alone
    share: float
    own_share: float
    by_share: int
    floor: int
    before_scaling: int
    budget: int


def _halves(report: InjectionReport) -> tuple[_Half, _Half]:
    budget, policy = report.budget, report.policy
    total = float(budget.total_budget)
    return (
        _Half(
            "knowledge_card_share_default",
            "min_knowledge_card_tokens",
            "knowledge_only",
            budget.knowledge_share,
            policy.knowledge_card_share_default,
            math.floor(total * budget.knowledge_share),
            policy.min_knowledge_card_tokens,
            budget.before_scaling[0],
            budget.knowledge_card_budget,
        ),
        _Half(
            "bucket_content_share_default",
            "min_bucket_tokens",
            "bucket_only",
            budget.bucket_share,
            policy.bucket_content_share_default,
            math.floor(total * budget.bucket_share),
            policy.min_bucket_tokens,
            budget.before_scaling[1],
            budget.bucket_budget,
        ),
    )


def _alone(report: InjectionReport, half: _Half) -> str:
    if not len(report.given.cards.order) and not report.given.files and not report.backgrounds:
        return tr("no cards and no files")
    if report.budget.division == half.division:
        return (
            tr("no cards: all of it is for files")
            if half.division == "bucket_only"
            else tr("no files: all of it is for cards")
        )
    return tr("no files") if half.division == "bucket_only" else tr("no cards")


def _shares(report: InjectionReport, wants: tuple[bool, bool]) -> Iterator[FieldEffect]:
    budget = report.budget
    for half, wanting in zip(_halves(report), wants, strict=True):
        if budget.division != "both":
            why = _alone(report, half)
            yield FieldEffect(half.share_field, half.budget, binds=False, why=why, idle=True)
            continue
        reasons = []
        if budget.direct_target:
            reasons.append(
                tr(
                    "the direct target fixes it at {share} instead of {own}",
                    share=part_text(half.share),
                    own=part_text(half.own_share),
                )
            )
        if half.floor > half.by_share:
            reasons.append(
                tr(
                    "the floor of {floor:,} is more than the {tokens:,} of the share",
                    floor=half.floor,
                    tokens=half.by_share,
                )
            )
        binds = wanting and not reasons
        if half.budget != half.before_scaling:
            reasons.append(
                tr(
                    "scaled from {before:,} to fit the total of {total:,}",
                    before=half.before_scaling,
                    total=budget.total_budget,
                )
            )
        elif budget.unallocated > 1:
            reasons.append(
                tr("{tokens:,} tokens belong to neither share", tokens=budget.unallocated)
            )
        told = "; ".join(reasons)
        yield FieldEffect(half.share_field, half.budget, binds, told, budget.direct_target)


def _floors(report: InjectionReport) -> Iterator[FieldEffect]:
    budget = report.budget
    for half in _halves(report):
        floor = max(0, half.floor)
        if budget.division != "both":
            why = _alone(report, half)
            yield FieldEffect(half.floor_field, 0, binds=False, why=why, idle=True)
            continue
        binds = half.floor > half.by_share and budget.total_budget > 0
        effective = min(floor, half.budget)
        if effective < floor:
            why = tr(
                "scaled down from {floor:,}: both budgets do not fit the total of {total:,}",
                floor=floor,
                total=budget.total_budget,
            )
        elif not floor:
            why = tr("no floor")
        elif binds:
            why = tr("more than the {tokens:,} of the share", tokens=half.by_share)
        elif floor == half.budget:
            why = tr("as much as the budget of {tokens:,}", tokens=half.budget)
        else:
            why = tr("below the budget of {tokens:,}", tokens=half.budget)
        yield FieldEffect(half.floor_field, effective, binds, why)


def _ceilings(report: InjectionReport) -> Iterator[FieldEffect]:
    cards, choice = report.prepared.cards, report.tiers
    separator = report.prepared.counted.separators.card
    for cap in CEILINGS:
        limit = choice.limits.of(cap)
        if not (cards.caps == cap).any():
            why = tr("no card of this kind competes")
            yield FieldEffect(cap.share, limit, binds=False, why=why, idle=True)
            continue
        inside = cards.caps[choice.ranks] == cap
        spent = cards.costs[choice.ranks, choice.tiers][inside] + separator
        used = tr("{used:,} used with separators", used=int(spent.sum()))
        if report.strategy is Strategy.OPTIMAL:
            stopped = _stopped_at_the_optimum(report, cap, limit - int(spent.sum()))
        else:
            stopped = _stopped(report, cap)
        why = used
        if stopped:
            cards_stopped = tr_n(
                "1 card dropped or shortened",
                "{count:,} cards dropped or shortened",
                stopped,
                count=stopped,
            )
            why = tr("{used}, {stopped}", used=used, stopped=cards_stopped)
        yield FieldEffect(cap.share, limit, stopped > 0, why)


def _stopped(report: InjectionReport, cap: Cap) -> int:
    """Return how many cards the ledger says a ceiling dropped or kept at a smaller rendering."""
    rows = CardRows(report, np.flatnonzero(report.prepared.cards.caps == cap))
    return int((rows.caps == CAP_LABELS.index(cap.label)).sum())


def _stopped_at_the_optimum(report: InjectionReport, cap: Cap, left: int) -> int:
    """Return how many cards would be in, or larger, were it not for a ceiling alone.

    ``optimal`` decides at once, so no card has a turn; what counts is what is left in the end.
    """
    cards, choice = report.prepared.cards, report.tiers
    room = choice.limits.budget - choice.tokens - len(choice.ranks) * choice.separator
    out = report.cards_without_room()
    out = out[cards.caps[out] == cap]
    more = [cards.first_cost[out] + choice.separator]
    inside = cards.caps[choice.ranks] == cap
    more.append(choice.raise_costs(choice.ranks[inside], choice.tiers[inside]))
    asked = np.concatenate(more)
    return int(((left < asked) & (asked <= room)).sum())
