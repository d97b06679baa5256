"""The plots of a corpus: recall over the axis that is swept, and recall against tokens.

The front shows what no other policy beats, and where the policies of a grid stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from inspector.analysis.corpus.decision import CorpusDecision
from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.recommendation import Recommendation
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.arrays import Float64
from inspector.language import in_sentence_case, localized, tr
from inspector.present.axis_names import AXIS_TITLES, is_axis_off, rounded
from inspector.present.palette import LIGHT
from inspector.present.plot import AxisStretch, Curve, Dash, Panel, Plot, Scale, Spot, Value
from inspector.present.plot_svg import plot_svg
from inspector.stages.corpus.names import MEASURE_TITLES, headline, part
from inspector.stages.corpus.sentences import advice, value_lines

RECALL_COLOR = "verdict:included"
_LEAST_SPAN = 0.02  # of recall, so that a flat curve looks flat
_AIR = 0.06  # of the range, around what the front shows
_CURVES_HIGH, _FRONT_HIGH = 420, 320  # pixels of the panels in a picture


# The curves ------------------------------------------------------------------------------


def curve_plot(study: CorpusStudy, variant: int = 0, decided: CorpusDecision | None = None) -> Plot:
    """Return the recall of a study over its axis; without any request there is no panel.

    ``decided`` is what the study led to, where that is marked.
    """
    span = study.load.range
    axis = span.axis

    def words(value: float) -> str:
        lines = (f"{title}: {much}" for title, much in value_lines(study, value, variant))
        return "\n".join((f"{AXIS_TITLES[axis]} {rounded(axis, value)}", *lines))

    def text(value: float) -> str:
        return rounded(axis, value)

    scale = Scale(AXIS_TITLES[axis], span.low, span.high, text, whole=axis.whole)
    if not study.means:
        return Plot(headline(study), scale, ())
    return Plot(
        headline(study),
        scale,
        (_recall_panel(study, variant, 0.0 if decided is None else decided.may_cost),),
        values=tuple(_marked(study, variant, study.recommendations[variant], decided)),
        note=advice(study, variant),
        words=words,
    )


def curve_svg(study: CorpusStudy) -> str:
    """Return the picture of a study; without any request it only says so."""
    return plot_svg(curve_plot(study), _CURVES_HIGH, LIGHT)


def _percent(value: float) -> str:
    return f"{round(value * 100, 4):g} %"


def _recall_panel(study: CorpusStudy, variant: int, may_cost: float) -> Panel:
    limits, best, mean = study.losses[variant], study.best_curves[variant], study.means[variant]
    measured = mean.measure(Rate.RECALL)
    curves = [Curve("recall", MEASURE_TITLES[Rate.RECALL], mean.starts, measured, RECALL_COLOR)]
    if best is not None:
        title = tr("Best possible")
        curves.append(
            Curve("best-possible", title, best.starts, best.recall, RECALL_COLOR, Dash.DASHED, 1)
        )
    if limits is not None:
        ends = (np.array([study.load.range.low]), np.array([limits.ceiling]))
        curves.append(Curve("ceiling", tr("Retrieved"), *ends, "muted", Dash.DOTTED, 1))
    low, high = _recall_range(measured, None if limits is None else limits.ceiling)
    return Panel(
        Scale(tr("Recall"), low, high, _percent),
        tuple(curves),
        stretches=tuple(_as_good(study, variant, may_cost)),
    )


def _recall_range(recall: Float64, ceiling: float | None) -> tuple[float, float]:
    low = float(recall.min())
    high = float(recall.max()) if ceiling is None else max(float(recall.max()), ceiling)
    room = max(_LEAST_SPAN, high - low) * 0.08
    low, high = low - room, high + room
    if high - low < _LEAST_SPAN:
        low, high = (low + high - _LEAST_SPAN) / 2, (low + high + _LEAST_SPAN) / 2
    return max(0.0, low), min(1.0 + room, high)


def _as_good(study: CorpusStudy, variant: int, may_cost: float) -> Iterator[AxisStretch]:
    """Give the values around the policy's own that find at most so much less than it does."""
    mean, span = study.means[variant], study.load.range
    if not mean.asking or not span.low <= study.current <= span.high:
        return
    here = mean.place_of(study.current)
    least = mean.recall_steps[here] - may_cost * mean.asking * mean.scale
    less = np.flatnonzero(mean.recall_steps < least)
    before, after = less[less < here], less[less > here]
    first = mean.starts[before[-1] + 1] if len(before) else span.low
    last = mean.starts[after[0]] if len(after) else span.high
    title = (
        tr("Within {points:g} points of now", points=round(may_cost * 100, 4))
        if may_cost
        else tr("No less recall than now")
    )
    yield AxisStretch("as-good", title, float(first), float(last), "accent")


