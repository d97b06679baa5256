"""What a sweep says of one value: in one line, and as an explanation beside the current one.

What is added and removed where a sweep passes a breakpoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.analysis.tuning.decision import TuningDecision
from inspector.analysis.tuning.runs import Item
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.tuning.thresholds import ItemKind, item_spans, items_now
from inspector.core.arrays import Int64
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.value import value_steps
from inspector.language import in_sentence_case, localized, tr
from inspector.present.axis_names import (
    AXIS_HELP,
    AXIS_TITLES,
    FORMS,
    apply_text,
    item_name,
    written,
)
from inspector.present.shares import counted_items, counted_tokens, exact_part_text, split_text
from inspector.present.why import Why


def decision_text(found: TuningDecision, report: InjectionReport) -> tuple[str, str, str]:
    """Return what would change for the better: a sentence, what it rests on, and a button's text.

    The button's is "" where all is best as it is.
    """
    titles = ", ".join(in_sentence_case(AXIS_TITLES[axis]) for axis in found.looked_at)
    looked = tr("Every value evaluated exactly: {titles}.", titles=titles) if titles else ""
    if not found.expected:
        return (
            tr("This request expects nothing, so no value can be told to be better."),
            tr("Add what must be included to the request, and this says what to change."),
            "",
        )
    values = {
        "met": found.met,
        "expected": found.expected,
        "now": found.met_now,
        "used": found.used,
        "used_now": found.used_now,
    }
    if found.axis is None:
        split = split_text(report.policy.knowledge_card_share_default)
        said = tr(
            "Keep {split}: {met:,} of {expected:,} expectations met, no other value has more.",
            split=split,
            **values,
        )
        return said, looked, ""
    to = written(found.axis, found.value)
    change = f"{in_sentence_case(AXIS_TITLES[found.axis])} {to}"
    if found.met > found.met_now:
        said = tr(
            "Set {change}: {met:,} instead of {now:,} of {expected:,} expectations met, {used:,}"
            " tokens.",
            change=change,
            **values,
        )
    else:
        said = tr(
            "Set {change}: as many expectations met ({met:,} of {expected:,}), {used:,} instead of"
            " {used_now:,} tokens.",
            change=change,
            **values,
        )
    return said, looked, apply_text(found.axis, to)


@dataclass(frozen=True, slots=True)
class FormChange:
    """An item that is in another form from a breakpoint on. A form is None where it is out."""

    item: Item
    before: int | None
    after: int | None

    @property
    def comes_in(self) -> bool:
        """Whether the item was out before."""
        return self.before is None

    @property
    def goes_out(self) -> bool:
        """Whether the item is out from here on."""
        return self.after is None


def changes_at(sweep: Sweep, piece: int) -> tuple[FormChange, ...]:
    """Return what is different at a piece from the piece before; cards first, in order of rank."""
    found: list[FormChange] = []
    for kind in ItemKind:
        spans = item_spans(sweep, kind)
        # Only what begins or ends here; of many items few do.
        spans = spans.where((spans.first == piece) | (spans.end == piece))
        found += _changes(kind, _pairs(*spans.at(piece - 1)), _pairs(*spans.at(piece)))
    return tuple(found)


def changes_from_now(sweep: Sweep, value: float) -> tuple[FormChange, ...]:
    """Return what is different at a value from what is in now."""
    found: list[FormChange] = []
    if value != sweep.current:
        piece = sweep.pieces.piece_of(value)
        for kind in ItemKind:
            there = item_spans(sweep, kind).at(piece)
            found += _changes(kind, _pairs(*items_now(sweep.report, kind)), _pairs(*there))
    return tuple(found)


_Forms = dict[int, int]


def _changes(kind: ItemKind, old: _Forms, new: _Forms) -> list[FormChange]:
    return [
        FormChange(Item(kind, subject), old.get(subject), new.get(subject))
        for subject in sorted(old.keys() | new.keys())
        if old.get(subject) != new.get(subject)
    ]


def _pairs(subjects: Int64, forms: Int64) -> _Forms:
    return dict(zip(subjects.tolist(), forms.tolist(), strict=True))


def change_counts(sweep: Sweep) -> tuple[Int64, Int64]:
    """Return how many items come in and go out at every piece of a sweep."""
    entering, leaving = (np.zeros(len(sweep.pieces) + 1, dtype=np.int64) for _ in range(2))
    for kind in ItemKind:
        spans = item_spans(sweep, kind).whatever_form()
        np.add.at(entering, spans.first, 1)
        np.add.at(leaving, spans.end, 1)
    return entering, leaving


def names_of(report: InjectionReport, changes: Iterable[FormChange]) -> str:
    """Return the names of items in one line, with the form of those that only change it."""
    return ", ".join(_name(report, change) for change in changes)


def _name(report: InjectionReport, change: FormChange) -> str:
    kind = change.item.kind
    name = item_name(report, kind, change.item.subject)
    form = change.after if change.after is not None else change.before
    if form is None or (change.goes_out and kind is not ItemKind.FILE):
        return name
    if kind is ItemKind.BACKGROUND:
        return name
    return f"{name} ({FORMS[kind][form]})"


_COMPARED = (
    q.TOTAL_BUDGET,
    q.KNOWLEDGE_BUDGET,
    q.FILE_BUDGET,
    q.TOKENS_USED,
    q.CARDS_INJECTED,
    q.FILES_INLINED,
    q.CARDS_SUPPRESSED,
    q.SUMMARIES_SUPPRESSED,
    q.TOKENS_FREED,
)
_FIELDS = UnifiedContextBudgetPolicy.model_fields
_NAMED = 12  # items named in one list; how many more there are is said


def readout(sweep: Sweep, value: float) -> str:
    """Say in one line what is in at a value."""
    used, total, items, worth, freed = _numbers(sweep, value)
    return tr(
        "{axis}: {used:,} of {total:,} tokens used · {items} in ·"
        " value {worth:,.3f} · {freed} freed",
        axis=written(sweep.axis, value),
        used=used,
        total=total,
        items=counted_items(items),
        worth=worth,
        freed=counted_tokens(freed),
    )


def _numbers(sweep: Sweep, value: float) -> tuple[int, int, int, float, int]:
    """Return tokens used, the total, items in, value, and tokens freed."""
    outcomes, report = sweep.outcomes, sweep.report
    if value != sweep.current or value in sweep.pieces.range:
        piece = sweep.pieces.piece_of(value)
        return (
            int(outcomes.used[piece]),
            int(outcomes.states.total[piece]),
            int(outcomes.items_in[piece]),
            float(outcomes.value[piece]),
            int(outcomes.tokens_freed[piece]),
        )
    cards = report.prepared.cards
    worth = value_steps(cards, report.settings.tier_weights)
    steps = int(worth.steps[report.tiers.ranks, report.tiers.tiers].sum())
    return (
        report.total_tokens_used,
        report.budget.total_budget,
        sum(len(items_now(report, kind)[0]) for kind in ItemKind),
        steps / worth.scale,
        report.tokens_freed,
    )


def difference_text(sweep: Sweep, value: float) -> str:
    """Say in a few words how a value differs from the current one."""
    changes = changes_from_now(sweep, value)
    entering = sum(change.comes_in for change in changes)
    leaving = sum(change.goes_out for change in changes)
    if not changes:
        return tr("same items as now")
    parts = [tr("{entering:,} in", entering=entering)] * bool(entering) + [
        tr("{leaving:,} out", leaving=leaving)
    ] * bool(leaving)
    other = len(changes) - entering - leaving
    return ", ".join([*parts, *[tr("{other:,} in another form", other=other)] * bool(other)])


def why_value(sweep: Sweep, value: float, report: InjectionReport) -> Why:
    """Explain what a value of the axis leads to; ``report`` is the core's own at that value."""
    changes = changes_from_now(sweep, value)
    title, same = AXIS_TITLES[sweep.axis], value == sweep.current
    first, last = sweep.stretch_of(sweep.pieces.piece_of(value))
    beyond = value not in sweep.pieces.range
    low = written(sweep.axis, sweep.number_from(first))
    high = written(sweep.axis, sweep.number_to(last))
    sentence = (
        tr("Same selection from {low} to {high}.", low=low, high=high)
        if low != high
        else tr("Only at {low} exactly this is in.", low=low)
    )
    if beyond:
        high = written(sweep.axis, sweep.pieces.range.high)
        sentence = tr("What is swept ends at {high}; the policy has more than that.", high=high)
        if sweep.axis is Axis.TOTAL and sweep.report.budget.allowed_by_window < value:
            allowed = sweep.report.budget.allowed_by_window
            sentence = tr(
                "The model's window allows {allowed:,} tokens; a higher total acts like it.",
                allowed=allowed,
            )
    if sweep.without_effect:
        sentence = sweep.without_effect
    return Why(
        key=f"value:{sweep.axis.value}",
        name=f"{title} {written(sweep.axis, value)}",
        kind="value",
        reason=tr("the current value") if same else difference_text(sweep, value),
        rule="Injection §2.2",
        sentence=sentence,
        help=AXIS_HELP[sweep.axis],
        tokens=report.total_tokens_used,
        steps=tuple(_steps(sweep, value, report)),
        remedies=tuple(_lists(sweep.report, changes)),
    )


