"""What came out of a corpus: curves, means, the front, the recommendation, worked out once.

Which requests belong together: those of one conversation, of one document, of one corpus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from inspector.analysis.corpus.bootstrap import DEFAULT_SEED
from inspector.analysis.corpus.choices import TOLERANCE
from inspector.analysis.corpus.facts import FACTS, Fact, asked_for
from inspector.analysis.corpus.losses import (
    BestCurve,
    KindSplit,
    Losses,
    Regret,
    best_curve,
    kind_splits,
    losses_of,
    regrets,
    titles_of_lost,
)
from inspector.analysis.corpus.means import (
    FrontPoint,
    MeanCurve,
    Rate,
    RequestCurve,
    mean_curve,
    measures_at,
    pareto_front,
    request_measures,
)
from inspector.analysis.corpus.recommendation import Recommendation, recommend
from inspector.analysis.corpus.workload import (
    Corpus,
    Curves,
    Job,
    RefusedRequest,
    Workload,
    current_of,
    found_in_order,
)
from inspector.core.arrays import Float64, Int64
from inspector.core.candidates.request import Request

FOUND, REQUEST, CORPUS = "found", "request", "corpus"
CONVERSATION, DOCUMENT = "conversation", "document"
_LEAST_GROUPS = 5  # that are drawn from unless somebody says so
_TURN = re.compile(r"^(?P<of>.+)[-_:/.#][A-Za-z]{0,4}\d+$", re.ASCII)
_DEPTH = 2  # how far mappings of a request are looked into


@dataclass(frozen=True, slots=True)
class Grouping:
    """A key for each request; ``keys`` is None where each stands alone. ``by`` says what it is.

    ``was_found`` tells that nobody asked for it.
    """

    by: str
    keys: tuple[str, ...] | None
    was_found: bool

    @property
    def count(self) -> int:
        """How many groups there are; 0 where each request stands alone."""
        return len(set(self.keys or ()))

    def of_some(self, places: Sequence[int]) -> Grouping:
        """Return that of some of the requests; each alone where too few groups are left."""
        keys = None if self.keys is None else tuple(self.keys[place] for place in places)
        is_enough = len(set(keys or ())) >= (_LEAST_GROUPS if self.was_found else 2)
        return Grouping(self.by, keys, self.was_found) if is_enough else SINGLY


SINGLY = Grouping(REQUEST, None, was_found=True)


def grouping_of(jobs: Sequence[Job], corpora: Sequence[Corpus], by: str = FOUND) -> Grouping:
    """Return which requests are drawn together.

    ``found`` looks for conversations (a ``trace_id`` before its last number) and for corpora, and
    takes the first of which there are five groups at least, and fewer than half as many as
    requests. Raises ``ValueError`` for a field that no request has, and for a single group.
    """
    if by == REQUEST:
        return Grouping(REQUEST, None, was_found=False)
    if by == FOUND:
        for name in (CONVERSATION, CORPUS):
            keys = _keys(jobs, corpora, name)
            if _LEAST_GROUPS <= len(set(keys)) <= len(keys) / 2:
                return Grouping(name, keys, was_found=True)
        return SINGLY
    keys = _keys(jobs, corpora, by)
    if not any(keys):
        raise ValueError(f"no request has {by!r} to be grouped by")
    if len(set(keys)) == 1 < len(keys):
        raise ValueError(f"all requests have the same {by!r}: there is one group, nothing to draw")
    return Grouping(by, keys, was_found=False)


def _keys(jobs: Sequence[Job], corpora: Sequence[Corpus], by: str) -> tuple[str, ...]:
    if by == CORPUS:
        return tuple(str(job.corpus) for job in jobs)
    key_of = _KEYS.get(by) or (lambda request: fields_of(request).get(by, ""))
    pairs = ((job, corpora[job.corpus].requests[job.number]) for job in jobs)
    # Ids of several corpora may be spelled alike.
    of_corpus = {CONVERSATION, DOCUMENT}
    return tuple(
        f"{job.corpus}:{key_of(one)}" if by in of_corpus else key_of(one) for job, one in pairs
    )


def _conversation(request: Request) -> str:
    match = _TURN.match(request.trace_id)
    return match["of"] if match else request.trace_id


def _document(request: Request) -> str:
    """Return what a request asks about directly, else the first thing it needs."""
    if request.direct_target_refs:
        return request.direct_target_refs[0]
    return next((ids[0] for ids in asked_for(request) if ids), request.trace_id)


_KEYS: dict[str, Callable[[Request], str]] = {CONVERSATION: _conversation, DOCUMENT: _document}


def fields_of(request: Request) -> dict[str, str]:
    """Return what a request says of itself in short: the fields that kinds are found from.

    Names of nested fields are joined by points; texts, lists and scores are left out.
    """
    target = "yes" if request.direct_target_refs else "no"
    found = {
        "mode": request.mode or "",
        "model": request.model.name,
        "context_window": str(request.model.context_window),
        "direct_target": target,
        "pieces": str(len(asked_for(request))),
    }
    for name in ("classification", "signals"):
        _flatten(name, getattr(request, name), found, _DEPTH)
    return found


def _flatten(name: str, value: Any, found: dict[str, str], depth: int) -> None:
    if isinstance(value, dict) and depth:
        for key, inner in value.items():
            _flatten(f"{name}.{key}", inner, found, depth - 1)
    elif isinstance(value, str | bool):
        found[name] = str(value)


QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
_CELLS_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False)
class CorpusStudy:
    """The results of a workload. ``names`` are those of the corpora.

    ``jobs`` are the requests that could be worked out, in order; ``curves`` has a tuple for each
    variant of the policy, with a curve for each of them. The first variant is the policy as it is.
    ``seed``, ``grouping`` (which requests are drawn together) and ``tolerance`` (of recall, for
    values that are good enough) are those of the recommendation; ``fields`` is what each request
    says of itself, ``questions`` what each asks, ``titles`` what of each was lost is called.
    """

    load: Workload
    names: tuple[str, ...]
    jobs: tuple[Job, ...]
    curves: tuple[tuple[RequestCurve, ...], ...]
    refused: tuple[RefusedRequest, ...]
    seed: int
    grouping: Grouping = SINGLY
    fields: tuple[dict[str, str], ...] = ()
    tolerance: float = TOLERANCE
    questions: tuple[str, ...] = ()
    titles: tuple[dict[str, str], ...] = ()

    def question(self, place: int) -> str:
        """Return what a request asks, its ``trace_id`` where nothing is known of that."""
        asked = self.questions[place] if self.questions else ""
        return asked or self.curves[0][place].trace_id

    def title(self, place: int, subject: str) -> str:
        """Return what a request's lost card or file is called, its id where that is not known."""
        return self.titles[place].get(subject, subject) if self.titles else subject

    @cached_property
    def current(self) -> float:
        """Where the policy as it is stands on the axis."""
        return current_of(self.load)

    @property
    def runs(self) -> int:
        """How many budgets were decided, over all requests and variants."""
        return sum(curve.budgets for curves in self.curves for curve in curves)

    @cached_property
    def means(self) -> tuple[MeanCurve, ...]:
        """All requests together, for each variant; none where there is no request."""
        return tuple(mean_curve(curves) for curves in self.curves if curves)

    @cached_property
    def front(self) -> tuple[FrontPoint, ...]:
        """The policies, over all variants and values, that no other beats."""
        return pareto_front(self.means)

    @cached_property
    def recommendations(self) -> tuple[Recommendation | None, ...]:
        """The best value of each variant, against the policy as it is."""
        return tuple(
            recommend(
                curves,
                self.load.range,
                self.current,
                seed=self.seed,
                baseline=self.curves[0],
                mean=mean,
                groups=self.grouping.keys,
                tolerance=self.tolerance,
            )
            for curves, mean in zip(self.curves, self.means, strict=False)  # no means, no advice
        )

    @property
    def recommendation(self) -> Recommendation | None:
        """The best value with everything else of the policy as it is."""
        return self.recommendations[0] if self.recommendations else None

    @cached_property
    def losses(self) -> tuple[Losses | None, ...]:
        """Where the evidence went, for each variant at its own value of the axis."""
        return tuple(
            losses_of(curves, seed=self.seed, groups=self.grouping.keys)
            for curves in self.curves
            if curves
        )

    @cached_property
    def best_curves(self) -> tuple[BestCurve | None, ...]:
        """The best possible recall along the axis, for each variant."""
        return tuple(best_curve(curves) for curves in self.curves if curves)

    @cached_property
    def regrets(self) -> tuple[Regret, ...]:
        """What each corpus gives up at the common value; none where there is one corpus."""
        found = self.recommendation
        if found is None or len({job.corpus for job in self.jobs}) == 1:
            return ()
        names = [self.names[job.corpus] for job in self.jobs]
        return regrets(
            self.curves[0], names, self.load.range, self.current, found.value, seed=self.seed
        )

    @cached_property
    def by_corpus(self) -> tuple[CorpusStudy, ...]:
        """Each of several corpora by itself, in order; none where there is one."""
        places: dict[int, list[int]] = {}
        for place, job in enumerate(self.jobs):
            places.setdefault(job.corpus, []).append(place)
        return tuple(map(self._of_some, places.values())) if len(places) > 1 else ()

    def _of_some(self, places: Sequence[int]) -> CorpusStudy:
        return replace(
            self,
            jobs=tuple(self.jobs[place] for place in places),
            curves=tuple(tuple(one[place] for place in places) for one in self.curves),
            refused=(),
            grouping=self.grouping.of_some(places),
            fields=tuple(self.fields[place] for place in places) if self.fields else (),
            questions=tuple(self.questions[place] for place in places) if self.questions else (),
            titles=tuple(self.titles[place] for place in places) if self.titles else (),
        )

    @cached_property
    def kinds(self) -> tuple[KindSplit, ...]:
        """The fields whose kinds want values of their own, the most worth first."""
        found = self.recommendation
        if found is None or not self.fields:
            return ()
        return kind_splits(
            self.curves[0], self.fields, self.load.range, self.current, found, seed=self.seed
        )

    def now(self, measure: Rate) -> Float64:
        """Return a measure of each request under the policy as it is; NaN where it has none."""
        facts = np.array([curve.current for curve in self.curves[0]], dtype=np.int64)
        return request_measures(self.curves[0], measure, facts.reshape(-1, len(FACTS)))

    def at(self, measure: Rate, value: float, variant: int = 0) -> Float64:
        """Return a measure of each request at a value of the axis; NaN where it has none."""
        return measures_at(self.curves[variant], measure, value)

    def quantiles(self, measure: Rate, values: Float64, variant: int = 0) -> Float64:
        """Return what ``QUANTILES`` of the requests stay below or at, for each of some values.

        ``values`` ascend within the range; a row for each quantile, each a number that a request
        really has. NaN where no request has the measure, and for measures that only say yes or no.
        """
        found = np.full((len(QUANTILES), len(values)), np.nan)
        parts = [
            (curve, part, whole)
            for curve in self.curves[variant]
            for part, whole in [_part_of(curve, measure)]
            if whole is not None
        ]
        if not parts:
            return found
        places = [round(quantile * (len(parts) - 1)) for quantile in QUANTILES]
        width = max(1, _CELLS_AT_ONCE // len(parts))
        for first in range(0, len(values), width):
            here = values[first : first + width]
            rows = []
            for curve, part, whole in parts:
                at = np.maximum(np.searchsorted(curve.starts, here, side="right") - 1, 0)
                rows.append(part[at] / np.maximum(whole[at], 1))
            found[:, first : first + width] = np.sort(np.array(rows), axis=0)[places]
        return found


def _part_of(curve: RequestCurve, measure: Rate) -> tuple[Int64, Int64 | None]:
    """Return a measure as a fraction for each stretch; None under it where there is none."""
    columns = dict(zip(FACTS, curve.facts, strict=True))
    part, whole = {
        Rate.RECALL: (columns[Fact.MET], curve.asked),
        Rate.UTILISATION: (columns[Fact.USED], columns[Fact.TOTAL]),
        Rate.SUPPRESSION: (columns[Fact.SUPPRESSED], curve.cards),
    }.get(measure, (columns[Fact.MET], 0))
    if isinstance(whole, int):
        return part, np.full(len(part), whole, dtype=np.int64) if whole else None
    return part, whole


def study_of(
    load: Workload,
    found: Mapping[int, Curves],
    names: tuple[str, ...],
    *,
    refused: tuple[RefusedRequest, ...] = (),
    seed: int = DEFAULT_SEED,
    corpora: Sequence[Corpus] = (),
    group_by: str = FOUND,
    tolerance: float = TOLERANCE,
) -> CorpusStudy:
    """Put together what was found, which must be all of the workload.

    ``refused`` are requests that did not get into the workload. ``corpora``, where given, say which
    requests belong together by ``group_by``; errors as ``grouping_of``.
    """
    done = list(found_in_order(load, found))
    return CorpusStudy(
        load,
        names,
        tuple(job for job, _ in done),
        tuple(
            tuple(curves[variant] for _, curves in done) for variant in range(len(load.variants))
        ),
        (*refused, *(one for _, one in sorted(found.items()) if isinstance(one, RefusedRequest))),
        seed,
        grouping_of([job for job, _ in done], corpora, group_by) if corpora else SINGLY,
        tuple(fields_of(corpora[job.corpus].requests[job.number]) for job, _ in done if corpora),
        tolerance,
        tuple(corpora[job.corpus].requests[job.number].user_message for job, _ in done if corpora),
        titles_of_lost(corpora, done) if corpora else (),
    )