def _marked(
    study: CorpusStudy, variant: int, found: Recommendation | None, decided: CorpusDecision | None
) -> Iterator[Value]:
    """Give the policy's value, what was decided on, and what has more than that, each once.

    Where no value has more recall than the policy, the one with the fewest tokens is as good.
    """
    mean = study.means[variant]
    recall = mean.measure(Rate.RECALL)
    axis = study.load.range.axis
    is_off = is_axis_off(axis, study.load.overrides)
    here = tr("{axis} off", axis=in_sentence_case(AXIS_TITLES[axis])) if is_off else tr("policy")
    values = [("now", here, study.current)]
    most = None if found is None else found.recall
    if decided is not None and decided.study is study and decided.value is not None:
        values.append(("set", tr("set"), decided.value))
        most = None if decided.recall == most else most
    if found is not None and most is not None:
        title = tr("best mean") if found.gain > 0 else tr("as good")
        values.append(("best", title, found.value))
    seen: list[float] = []
    for key, title, value in values:
        if value not in seen and value in study.load.range:
            seen.append(value)
            ink = "text" if key == "now" else "accent"
            off = is_off and key == "now"
            known = bool(mean.asking) and not off
            share = localized(100 * float(recall[mean.place_of(value)]), ".1f") if known else ""
            told = tr("{recall} %", recall=share) if known else ""
            yield Value(f"value:{key}", title, value, ink, is_off=off, detail=told)


# The front -------------------------------------------------------------------------------


class Looked(NamedTuple):
    """A value of the axis and the policy of the grid that it is looked at under."""

    value: float
    variant: int

    @property
    def key(self) -> str:
        """The key of its spot."""
        return f"policy:{self.variant}:{self.value!r}"


def looked_of_key(key: str) -> Looked:
    """Return what a spot stands for."""
    _, variant, value = key.split(":")
    return Looked(float(value), int(variant))


def front_plot(study: CorpusStudy) -> Plot:
    """Return recall against tokens; without any request there is no panel."""
    title = tr("Recall against tokens: what no other policy beats")
    titles = _titled(study)
    spots = [_spot(study, looked, ", ".join(names)) for looked, names in titles.items()]
    for one in study.front if study.means else ():
        looked = Looked(one.first, one.variant)
        if looked not in titles:
            spots.append(_spot(study, looked, "", (one.tokens, one.recall)))
    x = _around([spot.x for spot in spots], 1.0, float("inf"))
    scale = Scale(tr("Tokens a request"), *x, lambda value: localized(round(value)), whole=True)
    if not study.means:
        return Plot(title, scale, ())
    curve = Curve(
        "front",
        "",
        np.array([one.tokens for one in study.front]),
        np.array([one.recall for one in study.front]),
        RECALL_COLOR,
    )
    y = _around([spot.y for spot in spots], _LEAST_SPAN, 1.0)
    recall = Scale(tr("Recall"), *y, _percent)
    return Plot(title, scale, (Panel(recall, (curve,), spots=tuple(spots), zooms=True),))


def front_svg(study: CorpusStudy) -> str:
    """Return the picture of recall against tokens; without any request it only has a title."""
    return plot_svg(front_plot(study), _FRONT_HIGH, LIGHT)


def _titled(study: CorpusStudy) -> dict[Looked, list[str]]:
    """Return what has names: the present policy, the best, the cheapest, and those of the grid."""
    if not study.means:
        return {}
    found = study.recommendation
    named = [(tr("now"), Looked(study.current, 0))]
    if found is not None:
        named += [
            (tr("best"), Looked(found.value, 0)),
            (tr("cheapest"), Looked(found.cheapest.value, 0)),
        ]
    for variant, other in enumerate(study.recommendations[1:], 1):
        if other is not None:
            named.append((study.load.variants[variant].name, Looked(other.value, variant)))
    titles: dict[Looked, list[str]] = {}
    for title, looked in named:
        titles.setdefault(looked, []).append(title)
    return titles


def _spot(
    study: CorpusStudy, looked: Looked, title: str, at: tuple[float, float] | None = None
) -> Spot:
    mean = study.means[looked.variant]
    place = mean.place_of(looked.value)
    means = float(mean.tokens[place]), float(mean.measure(Rate.RECALL)[place])
    tokens, recall = at or means
    axis, variants = study.load.range.axis, study.load.variants
    name = f"{variants[looked.variant].name} · " if len(variants) > 1 else ""
    tip = tr(
        "{name}{axis} {value}: recall {recall} for {tokens:,.0f} tokens a request",
        name=name,
        axis=AXIS_TITLES[axis],
        value=rounded(axis, looked.value),
        recall=part(recall),
        tokens=tokens,
    )
    return Spot(looked.key, title, tokens, recall, tip, "muted" if looked.variant else "accent")


def _around(numbers: list[float], least: float, most: float) -> tuple[float, float]:
    """Return a range that holds some numbers with air around them, from 0 on."""
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    air = max(high - low, least) * _AIR
    middle = max(0.0, least - (high - low)) / 2
    return max(0.0, low - air - middle), min(most, high + middle) + air
