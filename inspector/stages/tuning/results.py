"""The result of a sweep as JSON, for other programs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pydantic import Field

from inspector.analysis.tuning.outcomes import KINDS
from inspector.analysis.tuning.runs import Item, ItemThresholds, key_of
from inspector.analysis.tuning.sweep import SOLVER, VALUE, Optimum, OptimumCurve, Sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.present.axis_names import FORMS
from inspector.stages.tuning.readout import FormChange, changes_at


class SweptItem(Document):
    """An item that is added, removed or re-rendered."""

    subject: str
    """``card:ID``, ``file:REFERENCE`` or ``background:BUCKET``."""

    before: str | None
    """Its rendering or mode before; null where it was out."""

    after: str | None
    """Its rendering or mode from here on; null where it is out."""


class SweptStretch(Document):
    """A stretch of the axis over which the same things are in. Counts are in tokens."""

    first: float = Field(alias="from")
    """The first value of the stretch, exactly."""

    last: float = Field(alias="to")
    """The last value of the stretch, exactly."""

    changes: tuple[SweptItem, ...]
    """What is different from the stretch before; empty for the first."""

    items: int
    """Cards, files (inlined or listed) and backgrounds that are in."""

    cards: int
    """Cards that are in."""

    used: int
    """Tokens of everything that is in, headings and separators included."""

    tokens: dict[str, int]
    """The same by kind; headings and separators are ``overhead``."""

    suppressed: int
    """Cards that an inlined file makes redundant."""

    suppressed_tokens: int
    """Tokens freed: what they and suppressed backgrounds would have taken, without separators."""

    value: float
    """Relevance × weight of the rendering, summed over the cards that are in."""


class SweptThreshold(Document):
    """The nearest value at which an item's fate changes."""

    axis: str
    """The value of the policy that changes."""

    wanted: str
    """``full`` (a file that is out: its whole text), ``in`` (of a file its title line, where
    ``full`` says more), ``larger`` or ``out``."""

    value: float
    """The first value at which it is so, exactly."""

    written: float
    """The shortest number near it at which it is so too."""

    upward: bool
    """Whether it lies above the current value."""

    until: float | None
    """The last value up to which it stays so; null is to the end of the range."""


class SweptItemThresholds(Document):
    """Everything that would change the fate of one item."""

    subject: str
    """``card:ID``, ``file:REFERENCE`` or ``background:BUCKET``."""

    thresholds: tuple[SweptThreshold, ...]
    """The nearest values on every axis that has one."""

    suppressed_by: str | None
    """The title of the file that makes a card redundant."""

    in_if_only_listed: bool | None
    """Whether the card would be in if that file were only listed."""


class SweptDifference(Document):
    """A card that the best selection treats otherwise than the greedy one."""

    subject: str
    """``card:ID``."""

    greedy: str | None
    """Its rendering in the greedy selection; null for out."""

    best: str | None
    """Its rendering in the best selection; null for out."""

    value: float
    """How much value the change brings."""

    tokens: int
    """How many more tokens it takes."""


class SweptOptimum(Document):
    """The exact best selection at the current value, beside the greedy one."""

    solver: str
    """How the best selection is found."""

    value_means: str
    """What value is."""

    greedy: float
    """The value of the greedy selection."""

    best: float
    """The value of the best selection under the same caps."""

    gap_part: float
    """What the greedy selection misses, as a part of the best value."""

    differences: tuple[SweptDifference, ...]
    """The cards that differ."""

    widest_gap_part: float
    """The widest gap anywhere on the axis."""

    widest_gap_at: float
    """The first value with the widest gap."""


