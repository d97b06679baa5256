"""Facts of models by name: what ships, what a user adds, and names that are in neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.model_facts import ModelTable, model_facts, shipped_models


@pytest.mark.parametrize(
    ("name", "window"),
    [
        ("claude-sonnet-4-5", 200_000),
        ("claude-sonnet-4-5-20250929", 200_000),
        ("anthropic/claude-sonnet-4.5", 200_000),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000),
        ("claude-opus-4-6", 1_000_000),
        ("claude-sonnet-4-5[1m]", 1_000_000),
        ("gpt-6.1-sol", 1_050_000),
        ("gpt-5-2025-08-07", 400_000),
        ("GPT-4o ", 128_000),
        ("gpt-oss:120b", 131_072),
        ("ft:gpt-4o-mini-2024-07-18:org::id", 128_000),
        ("gemini-2.0-flash-001", 1_000_000),
    ],
)
def test_a_listed_model_has_its_window(name: str, window: int) -> None:
    facts = model_facts(name)
    assert facts is not None
    assert facts.window == window
    assert facts.source.startswith("genai-prices")
    assert facts.date


@pytest.mark.parametrize(
    "name",
    [
        "",
        "no-such-model",
        "gpt-4onward",
        "gpt-5.9",
        "gpt-7",
        "claude-opus-4-99",
        "claude-opus-4-55",
        "claude-sonnet-4-5-1",
        "gpt-6.1-solar",
        "<synthetic>",
        "o",
    ],
)
def test_no_family_is_guessed_from_a_prefix(name: str) -> None:
    assert model_facts(name) is None


def test_a_plain_name_has_the_prices_of_its_maker_and_a_platforms_its_own() -> None:
    plain, platform = (
        model_facts("claude-sonnet-4-5"),
        model_facts("bedrock/claude-v2"),
    )
    assert plain is not None
    assert plain.vendor == "anthropic"
    assert plain.prices is not None
    assert (plain.prices.input, plain.prices.output) == (3.0, 15.0)
    assert platform is None or platform.vendor in ("aws", "anthropic")


def test_longer_inputs_have_the_prices_of_their_tier() -> None:
    facts = model_facts("claude-sonnet-4-5")
    assert facts is not None
    short, long = facts.prices_at(200_000), facts.prices_at(200_001)
    assert short is not None
    assert long is not None
    assert (short.input, long.input) == (3.0, 6.0)


def test_a_tuned_model_has_the_window_of_its_base_and_no_price() -> None:
    facts = model_facts("ft:gpt-3.5-turbo:org")
    assert facts is not None
    assert facts.window == 16_385
    assert facts.prices is None


def test_what_a_table_of_the_users_states_stands_before_what_ships() -> None:
    own = ModelTable.model_validate(
        {
            "source": "our gateway",
            "date": "2026-01-02",
            "models": [
                {"names": ["house-model"], "window": 5_000, "prices": {"input": 1}},
                {"names": ["gpt-4o"], "window": 64_000},
            ],
        }
    )
    house, changed = model_facts("house-model", own), model_facts("gpt-4o", own)
    assert house is not None
    assert (house.window, house.source, house.date) == (5_000, "our gateway", "2026-01-02")
    assert changed is not None
    assert (changed.window, changed.encoding) == (64_000, "o200k_base")


def test_every_listed_name_is_found() -> None:
    index = shipped_models()
    for facts in index.table.models:
        for name in facts.names:
            assert index.find(name) is not None, name


@given(name=st.text(max_size=30))
def test_any_name_has_an_answer(name: str) -> None:
    facts = model_facts(name)
    assert facts is None or facts.names
