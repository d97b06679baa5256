"""What is measured of each request: a handful of whole numbers, exact under every policy.

The smallest change that brings a lost piece of evidence back.

Of a candidate: the nearest value of the policy, read off sweeps. A value that several axes offer is
compared by the tokens that it moves: those added to the total, or given from one half to the other.

What became of one request's evidence: its two limits, and each lost piece with its cause.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.corpus.best_possible import TooManyWaysError, most_possible
from inspector.analysis.corpus.causes import Fates, LossCause
from inspector.analysis.expectations import either, included_ids, retrieved_evidence
from inspector.analysis.tuning.axes import Axis, States, SweepTooLargeError, on_axis, without_effect
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.modes import INLINED
from inspector.analysis.tuning.rings import TotalRings
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.candidates.request import Request
from inspector.core.injection.prepare import CARD_CAPS
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.optimal import SelectionTooLargeError


class Fact(StrEnum):
    """One whole number about one request under one policy."""

    MET = "met"  # entries of must_include that were retrieved and are in
    USED = "used"  # tokens injected, overhead included
    TOTAL = "total"  # tokens that might be
    CARDS = "cards"  # cards injected
    SUPPRESSED = "suppressed"  # cards kept out because the file they come from is inlined
    INLINED = "inlined"  # files whose whole text is in
    LISTED = "listed"  # files of which one line is in


FACTS = tuple(Fact)
_QUANTITIES = (
    q.TOKENS_USED,
    q.TOTAL_BUDGET,
    q.CARDS_INJECTED,
    q.CARDS_SUPPRESSED,
    q.FILES_INLINED,
    q.FILES_LISTED,
)  # the facts but the first


def facts_of(report: InjectionReport) -> tuple[int, ...]:
    """Return the facts of one report, in the order of ``FACTS``."""
    present = included_ids(report)
    met = sum(not present.isdisjoint(ids) for ids in retrieved_evidence(report.prepared))
    return (met, *(one.of(report) for one in _QUANTITIES))


def asked_for(request: Request) -> tuple[tuple[str, ...], ...]:
    """Return the entries of ``must_include``, each as the ids of which one is enough."""
    return () if request.expect is None else tuple(map(either, request.expect.must_include))


FLOOR, TOP_K, OVERRIDE = "relevance-floor", "top-k", "override"
"""Changes that are no axis: of a floor, of a top-k, and taking an override back."""

_PARTS = 1e4  # of the window, in so many steps


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What brings a piece back: an axis, or one of ``FLOOR``, ``TOP_K``, ``OVERRIDE``.

    ``value`` is the nearest that does; ``tokens`` are what it moves, 0 where that means nothing.
    ``window_part`` is what a larger total needs beside it, 0 where the policy's is enough.
    """

    what: str
    value: float
    tokens: int
    window_part: float = 0.0


def masks_of(found: Sweep, pieces: tuple[tuple[str, ...], ...]) -> list[Bools]:
    """Return where along a sweep each piece is in: one of its ids as a card or an inlined file."""
    prepared, states = found.report.prepared, len(found.pieces)
    files = found.outcomes.files
    inlined = files.where(files.forms == INLINED)
    places: dict[str, list[int]] = {}
    for place, file in enumerate(prepared.files):
        places.setdefault(file.counted.reference, []).append(place)
    rows, ranks = prepared.cards.columns.row_of, prepared.cards.rank_of_row
    masks = []
    for ids in pieces:
        there = np.zeros(states, dtype=np.bool_)
        for one in ids:
            if one in rows:
                there |= found.outcomes.cards.mask(int(ranks[rows[one]]), states)
            for place in places.get(one, ()):
                there |= inlined.mask(place, states)
        masks.append(there)
    return masks


def _smallest_change(
    report: InjectionReport, ids: tuple[str, ...], lost: LossCause, subject: str, sweeps: _Sweeps
) -> Retrieval | None:
    """Return the smallest change that brings a piece back, whose ``subject`` came furthest."""
    if lost is LossCause.BELOW_FLOOR:
        return Retrieval(FLOOR, _relevance(report, subject), 0)
    if lost is LossCause.BEYOND_TOP_K:
        return Retrieval(TOP_K, float(_turn(report, subject)), 0)
    if lost is LossCause.EXCLUDED:
        return Retrieval(OVERRIDE, 0.0, 0)
    if lost.is_before_budget or lost is LossCause.NO_RENDERING:
        return None
    found: list[Retrieval] = []
    for axis in _axes(report, lost, subject):
        try:
            if axis is Axis.TOTAL:
                most = min((one.tokens for one in found), default=math.inf)
                found += _nearest_totals(report, sweeps.totals, ids, most)
            else:
                found += _nearest(report, sweeps.of(axis), ids)
        except (SweepTooLargeError, SelectionTooLargeError):
            continue
    return min(found, key=lambda one: one.tokens, default=None)


