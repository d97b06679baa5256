"""The configuration of the window: budgets, base priorities, boosts, estimation, decay.

JSON uses the specification's camelCase names, with or without its outer ``contextWindow`` object;
Python uses snake_case. Either spelling is read. Each field's docstring is its description in
forms and in the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from inspector.core.model import BOTH_SPELLINGS, Document, Way, errors_below, field_models
from inspector.core.scalars import Flag, Natural
from inspector.core.window.chunk import ChunkType

# Constants of the document, not fields of its configuration: shown, never hidden.
LINEAR_RECENCY_POINTS = 20.0  # for a chunk of now; one less for each day of age
RAG_POINTS = 20.0  # for a relevance of 1

Points = Annotated[float, Field(ge=0, le=1000, strict=True, allow_inf_nan=False)]
Density = Annotated[float, Field(gt=0, le=100, strict=True, allow_inf_nan=False)]
DailyRate = Annotated[float, Field(ge=0, le=10, strict=True, allow_inf_nan=False)]
MoneyScale = Annotated[float, Field(gt=0, le=1e12, strict=True, allow_inf_nan=False)]


class _Section(Document):
    model_config = ConfigDict(alias_generator=to_camel)


class TokenBudgets(_Section):
    """Token limits. Only ``max_system_prompt`` acts unless category limits are enforced."""

    max_overall: Natural = 32_000
    """Most tokens of the whole window, the reserve included."""

    max_history: Natural = 8_000
    """Most tokens of earlier user and assistant turns."""

    max_business_data: Natural = 8_000
    """Most tokens of chunks whose content type is business."""

    max_client_data: Natural = 6_000
    """Most tokens of chunks that name a client tier or a relationship stage."""

    max_rag_results: Natural = 4_000
    """Most tokens of retrieved chunks: all types that speak of retrieval."""

    max_system_prompt: Natural = 2_000
    """Tokens kept in reserve for the system prompt; deducted once from what is available."""


class PriorityThresholds(Document):
    """Base priority of each chunk type, in points."""

    system_prompt: Points = 200.0
    """Base priority of system prompts."""

    current_user_prompt: Points = 190.0
    """Base priority of the user's current message."""

    critical_rag_document: Points = 180.0
    """Base priority of retrieved documents marked as critical."""

    tool_output: Points = 170.0
    """Base priority of results of tool calls."""

    tool_input: Points = 160.0
    """Base priority of arguments of tool calls."""

    chat_history_user: Points = 150.0
    """Base priority of the user's earlier messages."""

    chat_history_assistant: Points = 140.0
    """Base priority of the assistant's earlier messages."""

    rag_memory_commit: Points = 130.0
    """Base priority of memories written down in earlier sessions."""

    rag_document_chunk: Points = 120.0
    """Base priority of retrieved parts of documents."""

    rag_ebook_chunk: Points = 110.0
    """Base priority of retrieved parts of books."""

    rag_generic_chunk: Points = 100.0
    """Base priority of anything else that was retrieved."""

    def of(self, chunk_type: ChunkType) -> float:
        """Return the base priority of a type."""
        return float(getattr(self, chunk_type.value))


class RevenueImpact(_Section):
    """How an amount of money becomes points."""

    scale: MoneyScale = 10_000.0
    """The amount that earns one point."""

    max_boost: Points = 20.0
    """Most points for revenue, and most for all business factors together."""


class PriorityBoosts(_Section):
    """Points of the business factors. A value that is not in its table earns none."""

    revenue_impact: RevenueImpact = RevenueImpact()
    """How revenue becomes points."""

    urgency: Mapping[str, Points] = Field(
        default={"critical": 25.0, "high": 15.0, "medium": 5.0, "low": 0.0}
    )
    """Points by urgency."""

    client_tier: Mapping[str, Points] = Field(
        default={"enterprise": 12.0, "midMarket": 8.0, "smallBusiness": 4.0, "startup": 2.0}
    )
    """Points by client tier."""

    deal_status: Mapping[str, Points] = Field(
        default={
            "negotiation": 18.0,
            "proposal": 12.0,
            "qualified": 8.0,
            "prospecting": 4.0,
            "closed": 1.0,
        }
    )
    """Points by status of the deal."""

    relationship: Mapping[str, Points] = Field(
        default={"mature": 15.0, "established": 10.0, "developing": 6.0, "initial": 3.0}
    )
    """Points by stage of the relationship."""


