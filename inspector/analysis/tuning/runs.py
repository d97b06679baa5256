"""What is known about tuning one report, worked out when asked for and kept.

The same run with one file only listed, to see which cards its text keeps out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    SweepTooLargeError,
    at_value,
    default_range,
    on_axis,
    without_effect,
)
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.sweep import (
    Optimum,
    OptimumCurve,
    Sweep,
    optimum_beside,
    optimum_curve,
    sweep,
)
from inspector.analysis.tuning.thresholds import (
    ItemKind,
    Threshold,
    Wanted,
    items_now,
    thresholds,
)
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.overrides import FORCEABLE, Forced
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import CARD_CAPS
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.selection.optimal import SelectionTooLargeError


def if_only_listed(report: InjectionReport, reference: str) -> InjectionReport:
    """Return the core's report for the same request if a file could only be listed.

    Its tokens are then free for other files, which may be inlined and suppress cards of their own,
    so a card of it may still be out.
    """
    overrides = report.overrides
    listed = overrides.model_copy(update={"list_only": (*overrides.list_only, reference)})
    found = Injector(report.given).run(report.policy, report.strategy, report.settings, listed)
    return replace(found, problems=report.problems)


_SWEEPS_KEPT = 16
_KINDS = {kind.value: kind for kind in ItemKind}


@dataclass(frozen=True, slots=True)
class Item:
    """A subject of a run: a card by rank, a file by place, a background by bucket."""

    kind: ItemKind
    subject: int


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What one change leads to: a value of the policy, or something forced on the item."""

    change: Threshold | Forced
    report: InjectionReport


@dataclass(frozen=True, slots=True)
class ItemThresholds:
    """What would change the fate of one item.

    ``is_in`` tells whether it is in now. ``thresholds`` are the nearest values on every axis that
    has one; totals were looked at up to ``reach`` tokens. ``too_large`` are the axes
    that could not be worked out. ``file`` names the file whose text suppresses a card, and
    ``if_listed`` tells whether the card would be in if the file were only listed. ``trials`` are
    runs with one change each, where they were asked for.
    """

    item: Item
    is_in: bool
    reach: int
    thresholds: tuple[Threshold, ...]
    too_large: tuple[Axis, ...] = ()
    file: str | None = None
    if_listed: bool | None = None
    trials: tuple[Trial, ...] = ()


def item_of(report: InjectionReport, key: str) -> Item | None:
    """Return the item of a subject's key ``kind:id``; None for another kind or an unknown id."""
    name, _, subject = key.partition(":")
    kind, prepared = _KINDS.get(name), report.prepared
    if kind is ItemKind.CARD:
        row = prepared.cards.columns.row_of.get(subject)
        return None if row is None else Item(kind, int(prepared.cards.rank_of_row[row]))
    if kind is ItemKind.FILE:
        for place, file in enumerate(prepared.files):
            if file.counted.subject == subject:
                return Item(kind, place)
    if kind is ItemKind.BACKGROUND:
        for index, entry in enumerate(prepared.counted.buckets):
            if entry.bucket.bucket_id == subject and entry.background is not None:
                return Item(kind, index)
    return None


def key_of(report: InjectionReport, item: Item) -> str:
    """Return the key of an item's subject, ``kind:id``."""
    prepared = report.prepared
    if item.kind is ItemKind.CARD:
        cards = prepared.cards
        subject = cards.columns.node_ids[int(cards.order[item.subject])]
    elif item.kind is ItemKind.FILE:
        subject = prepared.files[item.subject].counted.subject
    else:
        subject = prepared.counted.buckets[item.subject].bucket.bucket_id
    return f"{item.kind.value}:{subject}"


def name_of(report: InjectionReport, item: Item) -> str:
    """Return what people call an item."""
    prepared = report.prepared
    if item.kind is ItemKind.CARD:
        return prepared.cards.columns.names[int(prepared.cards.order[item.subject])]
    if item.kind is ItemKind.FILE:
        return prepared.files[item.subject].counted.file.title
    return prepared.counted.buckets[item.subject].bucket.bucket_title


