"""How the bands are coloured: a colour for each step, a pattern where two share one."""

from __future__ import annotations

from dataclasses import replace

from inspector.present.palette import Colors, Look, Pattern

# The look of the palette whose colour a part has, and its own pattern.
_LOOKS = {
    "step-1": ("balance", Pattern.SOLID),
    "step-2": ("reduced", Pattern.SOLID),
    "step-3": ("included", Pattern.SOLID),
    "step-4": ("listed", Pattern.SOLID),
    "step-5": ("suppressed", Pattern.SOLID),
    "step-6": ("bucket", Pattern.SOLID),
    "step-7": ("refused", Pattern.DIAGONAL),
    "step-8": ("reduced", Pattern.BACK_DIAGONAL),
    "knowledge": ("bucket", Pattern.SOLID),
    "bucket": ("bucket", Pattern.DIAGONAL),
    "heading": ("bucket", Pattern.VERTICAL),
    "unused": ("unused", Pattern.EMPTY),
    "reserve": ("overhead", Pattern.CROSSED),
}
PARTS = tuple(_LOOKS)


def part_look(colors: Colors, part: str) -> Look:
    """Return the look of a part; its fill is light enough for dark text in either theme."""
    name, pattern = _LOOKS[part]
    # Verdicts and parts share colours; where both have a name, the part of the budget is meant.
    look = colors.verdicts[name] if name in _OF_VERDICTS else colors.parts[name]
    return replace(look, pattern=pattern)


_OF_VERDICTS = frozenset(("balance", "reduced", "included", "suppressed", "refused"))
