"""The results of many states at once: what is in at each, and the tokens of every kind.

The core decides one state at a time and stays the authority; what stands here equals it at every
state, which property tests check, and what is shown of a chosen state is the core's own report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from inspector.analysis.tuning.axes import States
from inspector.analysis.tuning.greedy_pass import greedy_spans
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.modes import INLINED, LISTED, RENDERED, file_modes, settle
from inspector.analysis.tuning.optimum_pass import optimal_spans
from inspector.analysis.tuning.spans import Spans, joined
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.candidates.interned import NO_CODE
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.value import value_steps

STATES_AT_ONCE = 16384

KINDS = (
    "entity",
    "other",
    "procedure",
    "interaction_policy",
    "file",
    "line",
    "background",
    "overhead",
)
"""What tokens are spent on: cards by kind, inlined files, listed files, backgrounds, layout."""


@dataclass(frozen=True, slots=True, eq=False)
class _Contents:
    """What a number of states hold of bucket content, in tokens by state."""

    ground: SweepBasis
    covered: dict[int, Bools]
    files: Spans
    backgrounds: Spans
    background_tokens: Int64
    overhead: Int64
    released: Int64
    freed: Int64
    cards: Spans


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Results of many states; arrays are by state.

    ``cards`` are ranks and tiers, ``files`` places and modes (``INLINED``, ``LISTED``),
    ``backgrounds`` buckets and ``RENDERED`` or ``COVERED``. ``suppressed`` counts cards by
    overlap, ``tokens_freed`` what they and suppressed backgrounds would have taken at least.
    """

    report: InjectionReport
    states: States
    cards: Spans
    files: Spans
    backgrounds: Spans
    tokens: dict[str, Int64]
    suppressed: Int64
    tokens_freed: Int64
    released: Int64

    @cached_property
    def used(self) -> Int64:
        """Tokens of everything that is in, overhead included."""
        used = np.zeros(len(self.states), dtype=np.int64)
        for kind in KINDS:
            used += self.tokens[kind]
        return used

    @cached_property
    def cards_in(self) -> Int64:
        """How many cards are in."""
        return _count(self.cards, len(self.states))

    @cached_property
    def items_in(self) -> Int64:
        """How many cards, files (inlined or listed) and backgrounds are in."""
        count = len(self.states)
        rendered = self.backgrounds.where(self.backgrounds.forms == RENDERED)
        return self.cards_in + _count(self.files, count) + _count(rendered, count)

    @cached_property
    def value_steps(self) -> Int64:
        """The value of the cards that are in, in steps of ``value_scale``."""
        worth = value_steps(self.report.prepared.cards, self.report.settings.tier_weights)
        return self.cards.totals(
            worth.steps[self.cards.subjects, self.cards.forms], len(self.states)
        )

    @cached_property
    def value(self) -> Float64:
        """The value of the cards that are in: relevance × weight of the rendering, summed."""
        scale = value_steps(self.report.prepared.cards, self.report.settings.tier_weights).scale
        return self.value_steps / scale

    @cached_property
    def changes(self) -> Int64:
        """The states, ascending, that hold something else than the state before."""
        edges = [
            edge
            for spans in (self.cards, self.files, self.backgrounds)
            for edge in (spans.first, spans.end)
        ]
        found = np.unique(np.concatenate(edges))
        return found[(found > 0) & (found < len(self.states))]


def _count(spans: Spans, states: int) -> Int64:
    return spans.totals(np.ones(len(spans), dtype=np.int64), states)


def outcomes(
    report: InjectionReport, states: States, ground: SweepBasis, watch: Watch = unwatched
) -> Outcomes:
    """Work out the results of many states of the request, strategy and settings of a report.

    ``ground`` is made for the same request and strategy. ``watch`` is told how many states are
    done; raises ``StoppedError`` when it says so.
    """
    stretches = range(0, len(states), STATES_AT_ONCE)
    here = ((states.at(slice(done, done + STATES_AT_ONCE)), ground) for done in stretches)
    return _worked_out(report, states, here, watch)


def outcomes_under(
    report: InjectionReport,
    states: States,
    choices: Iterable[Overrides],
    watch: Watch = unwatched,
) -> Outcomes:
    """Work out the results of states that differ in their overrides, one for each state.

    The overrides put the same cards and files first in turn as the report's; errors as
    ``outcomes``.
    """
    here = (
        (states.at(slice(place, place + 1)), SweepBasis.under(report, overrides))
        for place, overrides in enumerate(choices)
    )
    return _worked_out(report, states, here, watch)


