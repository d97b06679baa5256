"""The configuration of the window: budgets, base priorities, boosts, estimation, decay.

JSON uses the specification's camelCase names, with or without its outer ``contextWindow`` object;
Python uses snake_case. Either spelling is read. Each field's docstring is its description in
forms and in the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from inspector.core.model import Document
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


WRAPPER = "contextWindow"  # the object around the configuration in the specification's JSON


def is_wrapped(value: object) -> bool:
    """Say whether a configuration stands inside the specification's outer object."""
    return isinstance(value, Mapping) and set(value) == {WRAPPER}


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

    @model_validator(mode="before")
    @classmethod
    def _without_wrapper(cls, value: Any) -> Any:
        return value[WRAPPER] if is_wrapped(value) else value


class WindowConfigFile(_Section):
    """The configuration as a file of its own, as the specification spells it."""

    context_window: WindowConfig
    """Limits, priorities, boosts and densities."""


class PlacementOptions(Document):
    """What one call of placement may choose."""

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


DEFAULT_CONFIG = WindowConfig()
DEFAULT_OPTIONS = PlacementOptions()
