"""The values of a policy, and the limits of candidates, that can be swept, and how each acts.

The budgets of many policies at once, bit for bit those of ``compute_unified_budget``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from inspector.core.arrays import Float64, Int64
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import (
    CEILING_OF_KIND,
    FIELD_OF_AXIS,
    InjectionBudget,
    UnifiedContextBudgetPolicy,
    divided,
    shares_of,
)
from inspector.core.injection.prepare import Prepared

if TYPE_CHECKING:
    from inspector.core.injection.report import InjectionReport


Numbers = TypeVar("Numbers", float, np.ndarray)

_COMPLEMENT_STEPS = 1e12
_LEAST_REACH = 8_000  # tokens that a sweep of the total shows at least, where the window lets it
_REACH = 4  # times the current total


class Axis(StrEnum):
    """One value of the policy, or one limit of candidates.

    ``DIVISION`` moves both shares so that they add up to 1. ``RELEVANCE_FLOOR`` and ``TOP_K`` are
    fields of the overrides, off where they are not set.
    """

    _ignore_ = ["axes", "axis"]  # noqa: RUF012  # as Enum has it
    axes = vars()

    TOTAL = "total"
    WINDOW_PART = "window-part"
    DIVISION = "division"
    KNOWLEDGE_SHARE = "knowledge-share"
    BUCKET_SHARE = "bucket-share"
    KNOWLEDGE_FLOOR = "knowledge-floor"
    BUCKET_FLOOR = "bucket-floor"
    for axis in FIELD_OF_AXIS:
        if axis.replace("-", "_").upper() not in axes:
            axes[axis.replace("-", "_").upper()] = axis
    RELEVANCE_FLOOR = "relevance-floor"
    TOP_K = "top-k"

    @property
    def field(self) -> str:
        """The field of policy or overrides; for the division that of the knowledge share."""
        return _FIELDS.get(self) or FIELD_OF_AXIS[self]

    @property
    def is_ceiling(self) -> bool:
        """Whether it moves a ceiling for cards of a kind."""
        return self.field in CEILING_OF_KIND.values()

    @property
    def limits_candidates(self) -> bool:
        """Whether it decides which candidates compete, instead of which budgets there are."""
        return self in (Axis.RELEVANCE_FLOOR, Axis.TOP_K)

    @property
    def whole(self) -> bool:
        """Whether values are whole numbers: tokens, or candidates."""
        return self in _WHOLE


_FIELDS = {
    Axis.DIVISION: "knowledge_card_share_default",
    Axis.RELEVANCE_FLOOR: "relevance_floor",
    Axis.TOP_K: "top_k",
}
_TOKENS = ("min_knowledge_card_tokens", "min_bucket_tokens", "max_injection_tokens_absolute")
_WHOLE = (Axis.TOTAL, Axis.KNOWLEDGE_FLOOR, Axis.BUCKET_FLOOR, Axis.TOP_K)
_OF_TWO_HALVES = (
    Axis.DIVISION,
    Axis.KNOWLEDGE_SHARE,
    Axis.BUCKET_SHARE,
    Axis.KNOWLEDGE_FLOOR,
    Axis.BUCKET_FLOOR,
)
_SHARES = (Axis.DIVISION, Axis.KNOWLEDGE_SHARE, Axis.BUCKET_SHARE)


@dataclass(frozen=True, slots=True)
class AxisRange:
    """The values of an axis that a sweep covers, both ends included."""

    axis: Axis
    low: float
    high: float

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a range that is empty or outside of what a policy may hold."""
        if not self.low <= self.high:
            raise ValueError(f"the range of {self.axis} ends before it begins")
        if self.axis is Axis.RELEVANCE_FLOOR:
            return  # scores have any scale
        if self.low < 0:
            raise ValueError(f"{self.axis} cannot be swept below 0")
        if self.axis.whole and not (float(self.low).is_integer() and float(self.high).is_integer()):
            raise ValueError(f"{self.axis} is in whole numbers")
        if not self.axis.whole and self.high > 1:
            raise ValueError(f"{self.axis} is a fraction between 0 and 1")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def complement(share: Numbers) -> Numbers:
    """Return what is left of 1 beside a share, in steps of 1e-12, so that 1 - 0.43 is 0.57."""
    rest: Numbers = np.rint((1.0 - share) * _COMPLEMENT_STEPS) / _COMPLEMENT_STEPS
    return rest


