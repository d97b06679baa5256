"""One request over a whole range of a policy's value: the facts between every two breakpoints."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.evidence import Evidence, evidence_of
from inspector.analysis.corpus.facts import FACTS, Fact, asked_for, facts_of
from inspector.analysis.corpus.remedies import masks_of
from inspector.analysis.tuning.axes import AxisRange, on_axis
from inspector.analysis.tuning.lanes import Ground
from inspector.analysis.tuning.modes import INLINED
from inspector.analysis.tuning.sweep import Sweep, sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.report import InjectionReport

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]


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
    ground: Ground | None = None,
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
    """Return how many entries of ``must_include`` are in at every piece."""
    met = np.zeros(len(found.pieces), dtype=np.int64)
    for mask in masks_of(found, asked_for(found.report.prepared.request)):
        met += mask
    return met