def _axes(report: InjectionReport, lost: LossCause, subject: str) -> Iterator[Axis]:
    """Yield the axes that are looked at: the division, the total, and a ceiling that binds."""
    if on_axis(Axis.DIVISION, report.policy) and not without_effect(Axis.DIVISION, report.budget):
        yield Axis.DIVISION
    yield Axis.TOTAL
    if lost is LossCause.CEILING:
        cards = report.prepared.cards
        cap = int(cards.caps[cards.rank_of_row[cards.columns.row_of[subject]]])
        yield from (axis for axis in Axis if axis.field == CARD_CAPS[cap].share)


def _nearest_totals(
    report: InjectionReport, totals: TotalRings, ids: tuple[str, ...], most: float
) -> list[Retrieval]:
    """Return the nearest totals, on one side or both, at which the piece is in.

    Those ``most`` tokens away and farther need not be among them.
    """
    found: list[Retrieval] = []
    for ring in totals:
        (mask,) = masks_of(ring.sweep, (ids,))
        there = ring.places[mask]
        above, below = there[there > totals.here][:1], there[there < totals.here][-1:]
        values = totals.pieces.starts[above].tolist()
        values += map(totals.pieces.last_of, below.tolist())
        found += [_total(report, int(value)) for value in values]
        if min((one.tokens for one in found), default=most) <= ring.reach:
            break
    return found


def _total(report: InjectionReport, value: int) -> Retrieval:
    budget, part = report.budget, 0.0
    if value > budget.allowed_by_window:
        part = math.ceil(value / budget.remaining * _PARTS) / _PARTS
    return Retrieval(Axis.TOTAL.value, value, abs(value - budget.total_budget), part)


def _nearest(report: InjectionReport, found: Sweep, ids: tuple[str, ...]) -> Iterator[Retrieval]:
    """Yield the nearest value below the current one, and above it, at which the piece is in."""
    (mask,) = masks_of(found, (ids,))
    here = found.here
    above = np.flatnonzero(mask[max(0, here + 1) :]) + max(0, here + 1)
    below = np.flatnonzero(mask[: max(0, here)])
    if len(above):
        first = int(above[0])
        gaps = np.flatnonzero(~mask[first:])
        last = first + int(gaps[0]) - 1 if len(gaps) else len(mask) - 1
        yield _change(report, found, found.number_in(first, last, upward=True))
    if len(below):
        last = int(below[-1])
        gaps = np.flatnonzero(~mask[: last + 1])
        first = int(gaps[-1]) + 1 if len(gaps) else 0
        yield _change(report, found, found.number_in(first, last, upward=False))


def _change(report: InjectionReport, found: Sweep, value: float) -> Retrieval:
    budget = report.budget
    scale = budget.knowledge_card_budget if found.axis.is_ceiling else budget.total_budget
    return Retrieval(found.axis.value, value, round(abs(value - found.current) * scale))


def _relevance(report: InjectionReport, subject: str) -> float:
    """Return the most relevance that a card or a file of an id has."""
    prepared = report.prepared
    row = prepared.cards.columns.row_of.get(subject)
    found = [file.relevance for file in prepared.files if file.counted.reference == subject]
    if row is not None:
        found.append(float(prepared.cards.relevance[prepared.cards.rank_of_row[row]]))
    return max(found)


def _turn(report: InjectionReport, subject: str) -> int:
    """Return the least top-k that lets an id compete: its place among those that may."""
    overrides, prepared = report.overrides, report.prepared
    floor = -np.inf if overrides.relevance_floor is None else overrides.relevance_floor
    cards = prepared.cards
    names = cards.columns.node_ids
    of_cards = [(names[int(row)], float(cards.relevance[at])) for at, row in enumerate(cards.order)]
    of_files = [(file.counted.reference, file.relevance) for file in prepared.files]
    turns = []
    for candidates in (of_cards, of_files):
        may = [one for one, relevance in candidates
               if relevance >= floor and overrides.of(one) is None]  # fmt: skip
        turns += [may.index(subject) + 1] if subject in may else []
    return min(turns)


