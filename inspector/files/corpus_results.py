"""The result of a corpus as JSON, for other programs."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from inspector.analysis.corpus.facts import FACTS
from inspector.analysis.corpus.means import MeanCurve, Measure
from inspector.analysis.corpus.recommendation import CONFIDENCE, Interval, Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion


class CorpusInterval(Document):
    """Where a number lies, by a bootstrap over requests."""

    low: float
    """The lower end."""

    high: float
    """The upper end."""


class CorpusChanged(Document):
    """A request whose recall the recommended value changes."""

    corpus: str
    """The corpus it is from."""

    trace_id: str
    """The request."""

    asked: int
    """Entries of ``must_include``."""

    met_now: int
    """How many of them are in under the policy as it is."""

    met_then: int
    """How many are in at the recommended value."""


class CorpusRecommendation(Document):
    """The value with the best mean recall, beside the policy as it is."""

    value: float
    """The shortest to write of those that are equally good, or the current one among them."""

    first: float = Field(alias="from")
    """The first of them."""

    last: float = Field(alias="to")
    """The last of them."""

    asking: int
    """Requests that ask for something; the means are over these."""

    recall: float
    """Mean recall at the value."""

    recall_interval: CorpusInterval
    """The interval of it."""

    recall_now: float
    """Mean recall under the policy as it is."""

    tokens: float
    """Tokens a request at the value, over all requests."""

    tokens_now: float
    """Tokens a request under the policy as it is."""

    gain: float
    """The paired difference in recall."""

    gain_interval: CorpusInterval
    """The interval of it."""

    held_out: float
    """The difference over ten parts, each with the value that the other nine choose."""

    value_interval: CorpusInterval
    """Where the best value lies over all resamples."""

    better: tuple[CorpusChanged, ...]
    """The requests whose recall rises."""

    worse: tuple[CorpusChanged, ...]
    """The requests whose recall falls."""


class CorpusCurve(Document):
    """Means over all requests; the lists have one number for each stretch."""

    first: tuple[float, ...] = Field(alias="from")
    """The first value of each stretch; it ends before the next begins."""

    tokens: tuple[float, ...]
    """Tokens a request."""

    recall: tuple[float, ...]
    """Part of ``must_include`` that is in, the mean over requests that ask for any."""

    utilisation: tuple[float, ...]
    """Tokens used of the tokens allowed."""

    suppression: tuple[float, ...]
    """Part of the cards kept out because their file is inlined."""

    cards_starved: tuple[float, ...]
    """Part of the requests in which no card is in although there are some."""

    files_starved: tuple[float, ...]
    """Part of the requests in which no file is in although there are some."""


class CorpusPolicy(Document):
    """One policy of the grid over the whole range."""

    name: str
    """How it differs from the first, which is the policy as it is."""

    policy: dict[str, Any]
    """The policy; the axis moves one of its values."""

    curve: CorpusCurve | None
    """Its means; null where no request could be worked out."""

    recommendation: CorpusRecommendation | None
    """Its best value; null where no request asks for anything."""


class CorpusFrontPoint(Document):
    """A policy and a value that no other beats in recall for its tokens."""

    policy: str
    """The policy's name."""

    value: float
    """The first value that has it."""

    tokens: float
    """Tokens a request."""

    recall: float
    """Mean recall."""


class CorpusRequest(Document):
    """One request. The numbers are in the order of ``facts``."""

    corpus: str
    """The corpus it is from."""

    trace_id: str
    """The request."""

    asked: int
    """Entries of ``must_include``."""

    now: tuple[int, ...]
    """Its facts under the policy as it is."""

    then: tuple[int, ...] | None
    """Its facts at the recommended value; null without one."""


class CorpusRefused(Document):
    """A request that could not be worked out."""

    trace_id: str
    """The request."""

    why: str
    """Why not."""


