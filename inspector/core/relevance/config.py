"""The configuration of the relevance pre-parser: as its file has it, and as tables for a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.relevance.lint import lint
from inspector.core.relevance.reading import Reading, read
from inspector.core.relevance.vocabulary import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    DEFAULT_RECOVERY_PRIORITY,
    STRENGTHS,
    NodeState,
    Predicate,
    read_predicate,
)


class SafetyRule(BaseModel):
    """A condition: every predicate of ``when`` holds. Without any it always holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: Mapping[str, Any] = Field(
        default_factory=dict, description="Predicates by key, all of which have to hold."
    )


class SignalRule(SafetyRule):
    """A condition under which a node is excluded, and how firmly."""

    strength: str = Field(
        "soft",
        description="hard, or soft (headroom may bring the node back); anything else never acts.",
    )


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


class RelevanceConfig(BaseModel):
    """What the seven layers go by. Frozen; the compiled form is made once, on the first run.

    Validation is lenient where the meaning is clear and refuses the rest with one error that lists
    every fault and its JSON pointer: parts of the wrong type, and nodes that depend on each other
    in a circle, also when ``enabled`` is false. ``check_relevance_config`` gives them as values.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    enabled: bool = Field(
        default=True, description="Whether the layers act; if not, every node is included."
    )
    log_exclusions: bool = Field(
        default=True, description="Whether a run writes its line to the log."
    )
    node_token_estimates: Mapping[str, int] = Field(
        default_factory=lambda: dict(DEFAULT_NODE_TOKEN_ESTIMATES),
        description="The nodes, in their order, each with its estimated tokens.",
    )
    template_masks: Mapping[str, Mapping[str, bool]] = Field(
        default_factory=dict,
        description="For each mode, the nodes its template uses. What is not mentioned stays out.",
    )
    signal_rules: Mapping[str, tuple[SignalRule, ...]] = Field(
        default_factory=dict, description="For each node, the rules that exclude it."
    )
    urgency_overrides: tuple[str, ...] = Field(
        default=(), description="Nodes that high urgency forces in."
    )
    soft_recovery_budget: int | float = Field(
        default=1500, description="Tokens of headroom above which soft exclusions are lifted."
    )
    soft_recovery_priority: tuple[str, ...] = Field(
        default=DEFAULT_RECOVERY_PRIORITY,
        description="Nodes whose soft exclusion may be lifted, in that order.",
    )
    dependencies: Mapping[str, tuple[str, ...]] = Field(
        default_factory=dict, description="For each node, the nodes that come in with it."
    )
    safety_overrides: Mapping[str, tuple[SafetyRule, ...]] = Field(
        default_factory=dict, description="For each node, conditions that force it in."
    )
    max_included_nodes: int | float = Field(
        default=12, description="Included nodes above which a run warns."
    )

    @model_validator(mode="before")
    @classmethod
    def _read(cls, raw: object) -> object:
        if isinstance(raw, cls):
            return raw
        reading = raw if isinstance(raw, Reading) else read(raw)
        if not reading.readable:
            errors = [p for p in reading.problems if p.severity is Severity.ERROR]
            faults = "; ".join(f"{p.place.pointer or '/'}: {p.message}" for p in errors)
            raise PydanticCustomError("relevance_config", "{faults}", {"faults": faults})
        return reading.values

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields replaced, validated like any other configuration."""
        if not update:
            return super().model_copy(deep=deep)
        return self.model_validate({**self.model_dump(exclude_unset=True), **update})

    @cached_property
    def compiled(self) -> Compiled:
        """The tables that a run looks things up in."""
        return _compile(self)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is doubtful in this configuration; none of it stops a run."""
        return lint(self.model_dump(exclude_unset=True))


def check_relevance_config(raw: object) -> tuple[RelevanceConfig | None, tuple[Problem, ...]]:
    """Read a configuration and return it with every problem it has, each with its JSON pointer.

    The configuration is None where a part has the wrong type or dependencies form a circle; a run
    then includes everything. Unknown names, unknown strengths and predicates that cannot hold are
    problems too, and leave the configuration usable.
    """
    reading = read(raw)
    doubts = lint(reading.values, node_names=_node_table_is_sound(reading))
    problems = (*reading.problems, *(_placed(problem, reading) for problem in doubts))
    return (RelevanceConfig.model_validate(reading) if reading.readable else None), problems


def readable_node_table(raw: object) -> Mapping[str, int]:
    """Return a configuration's nodes, whatever else of it is unreadable, or the default ones."""
    reading = read(raw)
    table = reading.values.get("node_token_estimates")
    return table if table and isinstance(table, Mapping) else DEFAULT_NODE_TOKEN_ESTIMATES


def _node_table_is_sound(reading: Reading) -> bool:
    return all(problem.place.pointer != "/node_token_estimates" for problem in reading.problems)


def _placed(problem: Problem, reading: Reading) -> Problem:
    """Point at a rule that stands without its list where it stands in the document."""
    spot = problem.place.pointer or ""
    section, node, *rest = (*spot.split("/")[1:], "", "")
    rule = f"/{section}/{node}"
    if rest[0] == "0" and rule in reading.single_rules:
        return problem.at(Place(pointer=rule + spot.removeprefix(f"{rule}/0")))
    return problem


def _compile(config: RelevanceConfig) -> Compiled:
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
