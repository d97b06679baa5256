"""All requests together as a function of the policy's value, exact between every two changes.

Recall is the mean over the requests that ask for something. The other measures are of all requests
as one: tokens used of tokens allowed, cards suppressed of cards there are, requests starved of
requests. Sums are whole numbers, so that no order of adding changes a digit.

One request over a whole range of a policy's value: the facts between every two breakpoints.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from inspector.analysis.corpus.facts import (
    FACTS,
    Evidence,
    Fact,
    asked_for,
    evidence_of,
    facts_of,
    masks_of,
)
from inspector.analysis.expectations import retrieved_evidence
from inspector.analysis.tuning.axes import AxisRange, on_axis
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.modes import INLINED
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.arrays import Float64, Int64
from inspector.core.injection.report import InjectionReport


class DisagreementError(RuntimeError):
    """A sweep and the core's own run differ at the current value: a defect of this program."""


@dataclass(frozen=True, slots=True, eq=False)
class RequestCurve:
    """The facts of one request at every value of an axis. Exact; nothing is sampled.

    ``starts`` are the values, ascending, at which a fact changes, the first of the range included;
    ``facts`` has a row for each of ``FACTS`` and a column for each start. ``asked`` counts the
    entries of ``must_include``, ``cards`` and ``files`` the candidates there are. ``current`` are
    the facts of the core's own run under the policy as it is, which need not lie on the axis.
    ``budgets`` is how many different budgets were decided on the way. ``evidence`` is what became
    of the entries that are not in, and how many could be.
    """

    trace_id: str
    asked: int
    cards: int
    files: int
    budgets: int
    starts: Float64
    facts: Int64
    current: tuple[int, ...]
    evidence: Evidence = field(default_factory=Evidence)

    def at(self, value: float) -> tuple[int, ...]:
        """Return the facts at a value of the range, in the order of ``FACTS``."""
        return tuple(self.facts[:, self.place_of(value)].tolist())

    def place_of(self, value: float) -> int:
        """Return the stretch that a value of the range belongs to."""
        return max(0, int(np.searchsorted(self.starts, value, side="right")) - 1)

    def same_as(self, other: RequestCurve) -> bool:
        """Whether another curve is equal to the last bit."""
        return (
            (self.trace_id, self.asked, self.cards, self.files, self.budgets, self.current)
            == (other.trace_id, other.asked, other.cards, other.files, other.budgets, other.current)
            and np.array_equal(self.starts, other.starts)
            and np.array_equal(self.facts, other.facts)
            and self.evidence.same_as(other.evidence)
        )


def request_curve(
    report: InjectionReport,
    span: AxisRange,
    *,
    ground: SweepBasis | None = None,
    elsewhere: Collection[str] = (),
    watch: Watch = unwatched,
) -> RequestCurve:
    """Return the facts of the report's request over a range of an axis.

    ``ground`` may be given when one was made for the same request and strategy; ``elsewhere`` are
    ids of the candidate set that the request does not choose from. Raises what
    ``sweep`` raises, and ``DisagreementError`` when the result is not the core's own at the
    current value, which is compared every time.
    """
    found = sweep(report, span, ground=ground, watch=watch)
    columns = _columns(found)
    changed = np.ones(columns.shape[1], dtype=np.bool_)
    changed[1:] = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    prepared = report.prepared
    curve = RequestCurve(
        trace_id=prepared.request.trace_id,
        asked=len(asked_for(prepared.request)),
        cards=len(prepared.cards.order),
        files=len(prepared.files),
        budgets=len(found.pieces),
        starts=found.pieces.starts[changed],
        facts=columns[:, changed],
        current=facts_of(report),
        evidence=evidence_of(report, found, elsewhere=elsewhere, ground=ground, watch=watch),
    )
    here = found.current
    if here in span and on_axis(span.axis, report.policy) and curve.at(here) != curve.current:
        raise DisagreementError(f"the sweep over {span.axis} is not what the core decides")
    return curve


