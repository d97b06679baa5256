"""A corpus in sentences: the decision and its button, what it rests on, how sure that is, who pays.

Several corpora, kinds of requests, and a grid of policies, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from inspector.analysis.corpus.bootstrap import Interval
from inspector.analysis.corpus.decision import WORTH, CorpusDecision
from inspector.analysis.corpus.losses import Regret
from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.recommendation import FOLDS, Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.language import in_sentence_case, localized, tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, apply_text, rounded, written
from inspector.stages.corpus.losses import limit_lines
from inspector.stages.corpus.names import (
    MEASURE_TITLES,
    asking,
    current_value,
    looked_at,
    part,
    parts_apart,
)


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
                axis=current_value(study),
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
    recall, recall_now = parts_apart(found.recall, found.recall_now)
    if not found.is_certain:
        return tr(
            "Keep {axis_titles} {now}: the best mean recall, {part} at {axis} against {part_2} now,"
            " is a difference which this corpus cannot tell from chance.",
            axis_titles=AXIS_TITLES[axis],
            now=current_value(study),
            part=recall,
            axis=written(axis, found.value),
            part_2=recall_now,
        )
    return tr(
        "{axis_titles} {axis} has the best mean recall, {part} against {part_2} now.",
        axis_titles=AXIS_TITLES[axis],
        axis=written(axis, found.value),
        part=recall,
        part_2=recall_now,
    )


def evidence_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield what the recommendation rests on, a sentence each."""
    found = study.recommendations[variant] if study.recommendations else None
    if found is None:
        return
    axis = study.load.range.axis
    first, last = _up(axis, found.first), _down(axis, found.last)
    yield tr(
        "Every value from {best_from} to {best_to} has this mean recall",
        best_from=_up(axis, found.best.first),
        best_to=_down(axis, found.best.last),
    ) + (
        "."
        if first == last
        else tr(
            "; from {short} to {short_2} the result of every request is the same.",
            short=first,
            short_2=last,
        )
    )
    several = found.groups > 1  # of one there is neither an interval nor a part to hold out
    sure = _between(found.recall_interval) if several else ""
    yield tr(
        "Mean recall over {asking}: {part}{sure}.",
        asking=asking(found.asking),
        part=part(found.recall),
        sure=sure,
    )
    if not several:
        yield tr(
            "Difference to the policy as it is: {signed}; nothing to draw from or to cross-validate"
            " with.",
            signed=_signed(found.gain),
        )
    else:
        yield from _sure_lines(study, found)
    yield from choice_lines(study, found)
    yield tr(
        "Tokens a request: {tokens:,.0f} against {tokens_now:,.0f} now.",
        tokens=found.tokens,
        tokens_now=found.tokens_now,
    )
    same = found.asking - len(found.better) - len(found.worse)
    yield tr(
        "{requests} better, {requests_2} worse, {same}.",
        requests=_requests(len(found.better)),
        requests_2=_requests(len(found.worse)),
        same=tr_n("1 stays the same", "{n:,} stay the same", same, n=same),
    )
    yield tr(
        "At most {at_most:,} of {of:,} such requests may get worse (with 95 %; here {worse:,}).",
        at_most=found.harm.at_most,
        of=found.harm.of,
        worse=found.harm.worse,
    )


def _sure_lines(study: CorpusStudy, found: Recommendation) -> Iterator[str]:
    """Yield how sure a gain is, where there are several requests to draw from."""
    axis = study.load.range.axis
    yield tr(
        "Paired difference to the policy as it is: {signed}"
        "{between}; {folds}-fold cross-validated: {signed_2}.",
        signed=_signed(found.gain),
        between=_between(found.gain_interval, signed=True),
        folds=min(FOLDS, found.groups),
        signed_2=_signed(found.held_out),
    )
    yield tr(
        "Bootstrap 95 % CI of the best value, or one as good: {low} to {high} ({resamples:,}"
        " resamples over {drawn}, seed {seed}).",
        resamples=found.resamples,
        low=_down(axis, found.value_interval.low),
        high=_up(axis, found.value_interval.high),
        drawn=drawn_by(study),
        seed=found.seed,
    )


