"""The values of a policy that can be swept, and how each of them acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import numpy as np

from inspector.core.injection.budget import InjectionBudget
from inspector.core.injection.policy import UnifiedContextBudgetPolicy

Numbers = TypeVar("Numbers", float, np.ndarray)

_COMPLEMENT_STEPS = 1e12
_LEAST_REACH = 8_000  # tokens that a sweep of the total shows at least, where the window lets it
_REACH = 4  # times the current total


class Axis(StrEnum):
    """One value of the policy. ``DIVISION`` moves both shares so that they add up to 1."""

    TOTAL = "total"
    WINDOW_PART = "window-part"
    DIVISION = "division"
    KNOWLEDGE_SHARE = "knowledge-share"
    BUCKET_SHARE = "bucket-share"
    KNOWLEDGE_FLOOR = "knowledge-floor"
    BUCKET_FLOOR = "bucket-floor"
    PROCEDURES = "procedures"
    INTERACTION_POLICIES = "interaction-policies"

    @property
    def field(self) -> str:
        """The field of the policy; for the division the one of the knowledge share."""
        return _FIELDS[self]

    @property
    def in_tokens(self) -> bool:
        """Whether values are whole tokens; otherwise they are fractions between 0 and 1."""
        return self in _WHOLE


_FIELDS = {
    Axis.TOTAL: "max_injection_tokens_absolute",
    Axis.WINDOW_PART: "max_injection_tokens_pct_of_context",
    Axis.DIVISION: "knowledge_card_share_default",
    Axis.KNOWLEDGE_SHARE: "knowledge_card_share_default",
    Axis.BUCKET_SHARE: "bucket_content_share_default",
    Axis.KNOWLEDGE_FLOOR: "min_knowledge_card_tokens",
    Axis.BUCKET_FLOOR: "min_bucket_tokens",
    Axis.PROCEDURES: "procedure_sub_budget_pct",
    Axis.INTERACTION_POLICIES: "interaction_policy_sub_budget_pct",
}
_WHOLE = (Axis.TOTAL, Axis.KNOWLEDGE_FLOOR, Axis.BUCKET_FLOOR)
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
        if self.low < 0:
            raise ValueError(f"{self.axis} cannot be swept below 0")
        if self.axis.in_tokens and not (
            float(self.low).is_integer() and float(self.high).is_integer()
        ):
            raise ValueError(f"{self.axis} is in whole tokens")
        if not self.axis.in_tokens and self.high > 1:
            raise ValueError(f"{self.axis} is a fraction between 0 and 1")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def complement(share: Numbers) -> Numbers:
    """Return what is left of 1 beside a share, in steps of 1e-12, so that 1 - 0.43 is 0.57."""
    rest: Numbers = np.rint((1.0 - share) * _COMPLEMENT_STEPS) / _COMPLEMENT_STEPS
    return rest


def current_value(axis: Axis, policy: UnifiedContextBudgetPolicy) -> float:
    """Return where a policy stands on an axis."""
    value: float = getattr(policy, axis.field)
    return value


def policy_fields(axis: Axis, value: float) -> dict[str, float]:
    """Return the policy fields, with their values, that stand for a value of an axis."""
    if axis.in_tokens:
        return {axis.field: int(value)}
    if axis is Axis.DIVISION:
        return {axis.field: value, "bucket_content_share_default": float(complement(value))}
    return {axis.field: value}


def policy_at(
    policy: UnifiedContextBudgetPolicy, axis: Axis, value: float
) -> UnifiedContextBudgetPolicy:
    """Return the policy with one value of an axis instead of its own."""
    return policy.model_copy(update=policy_fields(axis, value))


def on_axis(axis: Axis, policy: UnifiedContextBudgetPolicy) -> bool:
    """Whether the policy itself is one of the points of its axis.

    Only the division can miss it: where the two shares do not add up to 1.
    """
    fields = policy_fields(axis, current_value(axis, policy))
    return all(getattr(policy, field) == value for field, value in fields.items())


def without_effect(axis: Axis, budget: InjectionBudget) -> str:
    """Say why an axis cannot change anything for a request; empty where it can."""
    if axis in _SHARES and budget.direct_target:
        return (
            "The request asks about a bucket directly: the shares are fixed at"
            f" {budget.knowledge_share:.2f} and {budget.bucket_share:.2f}."
        )
    if axis in _OF_TWO_HALVES and budget.division == "knowledge_only":
        return "There is no bucket content: knowledge cards get the whole budget."
    if axis in _OF_TWO_HALVES and budget.division == "bucket_only":
        return "There are no knowledge cards: bucket content gets the whole budget."
    return ""


def default_range(
    axis: Axis, policy: UnifiedContextBudgetPolicy, budget: InjectionBudget
) -> AxisRange:
    """Return the range that is swept when none is asked for.

    The total reaches to what the window allows, but no further than four times what it is. The
    current value is in the range, except for a total above what the window allows, which acts
    like the end of it.
    """
    current = current_value(axis, policy)
    if not axis.in_tokens:
        return AxisRange(axis, 0.0, 1.0)
    if axis is Axis.TOTAL:
        reach = max(_REACH * budget.total_budget, _LEAST_REACH)
        return AxisRange(axis, 0, max(min(budget.allowed_by_window, reach), 1))
    return AxisRange(axis, 0, max(budget.total_budget, int(current), 1))
