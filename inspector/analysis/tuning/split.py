"""The knowledge : file split of one request: what each does, and the best under an objective.

What a request expects, at every state of a sweep at once: as if each were checked by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from inspector.analysis.expectations import NumberLimit, check_expectations, either
from inspector.analysis.tuning.axes import Axis, on_axis
from inspector.analysis.tuning.modes import INLINED, LISTED
from inspector.analysis.tuning.outcomes import Outcomes
from inspector.analysis.tuning.runs import Item
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.tuning.thresholds import Wanted, items_now, thresholds
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.candidates.request import Expectations
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.value import value_steps

NO_EXPECTATIONS = Expectations()


class MetExpectations:
    """Counts, by state, how many of a request's expectations are met.

    ``expected`` counts those that can be checked, ``evidence_expected`` the entries of
    ``must_include`` among them.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        """Check every state of ``outcomes``."""
        self._outcomes, self._states = outcomes, len(outcomes.states)
        expect = outcomes.report.prepared.request.expect or NO_EXPECTATIONS
        self._inlined = outcomes.files.where(outcomes.files.forms == INLINED)
        self._places: dict[str, list[int]] = {}
        for place, file in enumerate(outcomes.report.prepared.files):
            self._places.setdefault(file.counted.reference, []).append(place)
        evidence = [self._any_in(either(entry)) for entry in expect.must_include]
        others = [~self._any_in((one,)) for one in expect.must_exclude]
        others += self._limits(expect.limits)
        self.evidence_expected = len(evidence)
        self.expected = len(evidence) + len(others)
        self.evidence = self._sum(evidence)
        self.met = self.evidence + self._sum(others)

    def _sum(self, masks: list[Bools]) -> Int64:
        total = np.zeros(self._states, dtype=np.int64)
        for mask in masks:
            total += mask
        return total

    def _any_in(self, ids: tuple[str, ...]) -> Bools:
        """Return where a card of these ids is injected, or a file of these references inlined."""
        cards = self._outcomes.report.prepared.cards
        found = np.zeros(self._states, dtype=np.bool_)
        for one in ids:
            row = cards.columns.row_of.get(one)
            if row is not None and cards.rank_of_row[row] >= 0:
                found |= self._outcomes.cards.mask(int(cards.rank_of_row[row]), self._states)
            for place in self._places.get(one, ()):
                found |= self._inlined.mask(place, self._states)
        return found

    def _limits(self, texts: tuple[str, ...]) -> Iterator[Bools]:
        """Yield where each limit holds; one that cannot be read is not expected."""
        numbers = self.numbers
        for text in texts:
            try:
                limit = NumberLimit.read(text)
            except ValueError:
                continue
            if limit.subject in numbers:
                yield limit.met(*numbers[limit.subject])

    @cached_property
    def numbers(self) -> dict[str, tuple[Int64, Int64]]:
        """Return the numbers that ``measure`` gives of one result, for all of them."""
        found, report = self._outcomes, self._outcomes.report
        tokens, states = found.tokens, found.states
        separators = report.prepared.counted.separators
        total, knowledge, bucket = states.total, states.knowledge, states.bucket
        overhead = found.cards_in * separators.card
        overhead = overhead + (found.cards_in > 0) * separators.knowledge_heading
        kinds = ("entity", "other", "procedure", "interaction_policy")
        knowledge_used = overhead + sum(tokens[kind] for kind in kinds)
        bucket_used = found.used - knowledge_used
        bucket_unused = bucket - bucket_used - found.released
        knowledge_unused = knowledge - knowledge_used
        cards = np.full(self._states, len(report.prepared.cards.order), dtype=np.int64)
        files = np.full(self._states, len(report.materialization.files), dtype=np.int64)
        listed = found.files.where(found.files.forms == LISTED)

        def count(spans: Spans) -> Int64:
            return spans.totals(np.ones(len(spans), dtype=np.int64), self._states)

        return {
            "procedures": (tokens["procedure"], knowledge),
            "interaction_policies": (tokens["interaction_policy"], knowledge),
            "entities": (tokens["entity"], knowledge),
            "knowledge.used": (knowledge_used, knowledge),
            "knowledge.unused": (knowledge_unused, knowledge),
            "knowledge.overhead": (overhead, knowledge),
            "bucket.used": (bucket_used, bucket),
            "bucket.unused": (bucket_unused, bucket),
            "bucket.overhead": (tokens["overhead"] - overhead, bucket),
            "total.used": (found.used, total),
            "total.unused": (knowledge_unused + bucket_unused, total),
            "cards.injected": (found.cards_in, cards),
            "cards.suppressed": (found.suppressed, cards),
            "files.inlined": (count(self._inlined), files),
            "files.listed": (count(listed), files),
        }