def choice_lines(study: CorpusStudy, found: Recommendation) -> Iterator[str]:
    """Yield the values worth choosing beside the best one."""
    axis, points = study.load.range.axis, part(found.tolerance)
    cheap = found.cheapest
    yield tr(
        "Cheapest within {points} of it: {value}, {tokens:,.0f} tokens a request,"
        " {difference}{between}.",
        points=points,
        value=written(axis, cheap.value),
        tokens=cheap.tokens,
        difference=_signed(cheap.difference),
        between=_between(cheap.interval, signed=True) if found.groups > 1 else "",
    )
    yield tr(
        "Steady: from {low} to {high} recall stays within {points} of it; in the middle, at"
        " {value}, it is {part}.",
        low=_up(axis, found.plateau.first),
        high=_down(axis, found.plateau.last),
        points=points,
        value=written(axis, found.plateau.value),
        part=part(found.plateau_recall),
    )
    if found.knee is not None:
        yield tr(
            "More tokens bring little after {value}: {part} for {tokens:,.0f} tokens a request.",
            value=written(axis, found.knee.value),
            part=part(found.knee.recall),
            tokens=found.knee.tokens,
        )


def drawn_by(study: CorpusStudy) -> str:
    """Say what is drawn again: requests, or groups of them, and who said so."""
    grouping = study.grouping
    if grouping.keys is None:
        if grouping.was_found:
            return tr("single requests: no groups were found")
        return tr("single requests")
    text = tr("{count:,} groups by {by}", count=grouping.count, by=grouping.by)
    return tr("{text}, found in the data", text=text) if grouping.was_found else text


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
    yield tr("Tokens a request"), localized(float(mean.tokens[place]), ",.0f")
    if (recorded := study.load.tokens_then) is not None:
        yield tr("Tokens a request, as recorded"), localized(recorded, ",.0f")
    for measure in Rate:
        if not mean.has(measure):
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


def _up(axis: Axis, value: float) -> str:
    """Write a value, rounded up: the first of a stretch, or the end of an interval."""
    return rounded(axis, value if axis.whole else math.ceil(value * 1e4 - 1e-9) / 1e4)


def _down(axis: Axis, value: float) -> str:
    """Write a value, rounded down."""
    return rounded(axis, value if axis.whole else math.floor(value * 1e4 + 1e-9) / 1e4)


def regret_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield what each corpus gives up at the common value; nothing for one corpus."""
    found = study.recommendation
    if found is None or not study.regrets:
        return
    axis = study.load.range.axis
    yield tr(
        "One value for all {count:,} corpora, {title} {value}:",
        count=len(study.regrets),
        title=AXIS_TITLES[axis],
        value=rounded(axis, found.value),
    )
    for one in sorted(study.regrets, key=lambda each: -each.regret):
        yield "  " + _regret(study, one)


def corpus_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield what to act on for each of several corpora by itself; nothing for one corpus."""
    if not any(one.recommendation for one in study.by_corpus):
        return
    yield tr("Each corpus by itself:")
    for one in study.by_corpus:
        limits = list(limit_lines(one))[:2]
        choices = list(choice_lines(one, one.recommendation))[:1] if one.recommendation else []
        name = study.names[one.jobs[0].corpus]
        yield f"  {name}: " + " ".join([*limits, advice(one), *choices])


