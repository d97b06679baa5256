"""A configuration turned into tables, once, so that a run only looks things up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.core.problems import pointer
from inspector.core.relevance.nodes import NodeState
from inspector.core.relevance.predicates import Outcome, Predicate, read_predicate

if TYPE_CHECKING:
    from inspector.core.relevance.config import RelevanceConfig


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """One rule. ``hard`` is None for a safety rule; ``place`` is the rule's JSON pointer."""

    predicates: tuple[Predicate, ...]
    hard: bool | None
    place: str

    def holds(
        self, signals: Mapping[str, object], silence: bool, uncomparable: list[Predicate]
    ) -> bool:
        """Whether every predicate holds.

        Predicates that have no answer are added to ``uncomparable``, also behind one that failed:
        what is wrong with a signal should not depend on the order of the keys.
        """
        result = True
        for predicate in self.predicates:
            outcome = predicate.outcome(signals, silence)
            if outcome is not Outcome.MATCH:
                result = False
                if outcome is Outcome.UNCOMPARABLE:
                    uncomparable.append(predicate)
        return result


Rules = tuple[CompiledRule, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """The tables. Nodes are numbers: first the node table's, then names only urgency knows.

    A name in ``urgency_overrides`` that the node table lacks takes part once urgency is high:
    whatever reads the inclusion map asks by name. It has no estimate and comes last.
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    estimates: tuple[int, ...]
    masks: Mapping[str, bytes]  # the states after layer 1, by mode
    closed_mask: bytes  # the states after layer 1 for a mode without a mask
    mentioned: Mapping[str, frozenset[int]]  # the nodes that a mode's mask mentions
    signal_rules: tuple[tuple[int, Rules], ...]
    urgent: tuple[int, ...]
    priority: tuple[int, ...]
    dependencies: Mapping[int, tuple[int, ...]]
    safety: tuple[tuple[int, Rules], ...]


def compile_config(config: RelevanceConfig) -> Compiled:
    """Make the tables of a configuration. Names that no node has are left out."""
    table = config.node_token_estimates
    strangers = [name for name in dict.fromkeys(config.urgency_overrides) if name not in table]
    names = (*table, *strangers)
    index = {name: i for i, name in enumerate(names)}
    absent = bytes([NodeState.ABSENT] * len(strangers))
    return Compiled(
        names=names,
        index=index,
        estimates=(*table.values(), *[0] * len(strangers)),
        masks={
            mode: bytes(_masked(mask.get(name, False)) for name in table) + absent
            for mode, mask in config.template_masks.items()
        },
        closed_mask=bytes(_masked(used=False) for _ in table) + absent,
        mentioned={
            mode: frozenset(index[name] for name in mask if name in index)
            for mode, mask in config.template_masks.items()
        },
        signal_rules=tuple(
            (index[node], _signal_rules(node, rules))
            for node, rules in config.signal_rules.items()
            if node in table
        ),
        urgent=tuple(index[name] for name in dict.fromkeys(config.urgency_overrides)),
        priority=_indices(config.soft_recovery_priority, index),
        dependencies={
            index[node]: needed
            for node, names_needed in config.dependencies.items()
            if node in index and (needed := _indices(names_needed, index))
        },
        safety=tuple(
            (
                index[node],
                tuple(
                    _rule(rule.when, None, pointer("safety_overrides", node, i))
                    for i, rule in enumerate(rules)
                ),
            )
            for node, rules in config.safety_overrides.items()
            if node in index
        ),
    )


def _masked(used: bool) -> int:
    return NodeState.INCLUDED if used else NodeState.OUT_HARD


def _indices(names: Sequence[str], index: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(index[name] for name in dict.fromkeys(names) if name in index)


def _signal_rules(node: str, rules: Sequence[Any]) -> Rules:
    """Compile a node's rules; one whose strength is neither hard nor soft never acts."""
    return tuple(
        _rule(rule.when, rule.strength == "hard", pointer("signal_rules", node, i))
        for i, rule in enumerate(rules)
        if rule.strength in ("hard", "soft")
    )


def _rule(when: Mapping[str, object], hard: bool | None, place: str) -> CompiledRule:
    predicates = tuple(
        read_predicate(key, expected, f"{place}/when{pointer(key)}")
        for key, expected in when.items()
    )
    return CompiledRule(predicates, hard, place)
