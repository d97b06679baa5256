"""How the ruler is coloured: chunks by their family; a pattern tells a part of the priority."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from inspector.present.palette import Colors, Look, Pattern

# The palette's part that has the family's colour.
_PART_OF_FAMILY = MappingProxyType(
    {
        "system": "used_before",
        "prompt": "listed",
        "tools": "bucket",
        "history": "knowledge",
        "retrieval": "injection_budget",
    }
)

PART_PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "base": Pattern.SOLID,
        "recency": Pattern.DIAGONAL,
        "rag": Pattern.DOTS,
        "business": Pattern.CROSSED,
    }
)


def family_look(colors: Colors, family: str) -> Look:
    """Return the look of a family; its fill is light enough for dark text in either theme."""
    return colors.parts[_PART_OF_FAMILY[family]]
