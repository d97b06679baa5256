"""Thresholds and the optimum in words, and what is explained of a sweep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import ItemThresholds, key_of
from inspector.analysis.tuning.sweep import Optimum, OptimumCurve, Sweep
from inspector.analysis.tuning.thresholds import ItemKind, Threshold, Wanted
from inspector.core.injection.report import InjectionReport
from inspector.language import capitalized, in_sentence_case, tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, written
from inspector.present.why import Why
from inspector.stages.injection.why import why_injection
from inspector.stages.tuning.readout import why_value

_LEADS = {
    Wanted.FULL: tr("Full text"),
    Wanted.IN: tr("Included"),
    Wanted.LARGER: tr("In a longer form"),
    Wanted.OUT: tr("Out"),
}
_OF_FILES = {Wanted.IN: tr("Title only"), Wanted.LARGER: tr("Full text")}


def threshold_line(threshold: Threshold, kind: ItemKind) -> str:
    """Say where an item is in which form, such as "Full text from max injected tokens 3,794"."""
    own = _OF_FILES if kind is ItemKind.FILE else {}
    lead = own.get(threshold.wanted, _LEADS[threshold.wanted])
    axis = in_sentence_case(AXIS_TITLES[threshold.axis])
    at = written(threshold.axis, threshold.written)
    if threshold.until_written is None:
        if threshold.upward:
            return tr("{lead} from {axis} {at}", lead=lead, axis=axis, at=at)
        return tr("{lead} up to {axis} {at}", lead=lead, axis=axis, at=at)
    until = written(threshold.axis, threshold.until_written)
    low, high = (at, until) if threshold.upward else (until, at)
    if low == high:
        return tr("{lead} at {axis} {at}", lead=lead, axis=axis, at=at)
    return tr("{lead} for {axis} {low} to {high}", lead=lead, axis=axis, low=low, high=high)


def in_order(found: ItemThresholds) -> tuple[Threshold, ...]:
    """Return an item's thresholds: its full text before less of it, raising before lowering."""
    order = list(Wanted)
    return tuple(
        sorted(found.thresholds, key=lambda one: (order.index(one.wanted), not one.upward))
    )


def threshold_lines(found: ItemThresholds) -> Iterator[str]:
    """Say everything that would change an item's fate, what lets it in first."""
    for one in in_order(found):
        yield threshold_line(one, found.item.kind) + "."
    wanted = (Wanted.OUT,) if found.is_in else (Wanted.IN, Wanted.FULL)
    if not any(one.wanted in wanted for one in found.thresholds):
        does = tr("pushes it out") if found.is_in else tr("lets it in")
        yield tr(
            "No single value of the policy {does} (totals up to {reach:,} looked at).",
            does=does,
            reach=found.reach,
        )
    if found.file is not None:
        then = tr("the card is in") if found.if_listed else tr("the card is still out")
        yield tr("If “{file}” were by title only: {then}.", file=found.file, then=then)
    if found.too_large:
        yield tr("Too large to work out: {titles}.", titles=titles(found.too_large))


def titles(axes: tuple[Axis, ...]) -> str:
    """Return what people call some axes, in one line."""
    return ", ".join(in_sentence_case(AXIS_TITLES[axis]) for axis in axes)


def optimum_line(optimum: Optimum) -> str:
    """Say what the exact best selection is worth beside the greedy one."""
    greedy, best = optimum.values
    strategy = optimum.greedy.strategy.value
    if optimum.gap <= 0:
        return tr(
            "The {strategy} selection is the best there is: value {greedy:,.4f}.",
            strategy=strategy,
            greedy=greedy,
        )
    count = len(optimum.differences)
    cards = tr_n("1 card differs", "{count:,} cards differ", count, count=count)
    return tr(
        "{strategy} {greedy:,.4f}, best {best:,.4f}: {gap} below optimal. {cards}.",
        strategy=capitalized(strategy),
        greedy=greedy,
        best=best,
        gap=_gap_text(optimum.gap, optimum.gap_part),
        cards=cards,
    )


def _gap_text(gap: float, part: float) -> str:
    """Write a gap; where cards of negative value make it more than the best, as no part of it."""
    if not 0 < part <= 1:
        return tr("{gap:,.4f} of value", gap=gap)
    return tr("{part:.2%} ({gap:,.4f} of value)", part=part, gap=gap)


def curve_line(curve: OptimumCurve) -> str:
    """Say where on the axis the gap to the best selection is widest."""
    sweep, gaps = curve.sweep, curve.best - curve.greedy
    if not (gaps > 0).any():
        return tr("It is so everywhere on the range.")
    widest = curve.widest if curve.gap_part.any() else int(gaps.argmax())
    at = written(sweep.axis, sweep.value_in(widest))
    gap = _gap_text(float(gaps[widest]), float(curve.gap_part[widest]))
    return tr("On the range the gap is widest at {at}: {gap}.", at=at, gap=gap)


SECTION_TITLES = {"remedies": tr("What changes"), "arithmetic": tr("Numbers")}


@dataclass(frozen=True, slots=True)
class ExplainedSweep:
    """What is explained: a sweep, the core's own run at the value looked at, and thresholds."""

    sweep: Sweep
    value: float
    report: InjectionReport
    thresholds: ItemThresholds | None = None


def explained(told: ExplainedSweep, subject: str) -> tuple[Why, str]:
    """Explain what would change a subject's fate, else what the value looked at leads to."""
    sweep, found = told.sweep, told.thresholds
    about = why_injection(sweep.report, subject) if subject else None
    if about is None:
        return why_value(sweep, told.value, told.report), ""
    known = found is not None and key_of(sweep.report, found.item) == subject
    lines = tuple(threshold_lines(found)) if found is not None and known else ()
    waiting = tr("Nothing on any axis.") if known else tr("Working out what would change it …")
    return replace(about, remedies=lines or (waiting,), passages=()), ""
