"""The relevance pre-parser: seven layers that decide which context nodes are worth fetching."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.relevance.config import (
        RelevanceConfig,
        SafetyRule,
        SignalRule,
        check_relevance_config,
        readable_node_table,
    )
    from inspector.core.relevance.flips import FactKind, Flip, flips
    from inspector.core.relevance.layers import Headroom
    from inspector.core.relevance.report import RelevanceReport, Standing
    from inspector.core.relevance.run import relevance
    from inspector.core.relevance.trace import (
        LayerCell,
        NodeRule,
        NodeTrace,
        PredicateCheck,
        RuleCheck,
        RuleOutcome,
    )
    from inspector.core.relevance.vocabulary import (
        DEFAULT_NODE_TOKEN_ESTIMATES,
        DEFAULT_RECOVERY_PRIORITY,
        Layer,
        NodeState,
        Operator,
        Predicate,
        PredicateResult,
    )

__all__ = [
    "DEFAULT_NODE_TOKEN_ESTIMATES",
    "DEFAULT_RECOVERY_PRIORITY",
    "FactKind",
    "Flip",
    "Headroom",
    "Layer",
    "LayerCell",
    "NodeRule",
    "NodeState",
    "NodeTrace",
    "Operator",
    "Predicate",
    "PredicateCheck",
    "PredicateResult",
    "RelevanceConfig",
    "RelevanceReport",
    "RuleCheck",
    "RuleOutcome",
    "SafetyRule",
    "SignalRule",
    "Standing",
    "check_relevance_config",
    "flips",
    "readable_node_table",
    "relevance",
]

load_when_asked(
    __name__,
    {
        "config": (
            "RelevanceConfig SafetyRule SignalRule check_relevance_config readable_node_table"
        ),
        "flips": "FactKind Flip flips",
        "layers": "Headroom",
        "report": "RelevanceReport Standing",
        "run": "relevance",
        "trace": "LayerCell NodeRule NodeTrace PredicateCheck RuleCheck RuleOutcome",
        "vocabulary": (
            "DEFAULT_NODE_TOKEN_ESTIMATES DEFAULT_RECOVERY_PRIORITY Layer NodeState"
            " Operator PredicateResult Predicate"
        ),
    },
)
