"""What people call the axes of a sweep, what is measured along them, and their values."""

from __future__ import annotations

from enum import StrEnum

from inspector.analysis.tuning.axes import Axis, on_axis
from inspector.analysis.tuning.outcomes import KINDS
from inspector.analysis.tuning.runs import Item, name_of
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.injection.card import Tier
from inspector.core.injection.report import InjectionReport

AXIS_TITLES = {
    Axis.TOTAL: "Total",
    Axis.WINDOW_PART: "Part of the window",
    Axis.DIVISION: "Division (both shares)",
    Axis.KNOWLEDGE_SHARE: "Knowledge share alone",
    Axis.BUCKET_SHARE: "Bucket share alone",
    Axis.KNOWLEDGE_FLOOR: "Knowledge floor",
    Axis.BUCKET_FLOOR: "Bucket floor",
    Axis.PROCEDURES: "Procedures, at most",
    Axis.INTERACTION_POLICIES: "Interaction policies, at most",
}
AXIS_HELP = {
    Axis.TOTAL: "Tokens that may be injected at most.",
    Axis.WINDOW_PART: "Part of the model's remaining window that may be injected at most.",
    Axis.DIVISION: "The knowledge share; the bucket share is always the rest of 1.",
    Axis.KNOWLEDGE_SHARE: "The knowledge share; the bucket share stays as it is.",
    Axis.BUCKET_SHARE: "The bucket share; the knowledge share stays as it is.",
    Axis.KNOWLEDGE_FLOOR: "Tokens that knowledge cards get at least.",
    Axis.BUCKET_FLOOR: "Tokens that bucket content gets at least.",
    Axis.PROCEDURES: "Part of the knowledge budget that procedures may take at most.",
    Axis.INTERACTION_POLICIES: "Part of it that interaction policies may take at most.",
}
_IN_SENTENCE = {
    Axis.TOTAL: "a total",
    Axis.WINDOW_PART: "a part of the window",
    Axis.DIVISION: "a knowledge share",
    Axis.KNOWLEDGE_SHARE: "a knowledge share",
    Axis.BUCKET_SHARE: "a bucket share",
    Axis.KNOWLEDGE_FLOOR: "a knowledge floor",
    Axis.BUCKET_FLOOR: "a bucket floor",
    Axis.PROCEDURES: "a ceiling for procedures",
    Axis.INTERACTION_POLICIES: "a ceiling for interaction policies",
}


class Measure(StrEnum):
    """What a sweep shows as a line beside the tokens."""

    ITEMS = "items"
    VALUE = "value"
    SUPPRESSED = "suppressed"


MEASURE_TITLES = {
    Measure.ITEMS: "Items in",
    Measure.VALUE: "Value",
    Measure.SUPPRESSED: "Suppressed tokens",
}

LAYERS = (*KINDS, "released", "unused")
"""What the tokens of the total become, from the bottom of the chart to its top."""

_LAYER_PARTS = {"file": "inlined", "line": "listed"}

FORMS = {
    ItemKind.CARD: tuple(tier.label for tier in Tier),
    ItemKind.FILE: ("inlined", "listed"),
    ItemKind.BACKGROUND: ("included", "suppressed"),
}


def layer_part(layer: str) -> str:
    """Return the part of the budget bar that a layer of the chart is drawn and called like."""
    return _LAYER_PARTS.get(layer, layer)


def written(axis: Axis, value: float) -> str:
    """Write a value of an axis: whole tokens in groups, fractions with all they need."""
    if axis.in_tokens:
        return f"{int(value):,}"
    text = f"{value:.17g}" if abs(float(f"{value:.6g}") - value) > 0 else f"{value:.6g}"
    return text if "." in text or "e" in text else f"{text}.0"


def rounded(axis: Axis, value: float) -> str:
    """Write a value of an axis in short, for places where there is no room for all of it."""
    return f"{int(value):,}" if axis.in_tokens else f"{value:.4f}"


def in_sentence(axis: Axis, value: float, *, upward: bool) -> str:
    """Say where on an axis something happens, such as "a total of 6,410 or more"."""
    way = "more" if upward else "less"
    rest = " (the bucket gets the rest)" if axis is Axis.DIVISION else ""
    return f"{_IN_SENTENCE[axis]} of {written(axis, value)} or {way}{rest}"


def item_name(report: InjectionReport, kind: ItemKind, subject: int) -> str:
    """Return what people call an item; of a background that it is one."""
    name = name_of(report, Item(kind, subject))
    return f"background of {name}" if kind is ItemKind.BACKGROUND else name


def headline(sweep: Sweep) -> str:
    """Say in one line what was swept and how often it changes."""
    count, span = len(sweep.breakpoints), sweep.pieces.range
    if sweep.without_effect:
        return sweep.without_effect
    changes = "1 breakpoint" if count == 1 else f"{count:,} breakpoints"
    steps = len(sweep.pieces)
    said = (
        f"{changes} from {written(span.axis, span.low)} to {written(span.axis, span.high)}"
        f" · {steps:,} different budgets, every one decided"
    )
    if on_axis(sweep.axis, sweep.report.policy):
        return said
    return f"{said} · the policy's own shares do not add up to 1, so it lies beside this axis"
