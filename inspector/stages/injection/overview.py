"""A run as a whole: how its sum closes, what was spent before, which counts differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.finding import Working
from inspector.analysis.audit_runs import AUDITED_AT_ONCE
from inspector.analysis.expectations import checked
from inspector.analysis.injection_runs import InjectionDetails
from inspector.analysis.not_included import ExclusionCause, not_included
from inspector.analysis.tuning.runs import Item, name_of
from inspector.analysis.tuning.split import Splits
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.tuning.thresholds import NOWHERE, ItemKind, Wanted, next_in, thresholds
from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.language import capitalized, localized, tr, tr_n
from inspector.present.finding_lines import headline
from inspector.present.form_fields import form_fields
from inspector.present.shares import split_text
from inspector.present.why import budget_steps
from inspector.stages.injection.bar_cells import group_title
from inspector.stages.injection.policy_effects import policy_effects
from inspector.stages.injection.provenance import known_of
from inspector.stages.injection.summary import (
    balance,
    bridge_steps,
    counted_text,
    left_out_text,
    suppressed_text,
)
from inspector.stages.injection.tables import expectations_text

DIFFERENCES_SHOWN = 20  # declared counts that differ; how many more there are is said


@dataclass(frozen=True, slots=True)
class Overview:
    """What is known of a run at once.

    ``deciding`` are limits that decided, ``overlap`` is what was suppressed. How the
    budget is allocated is ``summary.balance``.
    """

    title: str
    degraded: str
    degraded_text: str
    deciding: tuple[Working, ...]
    overlap: tuple[Working, ...]
    budget: tuple[Working, ...]
    identity: tuple[Working, ...]


def unused_inputs(report: InjectionReport) -> str:
    """Say how much of the input could not be used; "" where all could."""
    return "" if report.degraded_state == "none" else _state_text(report)


def _state_text(report: InjectionReport) -> str:
    """Return what of the input could be used, with the count of what could not."""
    match report.degraded_state:
        case "none":
            return tr("All inputs loaded.")
        case "unavailable":
            return tr("Nothing could be injected.")
    counted = report.prepared.counted
    skipped = counted.candidates.skipped_records
    unusable = int((~report.prepared.cards.usable).sum())
    told = [
        tr_n("1 record skipped", "{count:,} records skipped", skipped, count=skipped)
        if skipped
        else "",
        tr_n("1 card without a text", "{count:,} cards without a text", unusable, count=unusable)
        if unusable
        else "",
        tr_n("1 text not counted", "{count:,} texts not counted", uncounted, count=uncounted)
        if (uncounted := len(counted.problems))
        else "",
    ]
    return tr("{told}: see Problems.", told=", ".join(filter(None, told)))


def overview(report: InjectionReport) -> Overview:
    """Return the overview of one run."""
    request = report.prepared.request
    return Overview(
        title=result_title(report),
        deciding=deciding_steps(report),
        degraded=report.degraded_state,
        degraded_text=_state_text(report),
        overlap=tuple(
            Working(tr(one.title), "", localized(one.of(report)))
            for one in (
                q.CARDS_SUPPRESSED,
                q.SUMMARIES_SUPPRESSED,
                q.TOKENS_FREED,
                q.SEPARATORS_FREED,
                q.FREED_NOT_REUSED,
            )
        ),
        budget=budget_steps(report),
        identity=(
            *(Working(title, said, "") for title, said in known_of(request).items()),
            Working(tr("Counted by"), report.prepared.counted.counter_name, ""),
            Working(tr("Strategy"), report.strategy.value, ""),
        ),
    )


def grouped(fingerprint: str) -> str:
    """Return a fingerprint in groups of eight characters, which can be read and wrapped."""
    return " ".join(fingerprint[at : at + 8] for at in range(0, len(fingerprint), 8))


def own_audit_text(report: InjectionReport, audit: Audit | None) -> str:
    """Return what the audit of a run's own manifest came to; None while there is none."""
    if audit is not None:
        return headline(audit)
    if len(report.prepared.cards.order) > AUDITED_AT_ONCE:
        return tr("Not audited: large set. Lens > Audit this run does it.")
    return tr("Being audited …")