class SweepResult(Document):
    """The injection as a function of one value of the policy, every breakpoint of it."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    axis: str
    """The value of the policy that is swept."""

    field: str
    """Its field in the policy."""

    first: float = Field(alias="from")
    """The first value that was swept."""

    last: float = Field(alias="to")
    """The last value that was swept."""

    current: float
    """What the policy has."""

    strategy: str
    """How cards are given their renderings."""

    without_effect: str
    """Why the axis cannot change anything for the request; empty where it can."""

    budgets: int
    """How many different budgets there are on the axis; each was decided."""

    stretches: tuple[SweptStretch, ...]
    """The whole axis, from breakpoint to breakpoint."""

    items: tuple[SweptItemThresholds, ...]
    """Thresholds of the items that were asked for."""

    optimum: SweptOptimum | None
    """The optimum, where it was asked for."""


def sweep_result(
    sweep: Sweep,
    items: tuple[ItemThresholds, ...] = (),
    optimum: Optimum | None = None,
    curve: OptimumCurve | None = None,
) -> dict[str, Any]:
    """Return a sweep as plain JSON values that agree with ``SweepResult``."""
    span = sweep.pieces.range
    borders = [0, *sweep.breakpoints.tolist(), len(sweep.pieces)]
    return {
        "schema_version": 1,
        "axis": sweep.axis.value,
        "field": sweep.axis.field,
        "from": span.low,
        "to": span.high,
        "current": sweep.current,
        "strategy": sweep.report.strategy.value,
        "without_effect": sweep.without_effect,
        "budgets": len(sweep.pieces),
        "stretches": [_stretch(sweep, first, end) for first, end in pairwise(borders)],
        "items": [_thresholds(sweep, one) for one in items],
        "optimum": None if optimum is None or curve is None else _optimum(sweep, optimum, curve),
    }


def _stretch(sweep: Sweep, first: int, end: int) -> dict[str, Any]:
    outcomes = sweep.outcomes
    return {
        "from": float(sweep.pieces.starts[first]),
        "to": sweep.pieces.last_of(end - 1),
        "changes": _changes(sweep, first) if first else [],
        "items": int(outcomes.items_in[first]),
        "cards": int(outcomes.cards_in[first]),
        "used": int(outcomes.used[first]),
        "tokens": {kind: int(outcomes.tokens[kind][first]) for kind in KINDS},
        "suppressed": int(outcomes.suppressed[first]),
        "suppressed_tokens": int(outcomes.tokens_freed[first]),
        "value": float(outcomes.value[first]),
    }


def _changes(sweep: Sweep, piece: int) -> list[dict[str, Any]]:
    def form(change: FormChange, tier: int | None) -> str | None:
        return None if tier is None else FORMS[change.item.kind][tier]

    return [
        {
            "subject": key_of(sweep.report, one.item),
            "before": form(one, one.before),
            "after": form(one, one.after),
        }
        for one in changes_at(sweep, piece)
    ]


def _thresholds(sweep: Sweep, found: ItemThresholds) -> dict[str, Any]:
    return {
        "subject": key_of(sweep.report, found.item),
        "thresholds": [
            {
                "axis": one.axis.value,
                "wanted": one.wanted.value,
                "value": one.value,
                "written": one.written,
                "upward": one.upward,
                "until": one.until,
            }
            for one in found.thresholds
        ],
        "suppressed_by": found.file,
        "in_if_only_listed": found.if_listed,
    }


def _optimum(sweep: Sweep, optimum: Optimum, curve: OptimumCurve) -> dict[str, Any]:
    tiers = FORMS[ItemKind.CARD]
    greedy, best = optimum.values
    return {
        "solver": SOLVER,
        "value_means": VALUE,
        "greedy": greedy,
        "best": best,
        "gap_part": optimum.gap_part,
        "differences": [
            {
                "subject": key_of(sweep.report, Item(ItemKind.CARD, one.rank)),
                "greedy": None if one.greedy is None else tiers[one.greedy],
                "best": None if one.best is None else tiers[one.best],
                "value": one.value,
                "tokens": one.tokens,
            }
            for one in optimum.differences
        ],
        "widest_gap_part": float(curve.gap_part[curve.widest]),
        "widest_gap_at": float(sweep.pieces.starts[curve.widest]),
    }