def kind_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield the kinds of requests that want values of their own; only the field worth most."""
    for split in study.kinds[:1]:
        yield tr(
            "Kinds of requests differ by {field}: a value for each is worth {points} points,"
            " cross-validated (not applied):",
            field=split.field,
            points=f"{split.held_out * 100:+.2f}",
        )
        for one in split.kinds:
            yield "  " + _regret(study, one)


def _regret(study: CorpusStudy, one: Regret) -> str:
    axis = study.load.range.axis
    return tr(
        "{name}: {common}, {regret} points below its own best ({recall} at {value}); {asking:,}"
        " requests",
        name=one.name,
        common=part(one.recall_common),
        regret=f"{one.regret * 100:.1f}",
        recall=part(one.recall),
        value=rounded(axis, one.value),
        asking=one.asking,
    )


def applied(study: CorpusStudy, value: float, variant: int) -> str:
    """Return the label of the edit that applies a value under one of the policies."""
    axis = study.load.range.axis
    if variant:
        return tr("Set {name}", name=study.load.variants[variant].name)
    titled = AXIS_TITLES[axis]
    return tr("Set {axis_titles} to {axis}", axis_titles=titled, axis=written(axis, value))


def decision_texts(found: CorpusDecision | None) -> tuple[str, str, str, str]:
    """Return what to do, what that rests on, and two buttons: to do it, to keep."""
    if found is None:
        return (
            tr("No request has ground truth, so no value can be told to be better."),
            tr("Add what must be included to the requests (expect.must_include)."),
            "",
            "",
        )
    axis, value = found.study.load.range.axis, found.value
    keep = tr("Keep {value}", value=current_value(found.study))
    if value is None:
        return _kept(found), _basis(found), keep, ""
    to = rounded(axis, value)
    change = f"{in_sentence_case(AXIS_TITLES[axis])} {to}"
    tokens = tr(
        "{tokens} instead of {tokens_now} tokens a request",
        tokens=localized(round(found.tokens)),
        tokens_now=localized(round(found.tokens_now)),
    )
    if found.recall != found.recall_now:
        more, now = parts_apart(found.recall, found.recall_now)
        recall = tr("{recall} instead of {recall_now} recall", recall=more, recall_now=now)
    else:
        recall = tr("same recall")
    said = tr("Set {change}: {recall}, {tokens}", change=change, recall=recall, tokens=tokens)
    return said, _basis(found), apply_text(axis, to), keep


def kept_note(found: CorpusDecision) -> str:
    """Return the note that says what is kept, and what was advised instead."""
    said, basis, _does, keep = decision_texts(found)
    said = tr("{keep}. Advised: {said}", keep=keep, said=said) if keep else said
    return f"{said}. {basis}"


def _kept(found: CorpusDecision) -> str:
    study = found.study
    axis = study.load.range.axis
    kept = f"{in_sentence_case(AXIS_TITLES[axis])} {current_value(study)}"
    if found.recall_best > found.recall_now:
        recall, recall_now = parts_apart(found.recall_best, found.recall_now)
        return tr(
            "Keep {kept}: {recall} recall at {best} instead of {recall_now} may be chance",
            kept=kept,
            recall=recall,
            best=rounded(axis, found.best),
            recall_now=recall_now,
        )
    if not found.recall_now:
        return tr("Keep {kept}: no value has more recall", kept=kept)
    return tr(
        "Keep {kept}: no value has more recall, none saves {worth} of the tokens",
        kept=kept,
        worth=part(WORTH, 0),
    )


def _basis(found: CorpusDecision) -> str:
    """Say what the decision rests on: the requests, who changes, and what was looked at."""
    study = found.study
    asking = study.means[0].asking
    said = [
        tr_n(
            "1 request with ground truth",
            "{asking:,} requests with ground truth",
            asking,
            asking=asking,
        )
    ]
    losses = study.losses[0]
    if losses is not None:
        said.append(
            tr("{found:,} of {pieces:,} pieces found now", found=losses.found, pieces=losses.pieces)
        )
    if found.value is not None:
        said.append(
            tr("{better:,} better, {worse:,} worse", better=found.better, worse=found.worse)
        )
    said.append(tr("every value evaluated exactly: {axes}", axes=looked_at(found.looked_at)))
    return " · ".join(said)
