"""The configuration of the relevance pre-parser, as its file has it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from inspector.core.problems import Place, Problem, Severity
from inspector.core.relevance.compiled import Compiled, compile_config
from inspector.core.relevance.lint import lint
from inspector.core.relevance.nodes import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    DEFAULT_RECOVERY_PRIORITY,
)
from inspector.core.relevance.reading import Reading, read


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
        reading = read(raw)
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
        return compile_config(self)

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
    return (RelevanceConfig.model_validate(raw) if reading.readable else None), problems


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
    for rule in reading.single_rules:
        if spot.startswith(f"{rule}/0/") or spot == f"{rule}/0":
            return problem.at(Place(pointer=rule + spot.removeprefix(f"{rule}/0")))
    return problem
