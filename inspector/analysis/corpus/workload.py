"""What is to be worked out for each request, in a form that any process can be handed.

Texts are counted once, here; a worker gets ids, scores and token counts, and no content.

The range of an axis that suits all requests of a corpus, and where their policy stands on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.analysis.corpus.facts import asked_for
from inspector.analysis.corpus.means import RequestCurve, request_curve
from inspector.analysis.corpus.packed import Packed
from inspector.analysis.steps_before import used_before
from inspector.analysis.tuning.axes import Axis, AxisRange, SweepTooLargeError, current_value
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.watched_counter import Watch, counted_for, unwatched
from inspector.core.candidates.candidate_set import (
    Bucket,
    BucketFile,
    CandidateSet,
    without_repeats,
)
from inspector.core.candidates.counting import CountedCandidates, count_candidates
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.core.tokens import MemoCounter, TokenCounter, UncountableTextError
from inspector.plurals import count_of
from inspector.session.session import Session

MOST_RUNS = 200_000  # requests times policies, each over every value of an axis


@dataclass(frozen=True, slots=True)
class Corpus:
    """One candidate set and the requests that choose from it. ``name`` is what people call it.

    ``session`` is the one that they stand in, where its steps 1 to 5 are used before. ``counted``
    is what each of them chooses from, where that was counted when it was recorded, and
    ``used_then`` the tokens that it took; ``policy`` and ``strategy`` are what held for all of them
    then, None where they differ.
    """

    name: str
    candidates: CandidateSet
    requests: Sequence[Request]
    session: Session | None = None
    counted: Sequence[CountedCandidates] | None = None
    used_then: Sequence[int | None] | None = None
    policy: UnifiedContextBudgetPolicy | None = None
    strategy: Strategy | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """One policy of the grid. ``name`` says how it differs from the first, which is the current.

    ``strategy`` is None where it is the workload's.
    """

    name: str
    policy: UnifiedContextBudgetPolicy
    strategy: Strategy | None = None


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """A request that could not be worked out, and why."""

    trace_id: str
    why: str


Curves = tuple[RequestCurve, ...] | RefusedRequest
"""The curves of one request, one for each variant of the policy."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request, packed: its counted set (by place) and the tokens of the steps before it.

    ``number`` is its place among the requests of its corpus. ``own`` is what it chooses from where
    that is not all of its set; ``elsewhere`` are ids that it asks for and that are in the candidate
    set, but not among what it chooses from. ``used_then`` are the tokens that it took when it was
    recorded, None where it was not.
    """

    corpus: int
    number: int
    counted: int
    packed: Packed[Request]
    used_before: int
    own: Packed[CountedCandidates] | None = None
    elsewhere: frozenset[str] = frozenset()
    used_then: int | None = None

    @property
    def request(self) -> Request:
        """The request without its texts; each call makes one."""
        return self.packed.value()


@dataclass(frozen=True, slots=True)
class Workload:
    """Everything that decides the curves of all requests. Frozen, and free of texts.

    ``jobs`` are in the order of corpora, then of requests. Results hang on nothing else: neither
    on the process that works them out nor on the order in which they are.
    """

    jobs: tuple[Job, ...]
    counted: tuple[CountedCandidates, ...]
    variants: tuple[Variant, ...]
    range: AxisRange
    strategy: Strategy = Strategy.COVERAGE
    settings: InjectionSettings = DEFAULT_SETTINGS
    overrides: Overrides = NO_OVERRIDES

    @property
    def tokens_then(self) -> float | None:
        """Tokens a request when they were recorded, the mean; None where that is not known."""
        known = [job.used_then for job in self.jobs if job.used_then is not None]
        return sum(known) / len(known) if known else None

    def curves(self, place: int, watch: Watch = unwatched) -> Curves:
        """Work out the curves of one job. Raises ``StoppedError`` when ``watch`` says so."""
        return self.curves_of(self.jobs[place], watch)

    def without_jobs(self) -> Workload:
        """Return what all jobs share: what a worker needs once, beside each of its jobs."""
        return replace(self, jobs=())

    def curves_of(self, job: Job, watch: Watch = unwatched) -> Curves:
        """Work out the curves of a job that need not be here. Raises as ``curves``."""
        request = job.request
        prepared = prepare(request, self.counted_of(job), job.used_before)
        injector, found = Injector(prepared), []
        grounds: dict[Strategy, SweepBasis] = {}
        try:
            for variant in self.variants:
                strategy = self.strategy_of(variant)
                report = injector.run(variant.policy, strategy, self.settings, self.overrides)
                ground = grounds.setdefault(strategy, SweepBasis.of(report))
                found.append(
                    request_curve(
                        report, self.range, ground=ground, elsewhere=job.elsewhere, watch=watch
                    )
                )
        except (SweepTooLargeError, SelectionTooLargeError) as error:
            return RefusedRequest(request.trace_id, str(error))
        return tuple(found)

    def counted_of(self, job: Job) -> CountedCandidates:
        """Return what a job chooses from, counted."""
        return self.counted[job.counted] if job.own is None else job.own.value()

    def strategy_of(self, variant: Variant) -> Strategy:
        """Return how a variant gives cards their renderings."""
        return variant.strategy or self.strategy


Counters = Callable[[str], TokenCounter]


def workload(
    corpora: Sequence[Corpus],
    variants: tuple[Variant, ...],
    span: AxisRange,
    counter_of: Counters,
    *,
    strategy: Strategy = Strategy.COVERAGE,
    settings: InjectionSettings = DEFAULT_SETTINGS,
    overrides: Overrides = NO_OVERRIDES,
) -> tuple[Workload, tuple[RefusedRequest, ...]]:
    """Count every corpus once for each encoding its requests name; return what there is to do.

    ``counter_of`` gives the counter of an encoding; requests that cannot be counted are returned
    beside. Raises ``ValueError`` for an encoding it does not know, and beyond ``MOST_RUNS``.
    """
    asked = sum(len(corpus.requests) for corpus in corpora)
    if asked * len(variants) > MOST_RUNS:
        many = f"{count_of(asked, 'request')} under {count_of(len(variants), 'policy')}"
        raise ValueError(f"{many} are more than {MOST_RUNS:,} runs: take fewer of either")
    counters: dict[str, TokenCounter] = {}
    counted: list[CountedCandidates] = []
    jobs: list[Job] = []
    refused: list[RefusedRequest] = []
    for place, corpus in enumerate(corpora):
        if corpus.counted is not None:
            jobs += _recorded(place, corpus, corpus.counted, len(counted))
            counted.append(without_texts(corpus.counted[0]))
            continue
        candidates = without_repeats(corpus.candidates)
        places: dict[str, int] = {}
        for number, request in enumerate(corpus.requests):
            encoding = request.model.encoding
            if encoding not in counters:
                # Requests often bring the same texts: each is counted once.
                counters[encoding] = MemoCounter(counter_of(encoding))
            tokens = counters[encoding]
            if encoding not in places:
                places[encoding] = len(counted)
                counted.append(without_texts(count_candidates(candidates, tokens)))
            shared = counted[places[encoding]]
            own, elsewhere = None, frozenset[str]()
            if request.candidates is not None:
                own = Packed.of(without_texts(counted_for(request, shared, tokens)))
                elsewhere = _elsewhere(request, shared)
            try:
                before = used_before(corpus.session or Session(), request, tokens).tokens
            except UncountableTextError as error:
                refused.append(RefusedRequest(request.trace_id, str(error)))
                continue
            bare = Packed.of(_bare(request, before))
            jobs.append(Job(place, number, places[encoding], bare, before, own, elsewhere))
    return (
        Workload(tuple(jobs), tuple(counted), variants, span, strategy, settings, overrides),
        tuple(refused),
    )


def _recorded(
    place: int, corpus: Corpus, counted: Sequence[CountedCandidates], index: int
) -> Iterator[Job]:
    """Yield the jobs of requests whose candidates were counted when they were recorded."""
    for number, (request, own) in enumerate(zip(corpus.requests, counted, strict=True)):
        given = request.tokens_used_before
        before = given if isinstance(given, int) else 0
        bare, packed = Packed.of(_bare(request, before)), Packed.of(without_texts(own))
        then = None if corpus.used_then is None else corpus.used_then[number]
        yield Job(place, number, index, bare, before, packed, used_then=then)


def _bare(request: Request, before: int) -> Request:
    """Return a request without the texts and the facts of other stages."""
    return request.model_copy(
        update={
            "user_message": "",
            "tokens_used_before": before,
            "signals": None,
            "classification": None,
            "candidates": None,
        }
    )


def _elsewhere(request: Request, shared: CountedCandidates) -> frozenset[str]:
    """Return the ids that a request asks for and the candidate set has."""
    asked = {one for ids in asked_for(request) for one in ids}
    cards = shared.candidates.knowledge_cards.row_of
    return frozenset(one for one in asked if one in cards or one in shared.file_places)


def without_texts(counted: CountedCandidates) -> CountedCandidates:
    """Return a counted set without any text; every result that follows from it is the same."""
    columns = counted.candidates.knowledge_cards
    cards = columns.without_texts()
    files = tuple(replace(one, file=_bare_file(one.file)) for one in counted.files)
    buckets = tuple(replace(one, bucket=_bare_bucket(one.bucket)) for one in counted.buckets)
    candidates = counted.candidates.model_copy(
        update={"knowledge_cards": cards, "buckets": tuple(one.bucket for one in buckets)}
    )
    return replace(counted, candidates=candidates, files=files, buckets=buckets, problems=())


def _bare_file(file: BucketFile) -> BucketFile:
    return file.model_copy(update={"title": file.file_id, "summary": None, "text": None})


def _bare_bucket(bucket: Bucket) -> Bucket:
    # That there is a background decides about the division; what it says does not.
    return bucket.model_copy(
        update={
            "background": "-" if bucket.has_background else None,
            "files": tuple(_bare_file(file) for file in bucket.files),
        }
    )


def found_in_order(
    load: Workload, found: Mapping[int, Curves]
) -> Iterator[tuple[Job, tuple[RequestCurve, ...]]]:
    """Yield the jobs that have curves, in their own order, whatever order they were done in."""
    for place, job in enumerate(load.jobs):
        curves = found.get(place)
        if curves is not None and not isinstance(curves, RefusedRequest):
            yield job, curves


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


def with_recorded(
    variants: Sequence[Variant], corpora: Iterable[Corpus], strategy: Strategy, name: str
) -> tuple[Variant, ...]:
    """Return the policies that are run, and beside them those that held when it was recorded.

    ``strategy`` is that of the run; ``name`` is what a recorded policy is called.
    """
    found = list(variants)
    for corpus in corpora:
        if corpus.policy is None:
            continue
        own = None if corpus.strategy in (None, strategy) else corpus.strategy
        if not any(one.policy == corpus.policy and one.strategy is own for one in found):
            found.append(Variant(name, corpus.policy, own))
    return tuple(found)


def _choices(corpora: Iterable[Corpus]) -> Iterator[Choice]:
    for corpus in corpora:
        if corpus.counted is not None:
            pairs = zip(corpus.counted, corpus.requests, strict=True)
            yield from ((own.candidates, request) for own, request in pairs)
            continue
        for request in corpus.requests:
            yield request.choices(corpus.candidates), request


def _reach(chosen: Iterable[Choice]) -> tuple[int, float, float]:
    """Return the most candidates of one kind, and the least and the greatest score, or 0."""
    most, least, greatest = 0, 0.0, 0.0
    known: dict[int, CandidateSet] = {}  # held for as long as their identities are compared
    for candidates, request in chosen:
        scores = [*request.relevance.cards.values(), *request.relevance.files.values()]
        if id(candidates) not in known:
            known[id(candidates)] = candidates
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