def _steps(sweep: Sweep, value: float, report: InjectionReport) -> Iterator[Working]:
    def row(label: str, here: int, current: int) -> Working:
        change = "" if here == current else localized(here - current, "+,")
        return Working(label, change, localized(here))

    for field, number in axis_fields(sweep.axis, value).items():
        of_split = sweep.axis is Axis.DIVISION  # each side of it has a line
        told = exact_part_text(number) if of_split else written(sweep.axis, number)
        title = _FIELDS[field].title if field in _FIELDS else None
        yield Working(tr(title) if title else AXIS_TITLES[sweep.axis], "", told)
    for one in _COMPARED:
        yield row(tr(one.title), one.of(report), one.of(sweep.report))


def _lists(report: InjectionReport, changes: Sequence[FormChange]) -> Iterator[str]:
    for lead, chosen in (
        (tr("In"), [change for change in changes if change.comes_in]),
        (tr("Out"), [change for change in changes if change.goes_out]),
        (tr("In another form"), [one for one in changes if not (one.comes_in or one.goes_out)]),
    ):
        if chosen:
            more = (
                tr(" and {chosen:,} more", chosen=len(chosen) - _NAMED)
                if len(chosen) > _NAMED
                else ""
            )
            yield f"{lead}: {names_of(report, chosen[:_NAMED])}{more}."


def apply_label(sweep: Sweep, value: float) -> str:
    """Return what applying a value is called in the history of edits."""
    return tr(
        "Set {title} to {value}",
        title=in_sentence_case(AXIS_TITLES[sweep.axis]),
        value=written(sweep.axis, value),
    )