def _worked_out(
    report: InjectionReport,
    states: States,
    stretches: Iterable[tuple[States, SweepBasis]],
    watch: Watch,
) -> Outcomes:
    parts, done = [], 0
    for here, ground in stretches:
        look = _looking(watch, done, len(states))
        look(0)
        parts.append(_contents(report, here, ground, look))
        done += len(here)
    return _joined(report, states, parts)


def _looking(watch: Watch, done: int, total: int) -> Callable[[int], None]:
    """Return what asks ``watch`` whether to go on, and raises ``StoppedError`` if not."""

    def look(_rows: int) -> None:
        if not watch(done, total):
            raise StoppedError

    return look


def _contents(
    report: InjectionReport, states: States, ground: SweepBasis, look: Callable[[int], None]
) -> _Contents:
    prepared = ground.prepared
    modes = file_modes(ground.files, states.bucket, report.settings.background_part)
    covered = ground.covered(modes.inlined)
    if report.strategy is Strategy.OPTIMAL:
        cards = optimal_spans(ground, states, covered, report.settings.tier_weights, look)
    else:
        cards = greedy_spans(ground, states, covered)
    backgrounds = settle(prepared, modes, cards, ground.what_if)
    return _Contents(
        ground,
        covered,
        modes.spans(),
        backgrounds.spans,
        backgrounds.tokens,
        modes.overhead + backgrounds.overhead,
        backgrounds.released,
        backgrounds.freed,
        cards,
    )


def _joined(report: InjectionReport, states: States, parts: list[_Contents]) -> Outcomes:
    lengths = [len(part.overhead) for part in parts]
    offsets = list(accumulate(lengths, initial=0))[:-1]

    def spans(name: str) -> Spans:
        return joined(
            [getattr(part, name).shifted(at) for part, at in zip(parts, offsets, strict=True)]
        )

    def column(name: str) -> Int64:
        return np.concatenate([getattr(part, name) for part in parts])

    cards, files = spans("cards"), spans("files")
    tokens = _card_tokens(report, cards, len(states))
    for kind, mode in (("file", INLINED), ("line", LISTED)):
        of_mode = files.where(files.forms == mode)
        tokens[kind] = of_mode.totals(_file_tokens(report, of_mode, mode), len(states))
    tokens["background"] = column("background_tokens")
    separators = report.prepared.counted.separators
    count = _count(cards, len(states))
    tokens["overhead"] = (
        column("overhead") + count * separators.card + (count > 0) * separators.knowledge_heading
    )
    suppressed = [_suppressed(part, length) for part, length in zip(parts, lengths, strict=True)]
    return Outcomes(
        report=report,
        states=states,
        cards=cards,
        files=files,
        backgrounds=spans("backgrounds"),
        tokens=tokens,
        suppressed=np.concatenate([one[0] for one in suppressed]),
        tokens_freed=np.concatenate([one[1] for one in suppressed]) + column("freed"),
        released=column("released"),
    )


def _card_tokens(report: InjectionReport, cards: Spans, states: int) -> dict[str, Int64]:
    ranked = report.prepared.cards
    kinds = ranked.columns.kinds
    codes = kinds.codes[ranked.order[cards.subjects]]
    costs = ranked.costs[cards.subjects, cards.forms]
    named = {
        kind: codes == kinds.code_of.get(kind, NO_CODE)
        for kind in (ENTITY, PROCEDURE, INTERACTION_POLICY)
    }
    named["other"] = ~np.logical_or.reduce(list(named.values()))
    return {kind: cards.where(mask).totals(costs[mask], states) for kind, mask in named.items()}


def _file_tokens(report: InjectionReport, files: Spans, mode: int) -> Int64:
    counted = [report.prepared.files[place].counted for place in files.subjects.tolist()]
    sizes = [(one.text if mode == INLINED else one.line) or 0 for one in counted]
    return np.array(sizes, dtype=np.int64)


def _suppressed(part: _Contents, states: int) -> tuple[Int64, Int64]:
    """Return how many cards are suppressed by overlap at each state, and their tokens."""
    count, tokens = np.zeros(states, dtype=np.int64), np.zeros(states, dtype=np.int64)
    for place, mask in part.covered.items():
        count += int(part.ground.cards_of_file[place]) * mask
        tokens += int(part.ground.tokens_of_file[place]) * mask
    return count, tokens
