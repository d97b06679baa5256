"""What a corpus recommends as JSON: values, their intervals, and who pays for them.

Numbers are rounded to what they are worth: parts to six decimals, tokens to two. Values of the axis
have four decimals where the stretch they belong to holds such a number: ends of stretches are
rounded inwards, ends of intervals outwards.
"""

from __future__ import annotations

import math
from typing import Any

from pydantic import Field

from inspector.analysis.corpus.bootstrap import Interval
from inspector.analysis.corpus.choices import ValueStretch
from inspector.analysis.corpus.recommendation import Alternative, Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.sweep import first_number
from inspector.core.model import Document

_DECIMALS = 1e4


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


class CorpusChoice(Document):
    """Another value, beside the best."""

    value: float
    """The value."""

    tokens: float
    """Tokens a request at the value, over all requests."""

    recall: float
    """Mean recall at the value."""

    difference: float
    """The paired difference in recall to the best value."""

    low: float
    """The lower end of its interval."""

    high: float
    """The upper end of its interval."""


class CorpusPlateau(Document):
    """The widest stretch whose mean recall is within the tolerance of the best."""

    first: float = Field(alias="from")
    """The first value of it."""

    last: float = Field(alias="to")
    """The last value of it."""

    value: float
    """A short number about its middle."""

    recall: float
    """Mean recall there."""


class CorpusHarm(Document):
    """How many requests the recommended value can make worse."""

    worse: int
    """Requests here whose recall falls."""

    at_most: int
    """The bound: with 95 % no more get worse of as many such requests."""

    of: int
    """The requests that ask."""


class CorpusRecommendation(Document):
    """The value with the best mean recall, beside the policy as it is."""

    value: float
    """The shortest to write of those that are equally good, or the current one among them."""

    first: float = Field(alias="from")
    """The first of those that give the same result for all requests."""

    last: float = Field(alias="to")
    """The last of them."""

    best_from: float
    """The first of the values around it that have the same mean recall."""

    best_to: float
    """The last of them."""

    asking: int
    """Requests that ask for something; the means are over these."""

    groups: int
    """The groups of requests that were drawn again; the requests, where each stands alone."""

    told_apart: bool
    """Whether the gain can be told from chance: its interval is above 0, and so is what was held
    out. Where it is false, keep the policy as it is."""

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
    """Holds every value that is best, or as good as the best, over all resamples."""

    tolerance: float
    """How much recall may be given up for fewer tokens, or for a steady value."""

    cheapest: CorpusChoice
    """The value of fewest tokens within the tolerance."""

    knee: CorpusChoice | None
    """The value after which more tokens bring little recall; null where there is none."""

    plateau: CorpusPlateau
    """The widest stretch within the tolerance."""

    harm: CorpusHarm
    """How many requests get worse, and at most."""

    better: tuple[CorpusChanged, ...]
    """The requests whose recall rises."""

    worse: tuple[CorpusChanged, ...]
    """The requests whose recall falls."""


def recommendation_fields(study: CorpusStudy, found: Recommendation) -> dict[str, Any]:
    """Return a recommendation as plain JSON values that agree with ``CorpusRecommendation``."""
    whole = study.load.range.axis.whole
    first, last = inward(found.first, found.last, whole=whole)
    best_from, best_to = inward(found.best.first, found.best.last, whole=whole)
    low, high = outward(found.value_interval, whole=whole)
    return {
        "value": found.value,
        "from": first,
        "to": last,
        "best_from": best_from,
        "best_to": best_to,
        "asking": found.asking,
        "groups": found.groups,
        "told_apart": found.is_certain,
        "recall": part(found.recall),
        "recall_interval": interval(found.recall_interval),
        "recall_now": part(found.recall_now),
        "tokens": tokens(found.tokens),
        "tokens_now": tokens(found.tokens_now),
        "gain": part(found.gain),
        "gain_interval": interval(found.gain_interval),
        "held_out": part(found.held_out),
        "value_interval": {"low": low, "high": high},
        "tolerance": found.tolerance,
        "cheapest": _choice(found.cheapest),
        "knee": None if found.knee is None else _choice(found.knee),
        "plateau": _plateau(found.plateau, found.plateau_recall, whole=whole),
        "harm": {"worse": found.harm.worse, "at_most": found.harm.at_most, "of": found.harm.of},
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


def _choice(choice: Alternative) -> dict[str, float]:
    return {
        "value": choice.value,
        "tokens": tokens(choice.tokens),
        "recall": part(choice.recall),
        "difference": part(choice.difference),
        **interval(choice.interval),
    }


def _plateau(stretch: ValueStretch, recall: float, *, whole: bool) -> dict[str, float]:
    first, last = inward(stretch.first, stretch.last, whole=whole)
    return {"from": first, "to": last, "value": stretch.value, "recall": part(recall)}


def interval(found: Interval) -> dict[str, float]:
    """Return an interval of parts of 1."""
    return {"low": part(found.low), "high": part(found.high)}


def part(number: float) -> float:
    """Return a part of 1 in six decimals."""
    return round(number, 6)


def tokens(number: float) -> float:
    """Return a mean of tokens in two decimals."""
    return round(number, 2)


def inward(first: float, last: float, *, whole: bool) -> tuple[float, float]:
    """Return the ends of a stretch as short numbers that belong to it."""
    if whole:
        return first, last
    return first_number(first, last), -first_number(-last, -first)


def outward(found: Interval, *, whole: bool) -> tuple[float, float]:
    """Return the ends of an interval of values as short numbers that it does not go beyond."""
    if whole:
        return found.low, found.high
    low = math.floor(found.low * _DECIMALS + 1e-9) / _DECIMALS
    return low, math.ceil(found.high * _DECIMALS - 1e-9) / _DECIMALS
