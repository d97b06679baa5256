"""The result as a function of two values of the policy: exact wherever it is looked at.

Cards depend on the knowledge budget, the ceilings, and on which files are inlined; files depend on
the bucket budget alone. So a table over all of these numbers that two axes can lead to holds every
result there is, and any point of the map is a look-up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    States,
    SweepTooLargeError,
    axis_columns,
    axis_fields,
    budget_states,
)
from inspector.analysis.tuning.breakpoints import axis_pieces
from inspector.analysis.tuning.greedy_pass import greedy_spans
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.modes import (
    RENDERED,
    FileModes,
    covered_at,
    file_modes,
    settle_covered,
)
from inspector.analysis.tuning.outcomes import STATES_AT_ONCE
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import CEILINGS
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.value import value_steps

MOST_CELLS = 2**20
_CEILINGS = {axis: cap for axis in Axis for cap in CEILINGS if axis.field == cap.share}


@dataclass(frozen=True, slots=True, eq=False)
class MapPoints:
    """Results at points of a map; arrays are by point. Tokens, cards, items."""

    used: Int64
    total: Int64
    cards_in: Int64
    items_in: Int64
    value: Float64
    tokens_freed: Int64


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Every choice of cards that can occur, and where it stands.

    A choice hangs on the class of the bucket budget (which files suppress cards), the knowledge
    budget, and the ceilings: ``offset`` is where those of a class and a budget begin, ``lowest``
    the least of each ceiling there, ``counts`` how many of each there are.
    """

    offset: Int64
    lowest: list[Int64]
    counts: list[Int64]
    needs: list[int]

    def of(self, classes: Int64, states: States) -> Int64:
        """Return the cell of each state."""
        within = np.zeros(len(states), dtype=np.int64)
        for cap, need, lowest, count in zip(
            states.ceilings, self.needs, self.lowest, self.counts, strict=True
        ):
            within *= count[states.knowledge]
            within += np.minimum(cap, need) - lowest[states.knowledge]
        return self.offset[classes, states.knowledge] + within


@dataclass(frozen=True, eq=False)
class PolicyMap:
    """One request's results over two axes. ``report`` is the one whose policy is varied."""

    report: InjectionReport
    x: AxisRange
    y: AxisRange
    _files: FileModes  # by bucket budget
    _class_of: Int64  # by bucket budget
    _file_tokens: Int64
    _file_count: Int64
    _suppressed: Int64
    _cells: _Cells
    _cards_in: Int64
    _card_tokens: Int64
    _value_steps: Int64
    _covered: dict[int, Bools]

    def at(self, xs: Float64, ys: Float64) -> MapPoints:
        """Return what is in at points, given by their values on both axes."""
        report, prepared = self.report, self.report.prepared
        changes = axis_columns(self.x.axis, xs) | axis_columns(self.y.axis, ys)
        states = budget_states(report.policy, report.budget, changes)
        cells = self._cells.of(self._class_of[states.bucket], states)
        covered = {index: mask[cells] for index, mask in self._covered.items()}
        files = self._files.at(states.bucket)
        backgrounds = settle_covered(prepared, files, covered, report.what_if)
        rendered = backgrounds.spans.where(backgrounds.spans.forms == RENDERED)
        ones = np.ones(len(rendered), dtype=np.int64)
        cards = self._cards_in[cells]
        separators = prepared.counted.separators
        layout = cards * separators.card + (cards > 0) * separators.knowledge_heading
        content = self._file_tokens[states.bucket] + files.overhead + backgrounds.overhead
        return MapPoints(
            used=self._card_tokens[cells] + layout + content + backgrounds.tokens,
            total=states.total,
            cards_in=cards,
            items_in=cards + self._file_count[states.bucket] + rendered.totals(ones, len(cards)),
            value=self._value_steps[cells]
            / value_steps(prepared.cards, report.settings.tier_weights).scale,
            tokens_freed=self._suppressed[states.bucket] + backgrounds.freed,
        )


