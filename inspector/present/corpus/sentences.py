"""The recommendation in sentences: what to choose, how sure that is, and who pays for it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.recommendation import FOLDS, Interval, Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.language import tr, tr_n
from inspector.present.corpus.names import MEASURE_TITLES, asking, part
from inspector.present.tuning.names import AXIS_TITLES, rounded, written


def advice(study: CorpusStudy, variant: int = 0) -> str:
    """Return the recommendation of one variant in one sentence."""
    found = study.recommendations[variant] if study.recommendations else None
    if found is None:
        return tr(
            "No request asks for anything (expect.must_include): there is nothing to recommend."
        )
    axis = study.load.range.axis
    if found.gain <= 0 and not found.better:
        keep = tr(
            "No value has more recall than the policy as it is, {part}", part=part(found.recall_now)
        )
        if found.value == study.current:
            return tr(
                "{keep}: keep {axis_titles} {axis}.",
                keep=keep,
                axis_titles=AXIS_TITLES[axis],
                axis=written(axis, study.current),
            )
        return tr(
            "{keep}; {axis_titles} {axis} has {part} for"
            " {tokens:,.0f} tokens a request against {tokens_now:,.0f}.",
            keep=keep,
            axis_titles=AXIS_TITLES[axis],
            axis=written(axis, found.value),
            part=part(found.recall),
            tokens=found.tokens,
            tokens_now=found.tokens_now,
        )
    verdict = "" if found.is_certain else tr(", which this corpus cannot tell from chance")
    return tr(
        "{axis_titles} {axis} has the best mean recall, {part} against {part_2} now{verdict}.",
        axis_titles=AXIS_TITLES[axis],
        axis=written(axis, found.value),
        part=part(found.recall),
        part_2=part(found.recall_now),
        verdict=verdict,
    )


def evidence_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield what the recommendation rests on, a sentence each."""
    found = study.recommendations[variant] if study.recommendations else None
    if found is None:
        return
    axis = study.load.range.axis
    yield (
        tr(
            "Every value from {short} to {short_2} gives the same result for all requests.",
            short=_short(axis, found.first),
            short_2=_short(axis, found.last),
        )
    )
    sure = _between(found.recall_interval)
    yield tr(
        "Mean recall over {asking}: {part}{sure}.",
        asking=asking(found.asking),
        part=part(found.recall),
        sure=sure,
    )
    yield (
        tr(
            "Paired difference to the policy as it is: {signed}"
            "{between};"
            " on requests that had no part in choosing ({folds} parts): {signed_2}.",
            signed=_signed(found.gain),
            between=_between(found.gain_interval, signed=True),
            folds=FOLDS,
            signed_2=_signed(found.held_out),
        )
    )
    low, high = found.value_interval.low, found.value_interval.high
    yield (
        tr(
            "In 95 % of {resamples:,} resamples the best value lies from {rounded} to"
            " {rounded_2} (bootstrap over requests, seed {seed}).",
            resamples=found.resamples,
            rounded=rounded(axis, low),
            rounded_2=rounded(axis, high),
            seed=found.seed,
        )
    )
    yield tr(
        "Tokens a request: {tokens:,.0f} against {tokens_now:,.0f} now.",
        tokens=found.tokens,
        tokens_now=found.tokens_now,
    )
    yield (
        tr(
            "{requests} better, {requests_2} worse, {asking:,} stay the same.",
            requests=_requests(len(found.better)),
            requests_2=_requests(len(found.worse)),
            asking=found.asking - len(found.better) - len(found.worse),
        )
    )


def loser_lines(found: Recommendation, most: int) -> Iterator[str]:
    """Yield the requests that get worse, the greatest loss first; of many the first ones."""
    for one in found.worse[:most]:
        yield tr(
            "{trace_id}: {met_then} of {asked} met, {met_now} now",
            trace_id=one.trace_id,
            met_then=one.met_then,
            asked=one.asked,
            met_now=one.met_now,
        )
    if len(found.worse) > most:
        yield tr("… and {worse:,} more", worse=len(found.worse) - most)


def value_lines(study: CorpusStudy, value: float, variant: int = 0) -> Iterator[tuple[str, str]]:
    """Yield each measure at a value: what it is called, and how much it is."""
    mean = study.means[variant]
    place = mean.place_of(value)
    yield tr("Tokens a request"), f"{float(mean.tokens[place]):,.0f}"
    for measure in Measure:
        if measure is Measure.RECALL and not mean.asking:
            continue
        yield MEASURE_TITLES[measure], part(float(mean.measure(measure)[place]))


def _requests(count: int) -> str:
    return tr_n("1 request gets", "{count:,} requests get", count, count=count)


def _signed(value: float) -> str:
    return tr("{value:+.2f} points", value=value * 100)


def _between(interval: Interval, *, signed: bool = False) -> str:
    form = "+.2f" if signed else ".1f"
    low, high = f"{interval.low * 100:{form}}", f"{interval.high * 100:{form}}"
    return tr(" (95 %: {low} to {high})", low=low, high=high)


def _short(axis: Axis, value: float) -> str:
    return written(axis, value if axis.in_tokens else round(value, 6))