class TokenEstimation(_Section):
    """Characters (UTF-16 units) per token, where a chunk brings no count of its own."""

    average_chars_per_token: Density = 3.8
    """Of everything that is neither business text nor code."""

    business_content_density: Density = 4.2
    """Of chunks whose content type is business."""

    code_content_density: Density = 3.5
    """Of chunks whose content type is code."""


class RecencyDecay(_Section):
    """The exponential decay, used when the options ask for it."""

    max_boost: Points = 15.0
    """Points of a chunk of now."""

    decay_rate: DailyRate = 0.05
    """Decay per day of age."""

    business_slow_decay: DailyRate = 0.02
    """Decay per day of age of chunks whose content type is business."""


class TruncationStrategy(_Section):
    """When a chunk is long enough to be worth summarising. Nothing is ever cut."""

    summary_threshold: Natural = 500
    """A chunk of more tokens than this is marked."""


class Optimization(_Section):
    """Estimation, decay and the length worth summarising."""

    token_estimation: TokenEstimation = TokenEstimation()
    """Characters per token."""

    recency_decay: RecencyDecay = RecencyDecay()
    """The exponential decay."""

    truncation_strategy: TruncationStrategy = TruncationStrategy()
    """The length worth summarising."""


class TokenBudgetConstraints(_Section):
    """The limits of one call, as the specification's code spells them, beside its thresholds."""

    max_total_tokens: Natural | None = None
    """Tokens that the chunks may take together, the reserve included."""

    reserve_tokens: Natural | None = None
    """Tokens kept in reserve for the system prompt."""

    prefer_recent: Flag = True
    """Newer chunks earn points."""

    prefer_higher_priority: Flag = True
    """Order by priority."""

    allow_partial_fill: Flag = True
    """Go on after a chunk that does not fit."""

    @property
    def budgets(self) -> dict[str, Any]:
        """The token limits of a configuration that these say."""
        named = {"max_overall": self.max_total_tokens, "max_system_prompt": self.reserve_tokens}
        return {name: tokens for name, tokens in named.items() if tokens is not None}

    @property
    def options(self) -> dict[str, bool]:
        """The options of a placement that these say."""
        names = PlacementOptions.model_fields.keys() & self.model_fields_set
        return {name: getattr(self, name) for name in sorted(names)}


WRAPPER = "contextWindow"  # the object around the configuration in the specification's JSON
_WRAPPERS = (WRAPPER, "context_window")
_THRESHOLDS = frozenset(ChunkType)

CONFIGURATION_MARKS = (
    *_WRAPPERS,
    *("tokenBudgets", "token_budgets", "priorityThresholds", "priority_thresholds"),
    *("priorityBoosts", "priority_boosts", "maxTotalTokens", "max_total_tokens"),
    *("reserveTokens", "reserve_tokens"),
)
"""Fields that only a configuration has."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A configuration as it is spelt: limits of a call, bare thresholds, sections, a wrapped one.

    Each of the four is an object, empty where there is none of it.
    """

    constraints: dict[str, Any]
    thresholds: dict[str, Any]
    sections: dict[str, Any]
    wrapped: dict[str, Any]


def spelled(value: Mapping[str, Any]) -> Spelled:
    """Tell apart what a configuration consists of, by the names of its fields."""
    limits = field_models(TokenBudgetConstraints)
    found = Spelled({}, {}, {}, {})
    for name, member in value.items():
        if name in _WRAPPERS:
            found.wrapped[name] = member
        elif name in limits:
            found.constraints[name] = member
        elif name in _THRESHOLDS:
            found.thresholds[name] = member
        else:
            found.sections[name] = member
    return found


def is_configuration(value: object) -> bool:
    """Say whether a value is an object that is, or holds, a configuration in any spelling.

    A ``context_window`` that is no object is the size of a window, as logs record it.
    """
    kept = value.items() if isinstance(value, Mapping) else ()
    names = {name for name, one in kept if name != _WRAPPERS[1] or isinstance(one, Mapping)}
    return not names.isdisjoint(CONFIGURATION_MARKS) or (bool(names) and names <= _THRESHOLDS)


