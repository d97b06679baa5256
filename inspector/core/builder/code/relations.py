"""How files and definitions need each other."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.builder.code.facts import ParsedSource
from inspector.core.builder.index import Relation


def relations_of(parsed: Mapping[str, ParsedSource]) -> tuple[Relation, ...]:
    """Relations, sorted."""
    del parsed
    return ()
