"""The policy of the unified budget (Injection §2.1), and the settings that no policy has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Self, TypeVar

from pydantic import ConfigDict, Field, ValidationInfo, model_validator

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
