"""The configuration has the document's defaults, its JSON names, and bounds."""

import json

import pytest
from pydantic import ValidationError

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.config import PlacementOptions, WindowConfig


def test_defaults_are_the_documents():
    config = WindowConfig()
    assert config.token_budgets.model_dump() == {
        "max_overall": 32_000,
        "max_history": 8_000,
        "max_business_data": 8_000,
        "max_client_data": 6_000,
        "max_rag_results": 4_000,
        "max_system_prompt": 2_000,
    }
    boosts = config.priority_boosts
    assert (boosts.revenue_impact.scale, boosts.revenue_impact.max_boost) == (10_000, 20)
    assert boosts.urgency == {"critical": 25, "high": 15, "medium": 5, "low": 0}
    assert boosts.client_tier["midMarket"] == 8
    assert boosts.deal_status["negotiation"] == 18
    assert boosts.relationship["established"] == 10
    estimation = config.optimization.token_estimation
    assert estimation.average_chars_per_token == 3.8
    assert estimation.business_content_density == 4.2
    assert estimation.code_content_density == 3.5
    decay = config.optimization.recency_decay
    assert (decay.max_boost, decay.decay_rate, decay.business_slow_decay) == (15, 0.05, 0.02)
    assert config.optimization.truncation_strategy.summary_threshold == 500


def test_json_uses_the_documents_names_and_both_spellings_are_read():
    config = WindowConfig.model_validate({"tokenBudgets": {"maxHistory": 5}})
    dumped = json.loads(config.model_dump_json(by_alias=True))
    assert dumped["tokenBudgets"]["maxHistory"] == 5
    assert dumped["priorityThresholds"]["tool_output"] == 170
    assert WindowConfig.model_validate(dumped) == config
    assert WindowConfig.model_validate({"contextWindow": dumped}) == config
    assert WindowConfig.model_validate(config.model_dump()) == config


@pytest.mark.parametrize(
    "config",
    [
        {"tokenBudgets": {"maxHistory": -1}},
        {"tokenBudgets": {"maxHistory": "8000"}},
        {"tokenBudgets": {"maxHistory": 1.5}},
        {"priorityThresholds": {"tool_output": -1}},
        {"priorityThresholds": {"tool_output": 1001}},
        {"priorityThresholds": {"tool_output": "170"}},
        {"priorityBoosts": {"revenueImpact": {"scale": 0}}},
        {"priorityBoosts": {"revenueImpact": {"scale": "10"}}},
        {"priorityBoosts": {"urgency": {"high": float("nan")}}},
        {"optimization": {"tokenEstimation": {"averageCharsPerToken": 0}}},
        {"optimization": {"tokenEstimation": {"averageCharsPerToken": "3"}}},
        {"optimization": {"recencyDecay": {"decayRate": -0.1}}},
        {"optimization": {"recencyDecay": {"decayRate": 10.1}}},
        {"optimization": {"recencyDecay": {"decayRate": "0.1"}}},
        {"optimization": {"recencyDecay": {"decayRate": float("nan")}}},
    ],
)
def test_values_out_of_bounds_are_refused(config):
    with pytest.raises(ValidationError):
        WindowConfig.model_validate(config)


@pytest.mark.parametrize("model", [Chunk, PlacementOptions, WindowConfig])
def test_every_field_has_a_description(model):
    schema = model.model_json_schema(by_alias=True)
    for part in [schema, *schema.get("$defs", {}).values()]:
        for name, field in part.get("properties", {}).items():
            section = schema.get("$defs", {}).get(field.get("$ref", "").rpartition("/")[2], {})
            assert field.get("description") or section.get("description"), name


def test_there_are_eleven_types():
    assert len(ChunkType) == 11


def test_chunks_and_settings_are_frozen():
    for value in (Chunk(id="a", type="tool_output", tokens=1), WindowConfig(), PlacementOptions()):
        with pytest.raises(ValidationError):
            setattr(value, next(iter(type(value).model_fields)), None)