def may_be_mapped(x: Axis, y: Axis) -> bool:
    """Whether a map of two axes can be made: both of the policy, and of different fields."""
    if x.limits_candidates or y.limits_candidates:
        return False
    return not axis_fields(x, 0).keys() & axis_fields(y, 0).keys()


def policy_map(
    report: InjectionReport, x: AxisRange, y: AxisRange, *, watch: Watch = unwatched
) -> PolicyMap:
    """Work out every result that two axes can lead to, for a greedy strategy.

    Raises ``ValueError`` for axes of one field or the strategy ``optimal``, ``SweepTooLargeError``
    for more than a million results, and ``StoppedError`` when ``watch`` says so.
    """
    if not may_be_mapped(x.axis, y.axis):
        raise ValueError("a map needs two values of the policy that do not act on the same field")
    if report.strategy is Strategy.OPTIMAL:
        raise ValueError("a map needs the strategy coverage or depth")
    ground = SweepBasis.of(report)
    most = _most(report, x, y)
    if most >= MOST_CELLS:
        raise _too_large()
    budgets = np.arange(most + 1)
    files = file_modes(ground.files, budgets, report.settings.background_part)
    covered = ground.covered(files.inlined)
    class_of, classes = _classes(covered, len(budgets))
    cells, states, class_of_state = _enumerate(report, x, y, ground, class_of, len(classes))
    masks = {
        file: np.array([one[place] for one in classes])[class_of_state]
        for place, file in enumerate(covered)
    }
    # A pass decides at once where budgets and ceilings rise together.
    pairs = zip(states.ceilings, cells.lowest, strict=True)
    steps = [ceiling - lowest[states.knowledge] for ceiling, lowest in pairs]
    order = np.lexsort((states.knowledge, *steps, class_of_state))
    columns = _decide(report, ground, states, masks, order, watch)
    inlined, listed = _file_numbers(report, files)
    suppressed = np.zeros(len(budgets), dtype=np.int64)
    for file, mask in covered.items():
        suppressed += int(ground.tokens_of_file[file]) * mask
    # Where files are inlined is in the classes; what backgrounds need is all that is left.
    settled = replace(files, inlined={}, listed={})
    return PolicyMap(report, x, y, settled, class_of, inlined, listed, suppressed, cells, *columns)


def _too_large() -> SweepTooLargeError:
    return SweepTooLargeError(
        f"the map has more than {MOST_CELLS:,} different results; choose narrower ranges"
    )


def _most(report: InjectionReport, x: AxisRange, y: AxisRange) -> int:
    """Return the largest total of a map, which neither half exceeds.

    Every value that decides the total lets it grow, so it is largest at a corner.
    """
    ends = axis_columns(x.axis, np.array([x.low, x.high, x.low, x.high]))
    ends |= axis_columns(y.axis, np.array([y.low, y.low, y.high, y.high]))
    return int(budget_states(report.policy, report.budget, ends).total.max())


def _classes(covered: dict[int, Bools], count: int) -> tuple[Int64, list[list[bool]]]:
    """Return the class of each bucket budget, and which files suppress cards in each class."""
    if not covered:
        return np.zeros(count, dtype=np.int64), [[]]
    kinds, class_of = np.unique(np.stack(list(covered.values())), axis=1, return_inverse=True)
    return class_of.ravel().astype(np.int64), kinds.T.tolist()


