"""What lies over strips: the selected cell, the hovered one, the divider's grip and its words.

One strip becoming another before one's eyes: what a presentation of a chart begins with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from inspector.present.cells import CellsBox
from inspector.present.divider import DividerPlace
from inspector.present.drawing import Box, Item, Measure, Rule, Words
from inspector.present.palette import Pattern
from inspector.present.strips import StripsDrawing

_GRIP = 9.0
_PLATE, _ROOM = 19, 14  # pixels: height of the words above the divider, and beside them


@dataclass(frozen=True, slots=True)
class StripsMarks:
    """What is marked: the selected subject, what the pointer is over, the divider.

    ``hovered`` is a strip's key and a place in it; ``plate`` is said above the divider.
    """

    selected: str = ""
    hovered: tuple[str, int] | None = None
    active: bool = False
    plate: str = ""


def mark_items(drawing: StripsDrawing, marks: StripsMarks, measure: Measure) -> list[Item]:
    """Return what is marked in a drawing, from the back to the front."""
    items = [*selected_items(drawing, marks.selected)]
    if marks.hovered is not None:
        box = drawing.box(marks.hovered[0])
        if marks.hovered[1] < len(box.cells):
            items.append(_outline(box, marks.hovered[1], "text", 1))
    divider = drawing.divider
    if divider is not None and divider.movable:
        items += _grip(divider, active=marks.active)
        if marks.plate:
            items += _plate(drawing, divider, marks.plate, measure)
    return items


def selected_items(drawing: StripsDrawing, selected: str) -> Iterator[Item]:
    """Yield what lies over the cells of a subject, "" for none."""
    for box in drawing.boxes if selected else ():
        place = box.cells.place_of(selected)
        if place is not None:
            yield from (_outline(box, place, "base", 4), _outline(box, place, "accent", 2))


def _outline(box: CellsBox, place: int, color: str, line: float) -> Box:
    left, right = (round(edge) for edge in box.edges(place))
    wide = max(right - left, 3)
    return Box(left, box.top, wide, box.height, "", Pattern.EMPTY, color, line)


def _grip(divider: DividerPlace, *, active: bool) -> list[Item]:
    x, high = round(divider.x), divider.strip_bottom - divider.top
    color = "accent" if active else "text"
    line = Rule(x, divider.top - 3, x, divider.bottom + 1, color, 2)
    top, tall = divider.top + high / 4, high / 2
    grip = Box(x - _GRIP / 2, top, _GRIP, tall, color, outline="base", line=1.5, radius=3)
    sides = [Rule(x + off, top + 4, x + off, top + tall - 4, "base") for off in (-1.5, 1.5)]
    return [*([line] if active else []), grip, *sides]


def _plate(
    drawing: StripsDrawing, divider: DividerPlace, text: str, measure: Measure
) -> tuple[Item, Item]:
    wide = measure(text) + _ROOM
    left = min(max(divider.x - wide / 2, 0), drawing.width - wide)
    top = max(divider.top - _PLATE - 4, 0)
    plate = Box(left, top, wide, _PLATE, "accent", radius=4)
    return plate, Words(left + wide / 2, top + 14, text, "on_accent", "middle")


_GONE = 0.7  # of the way; what the merging itself draws fades from here on


def merging_items(
    drawing: StripsDrawing, old: str, new: str, ends: Mapping[str, Collection[str]], way: float
) -> Iterator[Item]:
    """Yield one strip on its way to another, both by their keys: what its parts become in the new.

    ``way`` goes from 0 to 1.
    """
    first, last = drawing.box(old), drawing.box(new)
    solid = 1.0 if way < _GONE else round((1.0 - way) / (1.0 - _GONE), 2)
    bottom = first.top + first.height + 1
    wide, high = drawing.width - last.left, last.top + last.height - bottom
    yield Box(last.left, bottom, wide, high, "base", opacity=solid)
    top = first.top + (last.top - first.top) * way
    height = first.height + (last.height - first.height) * way
    for part, start, end in merging(first, last, ends, way):
        yield Box(start, top, max(0.0, end - start - 1), height, f"part:{part}-fill", opacity=solid)


def merging(
    old: CellsBox, new: CellsBox, ends: Mapping[str, Collection[str]], way: float
) -> Iterator[tuple[str, float, float]]:
    """Yield where the parts of one strip are on their way to another: part, from, to.

    ``way`` goes from 0 to 1. What becomes nothing has no width at the end.
    """
    last = new.left
    for place in range(len(old.cells)):
        part = old.cells.part(place)
        start, end = old.edges(place)
        goal = _span(new, ends[part]) if ends[part] else (last, last)
        last = goal[1]
        yield part, start + (goal[0] - start) * way, end + (goal[1] - end) * way


def _span(box: CellsBox, parts: Collection[str]) -> tuple[float, float]:
    """Return from where to where cells of some parts lie; an empty stretch where none is."""
    codes = [code for code, name in enumerate(box.cells.names) if name in parts]
    places = np.flatnonzero(np.isin(box.cells.parts, codes))
    if not len(places):
        return box.left, box.left
    return box.edges(int(places[0]))[0], box.edges(int(places[-1]))[1]
