"""The losses of a corpus as a waterfall: from all evidence through each cause to what is found.

Laid out once as marks for whatever draws them, the window's painter and the SVG writer. Sizes are
in pixels.

The waterfall of a corpus's losses as an SVG picture, light: the marks that the window paints.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.losses import Loss
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr, tr_n
from inspector.present.drawing import (
    LINE,
    Drawing,
    Hit,
    Item,
    Measure,
    Rule,
    Words,
    fitted,
    line_of_text,
    part_box,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT
from inspector.stages.corpus.losses import CAUSE_TITLES, cause_sentence, limit_lines
from inspector.stages.corpus.names import part

_LEAST, _MOST = 28, 46  # pixels from one level to the next
_THIN, _THICK = 6, 14  # of a bar
_UNDER, _APART = 4, 10  # pixels below a bar, and between a title and what is said of it
_CUT_BELOW = 0.5  # with less recall than this the scale begins at 0


@dataclass(frozen=True, slots=True)
class Level:
    """One level: recall falls from ``high`` to ``low``.

    ``key`` names a cause as tables do, "" for both ends; ``captions`` are numbers in words, the
    longest form first; ``between`` is where the lower end lies in 95 % of the resamples.
    """

    key: str
    title: str
    captions: tuple[str, ...]
    group: str
    high: float
    low: float
    words: str
    between: tuple[float, float] | None = None


def levels_of(study: CorpusStudy, variant: int = 0) -> tuple[Level, ...]:
    """Return all evidence, each cause in the order in which a piece meets it, and what is found.

    None where no request asks for anything.
    """
    found = study.losses[variant] if study.losses else None
    if found is None:
        return ()
    pieces = _pieces(found.pieces)
    levels = [Level("", tr("All evidence"), (pieces,), "unmet", 1.0, 0.0, pieces)]
    recall = 1.0
    for one in sorted(found.causes, key=lambda each: each.cause.depth):
        after = recall - one.recall
        interval = one.recall_interval
        levels.append(
            Level(
                f"loss:{one.cause}",
                CAUSE_TITLES[one.cause],
                tuple(_said(one)),
                _group(one.cause),
                recall,
                after,
                cause_sentence(study, one, variant),
                (recall - interval.high, recall - interval.low),
            )
        )
        recall = after
    said = tr("{pieces} · {recall}", pieces=_pieces(found.found), recall=part(found.recall))
    levels.append(
        Level("", tr("Found now"), (said, part(found.recall)), "met", found.recall, 0.0, said)
    )
    return tuple(levels)


def cause_of(key: str) -> LossCause | None:
    """Return the cause that a level's key names, None for both ends."""
    kind, _, name = key.partition(":")
    return LossCause(name) if kind == "loss" else None


def _group(cause: LossCause) -> str:
    """Return the look of a cause: grey before the budget, purple where the text is in anyway."""
    if cause.is_before_budget:
        return "released"
    return "suppressed" if cause is LossCause.SUPPRESSED else "bucket"


def _pieces(count: int) -> str:
    return tr_n("1 piece", "{count:,} pieces", count, count=count)


def _said(loss: Loss) -> Iterator[str]:
    """Yield how much was lost, in forms of decreasing length."""
    points = f"−{loss.recall * 100:.1f}"
    low, high = (
        f"{end * 100:.1f}" for end in (loss.recall_interval.low, loss.recall_interval.high)
    )
    pieces = _pieces(loss.pieces)
    yield tr(
        "{pieces} · {points} points ({low} to {high})",
        pieces=pieces, points=points, low=low, high=high,
    )  # fmt: skip
    yield tr("{pieces} · {points} points", pieces=pieces, points=points)
    yield f"{loss.pieces:,} · {points}"


