"""Why a subject changed between two runs, found by changing one input at a time.

Each difference of the inputs is tried alone: A with only this one thing as B has it. What then
gives a subject the state that it has in B explains the change. Where nothing does so alone, the
smallest set that does is searched by taking differences back from B one by one, and said to be
needed together. Nothing is guessed from scores or sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from inspector.analysis.comparison.candidate_differences import Difference
from inspector.analysis.comparison.compare import Comparison, Side, joined, rows_of, side_of
from inspector.analysis.comparison.differences import differences, taking
from inspector.analysis.comparison.outcomes import (
    FORMS,
    VERDICTS,
    ReportOutcomes,
)
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.session.session import Session

Run = Callable[[Session], InjectionReport]
"""Runs a session. Raises whatever ends the attribution, such as ``StoppedError``."""

Bools = npt.NDArray[np.bool_]

MOST_RUNS = 400  # of one attribution; beyond them a cause is said to be not narrowed down


class CauseKind(StrEnum):
    """How a change is explained."""

    ALONE = "alone"  # one difference does it, no other one does
    EITHER = "either"  # each of several differences does it without the others
    TOGETHER = "together"  # it takes all of several differences
    NOT_FOUND = "not found"  # too many runs would have been needed to narrow it down


@dataclass(frozen=True, slots=True)
class Cause:
    """The differences that explain one change."""

    kind: CauseKind
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What one run with a single input changed shows of one subject."""

    difference: Difference
    alone: tuple[Verdict | None, str, int]  # verdict, form, tokens in A with only this taken over
    without: tuple[Verdict | None, str, int]  # … in B with only this taken back


class Attribution:
    """Finds the causes of the changes of one comparison. Runs are made as they are needed."""

    def __init__(self, comparison: Comparison, a: Session, b: Session, run: Run) -> None:
        """Take a comparison of two runs and the sessions that were run."""
        self.comparison = comparison
        self.differences = differences(a, b)
        self._a, self._b, self._run = a, b, run
        every = frozenset(range(len(self.differences)))
        self._sides: dict[frozenset[int], Side] = {
            frozenset(): comparison.before,
            every: comparison.after,
        }
        self._every = every

    @property
    def runs_made(self) -> int:
        """How many runs with mixed inputs were made so far."""
        return max(0, len(self._sides) - 2)

    def cause(self, index: int) -> Cause:
        """Return why the subject at one place changed."""
        alone = [place for place in sorted(self._every) if self._reached({place}, index)]
        if len(alone) == 1:
            return self._cause(CauseKind.ALONE, alone)
        if alone:
            return self._cause(CauseKind.EITHER, alone)
        found = self._together(index)
        if found is None:
            return Cause(CauseKind.NOT_FOUND, self.differences)
        return self._cause(CauseKind.TOGETHER, found)

    def trials(self, index: int) -> tuple[Trial, ...]:
        """Return what became of one subject with each difference alone taken over, or back."""
        return tuple(
            Trial(
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

    def _cause(self, kind: CauseKind, places: list[int]) -> Cause:
        return Cause(kind, tuple(self.differences[place] for place in places))

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

    def _matches(self, side: Side, index: int) -> bool:
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

    def _side(self, taken: frozenset[int]) -> Side:
        side = self._sides.get(taken)
        if side is None:
            some = tuple(self.differences[place] for place in sorted(taken))
            side = self._aligned(self._run(taking(self._a, self._b, some)))
            self._sides[taken] = side
        return side

    def _aligned(self, report: InjectionReport) -> Side:
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
