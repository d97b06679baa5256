"""What people call the axes of a sweep, what is measured along them, and their values."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from inspector.analysis.quantities import TOKENS_FREED
from inspector.analysis.tuning.axes import Axis, on_axis
from inspector.analysis.tuning.outcomes import KINDS
from inspector.analysis.tuning.runs import Item, name_of
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.candidates.card import TIERS
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import FIELD_OF_AXIS, UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.language import localized, tr, tr_n
from inspector.present.form_fields import form_fields
from inspector.present.shares import exact_part_text, exact_split_text, part_text, split_text

_FIELDS = {field.id: field for field in form_fields(UnifiedContextBudgetPolicy)}
AXIS_TITLES = {
    **{Axis(axis): _FIELDS[field].title for axis, field in FIELD_OF_AXIS.items()},
    Axis.DIVISION: tr("Knowledge : file split"),
    Axis.KNOWLEDGE_SHARE: tr("Knowledge share alone"),
    Axis.BUCKET_SHARE: tr("File share alone"),
    Axis.RELEVANCE_FLOOR: tr("Relevance floor"),
    Axis.TOP_K: tr("Top-k"),
}
AXIS_HELP = {
    **{Axis(axis): _FIELDS[field].help for axis, field in FIELD_OF_AXIS.items()},
    Axis.DIVISION: tr("The knowledge share; the file share is always the rest of 1."),
    Axis.KNOWLEDGE_SHARE: tr("The knowledge share; the file share stays as it is."),
    Axis.BUCKET_SHARE: tr("The file share; the knowledge share stays as it is."),
    Axis.RELEVANCE_FLOOR: tr("Score that a card or a file needs at least to be a candidate."),
    Axis.TOP_K: tr("So many cards and so many files, by score, are candidates."),
}


class SweepLine(StrEnum):
    """What a sweep shows as a line beside the tokens."""

    ITEMS = "items"
    VALUE = "value"
    SUPPRESSED = "suppressed"


MEASURE_TITLES = {
    SweepLine.ITEMS: tr("Items in"),
    SweepLine.VALUE: tr("Value"),
    SweepLine.SUPPRESSED: tr(TOKENS_FREED.title),
}

LAYERS = (*KINDS, "released", "unused")
"""What the tokens of the total become, from the bottom of the chart to its top."""

_LAYER_PARTS = {"file": "inlined", "line": "listed"}

FORMS = {
    ItemKind.CARD: TIERS,
    ItemKind.FILE: ("inlined", "listed"),
    ItemKind.BACKGROUND: ("included", "suppressed"),
}


def layer_part(layer: str) -> str:
    """Return the part of the budget bar that a layer of the chart is drawn and called like."""
    return _LAYER_PARTS.get(layer, layer)


def written(axis: Axis, value: float) -> str:
    """Write a value of an axis as its field does, so that it reads back the same.

    A split has both of its sides, a part is in percent.
    """
    write = share_writer(axis)
    return number_text(axis, value) if write is None else write(value)


def share_writer(axis: Axis) -> Callable[[float], str] | None:
    """Return how a share on an axis is written, so that it reads back the same; None for others."""
    if axis is Axis.DIVISION:
        return exact_split_text
    return exact_part_text if axis.field.endswith(_PARTS) else None


def number_text(axis: Axis, value: float) -> str:
    """Write a plain number on an axis: whole tokens in groups, fractions as in JSON."""
    if axis.whole:
        return localized(int(value))
    return repr(float(value))  # the fewest digits that read back the same, as JSON has them


def distance_text(axis: Axis, value: float) -> str:
    """Write how far two values of an axis are apart; shares and parts in points of a percent."""
    is_part = axis is Axis.DIVISION or axis.field.endswith(_PARTS)
    return part_text(value) if is_part else number_text(axis, round(value, 4))


def is_axis_off(axis: Axis, overrides: Overrides) -> bool:
    """Whether an axis is a limit of candidates, and there is no such limit."""
    return axis.limits_candidates and getattr(overrides, axis.field) is None


def policy_value(axis: Axis, value: float, overrides: Overrides) -> str:
    """Write where a policy stands on an axis; a limit of candidates may be off."""
    return tr("off") if is_axis_off(axis, overrides) else written(axis, value)


def apply_text(axis: Axis, value: str = "") -> str:
    """Return what a button says that gives a value, as it is written, to the policy.

    What no policy holds is tried as a what-if.
    """
    if axis.limits_candidates:
        return tr("Try {value} as what-if", value=value) if value else tr("Try as what-if")
    return tr("Apply {value} to policy", value=value) if value else tr("Apply to policy")


def rounded(axis: Axis, value: float) -> str:
    """Write a value of an axis in short, for places where there is no room for all of it."""
    if axis is Axis.DIVISION:
        return split_text(value)
    if axis.field.endswith(_PARTS):
        return part_text(value)
    return localized(int(value)) if axis.whole else f"{value:.4f}"


_PARTS = ("_pct", "_pct_of_context", "_share_default")
"""How fields end that are parts, which a form shows as percent."""


def item_name(report: InjectionReport, kind: ItemKind, subject: int) -> str:
    """Return what people call an item; of a background that it is one."""
    name = name_of(report, Item(kind, subject))
    return tr("background of {name}", name=name) if kind is ItemKind.BACKGROUND else name


def headline(sweep: Sweep) -> str:
    """Say in one line what was swept and how often it changes."""
    count, span = len(sweep.breakpoints), sweep.pieces.range
    if sweep.without_effect:
        return sweep.without_effect
    changes = tr_n("1 breakpoint", "{count:,} breakpoints", count, count=count)
    steps = len(sweep.pieces)
    if sweep.axis.limits_candidates:
        choices = tr_n(
            "1 choice of candidates, evaluated exactly",
            "{steps:,} choices of candidates, all evaluated exactly",
            steps,
            steps=steps,
        )
        return tr(
            "{changes} from {axis} to {axis_2} · {choices}",
            changes=changes,
            axis=written(span.axis, span.low),
            axis_2=written(span.axis, span.high),
            choices=choices,
        )
    said = tr(
        "{changes} from {axis} to {axis_2} · {choices}",
        changes=changes,
        axis=written(span.axis, span.low),
        axis_2=written(span.axis, span.high),
        choices=tr_n(
            "1 budget, evaluated exactly",
            "{steps:,} different budgets, all evaluated exactly",
            steps,
            steps=steps,
        ),
    )
    if on_axis(sweep.axis, sweep.report.policy):
        return said
    return tr(
        "{said} · the policy's own shares do not add up to 1, so it lies beside this axis",
        said=said,
    )
