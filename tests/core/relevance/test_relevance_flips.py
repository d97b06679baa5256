"""What would flip if one fact were another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.relevance import FactKind, RelevanceConfig, flips, relevance
from inspector.core.relevance.flips import values_that_matter
from tests.shared.relevance_input import SIGNALS, config_with, configs, questions, values
from tests.shared.vectors import FOLDER

Question = dict[str, Any]


def _brief(config: RelevanceConfig, **facts: Any) -> list[tuple[str, object, str, str]]:
    found = flips(config, **{"mode": "M", **facts})
    return [(f.signal, f.value, " ".join(f.nodes_in), " ".join(f.nodes_out)) for f in found]


def _soft(**when: object) -> dict[str, Any]:
    return {"when": when, "strength": "soft"}


def test_each_side_of_a_threshold_is_tried() -> None:
    config = config_with(signal_rules={"a": [_soft(x_gte=3)]})
    assert _brief(config, signals={"x": 1}) == [("x", 3, "", "a"), ("x", 4, "", "a")]
    assert _brief(config, signals={"x": 5}) == [("x", None, "a", ""), ("x", 0, "a", "")]


def test_a_gap_between_thresholds_is_tried() -> None:
    rules = {"a": [_soft(x_gt=1, x_lt=4)], "b": [_soft(y_gt=0.5, y_lt=0.6)]}
    config = config_with(signal_rules=rules)
    assert _brief(config) == [("x", 2, "", "a"), ("y", 0.55, "", "b")]


def test_flags_texts_and_missing_values_are_tried() -> None:
    rules = {"a": [_soft(x=True)], "b": [_soft(y="v")], "c": [_soft(z=None)]}
    config = config_with(signal_rules=rules)
    assert _brief(config) == [("x", True, "", "a"), ("y", "v", "", "b"), ("z", True, "c", "")]


def test_mode_urgency_silence_and_budget_are_varied() -> None:
    config = config_with(
        template_masks={"M": {"a": True, "b": True}, "N": {"a": True, "c": True}},
        signal_rules={"a": [_soft()]},
        soft_recovery_priority=["a"],
        urgency_overrides=["d"],
        safety_overrides={"e": [{"when": {"returning_from_silence": True}}]},
    )
    assert _brief(config, token_budget_remaining=50) == [
        ("mode", "N", "c", "b"),
        ("urgency", "high", "d", ""),
        ("returning_from_silence", True, "e", ""),
        # b takes 20 tokens and recovery asks for more than 100 beside them.
        ("token_budget_remaining", 121, "a", ""),
    ]
    other_way = _brief(
        config,
        token_budget_remaining=500,
        classification={"urgency": "high"},
        returning_from_silence=True,
    )
    assert other_way[1:] == [
        ("urgency", None, "", "d"),
        ("returning_from_silence", False, "", "e"),
        ("token_budget_remaining", 160, "", "a"),
    ]


def test_nothing_flips_where_no_layer_acts() -> None:
    assert flips(None, mode="M") == ()
    assert flips(config_with(enabled=False, template_masks={"N": {}}), mode="M") == ()


def test_the_flips_of_a_real_configuration_name_what_a_greeting_leaves_out() -> None:
    raw = json.loads((FOLDER / "relevance_config_a.json").read_text("utf-8"))
    config = RelevanceConfig.model_validate(raw)
    signals = {"prompt_token_count": 2}
    found = flips(config, mode="RESPOND", signals=signals, token_budget_remaining=1000)
    greeting = [f for f in found if f.signal == "greeting_pattern"]
    assert [(f.kind, f.value) for f in greeting] == [(FactKind.SIGNAL, True)]
    assert greeting[0].nodes_out == (
        "active_lists",
        "focus",
        "working_memory",
        "episodic_memory",
        "world_state",
    )


@given(configs, questions)
def test_a_flip_is_what_running_again_gives(config: RelevanceConfig, question: Question) -> None:
    now = relevance(config, **question).inclusion_map
    for flip in flips(config, **question):
        changed = dict(question)
        if flip.kind is FactKind.SIGNAL:
            changed["signals"] = question["signals"] | {flip.signal: flip.value}
        elif flip.kind is FactKind.URGENCY:
            changed["classification"] = {"urgency": flip.value}
        else:
            changed[flip.kind.value] = flip.value
        then = relevance(config, **changed).inclusion_map
        names = dict.fromkeys([*then, *now])
        gained = {node for node in names if then.get(node, False) and not now.get(node, False)}
        lost = {node for node in names if now.get(node, False) and not then.get(node, False)}
        assert (set(flip.nodes_in), set(flip.nodes_out)) == (gained, lost)
        assert gained or lost


numbers = st.one_of(st.integers(-3, 6), st.floats(-3, 6, allow_nan=False))


@given(
    configs,
    questions,
    st.sampled_from(SIGNALS),
    st.one_of(values, numbers, st.sampled_from("uvwx")),
)
def test_no_value_of_a_signal_does_what_none_of_the_tried_values_does(
    config: RelevanceConfig, question: Question, signal: str, value: object
) -> None:
    # A fraction as the present value makes the gaps between whole thresholds count too.
    signals = question["signals"] | {signal: 0.25}
    tried = values_that_matter(config.compiled, signals).get(signal, [None])
    results = [
        relevance(config, **question | {"signals": signals | {signal: other}}).inclusion_map
        for other in [*tried, 0.25]
    ]
    answer = relevance(config, **question | {"signals": signals | {signal: value}})
    assert answer.inclusion_map in results


@pytest.mark.parametrize(
    ("when", "present", "tried"),
    [
        # Below the lowest threshold, each threshold, between two of them, above the highest.
        ({"x_gte": 3}, None, [None, 0, 3, 4]),
        ({"x_gte": 0}, None, [None, -1, 0, 1]),
        ({"x_gte": -2, "x_lt": 5}, None, [None, -3, -2, -1, 5, 6]),
        ({"x_gte": 0.2, "x_lt": 0.9}, None, [None, 0, 0.2, 0.6, 0.9, 1]),
        ({"x_gt": 2, "x_lt": 3}, None, [None, 0, 2, 3, 4]),
        ({"x_gt": 2, "x_lt": 3}, 0.5, [None, 0, 2, 2.5, 3, 4]),
        (
            {"x_gt": 10**400, "x_lt": 10**400 + 5},
            None,
            [
                None,
                0,
                10**400,
                10**400 + 1,
                10**400 + 5,
                10**400 + 6,
            ],
        ),
        (
            {"x_gt": 10**400, "x_lt": 10**400 + 5},
            0.5,
            [
                None,
                0,
                10**400,
                10**400 + 1,
                10**400 + 5,
                10**400 + 6,
            ],
        ),
        # True is 1 where it is a threshold, and only itself where it is asked for.
        ({"x": True}, None, [None, True, False]),
        ({"x_gte": True}, None, [None, True, False, 2]),
        ({"x": True, "x_eq": 7}, None, [None, True, False, 7, 8]),
        # What comes right after a text matters only where texts are put in order.
        ({"x": "b", "x_eq": "a"}, None, [None, "", "a", "b"]),
        ({"x_gte": "a", "x_lt": "b"}, None, [None, "", "a", "a ", "b", "b "]),
        ({"x_gte": "a", "x_lt": "a "}, None, [None, "", "a", "a\0", "a ", "a  "]),
        ({"x": [1]}, None, [None, [1]]),
    ],
)
def test_one_value_is_tried_for_each_way_a_signal_can_come_out(
    when: dict[str, object], present: object, tried: list[object]
) -> None:
    rules = {"a": [{"when": {key: value}, "strength": "soft"} for key, value in when.items()]}
    signals = {} if present is None else {"x": present}
    assert values_that_matter(config_with(signal_rules=rules).compiled, signals)["x"] == tried


def test_a_value_in_a_gap_has_few_decimals() -> None:
    config = config_with(signal_rules={"a": [_soft(x_gt=0.3, x_lt=0.6)]})
    assert _brief(config) == [("x", 0.4, "", "a")]
