"""What a corpus gives up: evidence under the policy as it is, and recall at one value for all.

Of evidence there are two limits: nothing exceeds the ceiling, whatever the policy; no order of
candidates exceeds the best possible, under the budget as it is.

What requests of one corpus or kind give up, they give up beside a value of their own. Kinds are
found from fields of requests. A value for each kind always looks better on the requests that chose
it; what it is worth is measured on held-out requests.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.corpus.bootstrap import RESAMPLES, Interval, Resamples
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.facts import FACTS, Fact, LostPiece
from inspector.analysis.corpus.means import RequestCurve, recall_scale, recall_steps_of
from inspector.analysis.corpus.recommendation import Recommendation, recommend
from inspector.analysis.corpus.workload import Corpus, Job
from inspector.analysis.tuning.axes import AxisRange
from inspector.core.arrays import Float64, Int64
from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.request import RequestCandidates

_MET = FACTS.index(Fact.MET)


@dataclass(frozen=True, slots=True)
class LostAt:
    """A lost piece and the request that it is from, by its place among the curves."""

    place: int
    lost: LostPiece


@dataclass(frozen=True, slots=True)
class Loss:
    """What was lost by one cause. ``recall`` is its part of the mean recall."""

    cause: LossCause
    pieces: int
    pieces_interval: Interval
    recall: float
    recall_interval: Interval
    lost: tuple[LostAt, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The requests that lost something by it, in order."""
        return tuple(dict.fromkeys(one.place for one in self.lost))


@dataclass(frozen=True, slots=True)
class Losses:
    """Where the evidence of a variant's requests went, the greatest loss first.

    ``pieces`` are the entries of ``must_include`` of all requests, ``found`` those that were
    retrieved and are in.
    ``recall``, ``best_possible`` and ``ceiling`` are means over the requests that ask;
    ``inexact`` counts requests whose best possible was too much to work out.
    """

    asking: int
    pieces: int
    found: int
    recall: float
    best_possible: float
    ceiling: float
    inexact: int
    causes: tuple[Loss, ...]

    @property
    def before_budget(self) -> float:
        """The part of the mean recall that was lost before there was a budget."""
        return 1 - self.ceiling


