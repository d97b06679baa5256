"""The front of a corpus as an SVG picture, light.

Recall against tokens: what no other policy beats, and where the policies of a grid stand.

Laid out once for the window's painter and the SVG writer. Sizes are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.text import in_markup
from inspector.language import localized, tr
from inspector.present.axis_names import AXIS_TITLES, rounded
from inspector.present.chart_part import ChartPart
from inspector.present.palette import LIGHT, Colors
from inspector.present.value_axis import LEVELS_APART, Tick, round_step, svg_begin, svg_text
from inspector.stages.corpus.names import part
from inspector.stages.injection.bar_parts import LINE, Caption
from inspector.stages.injection.bar_parts import Measure as Wide
from inspector.stages.injection.bar_svg import measured, svg_caption

_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 8, 38
_TICKS_APART = 80
_NEAR = 14  # pixels within which a dot is meant
_AIR = 0.06  # of the range, around what is shown
_LEAST_SPAN = 0.02  # of recall


@dataclass(frozen=True, slots=True)
class Spot:
    """A policy and a value with their means, and where they lie.

    ``title`` is what is marked there: now, best, cheapest, the name of a policy of the grid; "" for
    a point of the front.
    """

    x: float
    y: float
    title: str
    variant: int
    value: float
    tokens: float
    recall: float


@dataclass(frozen=True, eq=False)
class FrontGeometry:
    """Where the front of a study and its policies lie in ``width`` × ``height`` pixels."""

    study: CorpusStudy
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge of the panel."""
        return max(_LEFT + 1.0, self.width - _RIGHT)

    @property
    def bottom(self) -> float:
        """The lower edge of the panel."""
        return max(_TOP + 1.0, self.height - _BOTTOM)

    @cached_property
    def _marked(self) -> tuple[tuple[str, int, float, float, float], ...]:
        """Title, variant, value, tokens and recall of everything that has a name."""
        study, found = self.study, self.study.recommendation
        named = [(tr("now"), 0, study.current)]
        if found is not None:
            named += [(tr("best"), 0, found.value), (tr("cheapest"), 0, found.cheapest.value)]
        for variant, other in enumerate(study.recommendations[1:], 1):
            if other is not None:
                named.append((study.load.variants[variant].name, variant, other.value))
        titles: dict[tuple[int, float], list[str]] = {}
        for title, variant, value in named:
            titles.setdefault((variant, value), []).append(title)
        return tuple(
            (", ".join(each), *there, *self._means(*there)) for there, each in titles.items()
        )

    def _means(self, variant: int, value: float) -> tuple[float, float]:
        mean = self.study.means[variant]
        place = mean.place_of(value)
        return float(mean.tokens[place]), float(mean.measure(Measure.RECALL)[place])

    @cached_property
    def _ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        front = self.study.front
        tokens = [one.tokens for one in front] + [one[3] for one in self._marked]
        recall = [one.recall for one in front] + [one[4] for one in self._marked]
        return _around(tokens, 1.0, math.inf), _around(recall, _LEAST_SPAN, 1.0)

    def x_of(self, tokens: float) -> float:
        """Return where so many tokens lie."""
        low, high = self._ranges[0]
        return _LEFT + (tokens - low) / (high - low) * (self.right - _LEFT)

    def y_of(self, recall: float) -> float:
        """Return where a recall lies."""
        low, high = self._ranges[1]
        return self.bottom - (recall - low) / (high - low) * (self.bottom - _TOP)

    @cached_property
    def front(self) -> tuple[Spot, ...]:
        """The points of the front, fewest tokens first."""
        return tuple(
            Spot(self.x_of(one.tokens), self.y_of(one.recall), "", one.variant, one.first,
                 one.tokens, one.recall)
            for one in self.study.front
        )  # fmt: skip

    @cached_property
    def named(self) -> tuple[Spot, ...]:
        """What has a name; the present policy, the best and the cheapest first."""
        return tuple(
            Spot(self.x_of(tokens), self.y_of(recall), title, variant, value, tokens, recall)
            for title, variant, value, tokens, recall in self._marked
        )

    @property
    def corners(self) -> Iterator[tuple[float, float]]:
        """The line of the front: it rises where more tokens begin to bring more."""
        at: Spot | None = None
        for spot in self.front:
            if at is not None:
                yield spot.x, at.y
            yield spot.x, spot.y
            at = spot
        if at is not None:
            yield self.right, at.y

    def captions(self, measure: Wide) -> Iterator[Caption]:
        """Yield the names of what is marked, each where no other stands, and those of the axes."""
        taken: list[tuple[float, float, float]] = []
        for spot in self.named:
            wide = measure(spot.title)
            left = spot.x + 8 if spot.x + 8 + wide <= self.right else spot.x - 8 - wide
            for top in (spot.y + 4, spot.y - LINE - 4, spot.y - LINE / 2):
                if all(abs(top - y) >= LINE or left > b or left + wide < a for a, b, y in taken):
                    taken.append((left, left + wide, top))
                    yield Caption(left, top, spot.title, strong=spot.variant == 0)
                    break
        yield Caption(self.right, self.bottom + LINE, tr("tokens a request"), right=True)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The labels of tokens, below the panel."""
        low, high = self._ranges[0]
        step = round_step((high - low) / max(2, (self.right - _LEFT) // _TICKS_APART), whole=True)
        steps = range(math.ceil(low / step), math.floor(high / step) + 1)
        return tuple(Tick(self.x_of(n * step), localized(round(n * step))) for n in steps)

    @property
    def levels(self) -> tuple[Tick, ...]:
        """The labels of recall, left of the panel."""
        low, high = self._ranges[1]
        step = round_step((high - low) / max(1, (self.bottom - _TOP) // LEVELS_APART))
        steps = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
        return tuple(Tick(self.y_of(n * step), f"{round(n * step * 100, 4):g} %") for n in steps)

    @property
    def left(self) -> float:
        """The left edge of the panel."""
        return _LEFT

    def parts(self) -> Iterator[ChartPart]:
        """Yield what has a name, then the points of the front."""
        for spot in (*self.named, *self.front):
            near = (spot.x - _NEAR, spot.y - _NEAR, spot.x + _NEAR, spot.y + _NEAR)
            yield ChartPart(self.words(spot), *near)

    def spot_at(self, x: float, y: float) -> Spot | None:
        """Return what is nearest to a point and near enough; what has a name goes first."""
        for spots in (self.named, self.front):
            near = [(math.hypot(one.x - x, one.y - y), place) for place, one in enumerate(spots)]
            distance, place = min(near, default=(math.inf, 0))
            if distance <= _NEAR:
                return spots[place]
        return None

    def words(self, spot: Spot) -> str:
        """Say what a policy has."""
        axis, variants = self.study.load.range.axis, self.study.load.variants
        name = f"{variants[spot.variant].name} · " if len(variants) > 1 else ""
        return tr(
            "{name}{axis} {value}: recall {recall} for {tokens:,.0f} tokens a request",
            name=name,
            axis=AXIS_TITLES[axis],
            value=rounded(axis, spot.value),
            recall=part(spot.recall),
            tokens=spot.tokens,
        )


def _around(numbers: list[float], least: float, most: float) -> tuple[float, float]:
    """Return a range that holds some numbers with air around them, from 0 on."""
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    air = max(high - low, least) * _AIR
    middle = max(0.0, least - (high - low)) / 2
    return max(0.0, low - air - middle), min(most, high + middle) + air


_WIDTH, _HEIGHT, _HEAD = 1040, 320, 30


def front_svg(study: CorpusStudy, colors: Colors = LIGHT) -> str:
    """Return the picture of recall against tokens; without any request it only has a title."""
    title = tr("Recall against tokens: what no other policy beats")
    head = svg_begin(_WIDTH, _HEIGHT + _HEAD, title, colors)
    if not study.means:
        return f"{head}</svg>\n"
    body = "".join(_drawn(FrontGeometry(study, _WIDTH, _HEIGHT), colors))
    return f'{head}<g transform="translate(0 {_HEAD})">{body}</g></svg>\n'


def _drawn(geometry: FrontGeometry, colors: Colors) -> Iterator[str]:
    left, right, bottom = geometry.left, geometry.right, geometry.bottom
    yield f'<path d="M{left:g} {bottom:g}H{right:g}" stroke="{colors.edge}"/>'
    for level in geometry.levels:
        yield svg_text(left - 6, level.at + 4, level.text, colors.muted, "end")
    for tick in geometry.ticks:
        yield svg_text(tick.at, bottom + 15, tick.text, colors.muted, "middle")
    ink = colors.verdicts["included"].ink
    places = "L".join(f"{x:.1f} {y:.1f}" for x, y in geometry.corners)
    yield f'<path d="M{places}" fill="none" stroke="{ink}" stroke-width="1.8"/>'
    for spot in geometry.named:
        ink = colors.accent if spot.variant == 0 else colors.muted
        yield (
            f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="4.5" fill="{colors.base}"'
            f' stroke="{ink}" stroke-width="2"><title>{in_markup(geometry.words(spot))}</title>'
            "</circle>"
        )
    for caption in geometry.captions(measured):
        yield svg_caption(caption, colors, measured)