def without_limits(prepared: Prepared) -> dict[Axis, float]:
    """Return the relevance floor and the top-k that keep out as little as none at all."""
    scores = [float(prepared.cards.relevance.min())] if len(prepared.cards.order) else []
    scores += [file.relevance for file in prepared.files]
    return {
        Axis.RELEVANCE_FLOOR: min(0.0, *scores) if scores else 0.0,
        Axis.TOP_K: max(len(prepared.cards.order), len(prepared.files)),
    }


def current_value(
    axis: Axis,
    policy: UnifiedContextBudgetPolicy,
    overrides: Overrides = NO_OVERRIDES,
    off: Mapping[Axis, float] | None = None,
) -> float:
    """Return where a policy stands on an axis, or the overrides on one that limits candidates.

    ``off`` are the values of limits that are not set (``without_limits``).
    """
    if axis.limits_candidates:
        limit: float | None = getattr(overrides, axis.field)
        return (off or {}).get(axis, 0) if limit is None else limit
    value: float = getattr(policy, axis.field)
    return value


def axis_fields(axis: Axis, value: float) -> dict[str, float]:
    """Return the fields, with their values, that stand for a value of an axis.

    They are the policy's, or, where the axis limits candidates, the overrides'.
    """
    if axis.whole:
        return {axis.field: int(value)}
    if axis is Axis.DIVISION:
        return {axis.field: value, "bucket_content_share_default": float(complement(value))}
    return {axis.field: value}


def policy_at(
    policy: UnifiedContextBudgetPolicy, axis: Axis, value: float
) -> UnifiedContextBudgetPolicy:
    """Return the policy with one value of an axis, one of its own, instead of what it has."""
    return policy.model_copy(update=axis_fields(axis, value))


def at_value(
    report: InjectionReport, axis: Axis, value: float
) -> tuple[UnifiedContextBudgetPolicy, Overrides]:
    """Return policy and overrides of a report with one value of an axis instead of their own."""
    if axis.limits_candidates:
        limits = axis_fields(axis, value)
        return report.policy, report.overrides.model_copy(update=limits)
    return policy_at(report.policy, axis, value), report.overrides


def on_axis(axis: Axis, policy: UnifiedContextBudgetPolicy) -> bool:
    """Whether the policy itself is one of the points of its axis.

    Only the division can miss it: where the two shares do not add up to 1.
    """
    if axis.limits_candidates:
        return True
    fields = axis_fields(axis, current_value(axis, policy))
    return all(getattr(policy, field) == value for field, value in fields.items())


def without_effect(axis: Axis, budget: InjectionBudget) -> str:
    """Say why an axis cannot change anything for a request; empty where it can."""
    if axis in _SHARES and budget.direct_target:
        return (
            "The request asks about a bucket directly: the split is fixed at"
            f" {100 * budget.knowledge_share:.6g} : {100 * budget.bucket_share:.6g}."
        )
    if axis in _OF_TWO_HALVES and budget.division == "knowledge_only":
        return "There is no bucket content: knowledge cards get the whole budget."
    if axis in _OF_TWO_HALVES and budget.division == "bucket_only":
        return "There are no knowledge cards: bucket content gets the whole budget."
    return ""


