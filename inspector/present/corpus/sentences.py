"""The recommendation in sentences: what to choose, how sure that is, and who pays for it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.recommendation import FOLDS, Interval, Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.present.corpus.names import MEASURE_TITLES, asking, part
from inspector.present.tuning.names import AXIS_TITLES, rounded, written


def advice(study: CorpusStudy, variant: int = 0) -> str:
    """Return the recommendation of one variant in one sentence."""
    found = study.recommendations[variant] if study.recommendations else None
    if found is None:
        return "No request asks for anything (expect.must_include): there is nothing to recommend."
    axis = study.load.range.axis
    if found.gain <= 0 and not found.better:
        keep = f"No value has more recall than the policy as it is, {part(found.recall_now)}"
        if found.value == study.current:
            return f"{keep}: keep {AXIS_TITLES[axis]} {written(axis, study.current)}."
        return (
            f"{keep}; {AXIS_TITLES[axis]} {written(axis, found.value)} has {part(found.recall)} for"
            f" {found.tokens:,.0f} tokens a request against {found.tokens_now:,.0f}."
        )
    verdict = "" if found.is_certain else ", which this corpus cannot tell from chance"
    return (
        f"{AXIS_TITLES[axis]} {written(axis, found.value)} has the best mean recall,"
        f" {part(found.recall)} against {part(found.recall_now)} now{verdict}."
    )


def evidence_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield what the recommendation rests on, a sentence each."""
    found = study.recommendations[variant] if study.recommendations else None
    if found is None:
        return
    axis = study.load.range.axis
    yield (
        f"Every value from {_short(axis, found.first)} to {_short(axis, found.last)} gives the"
        " same result for all requests."
    )
    sure = _between(found.recall_interval)
    yield f"Mean recall over {asking(found.asking)}: {part(found.recall)}{sure}."
    yield (
        f"Paired difference to the policy as it is: {_signed(found.gain)}"
        f"{_between(found.gain_interval, signed=True)};"
        f" on requests that had no part in choosing ({FOLDS} parts): {_signed(found.held_out)}."
    )
    low, high = found.value_interval.low, found.value_interval.high
    yield (
        f"In 95 % of {found.resamples:,} resamples the best value lies from {rounded(axis, low)} to"
        f" {rounded(axis, high)} (bootstrap over requests, seed {found.seed})."
    )
    yield f"Tokens a request: {found.tokens:,.0f} against {found.tokens_now:,.0f} now."
    yield (
        f"{_requests(len(found.better))} better, {_requests(len(found.worse))} worse,"
        f" {found.asking - len(found.better) - len(found.worse):,} stay the same."
    )


def loser_lines(found: Recommendation, most: int) -> Iterator[str]:
    """Yield the requests that get worse, the greatest loss first; of many the first ones."""
    for one in found.worse[:most]:
        yield f"{one.trace_id}: {one.met_then} of {one.asked} met, {one.met_now} now"
    if len(found.worse) > most:
        yield f"… and {len(found.worse) - most:,} more"


def value_lines(study: CorpusStudy, value: float, variant: int = 0) -> Iterator[tuple[str, str]]:
    """Yield each measure at a value: what it is called, and how much it is."""
    mean = study.means[variant]
    place = mean.place_of(value)
    yield "Tokens a request", f"{float(mean.tokens[place]):,.0f}"
    for measure in Measure:
        if measure is Measure.RECALL and not mean.asking:
            continue
        yield MEASURE_TITLES[measure], part(float(mean.measure(measure)[place]))


def _requests(count: int) -> str:
    return "1 request gets" if count == 1 else f"{count:,} requests get"


def _signed(value: float) -> str:
    return f"{value * 100:+.2f} points"


def _between(interval: Interval, *, signed: bool = False) -> str:
    form = "+.2f" if signed else ".1f"
    return f" (95 %: {interval.low * 100:{form}} to {interval.high * 100:{form}})"


def _short(axis: Axis, value: float) -> str:
    return written(axis, value if axis.in_tokens else round(value, 6))
