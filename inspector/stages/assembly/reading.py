"""Reading what a session holds for the assembly, and what of it may hold a secret."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.core.assembly.model import AssemblyItem, AssemblyStage
from inspector.files.findings import Findings, Parsed
from inspector.files.stage_reading import with_items
from inspector.session.assembly_edits import remove_item
from inspector.session.session import Session
from inspector.session.store import Edit


def assembly_part(parsed: Parsed, found: Findings, _folder: str) -> AssemblyStage | None:
    """Return the stage of a parsed value, with the good ones of its items."""
    return with_items(AssemblyStage, "items", AssemblyItem, parsed, found, "assembly stage")


def texts(session: Session) -> Iterator[Subject]:
    """Yield the items."""
    for at, item in enumerate(session.assembly.items):
        held = HeldText("text", item.text or "", ("items", at, "text"))
        yield "item", item.item_id, (held,)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes an item out of the session."""
    return remove_item(subject)