def default_range(axis: Axis, report: InjectionReport) -> AxisRange:
    """Return the range that is swept when none is asked for.

    The total reaches to what the window allows, but no further than four times what it is. The
    current value is in the range, except for a total above what the window allows, which acts
    like the end of it. A limit of candidates goes from none of them to all.
    """
    budget, prepared = report.budget, report.prepared
    off = without_limits(prepared)
    current = current_value(axis, report.policy, report.overrides, off)
    if axis is Axis.TOP_K:
        return AxisRange(axis, 0, max(int(off[axis]), int(current)))
    if axis is Axis.RELEVANCE_FLOOR:
        scores = [float(prepared.cards.relevance.max(initial=1.0)), current]
        scores += [file.relevance for file in prepared.files]
        return AxisRange(axis, min(off[axis], current), max(scores))
    if not axis.whole:
        return AxisRange(axis, 0.0, 1.0)
    if axis is Axis.TOTAL:
        reach = max(_REACH * budget.total_budget, _LEAST_REACH)
        return AxisRange(axis, 0, max(min(budget.allowed_by_window, reach), 1))
    return AxisRange(axis, 0, max(budget.total_budget, int(current), 1))


LARGEST_SWEPT = 2**50  # tokens; sums of two such numbers are still exact as doubles


class SweepTooLargeError(ValueError):
    """A sweep has more steps, or larger numbers, than are worked out at once."""


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """What decides a result, for many policies: the total, its halves, the ceilings. Tokens."""

    total: Int64
    knowledge: Int64
    bucket: Int64
    ceilings: tuple[Int64, ...]

    @classmethod
    def of(cls, budgets: Sequence[Any], ceilings: Iterable[Any]) -> Self:
        """Make states of whole numbers, or of arrays of them; ``budgets`` are total and halves."""
        total, knowledge, bucket, *caps = (
            np.atleast_1d(one).astype(np.int64) for one in (*budgets, *ceilings)
        )
        return cls(total, knowledge, bucket, tuple(caps))

    @classmethod
    def at_budget(cls, budget: InjectionBudget) -> Self:
        """Return the one state of a run."""
        halves = budget.total_budget, budget.knowledge_card_budget, budget.bucket_budget
        return cls.of(halves, budget.ceilings)

    def __len__(self) -> int:
        return len(self.total)

    @property
    def columns(self) -> tuple[Int64, ...]:
        """The numbers of each state, one array each."""
        return (self.total, self.knowledge, self.bucket, *self.ceilings)

    def at(self, places: Any) -> States:
        """Return some of the states."""
        total, knowledge, bucket, *caps = (column[places] for column in self.columns)
        return States(total, knowledge, bucket, tuple(caps))


def axis_columns(axis: Axis, values: Float64 | Int64) -> dict[str, Float64]:
    """Return the policy fields that an axis changes, with a value for each point."""
    column = np.asarray(values, dtype=np.float64)
    if axis is Axis.DIVISION:
        return {axis.field: column, "bucket_content_share_default": complement(column)}
    return {axis.field: column}


def budget_states(
    policy: UnifiedContextBudgetPolicy,
    budget: InjectionBudget,
    changes: Mapping[str, Float64],
) -> States:
    """Return the budgets of the policies that differ from ``policy`` by ``changes``.

    ``budget`` is one of the same request; what the policy does not decide is taken from it.
    ``changes`` holds arrays of one length by field. Raises ``SweepTooLargeError`` for numbers
    beyond 2^50, whose sums would no longer be exact.
    """
    length = len(next(iter(changes.values())))

    def column(field: str) -> Float64:
        changed = changes.get(field)
        return np.full(length, float(getattr(policy, field))) if changed is None else changed

    division = budget.division
    large = [column(field) for field in _TOKENS] if division == "both" else []
    if any(one.max(initial=0.0) > LARGEST_SWEPT for one in large):
        raise SweepTooLargeError("totals and floors above 2^50 tokens cannot be swept")
    shares = shares_of(column, division, direct_target=budget.direct_target)
    found = divided(column, budget.remaining, division, shares)
    return States.of((found.total, found.knowledge, found.bucket), found.ceilings)
