"""Why a subject changed between two runs and who took its room, found by running again.

Each difference of the inputs is tried alone: A with only this one thing as B has it. What then
gives a subject the state that it has in B explains the change. Where nothing does so alone, the
smallest set that does is searched by taking differences back from B one by one, and said to be
needed together. Nothing is guessed from scores or sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from inspector.analysis.comparison.candidate_differences import Difference
from inspector.analysis.comparison.compare import Comparison, SideStates, joined, rows_of, side_of
from inspector.analysis.comparison.differences import differences, taking
from inspector.analysis.comparison.outcomes import (
    FORMS,
    VERDICTS,
    ReportOutcomes,
    Subject,
)
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import CEILINGS
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.session.edits import force
from inspector.session.session import Session

Run = Callable[[Session], InjectionReport]
"""Runs a session. Raises whatever ends the attribution, such as ``StoppedError``."""


MOST_RUNS = 400  # of one attribution; beyond them a cause is said to be not narrowed down


class CauseKind(StrEnum):
    """How a change is explained."""

    ALONE = "alone"  # one difference does it, no other one does
    EITHER = "either"  # each of several differences does it without the others
    TOGETHER = "together"  # it takes all of several differences
    NOT_FOUND = "not found"  # too many runs would have been needed to narrow it down


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """The differences that explain one change."""

    kind: CauseKind
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class SingleChange:
    """What one run with a single input changed shows of one subject."""

    difference: Difference
    alone: tuple[Verdict | None, str, int]  # verdict, form, tokens in A with only this taken over
    without: tuple[Verdict | None, str, int]  # … in B with only this taken back


class CauseSearch:
    """Finds the causes of the changes of one comparison. Runs are made as they are needed."""

    def __init__(self, comparison: Comparison, a: Session, b: Session, run: Run) -> None:
        """Take a comparison of two runs and the sessions that were run."""
        self.comparison = comparison
        self.differences = differences(a, b)
        self._a, self._b, self._run = a, b, run
        every = frozenset(range(len(self.differences)))
        self._sides: dict[frozenset[int], SideStates] = {
            frozenset(): comparison.before,
            every: comparison.after,
        }
        self._every = every

    @property
    def runs_made(self) -> int:
        """How many runs with mixed inputs were made so far."""
        return max(0, len(self._sides) - 2)

    def cause(self, index: int) -> ChangeCause:
        """Return why the subject at one place changed."""
        alone = [place for place in sorted(self._every) if self._reached({place}, index)]
        if len(alone) == 1:
            return self._cause(CauseKind.ALONE, alone)
        if alone:
            return self._cause(CauseKind.EITHER, alone)
        found = self._together(index)
        if found is None:
            return ChangeCause(CauseKind.NOT_FOUND, self.differences)
        return self._cause(CauseKind.TOGETHER, found)

    def trials(self, index: int) -> tuple[SingleChange, ...]:
        """Return what became of one subject with each difference alone taken over, or back."""
        return tuple(
            SingleChange(
                difference,
                self._state(frozenset({place}), index),
                self._state(self._every - {place}, index),
            )
            for place, difference in enumerate(self.differences)
        )

    def own(self, index: int, difference: Difference) -> bool | None:
        """Whether the subject's own part of a difference is enough to explain its change.

        False: it takes what differs about others. None: the thing concerns all alike, or the
        subject's own part is the same on both sides.
        """
        if difference.take_only is None:
            return None
        subject = self.comparison.subject(index).id
        session = difference.take_only(self._a, self._b, subject)
        if _same_inputs(session, self._a):
            return None
        return self._matches(self._aligned(self._run(session)), index)

    def _cause(self, kind: CauseKind, places: list[int]) -> ChangeCause:
        return ChangeCause(kind, tuple(self.differences[place] for place in places))

    def _together(self, index: int) -> list[int] | None:
        """Return a set of differences of which none can be spared; None after too many runs."""
        needed = set(self._every)
        spared = True
        while spared:  # what could not be spared at first may be, once others are
            spared = False
            for place in sorted(needed):
                without = frozenset(needed - {place})
                if without not in self._sides and self.runs_made >= MOST_RUNS:
                    return None
                if self._reached(without, index):
                    needed.remove(place)
                    spared = True
        return sorted(needed)

    def _reached(self, taken: set[int] | frozenset[int], index: int) -> bool:
        """Whether A with some differences taken over gives a subject its state in B."""
        return self._matches(self._side(frozenset(taken)), index)

    def _matches(self, side: SideStates, index: int) -> bool:
        """Whether a subject has B's verdict; where that is also A's, B's form and tokens."""
        before, after = self.comparison.before, self.comparison.after
        if before.verdicts[index] != after.verdicts[index]:
            return bool(side.verdicts[index] == after.verdicts[index])
        if before.forms[index] != after.forms[index]:
            return bool(
                side.verdicts[index] == after.verdicts[index]
                and side.forms[index] == after.forms[index]
            )
        return bool(
            side.tokens[index] == after.tokens[index]
            and side.verdicts[index] == after.verdicts[index]
        )

    def _state(self, taken: frozenset[int], index: int) -> tuple[Verdict | None, str, int]:
        side = self._side(taken)
        return (
            VERDICTS[side.verdicts[index]],
            FORMS[side.forms[index]],
            int(side.tokens[index]),
        )

    def _side(self, taken: frozenset[int]) -> SideStates:
        side = self._sides.get(taken)
        if side is None:
            some = tuple(self.differences[place] for place in sorted(taken))
            side = self._aligned(self._run(taking(self._a, self._b, some)))
            self._sides[taken] = side
        return side

    def _aligned(self, report: InjectionReport) -> SideStates:
        """Return the states of a run for the subjects of the comparison, in its order."""
        comparison, outcomes = self.comparison, ReportOutcomes(report)
        return joined(
            side_of(outcomes.cards, rows_of(outcomes.cards, comparison.card_keys)),
            side_of(outcomes.contents, rows_of(outcomes.contents, comparison.content_keys)),
        )


