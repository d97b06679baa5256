"""The timeline of a session: what each request sent, and what each block cost. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from inspector.core.arrays import Int64
from inspector.core.model_facts import Known, weakest
from inspector.core.timeline.compactions import Compaction, Repeat
from inspector.core.timeline.log import BlockKind, LogBlock, LogRequest, SessionLog
from inspector.core.timeline.money import (
    Cost,
    Miss,
)
from inspector.core.timeline.sizes import Paths, Rest, Sizes


class UnloggedRow(StrEnum):
    """Rows beside blocks: what a log does not have."""

    OUTSIDE = "outside"
    LESS = "no_longer_sent"
    UNEXPLAINED = "unexplained"


ROW_NAMES = {
    UnloggedRow.OUTSIDE: "system prompt and tools (not in the log)",
    UnloggedRow.LESS: "no longer sent",
    UnloggedRow.UNEXPLAINED: "unexplained",
}


class Window(NamedTuple):
    """The window of a model, and how it is known.

    ``listed`` is one that the log does not state and the table of models has.
    """

    tokens: int
    known: Known
    listed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RequestRow:
    """A request of the timeline. ``number`` counts from 0; ``groups`` are tokens by group."""

    number: int
    log: LogRequest
    total: int
    known: Known
    window: Window
    rest: Rest
    cost: Cost | None
    miss: Miss | None
    by_kind: Int64
    """Tokens by the report's groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """A block of the timeline, or a row beside blocks; sizes in tokens, cost in US dollars."""

    number: int
    """Of the block among the log's; below 0 for a row beside blocks."""
    row: UnloggedRow | None
    block: LogBlock | None
    tokens: int
    """Its size; of a row beside blocks, what the last request that sent it had of it."""
    known: Known
    first: int
    """The number of the first request that sent it, counted from 0; -1 for none."""
    last: int
    carried_by: int
    carried: int
    cost: float | None
    repeat: Repeat | None

    @property
    def name(self) -> str:
        """What a person knows it by."""
        return ROW_NAMES[self.row] if self.row is not None else self.said.name

    @property
    def kind(self) -> str:
        """Its kind, as files spell it."""
        return self.row.value if self.row is not None else self.said.kind.value

    @property
    def said(self) -> LogBlock:
        """Its block. Raises ``ValueError`` for a row beside blocks."""
        if self.block is None:
            raise ValueError("a row beside blocks has none")
        return self.block


class RequestPart(NamedTuple):
    """A part of a request: its rows add up to what was sent."""

    name: str
    kind: str
    tokens: int
    known: Known
    block: int
    """The number of its block; below 0 for other rows."""


class Group(NamedTuple):
    """What a timeline counts together: a kind, for results with the tool that gave them."""

    kind: str
    tool: str


class Turn(NamedTuple):
    """What a person began: the words, and the requests that followed, counted from 0."""

    number: int
    said: str
    requests: tuple[int, ...]
    sent: int
    output: int | None
    """As far as it was logged, None where none was."""

    cost: float | None


