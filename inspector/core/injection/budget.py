"""Computing and dividing the unified budget (Injection §2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from inspector.core.arguments import finite
from inspector.core.injection.policy import (
    CEILING_OF_KIND,
    DIRECT_TARGET_BUCKET_SHARE,
    DIRECT_TARGET_KNOWLEDGE_SHARE,
    UnifiedContextBudgetPolicy,
)

Values = Callable[[str], Any]
"""Gives a field of a policy, or of many policies an array."""


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
    ceilings: tuple[int, ...]
    """Of cards by kind, in the order of the policy's fields."""

    @property
    def procedure_cap(self) -> int:
        """Tokens that procedures may take."""
        return self.ceilings[0]

    @property
    def interaction_policy_cap(self) -> int:
        """Tokens that interaction policies may take."""
        return self.ceilings[1]

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
    division = (
        "both"
        if has_bucket_content and has_knowledge_cards
        else ("bucket_only" if has_bucket_content else "knowledge_only")
    )
    direct_target = bucket_is_direct_target and division == "both"
    shares = shares_of(partial(getattr, policy), division, direct_target=direct_target)
    found = divided(partial(getattr, policy), remaining, division, shares)
    return InjectionBudget(
        total_budget=int(found.total),
        knowledge_card_budget=int(found.knowledge),
        bucket_budget=int(found.bucket),
        model_context_window=window,
        tokens_used_before=used,
        remaining=remaining,
        allowed_by_window=int(found.allowed),
        division=division,
        knowledge_share=shares[0],
        bucket_share=shares[1],
        direct_target=direct_target,
        before_scaling=(int(found.before[0]), int(found.before[1])),
        ceilings=tuple(int(one) for one in found.ceilings),
    )


def shares_of(value: Values, division: str, *, direct_target: bool) -> tuple[Any, Any]:
    """Return the shares of both halves: of a direct target constants, of one half alone all."""
    if division != "both":
        return (1.0, 0.0) if division == "knowledge_only" else (0.0, 1.0)
    if direct_target:
        return DIRECT_TARGET_KNOWLEDGE_SHARE, DIRECT_TARGET_BUCKET_SHARE
    return value("knowledge_card_share_default"), value("bucket_content_share_default")


class Divided(NamedTuple):
    """Budgets of one policy, or of many in arrays, in tokens; all are whole numbers as doubles."""

    allowed: Any
    total: Any
    knowledge: Any
    bucket: Any
    before: tuple[Any, Any]
    ceilings: tuple[Any, ...]


def divided(value: Values, remaining: float, division: str, shares: tuple[Any, Any]) -> Divided:
    """Divide what remains of the window (Injection §2.2); ``value`` gives a policy's fields.

    The one rule for one policy and for arrays of them. Doubles throughout, as in the document: sums
    beyond 2^53 round the same way.
    """
    allowed = np.floor(remaining * value("max_injection_tokens_pct_of_context"))
    total = np.maximum(0.0, np.minimum(value("max_injection_tokens_absolute"), allowed))
    halves = before = (total * shares[0], total * shares[1])
    if division == "both":
        floors = value("min_knowledge_card_tokens"), value("min_bucket_tokens")
        before = (
            np.maximum(floors[0], np.floor(total * shares[0])),
            np.maximum(floors[1], np.floor(total * shares[1])),
        )
        asked = before[0] + before[1]
        over = asked > total
        scaled = np.floor(before[0] * (total / np.where(over, asked, 1.0)))
        halves = np.where(over, scaled, before[0]), np.where(over, total - scaled, before[1])
    return Divided(allowed, total, *halves, before, tuple(ceilings(value, halves[0])))


def ceilings(value: Values, knowledge: Any) -> Iterator[Any]:
    """Yield what cards of each kind that has a ceiling may take of a knowledge budget."""
    return (np.floor(knowledge * value(field)) for field in CEILING_OF_KIND.values())