class Tuning:
    """Sweeps, thresholds and the optimum of one report. One thread at a time may ask."""

    def __init__(self, report: InjectionReport) -> None:
        """Take the core's report that everything is relative to."""
        self.report = report
        self._ground = SweepBasis.of(report)
        self._sweeps: dict[AxisRange, Sweep] = {}
        self._curves: dict[AxisRange, OptimumCurve] = {}
        self._listed: dict[int, InjectionReport] = {}
        self._optimum: Optimum | None = None
        self._injector: Injector | None = None

    def range(self, axis: Axis) -> AxisRange:
        """Return the range of an axis that is swept when none is asked for."""
        return default_range(axis, self.report)

    def sweep(self, axis: Axis | AxisRange, watch: Watch = unwatched) -> Sweep:
        """Return the sweep along an axis; errors as ``sweep.sweep``."""
        span = axis if isinstance(axis, AxisRange) else self.range(axis)
        if span not in self._sweeps:
            found = sweep(self.report, span, ground=self._ground, watch=watch)
            while len(self._sweeps) >= _SWEEPS_KEPT:
                del self._sweeps[next(iter(self._sweeps))]
            self._sweeps[span] = found
        return self._sweeps[span]

    def report_at(self, axis: Axis, value: float) -> InjectionReport:
        """Return the core's own report at a value of an axis; errors as ``Injector.run``."""
        report = self.report
        policy, overrides = at_value(report, axis, value)
        if self._injector is None:
            self._injector = Injector(report.given)
        found = self._injector.run(policy, report.strategy, report.settings, overrides)
        return replace(found, problems=report.problems)

    def optimum(self) -> Optimum:
        """Return the best selection beside the greedy one; errors as ``optimum_beside``."""
        if self._optimum is None:
            self._optimum = optimum_beside(self.report)
        return self._optimum

    def curve(self, axis: Axis | AxisRange, watch: Watch = unwatched) -> OptimumCurve:
        """Return greedy and best value along an axis; errors as ``optimum_curve``."""
        span = axis if isinstance(axis, AxisRange) else self.range(axis)
        if span not in self._curves:
            greedy, ground = self.sweep(span, watch), self._ground
            if self.report.strategy is Strategy.OPTIMAL:
                report = self.optimum().greedy
                ground = SweepBasis.of(report)
                greedy = sweep(report, span, ground=ground, watch=watch)
            self._curves[span] = optimum_curve(greedy, ground=ground, watch=watch)
        return self._curves[span]

    def thresholds(self, item: Item, watch: Watch = unwatched) -> ItemThresholds:
        """Return the nearest changes of an item's fate along every axis that may have one.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        found: list[Threshold] = []
        too_large: list[Axis] = []
        for axis in self.axes_for(item):
            try:
                found += thresholds(self.sweep(axis, watch), item.kind, item.subject)
            except (SweepTooLargeError, SelectionTooLargeError):
                too_large.append(axis)
        file, if_listed = self._if_listed(item)
        subjects, _ = items_now(self.report, item.kind)
        return ItemThresholds(
            item=item,
            is_in=item.subject in subjects,
            reach=int(self.range(Axis.TOTAL).high),
            thresholds=tuple(found),
            too_large=tuple(too_large),
            file=file,
            if_listed=if_listed,
        )

    def trials(self, found: ItemThresholds, watch: Watch = unwatched) -> Iterator[Trial]:
        """Yield a run for each value that lets an item in, or in larger, and each thing to force.

        What is too large to be worked out is left out. Raises ``StoppedError`` when ``watch`` says
        so.
        """
        item, report = found.item, self.report
        reference = reference_of_subject(key_of(report, item).partition(":")[2])
        changes: list[Threshold | Forced] = list(FORCEABLE[item.kind.value])
        changes += [one for one in found.thresholds if one.wanted is not Wanted.OUT]
        for done, change in enumerate(changes):
            if not watch(done, len(changes)):
                raise StoppedError
            try:
                if isinstance(change, Forced):
                    overrides = report.overrides.forcing((reference,), change)
                    run = Injector(report.given).run(
                        report.policy, report.strategy, report.settings, overrides
                    )
                else:
                    run = self.report_at(change.axis, change.written)
            except SelectionTooLargeError:
                continue
            yield Trial(change, run)

    def axes_for(self, item: Item) -> Iterator[Axis]:
        """Yield the axes that can change an item's fate, the most telling first."""
        report = self.report
        caps = report.prepared.cards.caps
        cap = int(caps[item.subject]) if item.kind is ItemKind.CARD else 0
        divided = on_axis(Axis.DIVISION, report.policy)
        for axis in Axis:
            if axis.limits_candidates or without_effect(axis, report.budget):
                continue
            if axis is Axis.DIVISION and not divided:
                continue
            if axis in (Axis.KNOWLEDGE_SHARE, Axis.BUCKET_SHARE) and divided:
                continue
            if axis.is_ceiling and axis.field != CARD_CAPS[cap].share:
                continue
            yield axis

    def _if_listed(self, item: Item) -> tuple[str | None, bool | None]:
        """Rerun with the file that suppresses a card only listed."""
        report = self.report
        if item.kind is not ItemKind.CARD or not report.suppressed[item.subject]:
            return None, None
        place = int(report.prepared.cards.source_file[item.subject])
        if place == ABSENT:
            return None, None
        file = report.prepared.files[place].counted
        if place not in self._listed:
            try:
                self._listed[place] = if_only_listed(report, file.reference)
            except SelectionTooLargeError:
                return None, None
        title = report.covering_file(item.subject).file.title
        return title, item.subject in self._listed[place].tiers.tier_by_rank
