"""Which rows of the ledger a group of segments stands for, in the language of filters."""

from __future__ import annotations

from enum import StrEnum

from inspector.core.candidates.candidate_set import reference_of_subject


class TableId(StrEnum):
    """The tables of one run."""

    LEDGER = "ledger"
    EXPECTATIONS = "expectations"


_INJECTED = "tokens>0"
_ROWS = {
    "knowledge": f"account:knowledge type:card {_INJECTED}",
    "bucket": f"account:bucket {_INJECTED}",
    "entity": f"type:card kind:entity {_INJECTED}",
    "procedure": f"type:card kind:procedure {_INJECTED}",
    "interaction_policy": f"type:card kind:interaction_policy {_INJECTED}",
    "other": f"type:card -kind:entity -kind:procedure -kind:interaction_policy {_INJECTED}",
    "background": "type:background state:included",
    "inlined": "type:file state:included",
    "listed": "type:file state:reduced",
    "overhead": "reason:overhead",
    "released": "reason:released",
    "unused": "reason:unused",
    "unallocated": "reason:unallocated",
    "suppressed": "state:suppressed",
    "dropped": "state:dropped",
}


def rows_of_group(group: str) -> str | None:
    """Return the filter of the ledger that keeps the rows of a group; None for an unknown one."""
    return _ROWS.get(group)


def cards_of_file(subject: str) -> str:
    """Return the filter that keeps the cards that were extracted from one file."""
    escaped = reference_of_subject(subject).replace("\\", "\\\\").replace('"', '\\"')
    return f'source_ref="{escaped}"'
