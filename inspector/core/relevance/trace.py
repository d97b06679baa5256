"""The grid of a run: every node through every layer, what acted, and the values it looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.reasons import Reason
from inspector.core.relevance.config import Compiled, CompiledRule, Rules
from inspector.core.relevance.layers import LayerDecisions, RunInputs
from inspector.core.relevance.vocabulary import (
    Layer,
    NodeState,
    Operator,
    Predicate,
    PredicateResult,
    show_value,
)

_STATES = tuple(NodeState)  # by their numbers


@dataclass(frozen=True, slots=True)
class PredicateCheck:
    """One predicate with the value it expected and the one it met (None: missing or null)."""

    predicate: Predicate
    actual: object
    outcome: PredicateResult

    @property
    def sentence(self) -> str:
        """Say the comparison with its values, such as ``prompt_token_count 3 < 6``."""
        signal, symbol = self.predicate.signal, self.predicate.operator.symbol
        actual, expected = show_value(self.actual), show_value(self.predicate.expected)
        if self.outcome is PredicateResult.UNCOMPARABLE:
            return f"{signal} {actual} cannot be compared with {expected}"
        if self.outcome is PredicateResult.MISS:
            return f"{signal} {actual}, not {symbol} {expected}"
        if self.predicate.operator in (Operator.EQ, Operator.EXACT, Operator.SILENCE):
            return f"{signal} = {actual}"
        return f"{signal} {actual} {symbol} {expected}"


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """One rule that a layer looked at. ``hard`` is None for a safety rule."""

    place: str  # JSON pointer into the configuration
    hard: bool | None
    holds: bool
    predicates: tuple[PredicateCheck, ...]

    @property
    def sentence(self) -> str:
        """Say all comparisons; a rule without any always holds."""
        checks = " and ".join(check.sentence for check in self.predicates)
        return checks or "it has no conditions"


class RuleOutcome(StrEnum):
    """What came of a rule in a run."""

    ACTED = "acted"  # it holds, and decided what its layer did with the node
    HOLDS = "holds"  # it holds, and another rule of the node went before it
    FAILS = "does not hold"
    NOT_ASKED = "not asked"  # the node was out before, or took no part at all


@dataclass(frozen=True, slots=True)
class NodeRule:
    """One rule of the configuration in a run."""

    node: str
    layer: Layer
    check: RuleCheck
    outcome: RuleOutcome


@dataclass(frozen=True, slots=True)
class LayerCell:
    """One node after one layer.

    ``reason`` is what the layer did, also where the state stayed the same (``changed`` is False);
    None where the layer had nothing to say of the node. ``acted`` is the rule that did it,
    ``parent`` the node that asked for a dependency.
    """

    layer: Layer
    state: NodeState
    changed: bool
    reason: Reason | None = None
    rules: tuple[RuleCheck, ...] = ()
    acted: RuleCheck | None = None
    parent: str | None = None


# Reading a reason by its name takes a while, and every node is asked for its.
_RECOVERY = 3  # the place of its cell
_NO_HEADROOM, _IN_MASK = Reason.NODE_NO_HEADROOM, Reason.NODE_IN_MASK


@dataclass(frozen=True, slots=True)
class NodeTrace:
    """One node's row of the grid: seven cells, and its tokens, estimated and of its real text."""

    node: str
    estimate: int
    real: int | None
    cells: tuple[LayerCell, ...]

    @property
    def deciding(self) -> LayerCell:
        """The cell that decided how the node ended."""
        for cell in reversed(self.cells):
            if cell.changed or cell.reason is _NO_HEADROOM:
                return cell
        return self.cells[0]

    @property
    def reason(self) -> Reason:
        """Why the node ended as it did."""
        return self.deciding.reason or _IN_MASK


def trace_nodes(
    tables: Compiled,
    facts: RunInputs,
    decisions: LayerDecisions,
    node_tokens: Mapping[str, int],
    *,
    whole: bool = True,
) -> tuple[NodeTrace, ...]:
    """Make the grid of a run: one row for every node that took part, in their order.

    Where it need not be ``whole``, each has the deciding cell alone.
    """
    maker = _CellMaker(tables, facts, decisions)
    return tuple(
        NodeTrace(
            node=tables.names[node],
            estimate=tables.estimates[node],
            real=node_tokens.get(tables.names[node]),
            cells=maker.cells(node) if whole else (maker.deciding(node),),
        )
        for node, state in enumerate(decisions.final)
        if state != NodeState.ABSENT
    )


def trace_rules(
    tables: Compiled, facts: RunInputs, decisions: LayerDecisions
) -> tuple[NodeRule, ...]:
    """Return every rule that can act, in the order of the configuration, with what came of it.

    Rules that were not asked are checked here all the same, to show what they would have met.
    """
    found = []
    sections = (
        (Layer.SIGNALS, tables.signal_rules, decisions.signal_hits),
        (Layer.SAFETY, tables.safety, decisions.safety_hits),
    )
    for layer, section, hits in sections:
        for node, rules in section:
            if layer is Layer.SIGNALS:
                asked = decisions.snapshots[0][node] == NodeState.INCLUDED
            else:
                asked = decisions.final[node] != NodeState.ABSENT
            for number, rule in enumerate(rules):
                check = check_rule(rule, facts)
                if not asked:
                    outcome = RuleOutcome.NOT_ASKED
                elif hits.get(node) == number:
                    outcome = RuleOutcome.ACTED
                else:
                    outcome = RuleOutcome.HOLDS if check.holds else RuleOutcome.FAILS
                found.append(NodeRule(tables.names[node], layer, check, outcome))
    return tuple(found)


