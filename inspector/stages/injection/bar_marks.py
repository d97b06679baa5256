"""The budget bar as marks: areas, texts and lines, laid out once for whatever draws them.

The window's painter and the SVG writer draw the same marks; neither decides what is where.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.drawing import fitted
from inspector.stages.injection.bar_geometry import BarGeometry
from inspector.stages.injection.bar_parts import (
    LINE,
    Caption,
    LegendEntry,
    Mark,
    Measure,
    Patch,
    Rule,
    StripBox,
    Words,
    pixel_runs,
)
from inspector.stages.injection.bar_strip import CARD_GROUPS, GROUPS, group_title

_REDUCED = verdict_code(Verdict.REDUCED)
_REDUCED_PART = 0.6  # of the height is filled where a card is in at less than its largest form
_SHORT_TITLES = {"knowledge": tr("knowledge"), "bucket": tr("files")}
_BEFORE_TITLES = {"knowledge": tr("cards"), "bucket": tr("files"), "duplicated": tr("twice")}
_LEAST_CAPTION = 64  # pixels; a narrower segment shows a whole caption or none
PADDING = 5
_NEAR = 3  # pixels that lines and outlines may reach beyond what they belong to


def bar_marks(
    geometry: BarGeometry, measure: Measure, exposed: tuple[float, float] | None = None
) -> Iterator[Mark]:
    """Yield everything that is drawn of a bar, from the back to the front.

    ``exposed`` are the heights between which it is needed, None for all.
    """

    def needed(top: float, height: float) -> bool:
        return exposed is None or (exposed[0] < top + height + _NEAR and top - _NEAR < exposed[1])

    for box in geometry.boxes:
        if needed(box.top, box.height):
            yield from strip_marks(box, measure)
    yield from divider_marks(geometry)
    if geometry.divider is not None and geometry.bar.movable:
        x, top = round(geometry.divider), geometry.box("budget").top - 3
        yield Rule(x, top, x, geometry.bottom + 1, "text", 2)
    if geometry.bracket is not None:  # a line with both ends marked
        start, end, y = geometry.bracket
        yield Rule(start, y, end, y, "part:met")
        yield from (Rule(x, y - 4, x, y + 4, "part:met") for x in (start, end))
    yield from (one for one in geometry.captions if needed(one.top, LINE))
    for entry in geometry.legend:
        if needed(entry.top, LINE):
            yield from _entry_marks(entry)


def _entry_marks(entry: LegendEntry) -> Iterator[Mark]:
    group, top = GROUPS.index(entry.group), entry.top + 4
    if entry.reduced:
        yield Patch(entry.x, top, 14, 10, group, faint=True)
        yield Patch(entry.x, top + 4, 14, 6, group, edged=True)
    else:
        yield Patch(entry.x, top, 14, 10, group, edged=True)
    yield Caption(entry.x + 20, entry.top, entry.title)


def strip_marks(box: StripBox, measure: Measure) -> Iterator[Patch | Words]:
    """Yield what is drawn of a strip: first its areas, then the names and tokens in them."""
    runs, strip = pixel_runs(box), box.strip
    groups, verdicts = strip.groups[runs.places], strip.verdicts[runs.places]
    captioned = []
    for left, right, place, whole, group, verdict in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        groups.tolist(),
        verdicts.tolist(),
        strict=True,
    ):
        # A line of the background parts segments; columns of pixels are not parted.
        wide, one = right - left - (1 if whole else 0), place if whole else None
        top, height = box.top, box.height
        if verdict == _REDUCED and GROUPS[group] in CARD_GROUPS:
            yield Patch(left, top, wide, height, group, faint=True, box=box)
            top += round(box.height * (1 - _REDUCED_PART))
            height = box.top + box.height - top
        yield Patch(left, top, wide, height, group, place=one, box=box)
        if whole and wide > 4 * PADDING:
            captioned.append((place, left, top, wide, height, group))
    for place, left, top, wide, height, group in captioned:
        text = _caption(box, place, wide, measure)
        if text:
            yield Words(left, top, wide, height, text, measure(text), group)


def _caption(box: StripBox, place: int, wide: float, measure: Measure) -> str:
    """Return name and tokens of a segment, as much of it as there is room for."""
    strip = box.strip
    tokens = tr("{tokens:,}", tokens=int(strip.sizes[place]))
    group = GROUPS[int(strip.groups[place])]
    titles = _BEFORE_TITLES if strip.name == "before" else _SHORT_TITLES
    name = strip.name_at(place) or titles.get(group) or group_title(group)
    text, room = f"{name}  {tokens}", wide - 2 * PADDING
    if measure(text) <= room:
        return text
    rest = room - measure(f"  {tokens}")
    if wide >= _LEAST_CAPTION and rest > measure("MMM…"):
        return f"{fitted(name, rest, measure)}  {tokens}"
    return tokens if measure(tokens) <= room else ""


def divider_marks(geometry: BarGeometry) -> Iterator[Patch]:
    """Yield the strips under the divider: a corpus's recall, and the expectations.

    These are green where all are met, hatched where in a part only.
    """
    if geometry.recall is not None:
        yield from geometry.recall.marks()
    area, found = geometry.expectations, geometry.columns
    if area is None or found is None:
        return
    for left, right, best, worst in zip(
        found.lefts.tolist(),
        found.rights.tolist(),
        found.best.tolist(),
        found.worst.tolist(),
        strict=True,
    ):
        group = "unmet"
        if best == found.expected:
            group = "met" if worst == best else "partly_met"
        high = max(1.0, round(area.height * best / found.expected))
        yield Patch(left, area.top + area.height - high, right - left, high, GROUPS.index(group))
