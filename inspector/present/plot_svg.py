"""A plot as the text of an SVG file: the same marks as in the window, each with its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays import Float64
from inspector.core.text import in_markup
from inspector.present.drawing import color_of
from inspector.present.palette import LIGHT, Colors
from inspector.present.plot import (
    AxisStretch,
    Curve,
    Dash,
    Panel,
    Plot,
    Ribbon,
    Scale,
    title_places,
)

DASHES = {Dash.SOLID: "", Dash.DASHED: "5 3", Dash.DOTTED: "1 3", Dash.DASH_DOTTED: "6 3 1 3"}
SHADE = {Ribbon: 0.14, AxisStretch: 0.10}
FOOT, FOOT_SHADE = 4, 0.5  # high in pixels, and how solid
SPOT = 4.5  # pixels: half of a spot's width

_WIDTH, _RIGHT, _HEAD, _LINE = 1040, 18, 26, 15
_GAP, _FOOT, _LEGEND_LINE = 16, 40, 18
_TICKS_APART, _LEVELS_APART = 90, 26
_LEFT = 58  # where the panels begin
_LETTER = 6.2  # pixels: the width of an average letter


@dataclass(frozen=True, slots=True)
class _Place:
    """Where one panel lies. A column of pixels shows what is so at its middle."""

    panel: Panel
    scale: Scale
    top: float
    bottom: float
    inner: int

    @property
    def values(self) -> Float64:
        low, high = self.scale.ends
        return low + (np.arange(self.inner) + 0.5) * (high - low) / self.inner

    def x(self, value: float) -> float:
        low, high = self.scale.ends
        return _LEFT + (value - low) / (high - low) * self.inner

    def y(self, heights: Float64) -> Float64:
        low, high = self.panel.scale.ends
        return self.bottom - (heights - low) / (high - low) * (self.bottom - self.top)


def plot_svg(plot: Plot, height: int, colors: Colors = LIGHT) -> str:
    """Return a plot whose panels take ``height`` pixels; one without panels only has its title."""
    legend = list(_legend(plot, colors))
    rows = max((row for row, _ in legend), default=-1) + 1
    head = _HEAD + (18 if plot.note else 0)
    whole = head + height + rows * _LEGEND_LINE
    begin = _begin(_WIDTH, whole, plot.title, colors)
    if not plot.panels:
        return f"{begin}</svg>\n"
    note = _text(8, 34, plot.note, colors.muted) if plot.note else ""
    body = "".join(_body(plot, height, colors))
    told = "".join(text for _, text in legend)
    return (
        f'{begin}{note}<g transform="translate(0 {head})">{body}</g>'
        f'<g transform="translate(0 {head + height + 10})">{told}</g></svg>\n'
    )


def _places(plot: Plot, height: int) -> tuple[_Place, ...]:
    room = height - _FOOT - 8 - _GAP * (len(plot.panels) - 1)
    parts = sum(panel.part for panel in plot.panels)
    places, top = [], 8.0
    for panel in plot.panels:
        bottom = round(top + room * panel.part / parts)
        places.append(_Place(panel, plot.scale, top, bottom, _WIDTH - _LEFT - _RIGHT))
        top = bottom + _GAP
    return tuple(places)


def _body(plot: Plot, height: int, colors: Colors) -> Iterator[str]:
    places = _places(plot, height)
    for place in places:
        yield from _grounds(place, colors)
        for curve in place.panel.curves:
            yield _curve(place, curve, colors)
        yield from _axis(place, colors)
    first, last = places[0], places[-1]
    low, high = plot.scale.ends
    for tick in plot.scale.ticks(low, high, first.inner // _TICKS_APART):
        x = first.x(tick)
        yield _text(x, last.bottom + _LINE, plot.scale.text(tick), colors.muted, "middle")
    right = _LEFT + first.inner
    yield _text(right, last.bottom + 2 * _LINE + 1, plot.scale.title, colors.muted, "end")
    for row, value in enumerate(plot.values):
        ink, x = color_of(colors, value.color), first.x(value.at)
        yield (
            f'<path id="{in_markup(value.key)}" d="M{x:.1f} {first.top:g}V{last.bottom:g}"'
            f' stroke="{ink}" stroke-width="1.5"/>'
        )
        text = value.label(plot.scale)
        beyond = x + 5 + _LETTER * len(text) > right
        at = x - 5 if beyond else x + 5
        yield _text(at, first.top + 11 + 14 * row, text, ink, "end" if beyond else "start")
    for place in places:
        yield from _spots(place, colors)


def _grounds(place: _Place, colors: Colors) -> Iterator[str]:
    for one in place.panel.stretches:
        low, high = place.x(one.low), place.x(one.high)
        top = place.bottom - FOOT if one.at_foot else place.top
        shade = FOOT_SHADE if one.at_foot else SHADE[AxisStretch]
        yield (
            f'<rect id="{in_markup(one.key)}" x="{low:.1f}" y="{top:g}"'
            f' width="{max(high - low, 1):.1f}" height="{place.bottom - top:g}"'
            f' fill="{color_of(colors, one.color)}" fill-opacity="{shade}"/>'
        )
    for ribbon in place.panel.ribbons:
        lows, highs = map(place.y, ribbon.at(place.values))
        yield (
            f'<path id="{in_markup(ribbon.key)}" d="{_steps(_LEFT, highs)}{_back(lows)}Z"'
            f' fill="{color_of(colors, ribbon.color)}" fill-opacity="{SHADE[Ribbon]}"/>'
        )


def _back(rows: Float64) -> str:
    """Return the way back along a line of steps, from its right end."""
    steps = (np.flatnonzero(np.diff(rows)) + 1).tolist()
    moves = [f"H{_LEFT + column:g}V{rows[column - 1]:.1f}" for column in reversed(steps)]
    return f"V{rows[-1]:.1f}{''.join(moves)}H{_LEFT:g}"


def _curve(place: _Place, curve: Curve, colors: Colors) -> str:
    dash = f' stroke-dasharray="{DASHES[curve.dash]}"' if DASHES[curve.dash] else ""
    values = place.values
    begun = int(np.searchsorted(values, curve.starts[0])) if len(curve.starts) else len(values)
    if begun == len(values):
        return ""
    steps = _steps(_LEFT + begun, place.y(curve.at(values[begun:])))
    return (
        f'<path id="{in_markup(curve.key)}" d="{steps}"'
        f' fill="none" stroke="{color_of(colors, curve.color)}" stroke-width="{curve.width:g}"'
        f"{dash}/>"
    )


def _axis(place: _Place, colors: Colors) -> Iterator[str]:
    scale, right = place.panel.scale, _LEFT + place.inner
    yield f'<path d="M{_LEFT} {place.bottom:g}H{right:g}" stroke="{colors.edge}"/>'
    low, high = scale.ends
    count = (place.bottom - place.top) // _LEVELS_APART
    for tick, y in _at(place, scale.ticks(low, high, count)):
        yield _text(_LEFT - 6, y + 4, scale.text(tick), colors.muted, "end")
    middle = (place.top + place.bottom) / 2
    title = _text(0, 0, scale.title, colors.muted, "middle")
    yield f'<g transform="translate(11 {middle:g}) rotate(-90)">{title}</g>'


def _at(place: _Place, heights: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    return zip(heights, place.y(np.array(heights, dtype=float)).tolist(), strict=True)


def _spots(place: _Place, colors: Colors) -> Iterator[str]:
    seen = [spot for spot in place.panel.spots if spot.is_seen]
    seen.sort(key=lambda spot: bool(spot.title))  # those with a title above the others
    points = [
        (place.x(spot.x), y, _LETTER * len(spot.title))
        for spot, (_, y) in zip(seen, _at(place, tuple(one.y for one in seen)), strict=True)
    ]
    for spot, (x, y, _) in zip(seen, points, strict=True):
        yield (
            f'<circle id="{in_markup(spot.key)}" cx="{x:.1f}" cy="{y:.1f}" r="{SPOT}"'
            f' fill="{colors.base}" stroke="{color_of(colors, spot.color)}" stroke-width="2">'
            f"<title>{in_markup(spot.tip)}</title></circle>"
        )
    named = [pair for pair in zip(seen, points, strict=True) if pair[0].title]
    places = [point for _, point in named]
    corners = title_places(places, (_LEFT + place.inner, place.bottom), _LINE)
    for (spot, _), corner in zip(named, corners, strict=True):
        if corner is not None:
            x, top = corner
            yield _text(x, top + 11, spot.title, color_of(colors, spot.color))


def _legend(plot: Plot, colors: Colors) -> Iterator[tuple[int, str]]:
    x, row = float(_LEFT), 0
    for one in plot.legend:
        wide = len(one.title) * _LETTER + 42
        if x + wide > _WIDTH and x > _LEFT:
            x, row = float(_LEFT), row + 1
        y, ink = row * _LEGEND_LINE, color_of(colors, one.color)
        if isinstance(one, Curve):
            dash = f' stroke-dasharray="{DASHES[one.dash]}"' if DASHES[one.dash] else ""
            sample = (
                f'<path d="M{x:g} {y - 4:g}h18" stroke="{ink}" stroke-width="{one.width:g}"{dash}/>'
            )
        else:
            at_foot = isinstance(one, AxisStretch) and one.at_foot
            high, shade = (FOOT, FOOT_SHADE) if at_foot else (10, 2 * SHADE[type(one)])
            sample = (
                f'<rect x="{x:g}" y="{y - 4 - high / 2:g}" width="18" height="{high}"'
                f' fill="{ink}" fill-opacity="{shade}"/>'
            )
        yield row, sample + _text(x + 23, y, one.title, colors.text)
        x += wide


def _begin(width: int, height: int, title: str, colors: Colors) -> str:
    """Return the beginning of a picture: its ground and its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"'
        ' font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f'<title>{in_markup(title)}</title><rect width="{width}" height="{height}"'
        f' fill="{colors.base}"/>' + _text(8, 17, title, colors.text)
    )


def _text(x: float, y: float, text: str, ink: str, anchor: str = "start") -> str:
    """Return a text."""
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}">{in_markup(text)}</text>'


def _steps(left: float, rows: Float64) -> str:
    """Return the path of a line of steps, one command where it changes."""
    steps = (np.flatnonzero(np.diff(rows)) + 1).tolist()
    moves = [f"H{left + column:g}V{rows[column]:.1f}" for column in steps]
    return f"M{left:g} {rows[0]:.1f}{''.join(moves)}H{left + len(rows):g}"
