"""The keys of what a build is about: ``kind:id``, the same in tables, charts and notes."""

from __future__ import annotations

from inspector.core.ledger import LedgerEntry

WHOLE = "bundle:whole"
"""The build as a whole."""


def file_key(path: str) -> str:
    """Return the key of a file."""
    return f"file:{path}"


def path_of(key: str) -> str:
    """Return the path of a file that a key names or whose definition it names, "" for none."""
    kind, _, rest = key.partition(":")
    if kind == "symbol":
        return rest.rpartition("#")[0]
    return rest if kind == "file" else ""


def entry_key(entry: LedgerEntry) -> str:
    """Return the key of a row of the ledger."""
    return f"{entry.kind}:{entry.subject}"


def step_key(number: int) -> str:
    """Return the key of a step of fitting."""
    return f"fit:{number}"


def redaction_key(place: int) -> str:
    """Return the key of a redaction, by its place in the report."""
    return f"redaction:{place}"
