"""Sizes of blocks that add up to what a log records, to the token.

Between two recorded totals on one path the change is exact. It is divided among the blocks that
came: those that the model answered with take the recorded output where all of it was logged, the
others share what is left, by their counted sizes. No share passes what a tokenizer could make of
the texts: what is above stands in a row of its own, *unexplained*. Where the total is smaller than
what should be there, that is *no longer sent*, below zero, after what was unexplained is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median, quantiles
from typing import NamedTuple

from inspector.core.model_facts import Known, weakest
from inspector.core.timeline.log import BlockKind, LogRequest, SessionLog

_FRAME = 50  # tokens that may stand around a block beside its text, such as the frame of a call
_BOUNDS = {False: (0.6, 1.5), True: (0.4, 2.5)}  # by whether sizes are rough
_WHOLE_OUTPUT = 0.9  # of the counted answer: less output was logged before the answer was whole
_MEASURED_FROM = 50  # tokens; the size of a smaller block is mostly its frame


class UnexplainedStep(NamedTuple):
    """Tokens that no block explains, from the request on in which they first were sent."""

    request: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Rest:
    """What a request sent beside its blocks. ``outside`` is None where no total tells it."""

    outside: int | None = None
    """The system prompt and the tools, where the log does not have them."""
    steps: tuple[UnexplainedStep, ...] = ()
    less: int = 0
    """What is no longer sent although nothing in the log says so; never above 0."""

    @property
    def unexplained(self) -> int:
        """What no block explains."""
        return sum(step.tokens for step in self.steps)

    @property
    def tokens(self) -> int:
        """All of it."""
        return (self.outside or 0) + self.unexplained + self.less


class Factor(NamedTuple):
    """What a block took of an exact change, as a multiple of its counted size."""

    measured: int
    """How often exactly one block was left to explain a change."""
    median: float
    low: float
    high: float
    """Nine of ten lie between these two."""


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """The sizes of all blocks, how each is known, and what requests sent beside them."""

    tokens: tuple[int, ...]
    known: tuple[Known, ...]
    rests: tuple[Rest, ...]
    factor: Factor | None
    recorded: bool
    """Whether any request has a recorded total."""


class Paths:
    """What the requests of a log sent.

    What a compaction left is kept, so that the requests before it are not gone through again: a log
    may have thousands of compactions.
    """

    def __init__(self, requests: Sequence[LogRequest]) -> None:
        self._requests = requests
        self._left: dict[int, tuple[int, ...]] = {}

    def of(self, number: int) -> list[int]:
        """Return the blocks that a request sent, in their order; none for -1."""
        way: list[int] = []
        at = number
        while at >= 0 and at not in self._left:
            way.append(at)
            at = self._requests[at].parent
        path = list(self._left.get(at, ()))
        for at in reversed(way):
            request = self._requests[at]
            if request.gone:
                path = [block for block in path if block not in request.gone]
            path += request.came
            if request.compaction is not None:
                self._left[at] = tuple(path)
        return path

    @cached_property
    def _following(self) -> dict[int, list[int]]:
        """The requests that follow on each without a compaction between them."""
        following: dict[int, list[int]] = {}
        for number, request in enumerate(self._requests):
            if request.compaction is None:
                following.setdefault(request.parent, []).append(number)
        return following

    def until_compacted(self, number: int) -> list[int]:
        """Return a request and those that follow on it until the next compaction, in order."""
        found = [number]
        for at in found:
            found += self._following.get(at, ())
        return sorted(found)


def derive_sizes(log: SessionLog) -> Sizes:
    """Return the sizes of a log's blocks."""
    return _Deriving(log).sizes()


@dataclass(slots=True)
class _State:
    """A path at a request: the tokens of its blocks, and those that no total has settled yet."""

    rest: Rest
    settled: int = 0
    pending: tuple[int, ...] = ()
    anchored: bool = False
    """Whether an earlier total on the path is recorded."""