def losses_of(
    curves: Sequence[RequestCurve],
    *,
    seed: int,
    groups: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Losses | None:
    """Return where the evidence of a variant went; None where no request asks for anything."""
    asking = [place for place, curve in enumerate(curves) if curve.asked]
    if not asking:
        return None
    scale = recall_scale(curves)
    whole = scale * len(asking)
    drawn = Resamples.of(
        asking if groups is None else [groups[place] for place in asking], resamples, seed
    )
    asked = [curves[place].asked for place in asking]

    def steps(counts: Sequence[int]) -> Int64:
        pairs = zip(counts, asked, strict=True)
        return np.array([_steps(count, of, scale) for count, of in pairs], dtype=np.int64)

    def mean(counts: Sequence[int]) -> float:
        return int(steps(counts).sum()) / whole

    of_cause: dict[LossCause, list[LostAt]] = {}
    for place in asking:
        for lost in curves[place].evidence.lost:
            of_cause.setdefault(lost.cause, []).append(LostAt(place, lost))
    causes = []
    for cause, found in of_cause.items():
        number = dict.fromkeys(asking, 0)
        for one in found:
            number[one.place] += 1
        each = list(number.values())
        parts = steps(each)
        causes.append(
            Loss(
                cause,
                len(found),
                drawn.total(np.array(each, dtype=np.int64)),
                mean(each),
                drawn.mean(parts, scale),
                tuple(found),
            )
        )
    causes.sort(key=lambda one: (-one.recall, one.cause.depth))
    return Losses(
        asking=len(asking),
        pieces=sum(asked),
        found=sum(curves[place].current[_MET] for place in asking),
        recall=mean([curves[place].current[_MET] for place in asking]),
        best_possible=mean([curves[place].evidence.best_now for place in asking]),
        ceiling=mean([curves[place].evidence.ceiling for place in asking]),
        inexact=sum(not curves[place].evidence.is_exact for place in asking),
        causes=tuple(causes),
    )


def _steps(count: int, asked: int, scale: int) -> int:
    return int(recall_steps_of(np.array([count], dtype=np.int64), asked, scale)[0])


@dataclass(frozen=True, slots=True, eq=False)
class BestCurve:
    """The best possible mean recall at every value: ``recall`` for each stretch from ``starts``."""

    starts: Float64
    recall: Float64


def best_curve(curves: Sequence[RequestCurve]) -> BestCurve | None:
    """Return the best possible along the axis; None where no request asks for anything."""
    asking = [curve for curve in curves if curve.asked]
    if not asking:
        return None
    scale = recall_scale(asking)
    starts = np.unique(np.concatenate([curve.evidence.starts for curve in asking]))
    steps = np.zeros(len(starts), dtype=np.int64)
    for curve in asking:
        found = recall_steps_of(curve.evidence.best, curve.asked, scale)
        steps[np.searchsorted(starts, curve.evidence.starts)] += np.diff(found, prepend=0)
    return BestCurve(starts, np.cumsum(steps) / (scale * len(asking)))


def titles_of_lost(
    corpora: Sequence[Corpus], done: Sequence[tuple[Job, tuple[RequestCurve, ...]]]
) -> tuple[dict[str, str], ...]:
    """Return what the cards and files are called that each request lost, by their ids."""
    files: dict[int, dict[str, str]] = {}

    def title(candidates: CandidateSet | RequestCandidates | None, subject: str) -> str:
        if candidates is None:
            return ""
        cards = candidates.knowledge_cards
        if (row := cards.row_of.get(subject)) is not None:
            return cards.names[row]
        if id(candidates) not in files:
            files[id(candidates)] = {
                file_reference(bucket.bucket_id, file.file_id): file.title
                for bucket in candidates.buckets
                for file in bucket.files
            }
        return files[id(candidates)].get(subject, "")

    found = []
    for job, curves in done:
        corpus = corpora[job.corpus]
        sets = (corpus.requests[job.number].candidates, corpus.candidates)
        lost = sorted({one.subject for one in curves[0].evidence.lost if one.subject})
        named = ((one, title(sets[0], one) or title(sets[1], one)) for one in lost)
        found.append({one: name for one, name in named if name})
    return tuple(found)


LEAST_OF_KIND = 20
"""So many requests that ask has a kind at least; fewer say nothing about a value of its own."""

_MOST_KINDS = 8
_FEW_RESAMPLES = 200  # only the value and what was held out are looked at


@dataclass(frozen=True, slots=True)
class Regret:
    """What requests of one name give up at the common value.

    ``value`` is the best for them alone and ``recall`` what they have there; ``regret`` is how much
    less they have at the common one.
    """

    name: str
    asking: int
    value: float
    recall: float
    recall_common: float
    held_out: float

    @property
    def regret(self) -> float:
        """Recall given up, 0 or more."""
        return max(0.0, self.recall - self.recall_common)


@dataclass(frozen=True, slots=True)
class KindSplit:
    """The kinds that a field tells apart. ``held_out`` is what a value for each kind is worth.

    It is the difference in mean recall to one value for all, on requests that had no part in
    choosing either.
    """

    field: str
    held_out: float
    kinds: tuple[Regret, ...]


def regrets(
    curves: Sequence[RequestCurve],
    names: Sequence[str],
    span: AxisRange,
    current: float,
    common: float,
    *,
    seed: int,
) -> tuple[Regret, ...]:
    """Return what the requests of each name give up at ``common``; ``names`` has one for each."""
    found = []
    for name in dict.fromkeys(names):
        own = [curve for curve, of in zip(curves, names, strict=True) if of == name]
        best = recommend(own, span, current, seed=seed, resamples=_FEW_RESAMPLES)
        if best is not None:
            found.append(
                Regret(name, best.asking, best.value, best.recall, _recall(own, common),
                       best.held_out)
            )  # fmt: skip
    return tuple(found)


def _recall(curves: Sequence[RequestCurve], value: float) -> float:
    asking = [curve for curve in curves if curve.asked]
    return sum(curve.at(value)[0] / curve.asked for curve in asking) / len(asking)


def kind_splits(
    curves: Sequence[RequestCurve],
    fields: Sequence[dict[str, str]],
    span: AxisRange,
    current: float,
    common: Recommendation,
    *,
    seed: int,
) -> tuple[KindSplit, ...]:
    """Return the fields whose kinds want different values, the most worth first.

    Only those that gain on held-out requests.
    """
    splits = []
    for field in sorted({name for one in fields for name in one}):
        names = [one.get(field, "") for one in fields]
        counts = [
            sum(curve.asked > 0 for curve, of in zip(curves, names, strict=True) if of == name)
            for name in set(names)
        ]
        counts = [count for count in counts if count]
        if not 1 < len(counts) <= _MOST_KINDS or min(counts) < LEAST_OF_KIND:
            continue
        kinds = regrets(curves, names, span, current, common.value, seed=seed)
        worth = sum(one.held_out * one.asking for one in kinds) / common.asking - common.held_out
        if worth > 0 and len({one.value for one in kinds}) > 1:
            splits.append(KindSplit(field, worth, kinds))
    splits.sort(key=lambda one: -one.held_out)
    return tuple(splits)