def check_rule(rule: CompiledRule, facts: RunInputs) -> RuleCheck:
    """Compare a rule with a run's facts."""
    checks = tuple(
        PredicateCheck(
            predicate,
            predicate.actual(facts.signals, facts.silence),
            predicate.outcome(facts.signals, facts.silence),
        )
        for predicate in rule.predicates
    )
    holds = all(check.outcome is PredicateResult.MATCH for check in checks)
    return RuleCheck(rule.place, rule.hard, holds, checks)


class _CellMaker:
    """Reads the decisions of one run back into cells."""

    def __init__(self, tables: Compiled, facts: RunInputs, decisions: LayerDecisions) -> None:
        self.tables = tables
        self.facts = facts
        self.decisions = decisions
        self.signal_rules = dict(tables.signal_rules)
        self.safety = dict(tables.safety)
        self.urgent = frozenset(tables.urgent)
        self.priority = frozenset(tables.priority)
        self._makers = (
            self._mask,
            self._signals,
            self._urgency,
            self._recovery,
            self._dependency,
            self._safety,
        )

    def cells(self, node: int) -> tuple[LayerCell, ...]:
        states = [_STATES[snapshot[node]] for snapshot in self.decisions.snapshots]
        states.append(states[-1])  # layer 7 only warns
        starts_absent = states[0] is NodeState.ABSENT
        before = [NodeState.ABSENT if starts_absent else NodeState.INCLUDED, *states]
        makers = self._makers
        cells = [make(node, states[i], states[i] is not before[i]) for i, make in enumerate(makers)]
        cells.append(LayerCell(Layer.SAFEGUARD, states[6], changed=False))
        return tuple(cells)

    def deciding(self, node: int) -> LayerCell:
        """Return that of a node's cells which decided how it ended, made alone."""
        states = [snapshot[node] for snapshot in self.decisions.snapshots]
        for place in range(len(states) - 1, 0, -1):
            changed = states[place] != states[place - 1]
            if changed or place == _RECOVERY:
                make = self._makers[place]
                cell = make(node, _STATES[states[place]], changed)
                if changed or cell.reason is _NO_HEADROOM:
                    return cell
        absent = states[0] == NodeState.ABSENT
        return self._mask(node, _STATES[states[0]], not absent and states[0] != NodeState.INCLUDED)

    def _mask(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        mode = self.facts.mode
        if state is NodeState.ABSENT:
            reason = None
        elif state is NodeState.INCLUDED:
            reason = Reason.NODE_IN_MASK
        elif mode not in self.tables.masks:
            reason = Reason.NODE_UNKNOWN_MODE
        elif node not in self.tables.mentioned[mode]:
            reason = Reason.NODE_NOT_IN_MASK
        else:
            reason = Reason.NODE_MASKED
        return LayerCell(Layer.MASK, state, changed, reason)

    def _signals(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        if self.decisions.snapshots[0][node] != NodeState.INCLUDED:
            return LayerCell(Layer.SIGNALS, state, changed)
        checks = self._checks(self.signal_rules.get(node, ()))
        hit = self.decisions.signal_hits.get(node)
        if hit is None:
            return LayerCell(Layer.SIGNALS, state, changed, None, checks)
        acted = checks[hit]
        reason = Reason.NODE_RULE_HARD if acted.hard else Reason.NODE_RULE_SOFT
        return LayerCell(Layer.SIGNALS, state, changed, reason, checks, acted)

    def _urgency(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        acts = self.facts.urgent and node in self.urgent
        return LayerCell(Layer.URGENCY, state, changed, Reason.NODE_URGENT if acts else None)

    def _recovery(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        reason = None
        if changed:
            reason = Reason.NODE_RECOVERED
        elif state is NodeState.OUT_SOFT and node in self.priority:
            reason = Reason.NODE_NO_HEADROOM
        acted = None
        if reason is not None:
            rules = self.signal_rules[node]
            acted = check_rule(rules[self.decisions.signal_hits[node]], self.facts)
        return LayerCell(Layer.RECOVERY, state, changed, reason, acted=acted)

    def _dependency(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        parent = self.decisions.added.get(node)
        if parent is None:
            return LayerCell(Layer.DEPENDENCIES, state, changed)
        name = self.tables.names[parent]
        return LayerCell(Layer.DEPENDENCIES, state, changed, Reason.NODE_DEPENDENCY, parent=name)

    def _safety(self, node: int, state: NodeState, changed: bool) -> LayerCell:
        checks = self._checks(self.safety.get(node, ()))
        hit = self.decisions.safety_hits.get(node)
        if hit is None:
            return LayerCell(Layer.SAFETY, state, changed, None, checks)
        return LayerCell(Layer.SAFETY, state, changed, Reason.NODE_SAFETY, checks, checks[hit])

    def _checks(self, rules: Rules) -> tuple[RuleCheck, ...]:
        return tuple(check_rule(rule, self.facts) for rule in rules)
