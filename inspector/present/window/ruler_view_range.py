"""The part of the ruler that is in view: zooming and panning as arithmetic."""

from __future__ import annotations

from inspector.present.window.ruler import Ruler
from inspector.present.window.ruler_geometry import View

NARROWEST = 8.0  # tokens; the closest anybody can look


def widest(ruler: Ruler) -> View:
    """Return the view of everything, with a little air at both ends."""
    air = 0.02 * (ruler.end - ruler.begin)
    begin, end = ruler.window
    return min(begin, ruler.begin - air), max(end, ruler.end + air)


def moved(view: View, shift: float, limits: View) -> View:
    """Return the view moved by so many tokens, and never beyond the limits or wider than them."""
    wide = min(view[1] - view[0], limits[1] - limits[0])
    begin = min(max(view[0] + shift, limits[0]), limits[1] - wide)
    return begin, begin + wide


def zoomed(view: View, at: float, factor: float, limits: View) -> View:
    """Return the view ``factor`` times closer, with the tokens ``at`` where they were."""
    wide = (view[1] - view[0]) / factor
    wide = max(min(wide, limits[1] - limits[0]), min(NARROWEST, limits[1] - limits[0]))
    part = (at - view[0]) / (view[1] - view[0])
    return moved((at - part * wide, at - part * wide + wide), 0, limits)