def _columns(found: Sweep) -> Int64:
    """Return the facts of every piece, in rows in the order of ``FACTS``."""
    outcomes, states = found.outcomes, len(found.pieces)
    inlined = outcomes.files.where(outcomes.files.forms == INLINED)
    listed = outcomes.files.where(outcomes.files.forms != INLINED)
    rows = {
        Fact.MET: _met(found),
        Fact.USED: outcomes.used,
        Fact.TOTAL: outcomes.states.total,
        Fact.CARDS: outcomes.cards_in,
        Fact.SUPPRESSED: outcomes.suppressed,
        Fact.INLINED: inlined.totals(np.ones(len(inlined), dtype=np.int64), states),
        Fact.LISTED: listed.totals(np.ones(len(listed), dtype=np.int64), states),
    }
    return np.array([rows[fact] for fact in FACTS], dtype=np.int64)


def _met(found: Sweep) -> Int64:
    """Return how many entries of ``must_include`` were retrieved and are in at every piece."""
    met = np.zeros(len(found.pieces), dtype=np.int64)
    for mask in masks_of(found, retrieved_evidence(found.report.prepared)):
        met += mask
    return met


_CURVES_AT_ONCE = 1024
_LARGEST_SCALE = 2**30  # sums over millions of requests stay exact as doubles, too


class Rate(StrEnum):
    """What a curve shows; each is a part between 0 and 1."""

    RECALL = "recall"  # of must_include, what was retrieved and is in
    UTILISATION = "utilisation"  # of the tokens allowed, those used
    SUPPRESSION = "suppression"  # of the cards, those kept out by an inlined file
    CARDS_STARVED = "cards_starved"  # of the requests, those with cards of which none is in
    FILES_STARVED = "files_starved"  # of the requests, those with files of which none is in


def recall_scale(curves: Iterable[RequestCurve]) -> int:
    """Return how many whole steps a recall of 1 has, so that each request's is a whole number.

    Beyond 2^30 that is given up, and recalls are rounded to that many steps.
    """
    return min(_LARGEST_SCALE, math.lcm(*{curve.asked for curve in curves if curve.asked}))


def recall_steps(curve: RequestCurve, scale: int) -> Int64:
    """Return a request's recall in steps, for each stretch; 0 where it asks for nothing."""
    met = curve.facts[FACTS.index(Fact.MET)]
    return recall_steps_of(met, curve.asked, scale)


def recall_steps_of(met: Int64, asked: int, scale: int) -> Int64:
    """Return recalls in steps, rounded to the nearest, for numbers of entries met."""
    if not asked:
        return np.zeros_like(met)
    return (2 * met * scale + asked) // (2 * asked)


@dataclass(frozen=True, slots=True, eq=False)
class MeanCurve:
    """The sums over all requests, for each stretch between ``starts``.

    ``asking`` is how many requests ask for something; ``recall_steps`` are summed over them, in
    ``scale`` steps a request. ``candidates`` are the cards of all requests, ``files`` their files.
    ``cards_starved`` and ``files_starved`` count requests.
    """

    requests: int
    asking: int
    candidates: int
    files: int
    scale: int
    starts: Float64
    recall_steps: Int64
    used: Int64
    total: Int64
    suppressed: Int64
    cards_starved: Int64
    files_starved: Int64

    def place_of(self, value: float) -> int:
        """Return the stretch that a value of the range belongs to."""
        return max(0, int(np.searchsorted(self.starts, value, side="right")) - 1)

    def measure(self, measure: Rate) -> Float64:
        """Return a measure for each stretch."""
        counted: dict[Rate, tuple[Int64, int | Int64]] = {
            Rate.RECALL: (self.recall_steps, self.asking * self.scale),
            Rate.UTILISATION: (self.used, self.total),
            Rate.SUPPRESSION: (self.suppressed, self.candidates),
            Rate.CARDS_STARVED: (self.cards_starved, self.requests),
            Rate.FILES_STARVED: (self.files_starved, self.requests),
        }
        part, whole = counted[measure]
        return part / np.maximum(whole, 1)

    def has(self, measure: Rate) -> bool:
        """Whether there is anything that a measure is about."""
        about = {
            Rate.RECALL: self.asking,
            Rate.SUPPRESSION: self.candidates,
            Rate.CARDS_STARVED: self.candidates,
            Rate.FILES_STARVED: self.files,
        }
        return about.get(measure, self.requests) > 0

    @property
    def tokens(self) -> Float64:
        """Tokens used, the mean of all requests, for each stretch."""
        return self.used / max(1, self.requests)


