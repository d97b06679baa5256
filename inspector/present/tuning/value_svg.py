"""What drawings of charts over the values of a policy have in common, as SVG."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from inspector.core.text import in_markup
from inspector.present.palette import Colors
from inspector.present.tuning.value_axis import ValuePanels

LETTER = 6.2
"""The width of an average letter, in pixels."""


def svg_begin(width: int, height: int, title: str, colors: Colors) -> str:
    """Return the beginning of a picture: its ground and its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"'
        ' font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f'<title>{in_markup(title)}</title><rect width="{width}" height="{height}"'
        f' fill="{colors.base}"/>' + svg_text(8, 17, title, colors.text)
    )


def svg_text(x: float, y: float, text: str, ink: str, anchor: str = "start") -> str:
    """Return a text."""
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}">{in_markup(text)}</text>'


def svg_steps(left: float, rows: npt.NDArray[np.float64]) -> str:
    """Return the path of a line of steps, one command where it changes."""
    steps = (np.flatnonzero(np.diff(rows)) + 1).tolist()
    moves = [f"H{left + column:g}V{rows[column]:.1f}" for column in steps]
    return f"M{left:g} {rows[0]:.1f}{''.join(moves)}H{left + len(rows):g}"


def svg_axes(panels: ValuePanels, colors: Colors) -> Iterator[str]:
    """Give the axes of both panels with their labels."""
    right = panels.left + panels.inner
    for low in (panels.upper_bottom, panels.bottom):
        yield f'<path d="M{panels.left:g} {low:g}H{right:g}" stroke="{colors.edge}"/>'
    for level in panels.levels:
        yield svg_text(panels.left - 6, level.at + 4, level.text, colors.muted, "end")
    for tick in panels.ticks:
        yield svg_text(tick.at, panels.bottom + 15, tick.text, colors.muted, "middle")


def svg_value(
    panels: ValuePanels, value: float, text: str, ink: str, below: float
) -> Iterator[str]:
    """Give a value as a line through both panels, its text ``below`` the upper edge."""
    x = panels.x_of(value)
    yield (
        f'<path d="M{x:.1f} {panels.top:g}V{panels.bottom:g}" stroke="{ink}" stroke-width="1.5"/>'
    )
    yield svg_text(x + 5, panels.top + below, text, ink)
