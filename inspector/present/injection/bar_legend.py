"""The legend of the budget bar: every group that is drawn and has no name beside it."""

from __future__ import annotations

import numpy as np

from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.injection.bar_parts import LINE, LegendEntry, Measure, StripBox
from inspector.present.injection.bar_strip import CARD_GROUPS, GROUPS, group_title
from inspector.present.injection.split_strip import Columns

_SWATCH, _SWATCH_GAP, _ENTRY_GAP = 14, 6, 18


def bar_legend(
    boxes: tuple[StripBox, ...],
    found: Columns | None,
    left: float,
    top: float,
    right: float,
    measure: Measure,
) -> tuple[tuple[LegendEntry, ...], float]:
    """Name every group that is drawn and has no name beside it; return where the entries end."""
    strips = {box.strip.name: box.strip for box in boxes}
    groups = {int(code) for strip in strips.values() for code in np.unique(strip.groups)}
    present = {GROUPS[code] for code in groups} - {"knowledge", "bucket"}
    if found is not None and (found.best == found.expected).any():
        present.add("met")
    named = [(group, group_title(group), False) for group in sorted(present, key=GROUPS.index)]
    filled = strips["filled"]
    reduced = filled.groups[filled.verdicts == verdict_code(Verdict.REDUCED)]
    first = next((GROUPS[code] for code in reduced.tolist() if GROUPS[code] in CARD_GROUPS), None)
    if first is not None:
        after = sum(group in CARD_GROUPS for group, _, _ in named)
        named.insert(after, (first, tr("at a lower tier"), True))
    entries = []
    x = left
    for group, title, half in named:
        wide = _SWATCH + _SWATCH_GAP + measure(title)
        if x > left and x + wide > right:
            x, top = left, top + LINE
        entries.append(LegendEntry(x, top, wide, group, title, half))
        x += wide + _ENTRY_GAP
    return tuple(entries), top + (LINE if entries else 0)