def _same_inputs(one: Session, two: Session) -> bool:
    return replace(one, candidates=two.candidates) == two and (
        one.candidates is two.candidates or not differences(one, two)
    )


MOST_TRIED = 60  # subjects that are tried one by one


class TakenHow(StrEnum):
    """How others came to stand in a subject's place."""

    ALONE = "alone"  # without any one of them it would be in
    TOGETHER = "together"  # without all of them it would be in
    COVERED = "covered"  # the file is in as a whole, which makes the card redundant


@dataclass(frozen=True, slots=True)
class Displacement:
    """The subjects that stand in the place of another one in B, and did not in A."""

    how: TakenHow
    subjects: tuple[Subject, ...]


def displacement(
    comparison: Comparison, index: int, b: Session, run: Callable[[Session], InjectionReport]
) -> Displacement | None:
    """Return who displaced a subject that B suppresses or drops; None where nobody did.

    Nobody did where the subject is in, was out before, or where the room itself shrank. ``b`` is
    the session of the second side.
    """
    change = comparison.change(index)
    if not isinstance(comparison.b, ReportOutcomes) or not change.before.tokens:
        return None
    if change.after.verdict is Verdict.SUPPRESSED and change.subject.kind == "card":
        return _covered(comparison, index)
    if change.after.verdict is not Verdict.DROPPED:
        return None
    rivals = [comparison.subject(one) for one in _rivals(comparison, comparison.b, index)]
    kind, subject = change.subject.kind, change.subject.id

    def back_without(others: Sequence[Subject]) -> bool:
        report = run(force([one.id for one in others], Forced.EXCLUDED)(b))
        return _takes_tokens(report, kind, subject)

    alone = tuple(one for one in rivals[:MOST_TRIED] if back_without([one]))
    if alone:
        return Displacement(TakenHow.ALONE, alone)
    if not rivals or not back_without(rivals):
        return None
    low, high = 1, len(rivals)  # so many of them, in turn, are enough
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if back_without(rivals[:middle]) else (middle + 1, high)
    return Displacement(TakenHow.TOGETHER, tuple(rivals[:high]))


def _covered(comparison: Comparison, index: int) -> Displacement | None:
    outcomes = comparison.b
    if not isinstance(outcomes, ReportOutcomes):
        return None
    entry = outcomes.card_entry(int(comparison.after.rows[index]))
    if entry.reason is not Reason.BUCKET_FILE_OVERLAP:
        return None
    place = comparison.index_of("file", str(entry.detail["reference"]))
    if place is None:
        return None
    return Displacement(TakenHow.COVERED, (comparison.subject(place),))


def _rivals(comparison: Comparison, outcomes: ReportOutcomes, index: int) -> Iterator[int]:
    """Yield the subjects that take more than before and came earlier, in the order of turns."""
    gained = np.flatnonzero(comparison.after.tokens > comparison.before.tokens)
    if index >= comparison.card_count:
        earlier = gained[gained >= comparison.card_count]
        turn = int(comparison.after.rows[index])
        rows = comparison.after.rows[earlier]
        backgrounds = np.array(
            [outcomes.content(row).kind == "background" for row in rows.tolist()], dtype=np.bool_
        )
        yield from earlier[(rows < turn) | backgrounds].tolist()
        return
    cards = outcomes.report.prepared.cards
    entry = outcomes.card_entry(int(comparison.after.rows[index]))
    rank = int(cards.rank_of_row[comparison.after.rows[index]])
    gainers = gained[gained < comparison.card_count]
    ranks = cards.rank_of_row[comparison.after.rows[gainers]]
    before = ranks < rank if outcomes.report.tiers.passes else np.ones(len(ranks), dtype=np.bool_)
    ceiling = next((cap for cap in CEILINGS if cap.label == entry.cap), None)
    if ceiling is not None:
        before &= cards.caps[ranks] == ceiling
    order = np.argsort(ranks[before], kind="stable")
    yield from gainers[before][order].tolist()


def _takes_tokens(report: InjectionReport, kind: str, subject: str) -> bool:
    if kind == "card":
        cards = report.prepared.cards
        row = cards.columns.row_of.get(subject)
        return row is not None and bool(report.tier_by_rank[cards.rank_of_row[row]] >= 0)
    entries = (entry for part in report.ledger.parts[1:3] for entry in part)
    return any(
        entry.tokens > 0 for entry in entries if (entry.kind, entry.subject) == (kind, subject)
    )
