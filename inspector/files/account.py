"""The account of an import: what became of every record, and what of it was not taken.

A record is whatever may be taken or left out by itself: a row, a hit, a message, a question. It is
*taken* as a kind of thing or *left out* for a reason; parts of records that nothing used are named,
and so is how scores, roles, sizes and windows were read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from inspector.core.model import Document
from inspector.core.problems import Place
from inspector.core.scalars import Natural
from inspector.core.window.chunk import Chunk
from inspector.files.findings import BETWEEN_LOOKS, Progress, report_progress
from inspector.files.substring_index import SubstringIndex
from inspector.plurals import of_kind

NO_JSON = "no JSON"
"""Why a line that is broken was left out."""
_MOST_NAMES = 24  # of what nothing used that a text lists


class LeftOutRecords(Document):
    """Records that were left out for one reason."""

    reason: str
    """Why, as a phrase: *no text*, *abandoned by a rewind*."""

    count: Natural
    """How many records."""

    place: str = ""
    """Where the first of them stands."""


class Reading(Document):
    """How one thing of a file was read, where it could have been read in another way."""

    what: str
    """What was read: *distance*, *model window*, *role*."""

    how: str
    """How, and from what that was told."""


class Account(Document):
    """What became of the records of a file: ``records`` = ``taken`` + ``left_out``."""

    records: Natural = 0
    """How many records there are."""

    taken: Mapping[str, int] = {}
    """How many were taken, by what they were taken as."""

    left_out: tuple[LeftOutRecords, ...] = ()
    """Those that were not, by the reason, in the order in which the reasons came up."""

    unused: tuple[str, ...] = ()
    """The fields, columns and parts with a text or a number in them that nothing used."""

    readings: tuple[Reading, ...] = ()
    """How scores, roles, sizes and windows were read."""

    @property
    def balances(self) -> bool:
        """Whether every record is on exactly one side."""
        return self.records == self.taken_in_all + self.left_out_in_all

    @property
    def taken_in_all(self) -> int:
        """How many records were taken."""
        return sum(self.taken.values())

    @property
    def left_out_in_all(self) -> int:
        """How many records were left out."""
        return sum(one.count for one in self.left_out)

    @property
    def told_unused(self) -> str:
        """The names of what nothing used, the first of many."""
        more = len(self.unused) - _MOST_NAMES
        return ", ".join(self.unused[:_MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")

    def lines(self) -> list[str]:
        """Return it as lines of text, none where there is no record."""
        if not self.records:
            return []
        taken = ", ".join(of_kind(count, kind) for kind, count in self.taken.items() if count)
        ending = "" if self.records == 1 else "s"
        told = [
            f"  {self.records:,} record{ending}: {self.taken_in_all:,} taken"
            f" ({taken or 'nothing'}), {self.left_out_in_all:,} left out"
        ]
        told += (
            f"  left out: {one.count:,} {one.reason} (first at {one.place})"
            for one in self.left_out
        )
        if self.unused:
            told.append(f"  not used: {self.told_unused}")
        return told + [f"  {one.what}: {one.how}" for one in self.readings]


class AccountDraft:
    """Collects an account while a file is read.

    A reader says of each record that it ``met`` it, and then that it ``took`` it or ``left`` it
    out; that the sum closes is thereby a check of the reader.
    """

    def __init__(
        self, left: dict[str, str] | None = None, progress: Progress | None = None
    ) -> None:
        """``left`` takes up the reason of every record that was left out, by its place.

        ``progress`` is asked now and then whether to go on.
        """
        self._progress = progress
        self.records = 0
        self._all_left = left
        self._taken: Counter[str] = Counter()
        self._left: dict[str, tuple[int, Place]] = {}
        self._unused: dict[str, None] = {}
        self._readings: dict[tuple[str, str], None] = {}

    def met(self, count: int = 1) -> None:
        """Count records that the file holds. Raises ``CancelledError`` where it is to end."""
        self.records += count
        if self.records % BETWEEN_LOOKS < count:
            self.go_on()

    def go_on(self) -> None:
        """Ask whether to go on. Raises ``CancelledError`` where it is to end."""
        report_progress(self._progress, 0, 1)

    def took(self, kind: str, count: int = 1) -> None:
        """Count records that were taken as this kind of thing (*hits*, *messages*)."""
        if count:
            self._taken[kind] += count

    def left(self, reason: str, place: Place, count: int = 1) -> None:
        """Count records that were left out for a reason, the first of which stands at a place."""
        if count:
            known, first = self._left.get(reason, (0, place))
            self._left[reason] = known + count, first
            if self._all_left is not None:
                self._all_left.setdefault(str(place), reason)

    def withdraw(self, records: int, place: Place) -> None:
        """Leave out all that was taken, and records that nobody met: nothing came of the file."""
        if not self._taken and set(self._left) <= {NO_JSON}:
            self.met(records)
            self.left("with nothing that was retrieved or sent", place, records)
        for kind, count in self._taken.items():
            self.left(f"with nothing to open beside them ({kind})", place, count)
        self._taken.clear()

    def ignored(self, *names: str) -> None:
        """Name fields, columns or parts with a text or a number in them that nothing uses."""
        self._unused.update(dict.fromkeys(names))

    def read_as(self, what: str, how: str) -> None:
        """Say how something was read; said once however often it is read that way."""
        self._readings[what, how] = None

    def add(self, other: Account) -> None:
        """Take over the account of a part of the file, or of another file read with it."""
        self.records += other.records
        self._taken.update(other.taken)
        for one in other.left_out:
            known, first = self._left.get(one.reason, (0, Place(one.place or None)))
            self._left[one.reason] = known + one.count, first
        self.ignored(*other.unused)
        for reading in other.readings:
            self.read_as(reading.what, reading.how)

    def closed(self) -> Account:
        """Return the account as it is by now."""
        return Account(
            records=self.records,
            taken=dict(self._taken),
            left_out=tuple(
                LeftOutRecords(reason=reason, count=count, place=str(place))
                for reason, (count, place) in self._left.items()
            ),
            unused=tuple(self._unused),
            readings=tuple(Reading(what=what, how=how) for what, how in self._readings),
        )


def plain_names(record: object, prefix: str = "") -> Iterator[str]:
    """Give the ways to all texts and numbers of a record, with ``*`` for places in lists.

    A list of plain values is one way: an embedding has thousands.
    """
    if isinstance(record, Mapping):
        for name, value in record.items():
            way = f"{prefix}/{name}" if prefix else str(name)
            if isinstance(value, _PLAIN):  # almost all are: nothing else is asked of a cell
                if _is_plain(value):
                    yield way
            else:
                yield from plain_names(value, way)
    elif isinstance(record, list):
        inner = f"{prefix}/*" if prefix else "*"
        plain = False
        for value in record:
            if isinstance(value, _PLAIN):
                if not plain and _is_plain(value):
                    plain = True
                    yield inner
            else:
                yield from plain_names(value, inner)
    elif _is_plain(record):
        yield prefix


def names_beside(record: object, used: Iterable[str]) -> Iterator[str]:
    """Give the members of a record with a text or a number in them that are none of those used."""
    kept = record if isinstance(record, Mapping) else {}
    for name, one in kept.items():
        if name not in used and next(plain_names(one), None) is not None:
            yield name


_PLAIN = (str, int, float)


def _is_plain(value: object) -> bool:
    return isinstance(value, _PLAIN) and value != "" and not isinstance(value, bool)


def unused_names(record: object, used: Iterable[str], prefix: str = "") -> Iterator[str]:
    """Give the ways of ``plain_names`` that are none of those used.

    ``way/**`` stands for all that is below a way, which is accounted for elsewhere.
    """
    ways = frozenset(used)
    below = tuple(way[:-2] for way in ways if way.endswith(EVERYTHING))
    for name in plain_names(record):
        if name not in ways and not name.startswith(below):
            yield f"{prefix}{name}"


EVERYTHING = "/**"
"""What follows a way that stands for all that is below it, too."""


def texts_in(part: Any) -> Iterator[str]:
    """Give the texts of a part that is counted as a whole, such as an image."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping | list):
        for one in part.values() if isinstance(part, Mapping) else part:
            yield from texts_in(one)


def ways_above(way: str) -> Iterator[str]:
    """Give the ways to what a part is in, at every level."""
    at = way.find("/")
    while at >= 0:
        yield way[:at]
        at = way.find("/", at + 1)


def told(chunk: Chunk) -> str:
    """Return all that a chunk says: its text, and what it is known by."""
    facts = (one for one in (chunk.metadata or {}).values() if isinstance(one, str))
    return "\n".join((chunk.content or "", *facts))


def unsaid_names(
    record: Any,
    texts: Sequence[str],
    used: Set[str] = frozenset(),
    leaves: Set[str] = frozenset(),
) -> list[str]:
    """Return the ways to what a record says and none of its texts holds, whole parts by their top.

    ``used`` are ways, and ``leaves`` names of members at any depth, whose values say what the
    record is; those are no text of their own. ``way/**`` stands for all that is below a way. What a
    text holds as JSON is looked at part by part.
    """
    return sorted(_unused(record, "", SubstringIndex(texts), used, leaves)[0])


def _unused(
    value: Any, way: str, whole: SubstringIndex, used: Set[str], leaves: Set[str]
) -> tuple[set[str], bool]:
    is_plain = not isinstance(value, Mapping | list)
    if is_plain and way in used:
        return set(), True
    if isinstance(value, str) and value not in whole:
        value = decoded(value)
        is_plain = isinstance(value, str)
    if not is_plain and f"{way}{EVERYTHING}" in used:
        return set(), True
    if not is_plain:
        pairs = value.items() if isinstance(value, Mapping) else (("*", one) for one in value)
        names: set[str] = set()
        any_used = False
        for name, inner in pairs:
            if name in leaves and not isinstance(inner, Mapping | list):
                continue
            found, there = _unused(
                inner, f"{way}/{name}" if way else str(name), whole, used, leaves
            )
            names |= found
            any_used = any_used or there
        return (names, any_used) if any_used or not names or not way else ({way}, False)
    if value is None or value == "" or isinstance(value, bool):
        return set(), False
    written = value if isinstance(value, str) else repr(value)
    there = written in whole or (
        isinstance(value, str) and json.dumps(value, ensure_ascii=False)[1:-1] in whole
    )
    return (set(), True) if there else ({way}, False)


def decoded(value: Any) -> Any:
    """Return the JSON that a text holds, any other value as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