@dataclass(frozen=True, slots=True)
class LostPiece:
    """A piece of evidence that is not in under the policy as it is.

    ``piece`` is its place in ``must_include``; ``subject`` the id that came furthest, "" where
    there is none. ``change`` is the smallest that brings the piece back, None where none does.
    """

    piece: int
    subject: str
    cause: LossCause
    change: Retrieval | None


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The limits of one request's evidence, in pieces, and what of it was lost.

    ``ceiling`` counts the pieces that were candidates. ``best`` is the most that any order brings
    in, for each stretch that begins at ``starts``; ``best_now`` under the policy as it is.
    ``is_exact`` is False where that was too much to work out: the ceiling stands in its place.
    """

    ceiling: int = 0
    starts: Float64 = field(default_factory=lambda: np.zeros(1))
    best: Int64 = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    best_now: int = 0
    is_exact: bool = True
    lost: tuple[LostPiece, ...] = ()

    def same_as(self, other: Evidence) -> bool:
        """Whether another one is equal to the last bit."""
        return (
            (self.ceiling, self.best_now, self.is_exact, self.lost)
            == (other.ceiling, other.best_now, other.is_exact, other.lost)
            and np.array_equal(self.starts, other.starts)
            and np.array_equal(self.best, other.best)
        )


def evidence_of(
    report: InjectionReport,
    found: Sweep,
    *,
    elsewhere: Collection[str] = (),
    ground: SweepBasis | None = None,
    watch: Watch = unwatched,
) -> Evidence:
    """Return what became of the evidence of a report's request, and its limits along a sweep.

    ``elsewhere`` are ids of the candidate set that the request does not choose from.
    """
    pieces = retrieved_evidence(report.prepared)
    if not pieces:
        return Evidence(starts=found.pieces.starts[:1])
    fates = Fates(report, elsewhere)
    retrieved = tuple(kept for ids in pieces if (kept := fates.candidates(ids)))
    ceiling = len(retrieved)
    now = States.at_budget(report.budget)
    try:
        best, (best_now,) = (
            most_possible(
                report.prepared, report.what_if, retrieved, one, report.settings.background_part
            )
            for one in (found.pieces.states, now)
        )
        is_exact = True
    except TooManyWaysError:
        best, best_now = np.full(len(found.pieces), ceiling, dtype=np.int64), ceiling
        is_exact = False
    changed = np.ones(len(best), dtype=np.bool_)
    changed[1:] = best[1:] != best[:-1]
    lost = _lost(report, fates, pieces, _Sweeps(found, ground, watch))
    return Evidence(
        ceiling, found.pieces.starts[changed], best[changed], int(best_now), is_exact, lost
    )


def _lost(
    report: InjectionReport, fates: Fates, pieces: tuple[tuple[str, ...], ...], sweeps: _Sweeps
) -> tuple[LostPiece, ...]:
    present = included_ids(report)
    lost = []
    for place, (ids, named) in enumerate(
        zip(pieces, asked_for(report.prepared.request), strict=True)
    ):
        if present.isdisjoint(ids):
            cause, subject = fates.of_piece(named)
            change = _smallest_change(report, ids, cause, subject, sweeps)
            lost.append(LostPiece(place, subject, cause, change))
    return tuple(lost)


class _Sweeps:
    """The sweeps of one report, each worked out when it is first asked for."""

    def __init__(self, known: Sweep, ground: SweepBasis | None, watch: Watch) -> None:
        self._report, self._watch = known.report, watch
        self._ground = ground or SweepBasis.of(known.report)
        self._known = {known.axis: known} if _is_whole(known) else {}

    @cached_property
    def totals(self) -> TotalRings:
        """The sweep of the total, outward."""
        return TotalRings(self._report, self._ground, self._watch)

    def of(self, axis: Axis) -> Sweep:
        """Return the sweep of an axis over its usual range."""
        if axis not in self._known:
            self._known[axis] = sweep(self._report, axis, ground=self._ground, watch=self._watch)
        return self._known[axis]


def _is_whole(found: Sweep) -> bool:
    """Whether a sweep covers all that its axis can be."""
    span = found.pieces.range
    return not span.axis.whole and (span.low, span.high) == (0, 1)
