"""Computing and dividing the unified budget (Injection §2.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.arguments import finite
from inspector.core.injection.policy import (
    DIRECT_TARGET_BUCKET_SHARE,
    DIRECT_TARGET_KNOWLEDGE_SHARE,
    UnifiedContextBudgetPolicy,
)


@dataclass(frozen=True, slots=True)
class InjectionBudget:
    """The budget of one request and how it came about. All sizes are tokens.

    ``division`` is ``both``, ``knowledge_only`` or ``bucket_only``; ``before_scaling`` holds the
    two halves after shares and floors, before they were scaled into the total.
    """

    total_budget: int
    knowledge_card_budget: int
    bucket_budget: int
    model_context_window: float
    tokens_used_before: float
    remaining: float
    allowed_by_window: int
    division: str
    knowledge_share: float
    bucket_share: float
    direct_target: bool
    before_scaling: tuple[int, int]
    procedure_cap: int
    interaction_policy_cap: int

    @property
    def scaled(self) -> bool:
        """Whether shares and floors asked for more than the total and were scaled into it."""
        return self.division == "both" and sum(self.before_scaling) > self.total_budget

    @property
    def unallocated(self) -> int:
        """Tokens of the total that belong to neither half."""
        return self.total_budget - self.knowledge_card_budget - self.bucket_budget


def compute_unified_budget(
    *,
    model_context_window: float,
    tokens_used_before: float,
    policy: UnifiedContextBudgetPolicy | Mapping[str, Any],
    has_bucket_content: bool,
    has_knowledge_cards: bool,
    bucket_is_direct_target: bool,
) -> InjectionBudget:
    """Return the total and its two halves, in tokens (Injection §2.2).

    Arithmetic is that of the document: products are binary doubles, then rounded down. Nothing is
    ever negative: what remains of the window, the total and both halves are at least 0. Floors may
    be scaled below themselves when they do not fit together. Both floors also hold for a direct
    target. Raises ``ValueError`` for a size that is no finite number or a policy that is not valid.
    """
    if not isinstance(policy, UnifiedContextBudgetPolicy):
        policy = UnifiedContextBudgetPolicy.model_validate(policy)
    window = float(finite("model_context_window", model_context_window))
    used = float(finite("tokens_used_before", tokens_used_before))
    remaining = max(0.0, window - used)
    allowed = math.floor(remaining * policy.max_injection_tokens_pct_of_context)
    total = max(0, min(policy.max_injection_tokens_absolute, allowed))

    if has_bucket_content and has_knowledge_cards:
        division = "both"
        knowledge_share = policy.knowledge_card_share_default
        bucket_share = policy.bucket_content_share_default
        if bucket_is_direct_target:
            knowledge_share = DIRECT_TARGET_KNOWLEDGE_SHARE
            bucket_share = DIRECT_TARGET_BUCKET_SHARE
        # Doubles throughout, as in the document: sums beyond 2^53 round the same way.
        knowledge = max(
            float(policy.min_knowledge_card_tokens), math.floor(float(total) * knowledge_share)
        )
        bucket = max(float(policy.min_bucket_tokens), math.floor(float(total) * bucket_share))
        before = (int(knowledge), int(bucket))
        if knowledge + bucket > total:
            scale = total / (knowledge + bucket)
            knowledge = math.floor(knowledge * scale)
            bucket = total - knowledge
        halves = (int(knowledge), int(bucket))
    elif has_bucket_content:
        division, knowledge_share, bucket_share = "bucket_only", 0.0, 1.0
        halves = before = (0, total)
    else:
        division, knowledge_share, bucket_share = "knowledge_only", 1.0, 0.0
        halves = before = (total, 0)

    return InjectionBudget(
        total_budget=total,
        knowledge_card_budget=halves[0],
        bucket_budget=halves[1],
        model_context_window=window,
        tokens_used_before=used,
        remaining=remaining,
        allowed_by_window=allowed,
        division=division,
        knowledge_share=knowledge_share,
        bucket_share=bucket_share,
        direct_target=bucket_is_direct_target and division == "both",
        before_scaling=before,
        procedure_cap=math.floor(halves[0] * policy.procedure_sub_budget_pct),
        interaction_policy_cap=math.floor(halves[0] * policy.interaction_policy_sub_budget_pct),
    )