def _enumerate(
    report: InjectionReport,
    x: AxisRange,
    y: AxisRange,
    ground: SweepBasis,
    class_of: Int64,
    classes: int,
) -> tuple[_Cells, States, Int64]:
    """List every class, knowledge budget and choice of ceilings that the map can lead to."""
    moved = {one.axis: one for one in (x, y) if one.axis in _CEILINGS}
    other = [one for one in (x, y) if one.axis not in _CEILINGS]
    most = len(class_of)
    reachable = np.ones((classes, most), dtype=np.bool_)
    if moved:  # then one axis, or none, moves the budgets, and few of them occur
        reachable[:] = False
        at = axis_pieces(report, other[0]).states if other else States.at_budget(report.budget)
        reachable[class_of[at.bucket], at.knowledge] = True
    budgets = np.arange(most)
    needs, lowest, counts = [], [], []
    for axis, cap in _CEILINGS.items():
        span = moved.get(axis)
        own = float(getattr(report.policy, axis.field))
        low, high = (own, own) if span is None else (span.low, span.high)
        need = _need(ground, cap)
        ends = [np.minimum(need, np.floor(budgets * part)).astype(np.int64) for part in (low, high)]
        needs.append(need)
        lowest.append(ends[0])
        counts.append(ends[1] - ends[0] + 1)
    sizes = np.where(reachable, np.prod(counts, axis=0), 0)
    if int(sizes.sum()) > MOST_CELLS:
        raise _too_large()
    flat = sizes.ravel()
    offset = (np.cumsum(flat) - flat).reshape(sizes.shape)
    pair = np.repeat(np.arange(len(flat)), flat)
    within = np.arange(len(pair)) - offset.ravel()[pair]
    knowledge = pair % most
    ceilings: list[Int64] = []
    for least, count in reversed(list(zip(lowest, counts, strict=True))):
        within, step = np.divmod(within, count[knowledge])
        ceilings.insert(0, least[knowledge] + step)
    states = States(knowledge, knowledge, np.zeros_like(knowledge), tuple(ceilings))
    return _Cells(offset, lowest, counts, needs), states, pair // most


def _need(ground: SweepBasis, cap: int) -> int:
    """Return what all cards of a ceiling take at their largest: more room changes nothing."""
    cards = ground.prepared.cards
    chosen = ground.usable & (cards.caps == cap)
    largest = np.maximum(cards.costs[chosen], 0).max(axis=1, initial=0)
    return int(largest.sum()) + int(chosen.sum()) * ground.prepared.counted.separators.card


def _decide(
    report: InjectionReport,
    ground: SweepBasis,
    states: States,
    covered: dict[int, Bools],
    order: npt.NDArray[np.intp],
    watch: Watch,
) -> tuple[Int64, Int64, Int64, dict[int, Bools]]:
    """Choose cards for every cell, in an order; return how many, tokens, value, what they cover."""
    cards = report.prepared.cards
    worth = value_steps(cards, report.settings.tier_weights).steps
    parts: list[tuple[Int64, Int64, Int64, dict[int, Bools]]] = []
    for done in range(0, len(states), STATES_AT_ONCE):
        if not watch(done, len(states)):
            raise StoppedError
        block = order[done : done + STATES_AT_ONCE]
        here = states.at(block)
        masks = {file: mask[block] for file, mask in covered.items()}
        spans = greedy_spans(ground, here, {k: m for k, m in masks.items() if m.any()})
        chosen = spans.subjects, spans.forms
        parts.append(
            (
                spans.totals(np.ones(len(spans), dtype=np.int64), len(here)),
                spans.totals(cards.costs[chosen], len(here)),
                spans.totals(worth[chosen], len(here)),
                covered_at(report.prepared, spans, len(here)),
            )
        )
    of_cell = np.argsort(order)
    backgrounds = {
        index: np.concatenate([part[3][index] for part in parts])[of_cell] for index in parts[0][3]
    }
    first, second, third = (np.concatenate([part[n] for part in parts])[of_cell] for n in range(3))
    return first, second, third, backgrounds


def _file_numbers(report: InjectionReport, files: FileModes) -> tuple[Int64, Int64]:
    """Return the tokens of files, and how many are inlined or listed, by bucket budget."""
    tokens, count = np.zeros(len(files.left), dtype=np.int64), np.zeros(len(files.left), np.int64)
    for masks, sizes in (
        (files.inlined, [file.counted.text or 0 for file in report.prepared.files]),
        (files.listed, [file.counted.line or 0 for file in report.prepared.files]),
    ):
        for place, mask in masks.items():
            tokens += sizes[place] * mask
            count += mask
    return tokens, count
