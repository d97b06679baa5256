"""A configuration turned into tables, once, so that a run only looks things up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.core.problems import pointer
from inspector.core.relevance.nodes import STRENGTHS, NodeState
from inspector.core.relevance.predicates import Predicate, read_predicate

if TYPE_CHECKING:
    from inspector.core.relevance.config import RelevanceConfig, SafetyRule, SignalRule


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """One rule. ``hard`` is None for a safety rule; ``place`` is the rule's JSON pointer.

    ``bits`` gives the bit of each predicate among the questions of the configuration, ``mask`` all
    of them: a rule holds when every bit of its mask is set in a run's answers.
    """

    predicates: tuple[Predicate, ...]
    bits: tuple[int, ...]
    mask: int
    hard: bool | None
    place: str


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
    questions: tuple[Predicate, ...]  # every different predicate once; bit n is question n
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
    questions = _Questions()
    signal_rules = tuple(
        (index[node], questions.signal_rules(node, rules))
        for node, rules in config.signal_rules.items()
        if node in table
    )
    safety = tuple(
        (index[node], questions.safety_rules(node, rules))
        for node, rules in config.safety_overrides.items()
        if node in index
    )
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
        questions=tuple(questions.asked),
        signal_rules=signal_rules,
        urgent=tuple(index[name] for name in dict.fromkeys(config.urgency_overrides)),
        priority=_indices(config.soft_recovery_priority, index),
        dependencies={
            index[node]: needed
            for node, names_needed in config.dependencies.items()
            if node in index and (needed := _indices(names_needed, index))
        },
        safety=safety,
    )


def _masked(used: bool) -> int:
    return NodeState.INCLUDED if used else NodeState.OUT_HARD


def _indices(names: Sequence[str], index: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(index[name] for name in dict.fromkeys(names) if name in index)


class _Questions:
    """Compiles rules and collects their predicates, each different one once."""

    def __init__(self) -> None:
        self.asked: list[Predicate] = []
        self._numbers: dict[str, int] = {}

    def signal_rules(self, node: str, rules: Sequence[SignalRule]) -> Rules:
        """Compile a node's rules; one whose strength is neither hard nor soft never acts."""
        return tuple(
            self._rule(rule.when, rule.strength == "hard", pointer("signal_rules", node, i))
            for i, rule in enumerate(rules)
            if rule.strength in STRENGTHS
        )

    def safety_rules(self, node: str, rules: Sequence[SafetyRule]) -> Rules:
        """Compile a node's safety conditions."""
        return tuple(
            self._rule(rule.when, None, pointer("safety_overrides", node, i))
            for i, rule in enumerate(rules)
        )

    def _rule(self, when: Mapping[str, object], hard: bool | None, place: str) -> CompiledRule:
        predicates = tuple(
            read_predicate(key, expected, f"{place}/when{pointer(key)}")
            for key, expected in when.items()
        )
        bits = tuple(self._bit(predicate) for predicate in predicates)
        return CompiledRule(predicates, bits, sum(set(bits)), hard, place)

    def _bit(self, predicate: Predicate) -> int:
        name = json.dumps([predicate.key, predicate.expected], sort_keys=True)
        if name not in self._numbers:
            self._numbers[name] = len(self.asked)
            self.asked.append(predicate)
        return 1 << self._numbers[name]
