"""Inputs for tests of the relevance pre-parser: the smallest configuration, and random ones."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from inspector.core.relevance import RelevanceConfig

NODES = ("a", "b", "c", "d", "e", "f")
MODES = ("M", "N")
SIGNALS = ("x", "y", "z")
# A name that urgency may know and the node table does not.
STRANGER = "stranger"


def raw_config(**fields: Any) -> dict[str, Any]:
    """A configuration of six nodes of 10 to 60 tokens that lets all of them in, but for fields."""
    config: dict[str, Any] = {
        "node_token_estimates": {node: 10 * (i + 1) for i, node in enumerate(NODES)},
        "template_masks": {"M": dict.fromkeys(NODES, True)},
        "soft_recovery_budget": 100,
    }
    return config | fields


def config_with(**fields: Any) -> RelevanceConfig:
    """The same as a configuration."""
    return RelevanceConfig.model_validate(raw_config(**fields))


nodes = st.sampled_from(NODES)
values = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 4), st.sampled_from([0.5, 1.5]), st.sampled_from("vw")
)
signals = st.dictionaries(st.sampled_from(SIGNALS), values)
keys = st.builds(
    lambda signal, suffix: signal + suffix,
    st.sampled_from(SIGNALS),
    st.sampled_from(["", "_gte", "_gt", "_lte", "_lt", "_eq"]),
)
conditions = st.one_of(
    st.dictionaries(keys, values, max_size=2),
    st.fixed_dictionaries({"returning_from_silence": st.booleans()}),
)
strengths = st.sampled_from(["hard", "soft", "soft"])
signal_rules = st.dictionaries(
    nodes,
    st.lists(st.fixed_dictionaries({"when": conditions, "strength": strengths}), max_size=2),
    max_size=4,
)
safety_rules = st.dictionaries(
    nodes, st.lists(st.fixed_dictionaries({"when": conditions}), max_size=2), max_size=3
)


tables = st.sampled_from(
    [
        dict(zip(order, sizes, strict=True))
        for order in (NODES, NODES[::-1], "cafedb")
        for sizes in ((10, 20, 30, 40, 50, 60), (45, 0, 5, 60, 0, 15))
    ]
)
# Without a circle: a node needs only what comes later in an order that is not the table's.
dependencies = st.fixed_dictionaries(
    {},
    optional={
        node: st.lists(st.sampled_from("dbafce"[i + 1 :]), max_size=2)
        for i, node in enumerate("dbafc")
    },
)
raw_configs = st.fixed_dictionaries(
    {
        "node_token_estimates": tables,
        "template_masks": st.dictionaries(
            st.sampled_from(MODES), st.dictionaries(nodes, st.booleans(), min_size=3)
        ),
        "signal_rules": signal_rules,
        "urgency_overrides": st.lists(st.sampled_from([*NODES, STRANGER]), max_size=3),
        "safety_overrides": safety_rules,
        "dependencies": dependencies,
        "soft_recovery_budget": st.integers(-20, 80),
        "soft_recovery_priority": st.lists(nodes, max_size=4),
        "max_included_nodes": st.integers(0, 7),
    }
)
configs = raw_configs.map(RelevanceConfig.model_validate)
questions = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(MODES),
        "signals": signals,
        "classification": st.sampled_from([None, {"urgency": "high"}, {"urgency": "low"}]),
        "returning_from_silence": st.booleans(),
        "token_budget_remaining": st.integers(-50, 300),
    }
)
counts = st.dictionaries(nodes, st.integers(0, 90))
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def damaged_configs(draw: st.DrawFn) -> object:
    """Configurations one part of which was replaced by something else, at any depth."""
    config = deepcopy(draw(raw_configs))  # the tables are shared
    config["enabled"] = draw(st.booleans())
    part: Any = config
    while True:
        key = draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        inner = part[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
            part[key] = draw(json_values)
            return config
        part = inner