TOLERANCE = 0.05
"""How much of the best ``Objective.TOKENS`` may give up for fewer tokens."""


class Objective(StrEnum):
    """What the best split has most, or least, of."""

    EXPECTATIONS = "expectations"
    EVIDENCE = "evidence"
    TOKENS = "tokens"


class Criterion(StrEnum):
    """What splits are held against each other by. Where nothing is expected it is the value.

    The value of a selection is relevance × weight of the rendering, summed over its cards.
    """

    EXPECTATIONS = "expectations"
    EVIDENCE = "evidence"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class BestSplit:
    """What looking for the best split came to.

    ``share`` is the knowledge share to take; it is the present one where ``kept``. ``low`` and
    ``high`` are the first and last share of the stretch around it that is as good. ``now`` and
    ``best`` are the measure, ``tokens_now`` and ``tokens`` what is used; ``whole`` is the most
    that the measure can be, 0 for a value, which has no such number.
    """

    objective: Objective
    measure: Criterion
    kept: bool
    share: float
    low: float
    high: float
    now: float
    best: float
    whole: int
    tokens_now: int
    tokens: int


@dataclass(frozen=True, eq=False)
class Splits:
    """The results of one request at every split, exactly.

    ``sweep`` goes along ``Axis.DIVISION`` from 0 to 1; what is said by piece is by its pieces.
    It holds for every policy that differs from the swept one in the two shares only.
    """

    sweep: Sweep

    @cached_property
    def starts(self) -> Float64:
        """The first knowledge share of each piece, ascending from 0."""
        return self.sweep.pieces.starts

    @cached_property
    def met(self) -> MetExpectations:
        """How many expectations each piece meets."""
        return MetExpectations(self.sweep.outcomes)

    @cached_property
    def changes(self) -> Float64:
        """The shares, ascending, at which something else is in."""
        return self.starts[self.sweep.breakpoints]

    @cached_property
    def turns(self) -> Float64:
        """The shares, ascending, at which the number of expectations met changes."""
        met = self.met.met
        found: Float64 = self.starts[1:][met[1:] != met[:-1]]
        return found

    def piece_of(self, share: float) -> int:
        """Return the piece of a share."""
        return self.sweep.pieces.piece_of(share)


def splits_of(report: InjectionReport, watch: Watch = unwatched) -> Splits:
    """Return the results of the report's request at every split; errors as ``sweep.sweep``."""
    return Splits(sweep(report, Axis.DIVISION, watch=watch))


def objectives_of(report: InjectionReport) -> tuple[Objective, ...]:
    """Return the objectives that a request can be held against, the most telling first."""
    outcomes, _ = check_expectations(report)
    expect = report.prepared.request.expect
    return (
        *((Objective.EXPECTATIONS,) if outcomes else ()),
        *((Objective.EVIDENCE,) if expect is not None and expect.must_include else ()),
        Objective.TOKENS,
    )


def best_split(splits: Splits, report: InjectionReport, objective: Objective) -> BestSplit:
    """Return the best split of the request of ``report``, or that its own is as good as any.

    Most expectations or most evidence met; or the fewest tokens among the splits that lose no more
    than ``TOLERANCE`` of the best evidence, else of the expectations met, else of the value. Of
    several stretches that are as good the widest is taken, and in it the whole percent nearest its
    middle. Raises ``ValueError`` for an objective that the request has nothing for.
    """
    if objective not in objectives_of(report):
        raise ValueError(f"the request has nothing to find the best {objective} for")
    measure = _measure_of(objective, report)
    scores, now = _scores(splits, measure), _score_now(report, measure)
    used, tokens_now = splits.sweep.outcomes.used, report.total_tokens_used
    most = max(float(scores.max()), now)
    if objective is Objective.TOKENS:
        floor = most * (1 - TOLERANCE) if most > 0 else most
        enough = scores >= floor
        fewest = int(used[enough].min()) if enough.any() else tokens_now
        good = enough & (used == fewest)
        kept = now >= floor and tokens_now <= fewest
    else:
        good, kept = scores == most, now == most
    policy = report.policy
    share = policy.knowledge_card_share_default
    if kept:
        piece = splits.piece_of(share)
        around = good.copy()
        around[piece] = True
        first, last = _run_around(around, piece)
    else:
        first, last = _widest(splits, good)
        share = _middle(splits, first, last)
        piece = splits.piece_of(share)
    off_axis = kept and not on_axis(Axis.DIVISION, policy)
    pieces = splits.sweep.pieces
    return BestSplit(
        objective=objective,
        measure=measure,
        kept=kept,
        share=share,
        low=share if off_axis else float(pieces.starts[first]),
        high=share if off_axis else pieces.last_of(last),
        now=now,
        best=now if kept else float(scores[piece]),
        whole=_whole(splits, measure),
        tokens_now=tokens_now,
        tokens=tokens_now if kept else int(used[piece]),
    )