def configuration_beside(value: Mapping[str, Any], own: Collection[str]) -> dict[str, Any]:
    """Return the fields of a configuration that stand beside a document's ``own`` fields.

    Bare thresholds stand alone: a request may have texts under the same names.
    """
    if value and value.keys() <= _THRESHOLDS:
        return dict(value)
    known = {*_WRAPPERS, *field_models(TokenBudgetConstraints), *field_models(WindowConfig)}
    return {name: member for name, member in value.items() if name in known.difference(own)}


def constraints_in(value: object) -> TokenBudgetConstraints:
    """Return the limits of a call that a configuration holds beside what is set once.

    Raises ``ValidationError`` for one that is wrong.
    """
    if not isinstance(value, Mapping):
        return TokenBudgetConstraints()
    parts = spelled(value)
    found = TokenBudgetConstraints.model_validate(parts.constraints)
    for name, inner in parts.wrapped.items():
        try:
            given = constraints_in(inner)
        except ValidationError as error:
            raise errors_below(error, (name,)) from None
        found = found.model_copy(
            update={one: getattr(given, one) for one in given.model_fields_set}
        )
    return found


class WindowConfig(_Section):
    """Everything about placement that a deployment sets once."""

    token_budgets: TokenBudgets = TokenBudgets()
    """Token limits."""

    priority_thresholds: PriorityThresholds = PriorityThresholds()
    """Base priorities."""

    priority_boosts: PriorityBoosts = PriorityBoosts()
    """Points of the business factors."""

    optimization: Optimization = Optimization()
    """Estimation, decay and the length worth summarising."""

    @classmethod
    def read_as(cls, value: dict[str, Any]) -> Iterator[tuple[Way, type[BaseModel], Any]]:
        """Yield sections, bare thresholds, limits of a call, and what is wrapped."""
        parts = spelled(value)
        yield (), TokenBudgetConstraints, parts.constraints
        yield (), PriorityThresholds, parts.thresholds
        yield (), cls, parts.sections
        for name, inner in parts.wrapped.items():
            if isinstance(inner, dict):
                for way, model, part in cls.read_as(inner):
                    yield (name, *way), model, part

    @model_validator(mode="wrap")
    @classmethod
    def _as_spelled(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(value, Mapping):
            return handler(value)
        parts = spelled(value)
        fields = dict(parts.sections)
        if parts.thresholds:
            fields["priority_thresholds"] = PriorityThresholds.model_validate(parts.thresholds)
        config = handler(fields)
        if parts.constraints:
            budgets = TokenBudgetConstraints.model_validate(parts.constraints).budgets
            limits = config.token_budgets.model_copy(update=budgets)
            config = config.model_copy(update={"token_budgets": limits})
        for name, inner in parts.wrapped.items():
            try:
                given = cls.model_validate(inner)
            except ValidationError as error:
                raise errors_below(error, (name,)) from None
            held = {one: getattr(given, one) for one in given.model_fields_set}
            config = config.model_copy(update=held)
        return config


class WindowConfigFile(_Section):
    """The configuration as a file of its own, as the specification spells it."""

    context_window: WindowConfig
    """Limits, priorities, boosts and densities."""


class PlacementOptions(Document):
    """What one call of placement may choose."""

    model_config = ConfigDict(alias_generator=BOTH_SPELLINGS)

    prefer_recent: Flag = True
    """Newer chunks earn points; off, age earns nothing."""

    prefer_higher_priority: Flag = True
    """Order by priority; off, the newest come first, whatever their priority."""

    allow_partial_fill: Flag = True
    """Go on after a chunk that does not fit; off, nothing after it is placed."""

    include_business_boost: Flag = True
    """Business factors earn points; off, they earn nothing."""

    recency: Literal["linear", "exponential"] = "linear"
    """How points fade with age: one a day from 20, or exponentially as configured."""

    enforce_category_limits: Flag = False
    """Hold each category of chunks, and the whole, under its limit."""

    require_all: Flag = False
    """Place nothing where a record cannot be used; off, the rest is placed."""

    keep_pairs: Flag = False
    """Place a tool's call and its result both or not at all; off, each by itself."""


DEFAULT_CONFIG = WindowConfig()
DEFAULT_OPTIONS = PlacementOptions()
