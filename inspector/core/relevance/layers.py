"""The seven layers: from a configuration's tables and a run's facts to who is in and why.

The mutable state lives for one run and is frozen into ``LayerDecisions``, numbers; what people read
of it (the grid, the ledger, sentences) is made from that when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from inspector.core.relevance.config import Compiled, CompiledRule
from inspector.core.relevance.vocabulary import NodeState, Predicate, PredicateResult

# Plain numbers: comparing with members of an enum is several times slower.
_ABSENT = NodeState.ABSENT.value
_IN = NodeState.INCLUDED.value
_HARD = NodeState.OUT_HARD.value
_SOFT = NodeState.OUT_SOFT.value


@dataclass(frozen=True, slots=True)
class RunInputs:
    """What a run is asked about. ``budget`` is the tokens that remain for nodes."""

    mode: str
    signals: Mapping[str, object]
    urgency: object  # as it was given
    urgent: bool
    silence: bool
    budget: int


@dataclass(frozen=True, slots=True)
class Headroom:
    """What layer 4 weighed, in tokens: the remaining budget less what is included."""

    tokens: int
    by_real_counts: bool  # every included node had one; else the estimates
    threshold: int | float

    @property
    def suffices(self) -> bool:
        """Whether soft exclusions are lifted: strictly more than the threshold."""
        return self.tokens > self.threshold


@dataclass(frozen=True, slots=True)
class LayerDecisions:
    """What each layer did, nodes being numbers of the compiled configuration.

    ``snapshots`` holds the states after layers 1 to 6. ``signal_hits`` and ``safety_hits`` say
    which of a node's compiled rules acted, ``added`` which node asked for a dependency.
    """

    snapshots: tuple[bytes, ...]
    hard: tuple[int, ...]
    soft: tuple[int, ...]
    signal_hits: Mapping[int, int]
    forced: tuple[int, ...]
    headroom: Headroom
    recovered: tuple[int, ...]
    added: Mapping[int, int]
    safety_hits: Mapping[int, int]
    uncomparable: tuple[Predicate, ...]

    @property
    def final(self) -> bytes:
        """The states at the end."""
        return self.snapshots[-1]


class _Run:
    """The state of one run while the layers act on it."""

    __slots__ = ("facts", "hard", "held", "soft", "states", "tables", "unanswered", "uncomparable")

    def __init__(self, tables: Compiled, facts: RunInputs) -> None:
        self.tables = tables
        self.facts = facts
        self.states = bytearray(tables.masks.get(facts.mode, tables.closed_mask))
        # In their order, and quick to take from: urgency may bring in every node there is.
        self.hard = dict.fromkeys(i for i, state in enumerate(self.states) if state == _HARD)
        self.soft: dict[int, None] = {}
        self.uncomparable: list[Predicate] = []
        self.held = 0  # one bit for each question whose answer is yes
        self.unanswered = 0  # and for each that has none
        for number, question in enumerate(tables.questions):
            outcome = question.outcome(facts.signals, facts.silence)
            if outcome is PredicateResult.MATCH:
                self.held |= 1 << number
            elif outcome is PredicateResult.UNCOMPARABLE:
                self.unanswered |= 1 << number

    def holds(self, rule: CompiledRule) -> bool:
        """Whether every predicate of a rule holds; notes those that have no answer."""
        if rule.mask & self.unanswered:
            self.uncomparable += [
                predicate
                for predicate, bit in zip(rule.predicates, rule.bits, strict=True)
                if bit & self.unanswered
            ]
        return rule.mask & self.held == rule.mask

    def bring_in(self, node: int) -> None:
        """Include a node and take it off the list of exclusions it was on."""
        self.hard.pop(node, None)
        self.soft.pop(node, None)
        self.states[node] = _IN

    def apply_signal_rules(self) -> dict[int, int]:
        """Layer 2: exclude by the strongest rule that holds, among what the mask let in."""
        hits: dict[int, int] = {}
        for node, rules in self.tables.signal_rules:
            if self.states[node] != _IN:
                continue
            soft_hit = None
            for number, rule in enumerate(rules):
                if not self.holds(rule) or node in hits:
                    continue
                if rule.hard:
                    hits[node] = number
                elif soft_hit is None:
                    soft_hit = number
            if node in hits:
                self.states[node] = _HARD
                self.hard[node] = None
            elif soft_hit is not None:
                hits[node] = soft_hit
                self.states[node] = _SOFT
                self.soft[node] = None
        return hits

    def apply_urgency(self) -> list[int]:
        """Layer 3: when urgency is high, bring in its nodes, hard exclusions too."""
        if not self.facts.urgent:
            return []
        forced = [node for node in self.tables.urgent if self.states[node] != _IN]
        for node in forced:
            self.bring_in(node)
        return forced

    def measure_headroom(self, counts: Mapping[int, int], threshold: int | float) -> Headroom:
        """Take the headroom, once, by real counts where every included node has one."""
        included = [i for i, state in enumerate(self.states) if state == _IN]
        real = bool(counts) and all(node in counts for node in included)
        sizes = counts if real else self.tables.estimates
        return Headroom(self.facts.budget - sum(sizes[node] for node in included), real, threshold)

    def recover(self) -> list[int]:
        """Layer 4: lift the soft exclusions on the list, in its order."""
        recovered = [node for node in self.tables.priority if self.states[node] == _SOFT]
        for node in recovered:
            self.bring_in(node)
        return recovered

    def add_dependencies(self) -> dict[int, int]:
        """Layer 5: bring in what included nodes need, to the end.

        The order is that of repeated passes over the nodes: a dependency further down is reached in
        the same pass, one further up in the next.
        """
        needs = self.tables.dependencies
        added: dict[int, int] = {}
        this_pass = [node for node in needs if self.states[node] == _IN]
        while this_pass:
            heapify(this_pass)
            next_pass = []
            while this_pass:
                parent = heappop(this_pass)
                for node in needs[parent]:
                    if self.states[node] in (_HARD, _SOFT):
                        self.bring_in(node)
                        added[node] = parent
                        if node in needs and node > parent:
                            heappush(this_pass, node)
                        elif node in needs:
                            next_pass.append(node)
            this_pass = next_pass
        return added

    def apply_safety(self) -> dict[int, int]:
        """Layer 6: bring in every node one of whose conditions holds. Pulls no dependencies."""
        hits: dict[int, int] = {}
        for node, rules in self.tables.safety:
            if self.states[node] == _ABSENT:
                continue
            for number, rule in enumerate(rules):
                if self.holds(rule):
                    hits[node] = number
                    self.bring_in(node)
                    break
        return hits


def decide(
    tables: Compiled, facts: RunInputs, counts: Mapping[int, int], recovery_threshold: int | float
) -> LayerDecisions:
    """Run the layers that decide. Layer 7 only warns, and is read off the result.

    ``counts`` are the tokens of the nodes' real texts, by node number, as far as there are any.
    """
    run = _Run(tables, facts)
    snapshots = [bytes(run.states)]
    signal_hits = run.apply_signal_rules()
    snapshots.append(bytes(run.states))
    forced = run.apply_urgency()
    snapshots.append(bytes(run.states))
    headroom = run.measure_headroom(counts, recovery_threshold)
    recovered = run.recover() if headroom.suffices else []
    snapshots.append(bytes(run.states))
    added = run.add_dependencies()
    snapshots.append(bytes(run.states))
    safety_hits = run.apply_safety()
    snapshots.append(bytes(run.states))
    return LayerDecisions(
        snapshots=tuple(snapshots),
        hard=tuple(run.hard),
        soft=tuple(run.soft),
        signal_hits=signal_hits,
        forced=tuple(forced),
        headroom=headroom,
        recovered=tuple(recovered),
        added=added,
        safety_hits=safety_hits,
        uncomparable=tuple(run.uncomparable),
    )
