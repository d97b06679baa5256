"""What became of one request's evidence: its two limits, and each lost piece with its cause."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.best_possible import TooManyWaysError, most_possible
from inspector.analysis.corpus.causes import Cause, Fates
from inspector.analysis.corpus.facts import asked_for
from inspector.analysis.corpus.remedies import Change, in_whole_window, smallest_change
from inspector.analysis.expectations import included_ids
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.lanes import Ground
from inspector.analysis.tuning.states import States
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.budget import InjectionBudget
from inspector.core.injection.report import InjectionReport

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LostPiece:
    """A piece of evidence that is not in under the policy as it is.

    ``piece`` is its place in ``must_include``; ``subject`` the id that came furthest, "" where
    there is none. ``change`` is the smallest that brings the piece back, None where none does.
    """

    piece: int
    subject: str
    cause: Cause
    change: Change | None


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
    ground: Ground | None = None,
    watch: Watch = unwatched,
) -> Evidence:
    """Return what became of the evidence of a report's request, and its limits along a sweep.

    ``elsewhere`` are ids of the candidate set that the request does not choose from.
    """
    pieces = asked_for(report.prepared.request)
    if not pieces:
        return Evidence(starts=found.pieces.starts[:1])
    fates = Fates(report, elsewhere)
    ceiling = sum(fates.is_candidate(ids) for ids in pieces)
    now = _states_of(report.budget)
    try:
        best, (best_now,) = (
            most_possible(
                report.prepared, report.what_if, pieces, one, report.settings.background_part
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
    for place, ids in enumerate(pieces):
        if present.isdisjoint(ids):
            cause, subject = fates.of_piece(ids)
            change = smallest_change(report, ids, cause, subject, sweeps.of)
            lost.append(LostPiece(place, subject, cause, change))
    return tuple(lost)


class _Sweeps:
    """The sweeps of one report, each worked out when it is first asked for."""

    def __init__(self, known: Sweep, ground: Ground | None, watch: Watch) -> None:
        self._report, self._ground, self._watch = known.report, ground, watch
        self._known = {known.axis: known} if _is_whole(known) else {}

    def of(self, axis: Axis) -> Sweep:
        """Return the sweep of an axis over its usual range."""
        if axis not in self._known:
            report = self._report if axis is not Axis.TOTAL else in_whole_window(self._report)
            ground = self._ground if report is self._report else None
            self._known[axis] = sweep(report, axis, ground=ground, watch=self._watch)
        return self._known[axis]


def _is_whole(found: Sweep) -> bool:
    """Whether a sweep covers all that its axis can be."""
    span = found.pieces.range
    return not span.axis.whole and (span.low, span.high) == (0, 1)


def _states_of(budget: InjectionBudget) -> States:
    numbers = (
        budget.total_budget,
        budget.knowledge_card_budget,
        budget.bucket_budget,
        budget.procedure_cap,
        budget.interaction_policy_cap,
    )
    return States(*(np.array([one], dtype=np.int64) for one in numbers))
