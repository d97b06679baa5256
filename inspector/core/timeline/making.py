"""Making the timeline of a session: one pass over its requests. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Int64
from inspector.core.model_facts import ASSUMED_WINDOW, Known, KnownModel
from inspector.core.timeline.compactions import Lines, Repeat, compaction_at, repeats
from inspector.core.timeline.log import BlockKind, LogBlock, LogRequest, SessionLog, Usage
from inspector.core.timeline.money import Cost, Prices, apportioned, cost_of, miss_of, prices_of
from inspector.core.timeline.report import (
    BlockRow,
    Group,
    RequestRow,
    TimelineReport,
    UnloggedRow,
    Window,
    group_of,
)
from inspector.core.timeline.sizes import Paths, Rest, Sizes, derive_sizes, known_of_total


def timeline(
    log: SessionLog,
    facts: Callable[[str], KnownModel | None],
    *,
    window: int | None = None,
) -> TimelineReport:
    """Return the timeline of a session.

    ``facts`` tells what is known of a model beside the log; a ``window`` that is declared comes
    before what the log records and what the table of models has.
    """
    return _Making(log, derive_sizes(log), facts, window).report()


class _Making:
    """Goes over the requests once and keeps what each block was carried for."""

    def __init__(
        self,
        log: SessionLog,
        sizes: Sizes,
        facts: Callable[[str], KnownModel | None],
        declared: int | None,
    ) -> None:
        self.log = log
        self.sizes = sizes
        self.declared = declared
        self.models = {name: facts(name) for name in {one.model for one in log.requests}}
        self.groups = self._groups()
        places = {group: place for place, group in enumerate(self.groups)}
        self.group_of = np.array([places[group_of(block)] for block in log.blocks], dtype=np.intp)
        self.beside = {row: places[Group(row.value, "")] for row in UnloggedRow}
        self.tokens = np.array(sizes.tokens, dtype=np.int64)
        count = len(log.blocks) + len(UnloggedRow)  # the rows beside blocks stand last
        self.first = np.full(count, -1, dtype=np.int64)
        self.last = np.full(count, -1, dtype=np.int64)
        self.carried_by = np.zeros(count, dtype=np.int64)
        self.carried = np.zeros(count, dtype=np.int64)
        self.cost = np.zeros(count)
        self.priced = True

    def _groups(self) -> tuple[Group, ...]:
        """Return the groups, those that never change first: results by what they hold in all."""
        held: dict[Group, int] = {}
        for block, tokens in zip(self.log.blocks, self.sizes.tokens, strict=True):
            held[group_of(block)] = held.get(group_of(block), 0) + tokens
        order = {
            kind.value: place
            for place, kind in enumerate(
                (
                    BlockKind.SYSTEM,
                    BlockKind.RESULT,
                    BlockKind.INJECTED,
                    BlockKind.CALL,
                    BlockKind.ASSISTANT,
                    BlockKind.THINKING,
                    BlockKind.USER,
                    BlockKind.IMAGE,
                    BlockKind.SUMMARY,
                )
            )
        }
        found = sorted(held, key=lambda one: (order[one.kind], -held[one], one.tool))
        above = (Group(UnloggedRow.UNEXPLAINED.value, ""), Group(UnloggedRow.LESS.value, ""))
        return (Group(UnloggedRow.OUTSIDE.value, ""), *found, *above)

    def report(self) -> TimelineReport:
        requests, paths = self.log.requests, Paths(self.log.requests)
        rows = tuple(self._row(number, path) for number, path in enumerate(_paths(requests, paths)))
        lines: Lines = {}
        same = repeats(
            self.log.blocks,
            (
                (request.came, path)
                for request, path in zip(requests, _paths(requests, paths), strict=True)
            ),
            lines,
        )
        compactions = tuple(
            compaction_at(self.log, self.sizes, row.number, row.total, paths, lines)
            for row in rows
            if row.log.compaction is not None
        )
        blocks = (*self._block_rows(same), *self._rows_beside(rows))
        return TimelineReport(self.log, self.sizes, rows, blocks, self.groups, compactions)

    def _row(self, number: int, path: Sequence[int]) -> RequestRow:
        request, rest = self.log.requests[number], self.sizes.rests[number]
        ids = np.array(path, dtype=np.intp)
        sizes = self.tokens[ids]
        beside = {
            UnloggedRow.OUTSIDE: rest.outside or 0,
            UnloggedRow.LESS: rest.less,
            UnloggedRow.UNEXPLAINED: rest.unexplained,
        }
        by_kind = np.bincount(self.group_of[ids], weights=sizes, minlength=len(self.groups))
        by_kind = by_kind.astype(np.int64)
        for row, tokens in beside.items():
            by_kind[self.beside[row]] += tokens
        total = int(by_kind.sum())
        self._carry(number, ids, sizes)
        for place, row in enumerate(UnloggedRow):
            if beside[row]:
                at = np.array([len(self.log.blocks) + place])
                self._carry(number, at, np.array([beside[row]]))
        facts = self.models[request.model]
        prices = prices_of(facts, request.usage) if request.usage is not None else None
        cost = None
        if prices is None or request.usage is None:
            self.priced = False
        else:
            cost = cost_of(request.usage, prices)
            self._pay(ids, sizes, rest, request.usage, (prices, cost))
        before = (rest.outside or 0) + _older(rest, number)
        starts = before + np.cumsum(sizes) - sizes
        miss = miss_of(self.log.requests, number, path, starts, prices)
        return RequestRow(
            number=number,
            log=request,
            total=total,
            known=known_of_total(request, self.sizes, path),
            window=self._window(request),
            rest=rest,
            cost=cost,
            miss=miss,
            by_kind=by_kind,
        )

    def _window(self, request: LogRequest) -> Window:
        if self.declared is not None:
            return Window(self.declared, Known.RECORDED)
        if request.window is not None:
            return Window(request.window, Known.RECORDED)
        facts = self.models[request.model]
        if facts is not None and facts.window is not None:
            return Window(facts.window, Known.ASSUMED, listed=True)
        return Window(ASSUMED_WINDOW, Known.ASSUMED)

    def _carry(self, number: int, ids: npt.NDArray[np.intp], sizes: Int64) -> None:
        fresh = ids[self.first[ids] < 0]
        self.first[fresh] = number
        self.last[ids] = number
        self.carried_by[ids] += 1
        self.carried[ids] += sizes

    def _pay(
        self,
        ids: npt.NDArray[np.intp],
        sizes: Int64,
        rest: Rest,
        usage: Usage,
        paid_at: tuple[Prices, Cost],
    ) -> None:
        """Apportion what was sent: the system prompt, what is unexplained, then blocks."""
        prices, cost = paid_at
        last = len(self.log.blocks)
        order = list(UnloggedRow)
        front = np.array([rest.outside or 0, rest.unexplained], dtype=np.int64)
        taken = np.concatenate((front, sizes)).astype(np.float64)
        paid = apportioned(taken, usage, prices)
        self.cost[last + order.index(UnloggedRow.OUTSIDE)] += paid[0]
        self.cost[last + order.index(UnloggedRow.UNEXPLAINED)] += paid[1]
        self.cost[ids] += paid[2:]
        self.cost[last + order.index(UnloggedRow.LESS)] += cost.sent - paid.sum()

    def _block_rows(self, same: dict[int, Repeat]) -> Iterator[BlockRow]:
        for number, block in enumerate(self.log.blocks):
            if self.first[number] >= 0:
                yield self._block_row(number, number, None, block, same.get(number))

    def _rows_beside(self, rows: Sequence[RequestRow]) -> Iterator[BlockRow]:
        for place, row in enumerate(UnloggedRow):
            at = len(self.log.blocks) + place
            if self.first[at] >= 0:
                yield self._block_row(-1 - place, at, row, None, None, rows)

    def _block_row(
        self,
        number: int,
        at: int,
        row: UnloggedRow | None,
        block: LogBlock | None,
        repeat: Repeat | None,
        rows: Sequence[RequestRow] = (),
    ) -> BlockRow:
        last = int(self.last[at])
        if row is None:
            tokens, known = self.sizes.tokens[number], self.sizes.known[number]
        else:
            tokens, known = int(rows[last].by_kind[self.beside[row]]), Known.DERIVED
        return BlockRow(
            number=number,
            row=row,
            block=block,
            tokens=tokens,
            known=known,
            first=int(self.first[at]),
            last=last,
            carried_by=int(self.carried_by[at]),
            carried=int(self.carried[at]),
            cost=float(self.cost[at]) if self.priced else None,
            repeat=repeat,
        )


def _older(rest: Rest, number: int) -> int:
    """Return what is unexplained since an earlier request, and so stands before the newest."""
    return sum(step.tokens for step in rest.steps if step.request != number)


def _paths(requests: Sequence[LogRequest], paths: Paths) -> Iterator[list[int]]:
    """Yield the blocks that each request sent; those of an earlier path are found again."""
    last = -1
    path: list[int] = []
    for number, request in enumerate(requests):
        if request.parent == last and last >= 0:
            if request.gone:
                path = [block for block in path if block not in request.gone]
            path = [*path, *request.came]
        else:
            path = paths.of(number)
        last = number
        yield path