class CorpusResult(Document):
    """Many requests over every value of a policy, exactly, with a recommendation."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    corpora: tuple[str, ...]
    """The corpora, in order."""

    axis: str
    """The value of the policy that is swept."""

    field: str
    """Its field in the policy."""

    first: float = Field(alias="from")
    """The first value that was swept."""

    last: float = Field(alias="to")
    """The last value that was swept."""

    current: float
    """What the policy has."""

    strategy: str
    """How cards are given their renderings."""

    runs: int
    """How many budgets were decided, over all requests and policies."""

    seed: int
    """The seed of the bootstrap."""

    resamples: int
    """How often requests were drawn again; 0 where nothing was."""

    confidence: float
    """What part of the resamples an interval holds."""

    policies: tuple[CorpusPolicy, ...]
    """The grid; the first is the policy as it is."""

    front: tuple[CorpusFrontPoint, ...]
    """Recall against tokens: what no other policy or value beats, fewest tokens first."""

    facts: tuple[str, ...]
    """What the numbers of a request are."""

    requests: tuple[CorpusRequest, ...]
    """Every request, in order."""

    refused: tuple[CorpusRefused, ...]
    """Requests that could not be worked out; they are in no mean."""


def corpus_result(study: CorpusStudy) -> dict[str, Any]:
    """Return a study as plain JSON values that agree with ``CorpusResult``."""
    load, found = study.load, study.recommendation
    span = load.range
    return {
        "schema_version": 1,
        "corpora": list(study.names),
        "axis": span.axis.value,
        "field": span.axis.field,
        "from": span.low,
        "to": span.high,
        "current": study.current,
        "strategy": load.strategy.value,
        "runs": study.runs,
        "seed": study.seed,
        "resamples": found.resamples if found else 0,
        "confidence": CONFIDENCE,
        "policies": [_policy(study, place) for place in range(len(load.variants))],
        "front": [
            {
                "policy": load.variants[one.variant].name,
                "value": one.first,
                "tokens": one.tokens,
                "recall": one.recall,
            }
            for one in study.front
        ],
        "facts": [fact.value for fact in FACTS],
        "requests": [
            {
                "corpus": study.names[job.corpus],
                "trace_id": curve.trace_id,
                "asked": curve.asked,
                "now": list(curve.current),
                "then": None if found is None else list(curve.at(found.value)),
            }
            for job, curve in zip(study.jobs, study.curves[0], strict=True)
        ],
        "refused": [{"trace_id": one.trace_id, "why": one.why} for one in study.refused],
    }


def _policy(study: CorpusStudy, place: int) -> dict[str, Any]:
    variant = study.load.variants[place]
    found = study.recommendations[place] if study.recommendations else None
    return {
        "name": variant.name,
        "policy": variant.policy.model_dump(mode="json"),
        "curve": _curve(study.means[place]) if study.means else None,
        "recommendation": None if found is None else recommendation_fields(study, found),
    }


def _curve(mean: MeanCurve) -> dict[str, list[float]]:
    return {
        "from": mean.starts.tolist(),
        "tokens": mean.tokens.tolist(),
        **{measure.value: mean.measure(measure).tolist() for measure in Measure},
    }


def recommendation_fields(study: CorpusStudy, found: Recommendation) -> dict[str, Any]:
    """Return a recommendation as plain JSON values that agree with ``CorpusRecommendation``."""
    return {
        "value": found.value,
        "from": found.first,
        "to": found.last,
        "asking": found.asking,
        "recall": found.recall,
        "recall_interval": _interval(found.recall_interval),
        "recall_now": found.recall_now,
        "tokens": found.tokens,
        "tokens_now": found.tokens_now,
        "gain": found.gain,
        "gain_interval": _interval(found.gain_interval),
        "held_out": found.held_out,
        "value_interval": _interval(found.value_interval),
        **{
            name: [
                {
                    "corpus": study.names[study.jobs[one.place].corpus],
                    "trace_id": one.trace_id,
                    "asked": one.asked,
                    "met_now": one.met_now,
                    "met_then": one.met_then,
                }
                for one in changed
            ]
            for name, changed in (("better", found.better), ("worse", found.worse))
        },
    }


def _interval(interval: Interval) -> dict[str, float]:
    return {"low": interval.low, "high": interval.high}
