"""The context nodes the pre-parser decides on, the states they pass through, and the layers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

DEFAULT_NODE_TOKEN_ESTIMATES: Mapping[str, int] = MappingProxyType(
    {
        "identity_context": 150,
        "onboarding_nudge": 80,
        "user_traits": 300,
        "communication_style": 100,
        "active_lists": 400,
        "client_context": 200,
        "focus": 150,
        "working_memory": 600,
        "facts": 300,
        "gists": 500,
        "episodic_memory": 800,
        "act_history": 250,
        "available_skills": 200,
        "available_tools": 200,
        "world_state": 300,
        "warm_return_hint": 80,
        "identity_modulation": 100,
    }
)
"""The seventeen nodes of the specification in its order, each with its estimate in tokens."""

DEFAULT_RECOVERY_PRIORITY = (
    "episodic_memory",
    "working_memory",
    "world_state",
    "facts",
    "active_lists",
    "focus",
    "gists",
)
"""The order in which soft exclusions are lifted when a configuration gives none."""


STRENGTHS = ("hard", "soft")
"""What the strength of a signal rule may be."""


class Layer(IntEnum):
    """The seven layers, in the order in which they act."""

    MASK = 1
    SIGNALS = 2
    URGENCY = 3
    RECOVERY = 4
    DEPENDENCIES = 5
    SAFETY = 6
    SAFEGUARD = 7


class NodeState(IntEnum):
    """Where a node stands after a layer."""

    ABSENT = 0  # a name outside the node table that urgency has not brought in
    INCLUDED = 1
    OUT_HARD = 2  # layer 4 never lifts it; urgency, dependencies and safety may
    OUT_SOFT = 3  # layer 4 may lift it
