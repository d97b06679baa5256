"""Reading what a session holds for the assembly of a prompt."""

from __future__ import annotations

from inspector.core.assembly.model import AssemblyItem, AssemblyStage
from inspector.files.findings import Findings, Parsed
from inspector.files.stage_reading import with_items


def assembly_part(parsed: Parsed, found: Findings, _folder: str) -> AssemblyStage | None:
    """Return the stage of a parsed value, with the good ones of its items."""
    return with_items(AssemblyStage, "items", AssemblyItem, parsed, found, "assembly stage")