@dataclass(frozen=True, eq=False)
class TimelineReport:
    """The timeline of a session."""

    log: SessionLog
    sizes: Sizes
    requests: tuple[RequestRow, ...]
    blocks: tuple[BlockRow, ...]
    """Those that some request sent, then the rows beside blocks."""
    groups: tuple[Group, ...]
    compactions: tuple[Compaction, ...]

    @cached_property
    def balances(self) -> bool:
        """Whether the rows of every request add up to its total."""
        return all(
            int(row.by_kind.sum()) == row.total
            and (row.log.usage is None or row.total == row.log.usage.sent)
            for row in self.requests
        )

    @cached_property
    def peak(self) -> RequestRow | None:
        """The request that sent the most, the first of several."""
        return max(self.requests, key=lambda row: row.total, default=None)

    @cached_property
    def sent(self) -> int:
        """All tokens that all requests sent."""
        return sum(row.total for row in self.requests)

    @cached_property
    def sent_by_group(self) -> tuple[int, ...]:
        """All tokens that all requests sent, by group."""
        rows = [row.by_kind for row in self.requests]
        return tuple(np.sum(rows, axis=0).tolist()) if rows else (0,) * len(self.groups)

    @cached_property
    def known(self) -> Known | None:
        """How all totals together are known; None without a request."""
        return weakest(row.known for row in self.requests)

    @cached_property
    def cost(self) -> float | None:
        """What all requests cost; None where the price of one is unknown."""
        costs = [row.cost for row in self.requests]
        if not costs or None in costs:
            return None
        return sum(cost.total for cost in costs if cost is not None)

    @cached_property
    def cost_is_least(self) -> bool:
        """Whether output was not logged whole somewhere, so that more was paid."""
        return any(partly_logged(self.log, row.number) for row in self.requests)

    @cached_property
    def misses(self) -> tuple[Miss, ...]:
        """The requests that missed the cache."""
        return tuple(row.miss for row in self.requests if row.miss is not None)

    def carriers(self, block: int) -> list[bool]:
        """Return for each request whether it sent a block."""
        carried: list[bool] = []
        for request in self.log.requests:
            there = request.parent >= 0 and carried[request.parent] and block not in request.gone
            carried.append(there or block in request.came)
        return carried

    def path(self, number: int) -> list[int]:
        """Return the blocks that a request sent, in their order."""
        return Paths(self.log.requests).of(number)

    def parts(self, number: int) -> list[RequestPart]:
        """Return the rows of a request; they add up to its total."""
        rest = self.requests[number].rest
        known = Known.DERIVED if self.sizes.recorded else Known.ESTIMATED
        rows = [
            RequestPart(
                ROW_NAMES[UnloggedRow.OUTSIDE],
                UnloggedRow.OUTSIDE.value,
                rest.outside or 0,
                known,
                -1,
            ),
            *(
                RequestPart(
                    block.name, block.kind.value, self.sizes.tokens[one], self.sizes.known[one], one
                )
                for one, block in ((one, self.log.blocks[one]) for one in self.path(number))
            ),
            RequestPart(ROW_NAMES[UnloggedRow.LESS], UnloggedRow.LESS.value, rest.less, known, -2),
            RequestPart(
                ROW_NAMES[UnloggedRow.UNEXPLAINED],
                UnloggedRow.UNEXPLAINED.value,
                rest.unexplained,
                known,
                -3,
            ),
        ]
        return [row for row in rows if row.tokens or row.block >= 0]

    def grouped_parts(self, number: int) -> list[RequestPart]:
        """Return the rows of a request by kind and tool; they add up to its total."""
        known: dict[Group, Known] = {}
        for one in self.path(number):
            group = group_of(self.log.blocks[one])
            known[group] = _weaker(known.get(group), self.sizes.known[one])
        beside = Known.DERIVED if self.sizes.recorded else Known.ESTIMATED
        return [
            RequestPart(group_name(group), group.kind, int(tokens), known.get(group, beside), -1)
            for group, tokens in zip(self.groups, self.requests[number].by_kind, strict=True)
            if tokens
        ]

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """What a person began, and what came before as turn 0."""
        by_turn: dict[int, list[RequestRow]] = {}
        for row in self.requests:
            by_turn.setdefault(row.log.turn, []).append(row)
        return tuple(self._turn(number, rows) for number, rows in sorted(by_turn.items()))

    def _turn(self, number: int, rows: Sequence[RequestRow]) -> Turn:
        said = self.log.turns[number - 1] if 0 < number <= len(self.log.turns) else ""
        costs = [row.cost for row in rows]
        outputs = [row.log.usage.output for row in rows if row.log.usage is not None]
        logged = [output for output in outputs if output is not None]
        return Turn(
            number,
            said,
            tuple(row.number for row in rows),
            sum(row.total for row in rows),
            sum(logged) if logged else None,
            None if None in costs else sum(one.total for one in costs if one is not None),
        )


def _weaker(one: Known | None, other: Known) -> Known:
    return weakest((other, *(() if one is None else (one,)))) or other


def group_of(block: LogBlock) -> Group:
    """Return the group that a block is counted in."""
    return Group(block.kind.value, block.tool if block.kind is BlockKind.RESULT else "")


def group_name(group: Group) -> str:
    """Return what a group is called."""
    if group.kind in list(UnloggedRow):
        return ROW_NAMES[UnloggedRow(group.kind)]
    return f"results: {group.tool or 'tools'}" if group.kind == BlockKind.RESULT else group.kind


def partly_logged(log: SessionLog, number: int) -> bool:
    """Whether the log has less output of a request than its answer holds."""
    request = log.requests[number]
    if request.usage is None or request.usage.output is None:
        return False
    counted = sum(log.blocks[block].size for block in request.answer)
    return request.usage.output * 2 < counted
