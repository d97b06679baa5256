"""The budgets of many policies at once, bit for bit those of ``compute_unified_budget``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import Axis, complement
from inspector.core.injection.budget import InjectionBudget
from inspector.core.injection.policy import (
    DIRECT_TARGET_BUCKET_SHARE,
    DIRECT_TARGET_KNOWLEDGE_SHARE,
    UnifiedContextBudgetPolicy,
)

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

LARGEST_SWEPT = 2**50  # tokens; sums of two such numbers are still exact as doubles


class SweepTooLargeError(ValueError):
    """A sweep has more steps, or larger numbers, than are worked out at once."""


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """What decides a result, for many policies: the total, its halves, the ceilings. Tokens."""

    total: Int64
    knowledge: Int64
    bucket: Int64
    procedure_cap: Int64
    interaction_policy_cap: Int64

    def __len__(self) -> int:
        return len(self.total)

    @property
    def columns(self) -> tuple[Int64, ...]:
        """The five numbers of each state, one array each."""
        return tuple(getattr(self, one.name) for one in fields(self))

    def at(self, places: Any) -> States:
        """Return some of the states."""
        return States(*(column[places] for column in self.columns))


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

    allowed = np.floor(budget.remaining * column("max_injection_tokens_pct_of_context"))
    total = np.maximum(0.0, np.minimum(column("max_injection_tokens_absolute"), allowed))
    if budget.division == "both":
        knowledge, bucket = _halves(budget, total, column)
    elif budget.division == "bucket_only":
        knowledge, bucket = np.zeros(length), total
    else:
        knowledge, bucket = total, np.zeros(length)
    return States(
        total.astype(np.int64),
        knowledge.astype(np.int64),
        bucket.astype(np.int64),
        np.floor(knowledge * column("procedure_sub_budget_pct")).astype(np.int64),
        np.floor(knowledge * column("interaction_policy_sub_budget_pct")).astype(np.int64),
    )


def _halves(budget: InjectionBudget, total: Float64, column: Any) -> tuple[Float64, Float64]:
    """Divide the total (Injection §2.2): shares, floors, and both scaled into it where needed."""
    knowledge_share, bucket_share = (
        (DIRECT_TARGET_KNOWLEDGE_SHARE, DIRECT_TARGET_BUCKET_SHARE)
        if budget.direct_target
        else (column("knowledge_card_share_default"), column("bucket_content_share_default"))
    )
    floors = column("min_knowledge_card_tokens"), column("min_bucket_tokens")
    for one in (*floors, total):
        if one.max(initial=0.0) > LARGEST_SWEPT:
            raise SweepTooLargeError("totals and floors above 2^50 tokens cannot be swept")
    knowledge = np.maximum(floors[0], np.floor(total * knowledge_share))
    bucket = np.maximum(floors[1], np.floor(total * bucket_share))
    over = knowledge + bucket > total
    scale = np.divide(total, knowledge + bucket, out=np.ones_like(total), where=over)
    knowledge = np.where(over, np.floor(knowledge * scale), knowledge)
    return knowledge, np.where(over, total - knowledge, bucket)
