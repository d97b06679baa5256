"""The plots of a corpus: measures over the axis that is swept, and recall against tokens.

Recall has a panel and a scale of its own; the other measures are parts of 1 below it. The front
shows what no other policy beats, and where the policies of a grid stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.recommendation import Recommendation
from inspector.analysis.corpus.study import QUANTILES, CorpusStudy
from inspector.language import localized, tr
from inspector.present.axis_names import AXIS_TITLES, rounded
from inspector.present.palette import LIGHT, Colors
from inspector.present.plot import (
    Curve,
    Dash,
    Float64,
    Panel,
    Plot,
    Ribbon,
    Scale,
    Spot,
    Stretch,
    Value,
)
from inspector.present.plot_svg import plot_svg
from inspector.stages.corpus.names import MEASURE_TITLES, headline, part
from inspector.stages.corpus.sentences import advice, value_lines

LOOKS = {
    Measure.RECALL: "included",
    Measure.UTILISATION: "reduced",
    Measure.SUPPRESSION: "suppressed",
    Measure.CARDS_STARVED: "refused",
    Measure.FILES_STARVED: "dropped",
}
"""Which verdict's colour each measure is drawn in."""

_DASHES = {
    Measure.SUPPRESSION: Dash.DASHED,
    Measure.CARDS_STARVED: Dash.DOTTED,
    Measure.FILES_STARVED: Dash.DASH_DOTTED,
}
_RIBBON_STEPS = 2000  # each sorts all requests
_LOWER_PART = 0.42  # of the height
_LEAST_SPAN = 0.02  # of recall, so that a flat curve looks flat
_AIR = 0.06  # of the range, around what the front shows
_CURVES_HIGH, _FRONT_HIGH = 420, 320  # pixels of the panels in a picture


# The curves ------------------------------------------------------------------------------


def curve_plot(study: CorpusStudy, variant: int = 0) -> Plot:
    """Return the measures of a study over its axis; without any request there is no panel."""
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
        (_recall_panel(study, variant), _cost_panel(study, variant)),
        values=tuple(_marked(study, study.recommendations[variant])),
        note=advice(study, variant),
        words=words,
    )


def curve_svg(study: CorpusStudy, variant: int = 0, colors: Colors = LIGHT) -> str:
    """Return the picture of a study; without any request it only says so."""
    return plot_svg(curve_plot(study, variant), _CURVES_HIGH, colors)


def _percent(value: float) -> str:
    return f"{round(value * 100, 4):g} %"


def _curve(study: CorpusStudy, variant: int, measure: Measure) -> Curve:
    mean = study.means[variant]
    return Curve(
        f"measure:{measure}",
        MEASURE_TITLES[measure],
        mean.starts,
        mean.measure(measure),
        f"verdict:{LOOKS[measure]}",
        _DASHES.get(measure, Dash.SOLID),
    )


def _recall_panel(study: CorpusStudy, variant: int) -> Panel:
    limits, best = study.losses[variant], study.best_curves[variant]
    curves = [_curve(study, variant, Measure.RECALL)]
    color = curves[0].color
    if best is not None:
        title = tr("Best possible")
        curves.append(
            Curve("best-possible", title, best.starts, best.recall, color, Dash.DASHED, 1)
        )
    if limits is not None:
        ends = (np.array([study.load.range.low]), np.array([limits.ceiling]))
        curves.append(Curve("ceiling", tr("Ceiling"), *ends, "muted", Dash.DOTTED, 1))
    found = study.recommendations[variant]
    low, high = _recall_range(curves[0].heights, None if limits is None else limits.ceiling)
    return Panel(
        Scale(tr("Recall"), low, high, _percent),
        tuple(curves),
        stretches=() if found is None else tuple(_stretches(found)),
        part=1 - _LOWER_PART,
    )


def _recall_range(recall: Float64, ceiling: float | None) -> tuple[float, float]:
    low = float(recall.min())
    high = float(recall.max()) if ceiling is None else max(float(recall.max()), ceiling)
    room = max(_LEAST_SPAN, high - low) * 0.08
    low, high = low - room, high + room
    if high - low < _LEAST_SPAN:
        low, high = (low + high - _LEAST_SPAN) / 2, (low + high + _LEAST_SPAN) / 2
    return max(0.0, low), min(1.0 + room, high)


def _stretches(found: Recommendation) -> Iterator[Stretch]:
    """Give where the best value lies in 95 % of the resamples, and what is as good as the best."""
    likely, plateau = found.value_interval, found.plateau
    yield Stretch("likely-best", tr("Likely best"), likely.low, likely.high, "accent")
    yield Stretch("plateau", tr("Plateau"), plateau.first, plateau.last, "accent", at_foot=True)


def _cost_panel(study: CorpusStudy, variant: int) -> Panel:
    lower = [measure for measure in Measure if measure is not Measure.RECALL]
    starts = values = study.means[variant].starts
    if len(starts) > _RIBBON_STEPS:
        edges = np.linspace(study.load.range.low, study.load.range.high, _RIBBON_STEPS + 1)
        starts, values = edges[:-1], (edges[:-1] + edges[1:]) / 2
    rows = np.nan_to_num(study.quantiles(Measure.UTILISATION, values, variant))
    ribbon = Ribbon(
        "utilisation-middle",
        tr("Middle 80 %"),
        starts,
        rows[QUANTILES.index(0.1)],
        rows[QUANTILES.index(0.9)],
        f"verdict:{LOOKS[Measure.UTILISATION]}",
    )
    return Panel(
        Scale(tr("Cost"), 0.0, 1.0, _percent),
        tuple(_curve(study, variant, measure) for measure in lower),
        (ribbon,),
        part=_LOWER_PART,
    )


def _marked(study: CorpusStudy, found: Recommendation | None) -> Iterator[Value]:
    """Give what is so now, the best and the cheapest value, each once."""
    values = [("now", tr("now"), study.current)]
    if found is not None:
        values += [
            ("best", tr("best"), found.value),
            ("cheapest", tr("cheapest"), found.cheapest.value),
        ]
    seen: list[float] = []
    for place, (key, title, value) in enumerate(values):
        if value not in seen and value in study.load.range:
            seen.append(value)
            yield Value(f"value:{key}", title, value, "accent" if place else "text")


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
        f"verdict:{LOOKS[Measure.RECALL]}",
    )
    y = _around([spot.y for spot in spots], _LEAST_SPAN, 1.0)
    recall = Scale(tr("Recall"), *y, _percent)
    return Plot(title, scale, (Panel(recall, (curve,), spots=tuple(spots), zooms=True),))


def front_svg(study: CorpusStudy, colors: Colors = LIGHT) -> str:
    """Return the picture of recall against tokens; without any request it only has a title."""
    return plot_svg(front_plot(study), _FRONT_HIGH, colors)


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
    means = float(mean.tokens[place]), float(mean.measure(Measure.RECALL)[place])
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
