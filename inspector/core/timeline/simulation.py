"""What would have been: the requests of a timeline under another rule for what is sent.

Everything up to the first change is as recorded. After it sizes are those of the timeline, the
answers are those that were given, and the cache is counted: what stands behind a change is written
again. A call and its result go together. What was read again later is named as the price.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.core.model_facts import Known, KnownModel
from inspector.core.timeline.compactions import Again, read_again
from inspector.core.timeline.log import BlockKind, LogRequest, Usage
from inspector.core.timeline.money import cost_of, prices_of
from inspector.core.timeline.report import TimelineReport

ASSUMED_SUMMARY = 4_000
"""Tokens of the summary of a compaction, where the log has none to go by."""


class SimulationRule(NamedTuple):
    """What would have been sent; None leaves what was.

    ``clear_results_after``: a call and its result go once so many newer results have come.
    ``keep_turns``: only the last so many turns of a person are sent. ``compact_at``: what was said
    is replaced by a summary when a request would pass so many tokens, and at no other time.
    """

    clear_results_after: int | None = None
    keep_turns: int | None = None
    compact_at: int | None = None

    @property
    def changes(self) -> bool:
        """Whether it says anything."""
        return any(one is not None for one in self)


class SimulatedRequest(NamedTuple):
    """A request as it would have been; ``known`` is recorded up to the first change."""

    number: int
    total: int
    recorded: int
    known: Known
    read: int
    """What would have been read from the cache."""
    cost: float | None
    compacted: bool


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """What would have been under a rule."""

    rule: SimulationRule
    requests: tuple[SimulatedRequest, ...]
    first_change: int | None
    """The first request that would have been another; None where none would."""
    removed: frozenset[int]
    """The blocks that would have been sent less often."""
    again: tuple[Again, ...]
    """What was read again after it would have been removed: the price."""
    summary: int
    summary_known: Known

    @property
    def sent(self) -> int:
        """All tokens that would have been sent."""
        return sum(one.total for one in self.requests)

    @property
    def peak(self) -> int:
        """The most that a request would have sent."""
        return max((one.total for one in self.requests), default=0)

    @property
    def cost(self) -> float | None:
        """What all would have cost; None where a price is unknown."""
        costs = [one.cost for one in self.requests]
        return None if None in costs else sum(one for one in costs if one is not None)


@dataclass(slots=True)
class _State:
    """What is there behind a request."""

    path: list[int]
    start: dict[int, int]
    """Where each block begins, in tokens."""
    summary: int = 0


def simulate(
    report: TimelineReport, rule: SimulationRule, facts: dict[str, KnownModel | None]
) -> Simulation:
    """Return what would have been under a rule; ``facts`` are those of the models, by name."""
    return _Simulating(report, rule, facts).simulation()


class _Simulating:
    def __init__(
        self, report: TimelineReport, rule: SimulationRule, facts: dict[str, KnownModel | None]
    ) -> None:
        self.report = report
        self.rule = rule
        self.facts = facts
        self.requests = report.log.requests
        self.blocks = report.log.blocks
        self.tokens = report.sizes.tokens
        self.turn_of = self._turns()
        self.pairs = self._pairs()
        self.states: list[_State] = []
        self.removed: dict[int, int] = {}
        """By block, the request from which on it would not have been sent."""
        self.summary, self.summary_known = ASSUMED_SUMMARY, Known.ASSUMED
        if report.compactions and report.compactions[0].summary:
            self.summary, self.summary_known = report.compactions[0].summary, Known.DERIVED

    def _turns(self) -> dict[int, int]:
        turns: dict[int, int] = {}
        for request in self.requests:
            before = self.requests[request.parent].turn if request.parent >= 0 else request.turn
            begun = False
            for block in request.came:
                begun = begun or self.blocks[block].kind is BlockKind.USER
                turns.setdefault(block, request.turn if begun else before)
        return turns

    def _pairs(self) -> dict[int, tuple[int, ...]]:
        """Return for each call or result the blocks that go with it."""
        by_call: dict[str, list[int]] = {}
        for number, block in enumerate(self.blocks):
            if block.call:
                by_call.setdefault(block.call, []).append(number)
        return {one: tuple(pair) for pair in by_call.values() for one in pair}

    def simulation(self) -> Simulation:
        rows = tuple(self._request(number) for number in range(len(self.requests)))
        first = next((one.number for one in rows if one.total != one.recorded), None)
        return Simulation(
            self.rule,
            rows,
            first,
            frozenset(self.removed),
            tuple(self._again()),
            self.summary,
            self.summary_known,
        )

    def _request(self, number: int) -> SimulatedRequest:
        request = self.requests[number]
        before = self.states[request.parent] if request.parent >= 0 else _State([], {})
        mine = self.rule.compact_at is not None and request.compaction is not None
        gone = frozenset[int]() if mine else request.gone
        came = [
            one
            for one in request.came
            if not (mine and self.blocks[one].kind is BlockKind.SUMMARY) and one not in before.path
        ]
        path = [one for one in before.path if one not in gone] + came
        summary = before.summary if not request.compaction or mine else 0
        dropped = self._dropped(path, request)
        path = [one for one in path if one not in dropped]
        for block in dropped:
            self.removed.setdefault(block, number)
        rest = self.report.requests[number].rest.tokens
        total = rest + summary + sum(self.tokens[one] for one in path)
        compacted = False
        limit = self.rule.compact_at
        if limit is not None and total > limit and before.path and not request.abandoned:
            kept = {pair for one in came for pair in self.pairs.get(one, (one,))}
            for block in path:
                if block not in kept:
                    self.removed.setdefault(block, number)
            path = [one for one in path if one in kept]
            summary, compacted = self.summary, True
            total = rest + summary + sum(self.tokens[one] for one in path)
        state = _State(path, self._starts(path, number, summary), summary)
        self.states.append(state)
        return self._row(number, total, before, state, compacted=compacted)

    def _dropped(self, path: Sequence[int], request: LogRequest) -> set[int]:
        """Return what a rule leaves out of a path, pairs whole."""
        dropped: set[int] = set()
        if self.rule.clear_results_after is not None:
            results = [one for one in path if self.blocks[one].kind is BlockKind.RESULT]
            old = results[: max(len(results) - self.rule.clear_results_after, 0)]
            fresh = set(results) - set(old)
            for one in old:
                pair = self.pairs.get(one, (one,))
                if not fresh.intersection(pair):
                    dropped.update(pair)
        if self.rule.keep_turns is not None:
            since = request.turn - self.rule.keep_turns + 1
            kinds = (BlockKind.SYSTEM, BlockKind.SUMMARY)
            old = [
                one
                for one in path
                if self.turn_of.get(one, 0) < since and self.blocks[one].kind not in kinds
            ]
            gone = set(old)
            dropped.update(one for one in old if gone.issuperset(self.pairs.get(one, (one,))))
        return dropped

    def _starts(self, path: Sequence[int], number: int, summary: int) -> dict[int, int]:
        at = (self.report.requests[number].rest.outside or 0) + summary
        starts: dict[int, int] = {}
        for one in path:
            starts[one] = at
            at += self.tokens[one]
        return starts

    def _row(
        self, number: int, total: int, before: _State, state: _State, *, compacted: bool
    ) -> SimulatedRequest:
        row, request = self.report.requests[number], self.requests[number]
        same = total == row.total and not self.removed
        usage = request.usage
        if same or usage is None:
            cost = None if row.cost is None else row.cost.total
            read = usage.read if usage is not None else 0
            return SimulatedRequest(number, total, row.total, row.known, read, cost, compacted)
        read = self._read(usage, total, row.total, before, state)
        written = min(usage.written + usage.read - min(usage.read, read), total - read)
        if not usage.written:  # nothing is paid for writing: what is not read is fresh
            written = 0
        taken = Usage(total - read - written, written, read, usage.output)
        prices = prices_of(self.facts.get(request.model), taken)
        paid = None if prices is None else cost_of(taken, prices).total
        return SimulatedRequest(number, total, row.total, Known.DERIVED, read, paid, compacted)

    def _read(self, usage: Usage, total: int, recorded: int, before: _State, state: _State) -> int:
        """Return what would have been read from the cache: at most up to the first change."""
        read = min(max(usage.read - max(recorded - total, 0), 0), total)
        if before.summary != state.summary:
            return min(read, min(state.start.values(), default=total) - state.summary)
        moved = [at for block, at in state.start.items() if before.start.get(block, at) != at]
        return min([read, *moved])

    def _again(self) -> list[Again]:
        arrivals = {
            block: number for number, request in enumerate(self.requests) for block in request.came
        }
        found = read_again(self.blocks, self.removed, arrivals)
        return [
            Again(block, arrivals[block], same.of, same.share)
            for block, same in found.items()
            if same.of != block and arrivals[block] >= self.removed[same.of]
        ]