def status_text(
    report: InjectionReport, fingerprint: str | None, audit: Audit | None = None
) -> str:
    """Return the run in one line: used, balance, suppressed, counter, own audit, fingerprint."""
    parts = [tr("what-if ({count:,})", count=report.overrides.count)] if report.overrides else []
    parts += [
        tr(
            "{used:,} of {total:,} tokens used",
            used=q.TOKENS_USED.of(report),
            total=q.TOTAL_BUDGET.of(report),
        ),
        balance(report).text,
        suppressed_text(report),
        report.prepared.counted.counter_name,
    ]
    expected = expectations_text(checked(report))
    if expected:
        parts.append(expected)
    if report.degraded_state != "none":
        parts.append(report.degraded_state)
    if audit is not None:
        verified = audit.outcome is Outcome.VERIFIED
        parts.append(tr("audit: verified") if verified else tr("OWN AUDIT FAILED"))
    if fingerprint is not None:
        parts.append(f"{fingerprint[:6]}…")
    return "  ·  ".join(parts)


def independent_steps(facts: InjectionDetails) -> tuple[Working, ...]:
    """Return the way from two independent budgets to the one of the same request."""
    report = facts.result.report
    assert report is not None
    return bridge_steps(facts.independent, q.TOTAL_BUDGET.of(report), q.TOKENS_USED.of(report))


def result_title(report: InjectionReport) -> str:
    """Say what of a result matters most, where nothing is selected."""
    found = {one.cause: one for one in not_included(report, 0)}
    no_room, unused = found[ExclusionCause.NO_ROOM], q.UNUSED.of(report)
    if no_room.items:
        what = counted_text(no_room.cards, no_room.files, len(no_room.summaries))
        if unused:
            return tr(
                "{unused:,} tokens stay unused while no room is found for {what}",
                unused=unused,
                what=what,
            )
        return tr("No room for {what}", what=what)
    if found[ExclusionCause.TITLE_ONLY].items:
        what = counted_text(0, found[ExclusionCause.TITLE_ONLY].files, 0)
        if not found[ExclusionCause.TITLE_ONLY].tokens:
            return tr("{what} by title only: there is no other text of it in the set", what=what)
        return tr(
            "{what} by title only: {tokens:,} tokens of text are left out",
            what=what,
            tokens=found[ExclusionCause.TITLE_ONLY].tokens,
        )
    if any(one.items for one in found.values() if one.cause is not ExclusionCause.SUPPRESSED):
        return left_out_text(found.values())
    suppressed = found[ExclusionCause.SUPPRESSED]
    if suppressed.items:
        what = counted_text(suppressed.cards, 0, len(suppressed.summaries))
        return tr("Nothing is left out but duplicates: {what}", what=what)
    if not len(report.prepared.cards.order) + len(report.prepared.files) + len(report.backgrounds):
        return tr("Nothing to choose from")
    shorter = report.tiers.shortened
    if shorter:
        return tr_n(
            "Everything is included, 1 card in a shorter form",
            "Everything is included, {n:,} cards in a shorter form",
            shorter,
            n=shorter,
        )
    return tr("Everything is included")


def deciding_steps(report: InjectionReport) -> tuple[Working, ...]:
    """Return the fields of the policy that decided something, with what they come to."""
    titles = {form.id: form.title for form in form_fields(UnifiedContextBudgetPolicy)}
    return tuple(
        Working(titles[one.field], tr("limiting"), localized(one.effective))
        for one in policy_effects(report)
        if one.binds
    )


_NEAREST = 3
_MOST_LOOKED_AT = 2_000  # cards, and a fortieth of that files: what is asked at every change


