"""The result of a corpus as JSON, for other programs."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from inspector.analysis.corpus.bootstrap import CONFIDENCE
from inspector.analysis.corpus.facts import FACTS
from inspector.analysis.corpus.losses import Regret
from inspector.analysis.corpus.means import MeanCurve, Rate
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.stages.corpus.advice_results import (
    CorpusRecommendation,
    part,
    recommendation_fields,
    tokens,
)
from inspector.stages.corpus.loss_results import CorpusLoss, CorpusLostPiece, losses_fields


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
    """Part of the cards kept out because their file is in full text."""

    cards_starved: tuple[float, ...]
    """Part of the requests in which no card is in although there are some."""

    files_starved: tuple[float, ...]
    """Part of the requests in which no file is in although there are some."""


class CorpusBestCurve(Document):
    """The best possible along the axis; the lists have one number for each stretch."""

    first: tuple[float, ...] = Field(alias="from")
    """The first value of each stretch."""

    recall: tuple[float, ...]
    """The most that any order brings in, the mean over requests that ask."""


class CorpusPolicy(Document):
    """One policy of the grid over the whole range."""

    name: str
    """How it differs from the first, which is the policy as it is."""

    policy: dict[str, Any]
    """The policy; the axis moves one of its values."""

    strategy: str
    """How cards are given their renderings."""

    recall: float | None
    """Mean recall under the policy as it is written; null where no request asks for anything."""

    ceiling: float | None
    """The part of the evidence that was among the candidates, the mean over requests that ask: no
    policy exceeds it."""

    best_possible: float | None
    """The most that any order of the candidates brings in under the budget, exactly."""

    best_possible_bounded: int
    """Requests for which that was too much to work out; the ceiling stands in its place."""

    best_possible_curve: CorpusBestCurve | None
    """The same along the axis."""

    pieces: int
    """Entries of ``must_include``, over all requests."""

    found: int
    """Those that are in."""

    losses: tuple[CorpusLoss, ...]
    """Where the others were lost, the greatest loss first."""

    lost: tuple[CorpusLostPiece, ...]
    """Each of them."""

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


class CorpusGrouping(Document):
    """Which requests are drawn together."""

    by: str
    """``request`` where each stands alone; else what they share."""

    found: bool
    """Whether that was found in the data; false where it was asked for."""

    groups: int
    """How many groups there are; 0 where each request stands alone."""


class CorpusRegret(Document):
    """What requests of one corpus, or of one kind, give up at the common value."""

    name: str
    """The corpus, or the kind."""

    asking: int
    """Its requests that ask for something."""

    value: float
    """The best value for them alone."""

    recall: float
    """Their mean recall there."""

    recall_common: float
    """Their mean recall at the common value."""

    regret: float
    """The difference."""


class CorpusAlone(Document):
    """One of several corpora by itself, under the policy as it is."""

    corpus: str
    """The corpus."""

    requests: int
    """Its requests."""

    recall: float | None
    """Its mean recall; null where no request asks for anything."""

    ceiling: float | None
    """The part of its evidence that was among the candidates."""

    best_possible: float | None
    """The best possible mean recall under the budget."""

    losses: tuple[CorpusLoss, ...]
    """What was lost by each cause, the greatest loss first."""

    recommendation: CorpusRecommendation | None
    """The best value for it alone."""


class CorpusKinds(Document):
    """Kinds of requests that want different values. Shown, and never applied."""

    field: str
    """The field of a request that tells them apart."""

    held_out: float
    """What a value for each kind is worth, on held-out requests."""

    kinds: tuple[CorpusRegret, ...]
    """The kinds."""


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

    recorded_tokens: float | None = None
    """Tokens a request when they were recorded, the mean; null where that is not known."""

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

    grouping: CorpusGrouping
    """Which requests were drawn together."""

    by_corpus: tuple[CorpusAlone, ...]
    """Each corpus by itself; empty for one corpus."""

    regrets: tuple[CorpusRegret, ...]
    """What each corpus gives up at the common value; empty for one corpus."""

    kinds: tuple[CorpusKinds, ...]
    """Fields whose kinds want values of their own, the most worth first."""

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
        "recorded_tokens": study.load.tokens_then,
        "strategy": load.strategy.value,
        "runs": study.runs,
        "seed": study.seed,
        "resamples": found.resamples if found else 0,
        "confidence": CONFIDENCE,
        "grouping": {
            "by": study.grouping.by,
            "found": study.grouping.was_found,
            "groups": study.grouping.count,
        },
        "by_corpus": [_alone(one) for one in study.by_corpus],
        "regrets": [_regret(one) for one in study.regrets],
        "kinds": [
            {
                "field": one.field,
                "held_out": part(one.held_out),
                "kinds": [_regret(each) for each in one.kinds],
            }
            for one in study.kinds
        ],
        "policies": [_policy(study, place) for place in range(len(load.variants))],
        "front": [
            {
                "policy": load.variants[one.variant].name,
                "value": one.first,
                "tokens": tokens(one.tokens),
                "recall": part(one.recall),
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


def _alone(study: CorpusStudy) -> dict[str, Any]:
    limits, found = losses_fields(study, 0), study.recommendation
    return {
        "corpus": study.names[study.jobs[0].corpus],
        "requests": len(study.jobs),
        **{name: limits[name] for name in ("recall", "ceiling", "best_possible", "losses")},
        "recommendation": None if found is None else recommendation_fields(study, found),
    }


def _policy(study: CorpusStudy, place: int) -> dict[str, Any]:
    variant = study.load.variants[place]
    found = study.recommendations[place] if study.recommendations else None
    return {
        "name": variant.name,
        "policy": variant.policy.model_dump(mode="json"),
        "strategy": study.load.strategy_of(variant).value,
        **losses_fields(study, place),
        "curve": _curve(study.means[place]) if study.means else None,
        "recommendation": None if found is None else recommendation_fields(study, found),
    }


def _regret(one: Regret) -> dict[str, Any]:
    return {
        "name": one.name,
        "asking": one.asking,
        "value": one.value,
        "recall": part(one.recall),
        "recall_common": part(one.recall_common),
        "regret": part(one.regret),
    }


def _curve(mean: MeanCurve) -> dict[str, list[float]]:
    return {
        "from": mean.starts.tolist(),
        "tokens": mean.tokens.tolist(),
        **{measure.value: mean.measure(measure).tolist() for measure in Rate},
    }
