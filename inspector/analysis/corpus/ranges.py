"""The range of an axis that suits all requests of a corpus, and where their policy stands on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.analysis.corpus.workload import Corpus, Workload
from inspector.analysis.tuning.axes import Axis, AxisRange, current_value
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy

_REACH = 2  # times the current value, of an axis in tokens
_LEAST_REACH = 8_000  # tokens

Choice = tuple[CandidateSet, Request]
"""What a request chooses from, and the request."""


def usual_range(
    axis: Axis,
    policy: UnifiedContextBudgetPolicy,
    overrides: Overrides,
    corpora: Iterable[Corpus],
) -> AxisRange:
    """Return the range of an axis that is swept for all requests when none is asked for."""
    if axis is Axis.TOP_K:
        most, _, _ = _reach(_choices(corpora))
        return AxisRange(axis, 0, max(most, overrides.top_k or 0))
    if axis is Axis.RELEVANCE_FLOOR:
        _, least, greatest = _reach(_choices(corpora))
        floor = overrides.relevance_floor or 0.0
        return AxisRange(axis, min(least, floor), max(1.0, greatest, floor))
    if not axis.whole:
        return AxisRange(axis, 0.0, 1.0)
    return AxisRange(axis, 0, max(_REACH * int(current_value(axis, policy)), _LEAST_REACH))


def current_of(load: Workload) -> float:
    """Return where the policy as it is stands on the axis of a workload.

    A limit of candidates that is off stands where it keeps out nothing of any request.
    """
    axis, off = load.range.axis, {}
    if axis.limits_candidates:
        chosen = ((load.counted_of(job).candidates, job.request) for job in load.jobs)
        most, least, _ = _reach(chosen)
        off = {Axis.TOP_K: most, Axis.RELEVANCE_FLOOR: least}
    return current_value(axis, load.variants[0].policy, load.overrides, off)


def _choices(corpora: Iterable[Corpus]) -> Iterator[Choice]:
    for corpus in corpora:
        for request in corpus.requests:
            yield request.choices(corpus.candidates), request


def _reach(chosen: Iterable[Choice]) -> tuple[int, float, float]:
    """Return the most candidates of one kind, and the least and the greatest score, or 0."""
    most, least, greatest = 0, 0.0, 0.0
    known: set[int] = set()
    held: list[CandidateSet] = []  # as long as their identities are compared
    for candidates, request in chosen:
        scores = [*request.relevance.cards.values(), *request.relevance.files.values()]
        if id(candidates) not in known:
            known.add(id(candidates))
            held.append(candidates)
            cards = candidates.knowledge_cards
            files = [file for bucket in candidates.buckets for file in bucket.files]
            most = max(most, len(cards), len(files))
            scores += [file.relevance_score for file in files]
            scores += (
                [float(score) for score in (cards.relevance.min(), cards.relevance.max())]
                if len(cards)
                else []
            )
        least, greatest = min(least, *scores, 0.0), max(greatest, *scores, 0.0)
    return most, least, greatest