def nearest_steps(report: InjectionReport, splits: Splits | None) -> tuple[Working, ...]:
    """Return the nearest splits at which what is left out is in, and expectations are not met.

    None for sets of more than 2,000 cards: this is worked out at every change.
    """
    cards = len(report.prepared.cards.order)
    if splits is None or cards > _MOST_LOOKED_AT or splits.sweep.without_effect:
        return ()
    sweep = replace(splits.sweep, report=report)
    share, starts = sweep.current, splits.starts
    coming = next_in(sweep, ItemKind.CARD)
    places = np.stack([coming.above, coming.below])
    away = np.where(places == NOWHERE, np.inf, np.abs(starts[places] - share)).min(axis=0)
    nearest = coming.subjects[np.argsort(away, kind="stable")[:_NEAREST]].tolist()
    items = [Item(ItemKind.CARD, subject) for subject in nearest]
    items += [
        Item(ItemKind.FILE, place)
        for place, one in enumerate(report.materialization.files)
        if one.mode is not Mode.INLINED
    ][: _MOST_LOOKED_AT // 40]
    found = []
    for item in items:
        brings = [
            one for one in thresholds(sweep, item.kind, item.subject) if one.wanted in _BRINGS
        ]
        if brings:
            first = min(brings, key=lambda one: abs(one.written - share))
            found.append((abs(first.written - share), name_of(report, item), first))
    steps = [
        Working(_BRINGS[one.wanted].format(name=name), "", split_text(one.written))
        for _, name, one in sorted(found, key=lambda one: one[:2])[:_NEAREST]
    ]
    return (*steps, *_failing(sweep, splits))


_BRINGS = {
    Wanted.FULL: tr("{name} in full"),
    Wanted.IN: tr("{name} included"),
    Wanted.LARGER: tr("{name} in full"),
}


def _failing(sweep: Sweep, splits: Splits) -> Iterator[Working]:
    """Yield the nearest split at which fewer expectations are met, of those on the axis."""
    met, here = splits.met.met, sweep.here
    if not 0 <= here < len(met) or not splits.met.expected:
        return
    fewer = np.flatnonzero(met < met[here])
    if not len(fewer):
        return
    after = int(np.searchsorted(fewer, here))
    beside = fewer[max(after - 1, 0) : after + 1].tolist()
    at = [sweep.number_in(one, one, upward=one > here) for one in beside]
    split = min(at, key=lambda one: abs(one - sweep.current))
    count, all_of = int(met[splits.piece_of(split)]), splits.met.expected
    yield Working(
        tr("{n:,} of {all:,} expectations met", n=count, all=all_of), "", split_text(split)
    )


def joined_steps(facts: InjectionDetails) -> tuple[Working, ...]:
    """Return how the tokens of each half as one text differ from the sum of its parts."""
    return tuple(
        Working(
            capitalized(group_title(joined.account)),
            tr("parts {parts:,}, one text {joined:,}", parts=joined.parts, joined=joined.joined),
            localized(joined.difference, "+,").replace("-", "−"),
        )
        for joined in facts.joined
    )


def declared_steps(facts: InjectionDetails) -> tuple[Working, ...]:
    """Return the declared counts that differ from the counted ones, and how many more there are."""
    return tuple(_declared_steps(facts))


def _declared_steps(facts: InjectionDetails) -> Iterator[Working]:
    differences = facts.differences
    for one in differences[:DIFFERENCES_SHOWN]:
        change = localized(one.counted - one.declared, "+,").replace("-", "−")
        yield Working(
            one.subject,
            tr(
                "declared {declared:,}, counted {counted:,}",
                declared=one.declared,
                counted=one.counted,
            ),
            change,
        )
    if len(differences) > DIFFERENCES_SHOWN:
        yield Working(tr("And more"), "", localized(len(differences) - DIFFERENCES_SHOWN))
