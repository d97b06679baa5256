"""Comparing what is open with what was kept or written: sessions, results and manifests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, islice

from pydantic import ValidationError

from inspector.analysis.comparison.attribution import (
    CauseSearch,
    ChangeCause,
    Displacement,
    SingleChange,
    displacement,
)
from inspector.analysis.comparison.candidate_differences import Difference
from inspector.analysis.comparison.compare import Comparison, compare, compare_manifests
from inspector.analysis.injection_runs import CannotRunError, InjectionResult, InjectionRuns
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem, Severity
from inspector.core.tokens import TokenCounter, counter_by_name
from inspector.session.session import Session

Source = Session | InjectionResult | UnifiedInjectionManifest
"""What may be one side: a session is run first, a manifest is taken as it is."""

MOST_CAUSES = 2_000  # changes whose causes are found at once; of the others, one by one


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two sides and what differs. ``attribution`` is None where a manifest tells no inputs."""

    a: Source
    b: Source
    comparison: Comparison
    attribution: CauseSearch | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """All that is known about one change: its cause, the evidence, and who took the room.

    ``own`` says, for each difference that concerns subjects one by one, whether the subject's own
    part of it is enough; None where that is the same on both sides.
    """

    index: int
    cause: ChangeCause
    trials: tuple[SingleChange, ...]
    own: tuple[tuple[Difference, bool | None], ...]
    displaced: Displacement | None


class CompareRuns:
    """Compares and explains. One thread at a time.

    Runs with mixed inputs are made here, apart from those of the window.
    """

    def __init__(self, counter: Callable[[str], TokenCounter] = counter_by_name) -> None:
        self._runs = InjectionRuns(counter)

    def compared(self, a: Source, b: Source, watch: Watch = unwatched) -> Compared:
        """Compare two sides. Raises ``CannotRunError`` where one of them cannot be run.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        problems: tuple[Problem, ...] = ()
        found = []
        for side in (a, b):
            result = self._runs.run(side, watch) if isinstance(side, Session) else side
            if isinstance(result, InjectionResult):
                problems += result.problems
            found.append(result)
        one, two = found
        if isinstance(one, InjectionResult) and isinstance(two, InjectionResult):
            comparison = compare(_report(one), _report(two))
            attribution = CauseSearch(comparison, one.session, two.session, self._run_with(watch))
            return Compared(one, two, comparison, attribution, problems)
        known = next((_report(side) for side in found if isinstance(side, InjectionResult)), None)
        comparison = compare_manifests(_manifest(one), _manifest(two), known)
        return Compared(one, two, comparison, None, problems)

    def causes(self, compared: Compared, most: int = MOST_CAUSES) -> dict[int, ChangeCause]:
        """Return the causes of the changes, by place; those of flips first, up to so many."""
        attribution, comparison = compared.attribution, compared.comparison
        if attribution is None:
            return {}
        flips = comparison.flips.tolist()
        known = set(flips)
        others = (one for one in comparison.changes.indices.tolist() if one not in known)
        return {index: attribution.cause(index) for index in islice(chain(flips, others), most)}

    def explained(
        self, compared: Compared, index: int, watch: Watch = unwatched
    ) -> Explained | None:
        """Return what explains one change; None where a side tells no inputs."""
        attribution, b = compared.attribution, compared.b
        if attribution is None or not isinstance(b, InjectionResult):
            return None
        cause = attribution.cause(index)
        own = tuple(
            (one, attribution.own(index, one))
            for one in cause.differences
            if one.take_only is not None
        )
        displaced = displacement(compared.comparison, index, b.session, self._run_with(watch))
        return Explained(index, cause, attribution.trials(index), own, displaced)

    def _run_with(self, watch: Watch) -> Callable[[Session], InjectionReport]:
        return lambda session: _report(self._runs.run(session, watch))


def _report(result: InjectionResult) -> InjectionReport:
    if result.report is None:
        raise CannotRunError(result.problems)
    return result.report


def _manifest(side: InjectionResult | UnifiedInjectionManifest) -> UnifiedInjectionManifest:
    if not isinstance(side, InjectionResult):
        return side
    try:
        return _report(side).manifest
    except ValidationError as error:
        raise CannotRunError([_NO_MANIFEST]) from error


_NO_MANIFEST = Problem(
    Severity.ERROR,
    "manifest.invalid",
    "A value of the input is too long for a manifest, so there is none to compare with.",
    "Shorten it; the problem of the result names the field.",
)