class _Deriving:
    def __init__(self, log: SessionLog) -> None:
        self.log = log
        self.paths = Paths(log.requests)
        self.tokens = [block.size for block in log.blocks]
        self.known = [block.known for block in log.blocks]
        self.states: list[_State] = []
        self.done: set[int] = set()
        self.factors: list[float] = []

    def sizes(self) -> Sizes:
        for number, request in enumerate(self.log.requests):
            self.states.append(self._next(number, request))
        recorded = any(request.usage for request in self.log.requests)
        rests = tuple(state.rest for state in self.states)
        return Sizes(tuple(self.tokens), tuple(self.known), rests, self._factor(), recorded)

    def _next(self, number: int, request: LogRequest) -> _State:
        before = self.states[request.parent] if request.parent >= 0 else _State(Rest())
        rest, settled = before.rest, before.settled
        settled -= sum(
            self.tokens[block]
            for block in self._there_before(request)
            if block not in before.pending
        )
        if request.compaction is not None:
            rest = Rest(rest.outside)
        there = [*before.pending, *request.came]
        if request.gone:
            there = [one for one in before.pending if one not in request.gone] + [*request.came]
        new = tuple(there)
        if self.done:  # as long as nothing was recorded, all that was sent is pending
            new = tuple(block for block in there if block not in self.done)
            settled += sum(self.tokens[block] for block in there if block in self.done)
        if request.usage is None:
            return _State(rest, settled, new, before.anchored)
        change = request.usage.sent - settled - rest.tokens
        if not before.anchored:
            rest = self._begin(rest, change, new)
        elif request.compaction is not None:  # what was added beside a summary is in no log
            rest = _without(number, rest, change - self._counted(new))
        else:
            rest = self._share(number, rest, change, new)
        self.done.update(new)
        return _State(rest, settled + sum(self.tokens[block] for block in new), (), anchored=True)

    def _counted(self, blocks: Sequence[int]) -> int:
        return sum(self.log.blocks[block].size for block in blocks)

    def _there_before(self, request: LogRequest) -> frozenset[int] | set[int]:
        if not request.gone:
            return request.gone
        return request.gone & set(self.paths.of(request.parent))

    def _begin(self, rest: Rest, total: int, new: Sequence[int]) -> Rest:
        """Leave what sizes do not explain of a first total to what the log does not have."""
        counted = self._counted(new)
        if counted > total:
            self._divide(new, max(total, 0))
            return replace(rest, outside=0, less=min(total, 0))
        return replace(rest, outside=total - counted)

    def _share(self, number: int, rest: Rest, change: int, new: Sequence[int]) -> Rest:
        low = sum(self._bound(block, 0) for block in new)
        if change < low or not new:
            return _without(number, rest, change - self._counted(new))
        answer, output = self._answer(number, new)
        others = [block for block in new if block not in answer]
        left = change - output
        if answer and left >= sum(self._bound(block, 0) for block in others):
            most = sum(self._bound(block, 1) for block in others) + _FRAME * len(answer)
            explained = min(left, int(most))
            if others:
                self._measure(others, left)
                self._divide(others, explained)
            self._divide_answer(number, answer, output + (0 if others else explained))
        else:
            explained = min(change, int(sum(self._bound(block, 1) for block in new)))
            self._measure(new, change)
            self._divide(new, explained)
            left = change
        return _without(number, rest, left - explained)

    def _bound(self, block: int, which: int) -> float:
        """Return the least or most that a block's text could be of tokens."""
        return self.log.blocks[block].size * _BOUNDS[self.log.rough][which] + _FRAME * which

    def _answer(self, number: int, new: Sequence[int]) -> tuple[list[int], int]:
        """Return the blocks among new ones whose size a recorded output tells, and that output."""
        before = self.log.requests[self.log.requests[number].parent]
        output = before.usage.output if before.usage is not None else None
        there = set(new)
        answer = [block for block in dict.fromkeys(before.answer) if block in there]
        if output is None or before.usage is None or len(answer) < len(set(before.answer)):
            return [], 0
        if before.usage.reasoning and not self._of(answer, BlockKind.THINKING):
            output -= before.usage.reasoning  # what was thought is not in the log, so not sent
        counted = self._counted(answer)
        return (answer, output) if answer and output >= counted * _WHOLE_OUTPUT else ([], 0)

    def _of(self, blocks: Sequence[int], kind: BlockKind) -> list[int]:
        return [block for block in blocks if self.log.blocks[block].kind is kind]

    def _divide_answer(self, number: int, answer: list[int], tokens: int) -> None:
        usage = self.log.requests[self.log.requests[number].parent].usage
        thought = self._of(answer, BlockKind.THINKING)
        spoken = [block for block in answer if block not in thought]
        if usage is None or not usage.reasoning or not thought or not spoken:
            self._divide(answer, tokens)
            return
        reasoning = min(usage.reasoning, tokens)
        self._divide(thought, reasoning)
        self._divide(spoken, tokens - reasoning)

    def _divide(self, blocks: Sequence[int], tokens: int) -> None:
        """Divide tokens by counted sizes, the largest remainders first."""
        weights = [max(self.log.blocks[block].size, 1) for block in blocks]
        for block, share in zip(blocks, shares(tokens, weights), strict=True):
            self.tokens[block] = share
            self.known[block] = Known.DERIVED

    def _measure(self, blocks: Sequence[int], tokens: int) -> None:
        if len(blocks) == 1 and self.log.blocks[blocks[0]].size >= _MEASURED_FROM:
            self.factors.append(tokens / self.log.blocks[blocks[0]].size)

    def _factor(self) -> Factor | None:
        if not self.factors:
            return None
        if len(self.factors) == 1:
            return Factor(1, self.factors[0], self.factors[0], self.factors[0])
        parts = quantiles(self.factors, n=20, method="inclusive")
        return Factor(len(self.factors), median(self.factors), parts[0], parts[-1])


def shares(tokens: int, weights: Sequence[int]) -> list[int]:
    """Divide a whole number by weights above 0 into whole numbers, the largest remainders first."""
    total = sum(weights)
    parts = [divmod(tokens * weight, total) for weight in weights]
    left = tokens - sum(part for part, _ in parts)
    given = sorted(range(len(parts)), key=lambda place: (-parts[place][1], place))[:left]
    result = [part for part, _ in parts]
    for place in given:
        result[place] += 1
    return result


def _without(number: int, rest: Rest, tokens: int) -> Rest:
    """Return what was sent beside blocks with more that is unexplained, or with less."""
    if tokens > 0:
        return replace(rest, steps=(*rest.steps, UnexplainedStep(number, tokens)))
    steps = list(rest.steps)
    while tokens < 0 and steps:
        last = steps.pop()
        if last.tokens + tokens > 0:
            steps.append(UnexplainedStep(last.request, last.tokens + tokens))
        tokens = min(0, last.tokens + tokens)
    return replace(rest, steps=tuple(steps), less=rest.less + tokens)


def known_of_total(request: LogRequest, sizes: Sizes, path: Sequence[int]) -> Known:
    """Return how the total of a request is known: recorded, or as the weakest of its blocks."""
    if request.usage is not None:
        return Known.RECORDED
    return weakest(sizes.known[block] for block in path) or Known.ASSUMED
