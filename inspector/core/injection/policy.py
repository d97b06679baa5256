"""The policy of the unified budget (Injection §2.1), and the budget that comes of it (§2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, NamedTuple, Self, TypeVar

import numpy as np
from pydantic import ConfigDict, Field, ValidationInfo, model_validator

from inspector.core.arguments import finite
from inspector.core.candidates.card import INTERACTION_POLICY, PROCEDURE
from inspector.core.model import Document
from inspector.core.scalars import Fraction, SafeInteger, SchemaVersion

# Constants of the document, not fields of the policy (Injection §2.2): shown, never hidden.
DIRECT_TARGET_KNOWLEDGE_SHARE = 0.20
DIRECT_TARGET_BUCKET_SHARE = 0.80

_Mark = TypeVar("_Mark")


_WRITTEN = {"written": True}


@dataclass(frozen=True, slots=True)
class Swept:
    """Marks a field that can be swept, by the name of its axis."""

    axis: str


@dataclass(frozen=True, slots=True)
class CeilingOf:
    """Marks a ceiling for cards of a kind, as a fraction of the knowledge budget."""

    kind: str


class UnifiedContextBudgetPolicy(Document):
    """How many tokens may be injected, and how they are divided (Injection §2.1)."""

    model_config = ConfigDict(json_schema_extra={"required": ["schema_version"]})

    max_injection_tokens_absolute: Annotated[
        SafeInteger, Field(title="Max injected tokens"), Swept("total")
    ] = 6000
    """Most tokens that knowledge cards and bucket content may take together."""

    max_injection_tokens_pct_of_context: Annotated[
        Fraction, Field(title="Max share of free context"), Swept("window-part")
    ] = 0.20
    """Most of the model's remaining window that may be injected, as a fraction of it."""

    knowledge_card_share_default: Annotated[
        Fraction, Field(title="Knowledge share"), Swept("knowledge-share")
    ] = 0.40
    """Share of the total for knowledge cards when both cards and bucket content are present."""

    bucket_content_share_default: Annotated[
        Fraction, Field(title="File share"), Swept("bucket-share")
    ] = 0.60
    """Share of the total for bucket content when both cards and bucket content are present."""

    procedure_sub_budget_pct: Annotated[
        Fraction,
        Field(title="Procedure cap (of knowledge)"),
        Swept("procedures"),
        CeilingOf(PROCEDURE),
    ] = 0.30
    """Ceiling for cards of kind procedure, as a fraction of the knowledge budget."""

    interaction_policy_sub_budget_pct: Annotated[
        Fraction,
        Field(title="Interaction policy cap"),
        Swept("interaction-policies"),
        CeilingOf(INTERACTION_POLICY),
    ] = 0.10
    """Ceiling for cards of kind interaction_policy, as a fraction of the knowledge budget."""

    min_knowledge_card_tokens: Annotated[
        SafeInteger, Field(title="Knowledge floor"), Swept("knowledge-floor")
    ] = 500
    """Tokens guaranteed to knowledge cards, unless both floors together exceed the total."""

    min_bucket_tokens: Annotated[SafeInteger, Field(title="File floor"), Swept("bucket-floor")] = (
        500
    )
    """Tokens guaranteed to bucket content, unless both floors together exceed the total."""

    schema_version: SchemaVersion = 1
    """Version of the policy format; always 1. A policy made in code need not say it, a written one
    has to."""

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Validate a written policy, which has to say its version."""
        return super().model_validate(obj, **({"context": _WRITTEN} | options))

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Validate the JSON text of a policy, which has to say its version."""
        return super().model_validate_json(json_data, **({"context": _WRITTEN} | options))

    @model_validator(mode="before")
    @classmethod
    def _says_its_version(cls, data: Any, info: ValidationInfo) -> Any:
        if info.context is not _WRITTEN or not isinstance(data, Mapping):
            return data
        return {"schema_version": ..., **data}


def _marked(kind: type[_Mark]) -> Iterator[tuple[str, _Mark]]:
    """Yield the fields of a policy that have a mark, with it, in their order."""
    for name, field in UnifiedContextBudgetPolicy.model_fields.items():
        yield from ((name, mark) for mark in field.metadata if isinstance(mark, kind))


FIELD_OF_AXIS = {mark.axis: name for name, mark in _marked(Swept)}
"""The field that each axis of a sweep moves."""

CEILING_OF_KIND = {mark.kind: name for name, mark in _marked(CeilingOf)}
"""The field of the ceiling for cards of each kind that has one."""

DEFAULT_POLICY = UnifiedContextBudgetPolicy()


class Strategy(StrEnum):
    """How cards are given their renderings within the knowledge budget (Injection §4.6e)."""

    COVERAGE = "coverage"  # every card small first, then larger in order of relevance
    DEPTH = "depth"  # every card as large as it fits, in order of relevance
    OPTIMAL = "optimal"  # the selection of greatest value under the same caps


class TierWeights(Document):
    """How much of a card's relevance each rendering is worth (strategy ``optimal``)."""

    compact: Annotated[Fraction, Field(title="Compact")] = 0.6
    """Part of its relevance that a card at compact is worth."""

    standard: Annotated[Fraction, Field(title="Standard")] = 0.85
    """Part of its relevance that a card at standard is worth."""

    full: Annotated[Fraction, Field(title="Full")] = 1.0
    """Part of its relevance that a card at full is worth."""

    @property
    def by_tier(self) -> tuple[float, float, float]:
        """The weights of compact, standard and full."""
        return self.compact, self.standard, self.full


class InjectionSettings(Document):
    """Settings of the injection step. Recorded with every result."""

    background_part: Annotated[Fraction, Field(title="Bucket summary cap")] = 0.25
    """Part of the bucket budget that may be set aside for backgrounds before files are chosen."""

    tier_weights: TierWeights = TierWeights()
    """What renderings are worth to the strategy ``optimal``."""


DEFAULT_SETTINGS = InjectionSettings()

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
