"""The unified context budget policy (Injection §2.1) and what is questionable in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, ValidationInfo, model_validator

from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import Fraction, SafeInteger, SchemaVersion

# Constants of the document, not fields of the policy (Injection §2.2): shown, never hidden.
DIRECT_TARGET_KNOWLEDGE_SHARE = 0.20
DIRECT_TARGET_BUCKET_SHARE = 0.80


_WRITTEN = {"written": True}


class UnifiedContextBudgetPolicy(Document):
    """How many tokens may be injected, and how they are divided (Injection §2.1)."""

    model_config = ConfigDict(json_schema_extra={"required": ["schema_version"]})

    max_injection_tokens_absolute: Annotated[SafeInteger, Field(title="Max injected tokens")] = 6000
    """Most tokens that knowledge cards and bucket content may take together."""

    max_injection_tokens_pct_of_context: Annotated[
        Fraction, Field(title="Max share of free context")
    ] = 0.20
    """Most of the model's remaining window that may be injected, as a fraction of it."""

    knowledge_card_share_default: Annotated[Fraction, Field(title="Knowledge share")] = 0.40
    """Share of the total for knowledge cards when both cards and bucket content are present."""

    bucket_content_share_default: Annotated[Fraction, Field(title="Bucket share")] = 0.60
    """Share of the total for bucket content when both cards and bucket content are present."""

    procedure_sub_budget_pct: Annotated[Fraction, Field(title="Procedure cap (of knowledge)")] = (
        0.30
    )
    """Ceiling for cards of kind procedure, as a fraction of the knowledge budget."""

    interaction_policy_sub_budget_pct: Annotated[
        Fraction, Field(title="Interaction policy cap")
    ] = 0.10
    """Ceiling for cards of kind interaction_policy, as a fraction of the knowledge budget."""

    min_knowledge_card_tokens: Annotated[SafeInteger, Field(title="Knowledge floor")] = 500
    """Tokens guaranteed to knowledge cards, unless both floors together exceed the total."""

    min_bucket_tokens: Annotated[SafeInteger, Field(title="Bucket floor")] = 500
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


DEFAULT_POLICY = UnifiedContextBudgetPolicy()


def lint_policy(policy: UnifiedContextBudgetPolicy) -> tuple[Problem, ...]:
    """Name what is allowed in a policy but probably not meant, each with its field's place."""

    def lint(field: str, code: str, message: str, fix: str) -> Problem:
        place = Place(pointer=pointer(field))
        return Problem(Severity.WARNING, f"policy.{code}", message, fix, place)

    found: list[Problem] = []
    shares = policy.knowledge_card_share_default + policy.bucket_content_share_default
    if shares < 1 - 1e-9:
        found.append(
            lint(
                "knowledge_card_share_default",
                "shares-under-one",
                f"The shares add up to {shares:g}: {1 - shares:.0%} of the total stays unused when"
                " both kinds of content are present.",
                "Raise a share until they add up to 1.",
            )
        )
    if shares > 1 + 1e-9:
        found.append(
            lint(
                "knowledge_card_share_default",
                "shares-over-one",
                f"The shares add up to {shares:g}: both halves are scaled down to fit the total.",
                "Lower a share until they add up to 1.",
            )
        )
    floors = policy.min_knowledge_card_tokens + policy.min_bucket_tokens
    if floors > max(policy.max_injection_tokens_absolute, 0):
        found.append(
            lint(
                "min_knowledge_card_tokens",
                "floors-over-total",
                f"The floors ask for {floors:,} tokens together, the total is at most"
                f" {policy.max_injection_tokens_absolute:,}: both floors are always scaled below"
                " themselves.",
                "Lower the floors, or raise the total.",
            )
        )
    caps = policy.procedure_sub_budget_pct + policy.interaction_policy_sub_budget_pct
    if caps > 1 + 1e-9:
        found.append(
            lint(
                "procedure_sub_budget_pct",
                "ceilings-over-one",
                f"The ceilings for procedures and interaction policies add up to {caps:g}: together"
                " they can fill the knowledge budget and leave nothing for other cards.",
                "Lower a ceiling.",
            )
        )
    token_fields = (
        "max_injection_tokens_absolute",
        "min_knowledge_card_tokens",
        "min_bucket_tokens",
    )
    found.extend(
        lint(
            field,
            "negative-tokens",
            f"{field} is negative; it acts like 0.",
            "Use 0 or a positive number of tokens.",
        )
        for field in token_fields
        if getattr(policy, field) < 0
    )
    if policy.max_injection_tokens_absolute == 0 or policy.max_injection_tokens_pct_of_context == 0:
        found.append(
            lint(
                "max_injection_tokens_absolute",
                "nothing-allowed",
                "The policy allows no tokens at all: nothing will be injected.",
                "Set both limits of the total above 0.",
            )
        )
    return tuple(found)
