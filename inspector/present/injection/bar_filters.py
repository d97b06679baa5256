"""Which rows of which table a group of segments stands for, in the language of filters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.candidates.candidate_set import reference_of_subject


class TableId(StrEnum):
    """The tables of one run."""

    CARDS = "cards"
    BUCKETS = "buckets"
    FILES = "files"
    LEDGER = "ledger"
    EXPECTATIONS = "expectations"


@dataclass(frozen=True, slots=True)
class Filtered:
    """Rows of one table."""

    table: TableId
    filter: str


_INJECTED = "tokens>0"
_ROWS = {
    "knowledge": Filtered(TableId.CARDS, _INJECTED),
    "bucket": Filtered(TableId.LEDGER, f"account:bucket {_INJECTED}"),
    "entity": Filtered(TableId.CARDS, f"kind:entity {_INJECTED}"),
    "procedure": Filtered(TableId.CARDS, f"kind:procedure {_INJECTED}"),
    "interaction_policy": Filtered(TableId.CARDS, f"kind:interaction_policy {_INJECTED}"),
    "other": Filtered(
        TableId.CARDS, f"-kind:entity -kind:procedure -kind:interaction_policy {_INJECTED}"
    ),
    "background": Filtered(TableId.BUCKETS, "state:included"),
    "inlined": Filtered(TableId.FILES, "state:included"),
    "listed": Filtered(TableId.FILES, "state:reduced"),
    "overhead": Filtered(TableId.LEDGER, "reason:overhead"),
    "released": Filtered(TableId.LEDGER, "reason:released"),
    "unused": Filtered(TableId.LEDGER, "reason:unused"),
    "unallocated": Filtered(TableId.LEDGER, "reason:unallocated"),
    "suppressed": Filtered(TableId.LEDGER, "state:suppressed"),
    "dropped": Filtered(TableId.LEDGER, "state:dropped"),
}


def rows_of_group(group: str, key: str = "") -> Filtered | None:
    """Return the rows of a group; None where no table has any.

    What stays beside the bar is shown in the table of the segment's own kind when ``key`` names a
    card or a file, else in the ledger, which has all kinds.
    """
    found = _ROWS.get(group)
    if found is None or group not in ("suppressed", "dropped"):
        return found
    own = {"card": TableId.CARDS, "file": TableId.FILES}.get(key.partition(":")[0])
    return found if own is None else Filtered(own, found.filter)


def cards_of_file(subject: str) -> Filtered:
    """Return the cards that were extracted from one file."""
    escaped = reference_of_subject(subject).replace("\\", "\\\\").replace('"', '\\"')
    return Filtered(TableId.CARDS, f'source_ref="{escaped}"')