def mean_curve(curves: Sequence[RequestCurve]) -> MeanCurve:
    """Sum up the curves of one variant of the policy. Raises ``ValueError`` for none."""
    if not curves:
        raise ValueError("there is no request to sum up")
    scale = recall_scale(curves)
    starts = union_of([curve.starts for curve in curves])
    names = ("recall_steps", "used", "total", "suppressed", "cards_starved", "files_starved")
    steps = {name: np.zeros(len(starts), dtype=np.int64) for name in names}
    for curve in curves:
        places = np.searchsorted(starts, curve.starts)
        columns = dict(zip(FACTS, curve.facts, strict=True))
        of_request = {
            "recall_steps": recall_steps(curve, scale),
            "used": columns[Fact.USED],
            "total": columns[Fact.TOTAL],
            "suppressed": columns[Fact.SUPPRESSED],
            "cards_starved": _starved(curve.cards, columns[Fact.CARDS]),
            "files_starved": _starved(curve.files, columns[Fact.INLINED] + columns[Fact.LISTED]),
        }
        for name, column in of_request.items():
            steps[name][places] += np.diff(column, prepend=0)
    return MeanCurve(
        requests=len(curves),
        asking=sum(curve.asked > 0 for curve in curves),
        candidates=sum(curve.cards for curve in curves),
        files=sum(curve.files for curve in curves),
        scale=scale,
        starts=starts,
        **{name: np.cumsum(column) for name, column in steps.items()},
    )


def union_of(starts: Sequence[Float64]) -> Float64:
    """Return all values at which a curve changes, a part of the curves at a time."""
    found = np.empty(0, dtype=np.float64)
    for first in range(0, len(starts), _CURVES_AT_ONCE):
        found = np.unique(np.concatenate([found, *starts[first : first + _CURVES_AT_ONCE]]))
    return found


def _starved(there_are: int, taken: Int64) -> Int64:
    starved: Int64 = ((taken == 0) & (there_are > 0)).astype(np.int64)
    return starved


def measures_at(curves: Sequence[RequestCurve], measure: Rate, value: float) -> Float64:
    """Return a measure of each request at one value; nothing asked for has a recall of NaN."""
    found = np.array([curve.at(value) for curve in curves], dtype=np.int64).reshape(-1, len(FACTS))
    return request_measures(curves, measure, found)


def request_measures(curves: Sequence[RequestCurve], measure: Rate, facts: Int64) -> Float64:
    """Return a measure of each request, given a row of facts for each."""
    columns = dict(zip(FACTS, facts.T, strict=True))
    if measure is Rate.RECALL:
        return _part(columns[Fact.MET], np.array([curve.asked for curve in curves]))
    if measure is Rate.UTILISATION:
        return _part(columns[Fact.USED], columns[Fact.TOTAL])
    cards = np.array([curve.cards for curve in curves])
    if measure is Rate.SUPPRESSION:
        return _part(columns[Fact.SUPPRESSED], cards)
    there_are, taken = cards, columns[Fact.CARDS]
    if measure is Rate.FILES_STARVED:
        there_are = np.array([curve.files for curve in curves])
        taken = columns[Fact.INLINED] + columns[Fact.LISTED]
    starved: Float64 = ((taken == 0) & (there_are > 0)).astype(np.float64)
    return starved


def _part(part: Int64, whole: Int64) -> Float64:
    found: Float64 = np.divide(
        part, whole, out=np.full(len(part), np.nan, dtype=np.float64), where=whole > 0
    )
    return found


@dataclass(frozen=True, slots=True)
class FrontPoint:
    """A policy that no other beats: nothing has its recall for fewer tokens.

    ``tokens`` and ``recall`` are means over requests; the value goes from ``first`` to the next
    change.
    """

    variant: int
    first: float
    tokens: float
    recall: float


def pareto_front(means: Sequence[MeanCurve]) -> tuple[FrontPoint, ...]:
    """Return what is worth having of recall against tokens over all variants, fewest tokens first.

    Of equal points that of the first variant, then of the least value, is taken.
    """
    points = [
        (float(tokens), -float(recall), variant, place)
        for variant, mean in enumerate(means)
        for place, (tokens, recall) in enumerate(
            zip(mean.tokens, mean.measure(Rate.RECALL), strict=True)
        )
    ]
    front: list[FrontPoint] = []
    for tokens, missing, variant, place in sorted(points):
        if not front or -missing > front[-1].recall:
            first = float(means[variant].starts[place])
            front.append(FrontPoint(variant, first, tokens, -missing))
    return tuple(front)
