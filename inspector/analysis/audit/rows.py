"""The rows of a manifest, the same in every exit: fields of its head, cards and buckets.

Beside each stands what the replay has in its place. Rows that only the replay has come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from inspector.analysis.audit.contents import BUCKETS, CARDS, WHAT_IF, Contents
from inspector.analysis.audit.replay import Replay, RowChange, RowDifference
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    UnifiedInjectionManifest,
)

HEAD = tuple(name for name in UnifiedInjectionManifest.model_fields if name not in (CARDS, BUCKETS))


class RowState(StrEnum):
    """How a row stands to the replay."""

    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "missing"
    EXTRA = "extra"
    UNKNOWN = "not replayed"


_CHANGES = {
    RowChange.CHANGED: RowState.DIFFERS,
    RowChange.MISSING: RowState.MISSING,
    RowChange.EXTRA: RowState.EXTRA,
}
_IDS = {"card": ("node_id", "canonical_name"), "bucket": ("bucket_id", "bucket_title")}


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row of a manifest and of its replay.

    ``given`` and ``replayed`` are a field's value, or the card or bucket as JSON; None where there
    is none. ``entry`` is the card or bucket where it can be read. ``place`` counts from 0 in its
    list, None in the head and for what only the replay has; ``repeat`` how often its id came.
    """

    kind: Literal["manifest", "card", "bucket"]
    subject: str
    name: str
    state: RowState
    place: int | None = None
    given: Any = None
    replayed: Any = None
    entry: ManifestCard | ManifestBucket | None = None
    difference: RowDifference | None = None
    repeat: int = 1

    @property
    def key(self) -> str:
        """What tables, notes and links call it; of an id that is listed again with a number."""
        return f"{self.kind}:{self.subject}" + f"#{self.repeat}" * (self.repeat > 1)


def rows_of(value: Any, contents: Contents, done: Replay | None) -> tuple[AuditRow, ...]:
    """Return all rows of a manifest's JSON value, replayed or not."""
    given = value if isinstance(value, dict) else {}
    return tuple(_rows(given, contents, done))


def _rows(given: Mapping[str, Any], contents: Contents, done: Replay | None) -> Iterator[AuditRow]:
    found = {} if done is None else {(one.key, one.index): one for one in done.differences}
    wanted = {} if done is None else done.plain.manifest

    def state(one: RowDifference | None) -> RowState:
        if done is None:
            return RowState.UNKNOWN
        return RowState.AGREES if one is None else _CHANGES[one.change]

    for name in (*HEAD, *((WHAT_IF,) if WHAT_IF in given or WHAT_IF in wanted else ())):
        one = found.pop((("manifest", name), None), None)
        title = name.replace("_", " ")
        yield AuditRow(
            "manifest", name, title, state(one), None, given.get(name), wanted.get(name), None, one
        )
    cards = {row.index: row.entry for row in contents.readable_cards}
    buckets = {row.index: row.entry for row in contents.readable_buckets}
    for kind, listed, model, readable in (
        ("card", CARDS, ManifestCard, cards),
        ("bucket", BUCKETS, ManifestBucket, buckets),
    ):
        id_field, name_field = _IDS[kind]
        replayed = {row[id_field]: row for row in wanted.get(listed, ())}
        times: Counter[str] = Counter()
        for place, row in enumerate(_list(given.get(listed))):
            fields = row if isinstance(row, dict) else {}
            subject = fields.get(id_field)
            subject = subject if isinstance(subject, str) else f"#{place}"
            one = found.pop(((kind, subject), place), None)
            times[subject] += 1
            extra = one is not None and one.change is RowChange.EXTRA
            name = fields.get(name_field)
            yield AuditRow(
                kind,  # type: ignore[arg-type]  # one of the two above
                subject,
                name if isinstance(name, str) else subject,
                state(one),
                place,
                _in_order(row, model),
                None if extra else replayed.get(subject),
                readable.get(place),
                one,
                times[subject],
            )
    lacking = {"card": CARDS, "bucket": BUCKETS}
    own = {
        kind: {row[_IDS[kind][0]]: row for row in wanted.get(listed, ())}
        for kind, listed in lacking.items()
    }
    for one in found.values():  # what the inputs lead to and the manifest does not have
        kind, subject = one.key
        row = own.get(kind, {}).get(subject, {})
        name = row.get(_IDS[kind][1], subject) if kind in _IDS else subject
        yield AuditRow(
            kind,  # type: ignore[arg-type]  # the kinds of a replay's keys
            subject,
            name,
            state(one),
            replayed=row or None,
            difference=one,
        )


def _in_order(row: Any, model: type[ManifestCard | ManifestBucket]) -> Any:
    """Return an entry's members in the order of their model, others last: theirs says nothing."""
    if not isinstance(row, dict):
        return row
    known = [name for name in model.model_fields if name in row]
    return {name: row[name] for name in (*known, *sorted(row.keys() - set(known)))}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()