@dataclass(frozen=True, eq=False)
class WaterfallGeometry:
    """Where the levels lie in ``width`` × ``height`` pixels. ``measure`` gives a text's width."""

    levels: tuple[Level, ...]
    width: float
    height: float
    measure: Measure

    @property
    def floor(self) -> float:
        """The recall at which the scale begins: a full tenth below what is found, or 0."""
        recall = self.levels[-1].high
        return 0.0 if recall < _CUT_BELOW else math.floor((recall - 0.02) * 10) / 10

    @property
    def pitch(self) -> float:
        """How far it is from one level to the next."""
        room = (self.height - 2 * LINE) / len(self.levels)
        return min(_MOST, max(_LEAST, math.floor(room)))

    def x_of(self, recall: float) -> float:
        """Return where a recall lies; below the floor it is at the left edge."""
        return max(0.0, (recall - self.floor) / (1 - self.floor)) * (self.width - 1)

    def hits(self) -> Iterator[Hit]:
        """Yield the levels from the top down."""
        for place, level in enumerate(self.levels):
            key = level.key or f"level:{place}"
            yield Hit(key, level.words, 0, self.top_of(place), self.width, self.pitch)

    def top_of(self, place: int) -> float:
        """Return the upper edge of a level."""
        return LINE + place * self.pitch

    def items(self) -> Iterator[Item]:
        """Yield everything that is drawn, from the back to the front."""
        yield line_of_text(0, 0, tr("Lost recall by cause"), strong=True)
        thick = min(_THICK, max(_THIN, self.pitch - LINE - _UNDER))
        for place, level in enumerate(self.levels):
            top = self.top_of(place)
            yield from self._texts(level, top)
            left, right = self.x_of(level.low), self.x_of(level.high)
            wide = max(1.0, right - left)
            yield part_box(left, top + LINE, wide, thick, level.group)
            middle = top + LINE + thick / 2
            if level.between is not None:
                low, high = (self.x_of(end) for end in level.between)
                yield Rule(low, middle, high, middle, "text")
                for x in (low, high):
                    yield Rule(x, middle - 3, x, middle + 3, "text")
            if place + 1 < len(self.levels):
                x = left if level.key else self.x_of(1.0)
                yield Rule(x, top + LINE, x, top + self.pitch, "edge")
        below = self.top_of(len(self.levels))
        yield line_of_text(0, below, part(self.floor, 0))
        yield line_of_text(self.width, below, tr("100 % mean recall"), right=True)

    def _texts(self, level: Level, top: float) -> Iterator[Item]:
        """Yield title and numbers; where there is little room, the numbers in a shorter form."""
        room = self.width - _APART
        title = self.measure(level.title)
        said = next(
            (one for one in level.captions if title + self.measure(one) <= room), level.captions[-1]
        )
        short = fitted(level.title, room - self.measure(said), self.measure)
        yield line_of_text(0, top, short, strong=True)
        yield line_of_text(self.width, top, said, right=True)


def waterfall_drawing(
    levels: tuple[Level, ...], width: float, height: float, measure: Measure
) -> Drawing:
    """Return the picture of some levels in a size."""
    geometry = WaterfallGeometry(levels, width, height, measure)
    title = ". ".join(f"{one.title}: {one.captions[0]}" for one in levels)
    return Drawing(width, height, title, tuple(geometry.items()), tuple(geometry.hits()))


def least_height(levels: int) -> int:
    """Return how high a waterfall of so many levels is at least."""
    return 2 * LINE + levels * _LEAST


_WIDTH, _MARGIN, _HEAD, _LEVEL = 1040, 8, 30, 42


def waterfall_svg(study: CorpusStudy) -> str:
    """Return the picture; where no request asks for anything it only says nothing."""
    levels = levels_of(study)
    inner = max(least_height(len(levels)), (len(levels) + 1) * _LEVEL)
    title = next(limit_lines(study), "")
    items: tuple[Item, ...] = (Words(0, 17 - _HEAD, title),)
    if levels:
        items += tuple(WaterfallGeometry(levels, _WIDTH - 2 * _MARGIN, inner, measured).items())
    height = inner + _HEAD + 2 * _MARGIN
    return drawing_svg(Drawing(_WIDTH, height, title, items, origin=(_MARGIN, _HEAD)), LIGHT)