def share_that_includes(splits: Splits, report: InjectionReport, item: Item) -> float | None:
    """Return the nearest share at which an item of ``report`` is in; None where no split has it.

    ``report`` may have another split than the one that was swept. For an item that is in already
    it is its own share.
    """
    share = report.policy.knowledge_card_share_default
    subjects, _ = items_now(report, item.kind)
    if item.subject in subjects:
        return share
    changes = thresholds(replace(splits.sweep, report=report), item.kind, item.subject)
    for wanted in (Wanted.FULL, Wanted.IN):
        found = [one.written for one in changes if one.wanted is wanted]
        if found:
            return min(found, key=lambda one: abs(one - share))
    return None


def _measure_of(objective: Objective, report: InjectionReport) -> Criterion:
    if objective is not Objective.TOKENS:
        return Criterion(objective.value)
    there = objectives_of(report)
    if Objective.EVIDENCE in there:
        return Criterion.EVIDENCE
    return Criterion.EXPECTATIONS if Objective.EXPECTATIONS in there else Criterion.VALUE


def _scores(splits: Splits, measure: Criterion) -> Float64:
    if measure is Criterion.VALUE:
        return splits.sweep.outcomes.value
    met = splits.met
    found = met.met if measure is Criterion.EXPECTATIONS else met.evidence
    return found.astype(np.float64)


def _score_now(report: InjectionReport, measure: Criterion) -> float:
    if measure is Criterion.VALUE:
        worth = value_steps(report.prepared.cards, report.settings.tier_weights)
        return float(worth.steps[report.tiers.ranks, report.tiers.tiers].sum() / worth.scale)
    outcomes, _ = check_expectations(report)
    evidence = measure is Criterion.EVIDENCE
    return float(sum(one.met for one in outcomes if not evidence or "/must_include/" in one.place))


def _whole(splits: Splits, measure: Criterion) -> int:
    if measure is Criterion.VALUE:
        return 0
    met = splits.met
    return met.expected if measure is Criterion.EXPECTATIONS else met.evidence_expected


def _runs(good: Bools) -> tuple[Int64, Int64]:
    """Return first and last piece of each run of good ones."""
    edges = np.diff(np.concatenate([[0], good.astype(np.int8), [0]]))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1


def _run_around(good: Bools, piece: int) -> tuple[int, int]:
    firsts, lasts = _runs(good)
    place = int(np.searchsorted(firsts, piece, side="right")) - 1
    return int(firsts[place]), int(lasts[place])


def _widest(splits: Splits, good: Bools) -> tuple[int, int]:
    firsts, lasts = _runs(good)
    ends = np.append(splits.starts, splits.sweep.pieces.range.high)[lasts + 1]
    widest = int(np.argmax(ends - splits.starts[firsts]))
    return int(firsts[widest]), int(lasts[widest])


def _middle(splits: Splits, first: int, last: int) -> float:
    """Return the whole percent nearest the middle of a stretch, else a short number in it."""
    pieces = splits.sweep.pieces
    low, high = float(pieces.starts[first]), pieces.last_of(last)
    percent = round(50 * (low + high))
    near = sorted(
        range(percent - 1, percent + 2), key=lambda one: abs(one / 100 - (low + high) / 2)
    )
    for one in near:
        if low <= one / 100 <= high:
            return one / 100
    return splits.sweep.number_in(first, last, upward=True)
