"""A manifest against what a replay makes of its inputs: row by row, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ValidationError

from inspector.analysis.audit.contents import BUCKETS, CARDS, WHAT_IF
from inspector.analysis.audit.plain_step import PlainRun, plain_run
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    WhatIfManifest,
)
from inspector.core.injection.overrides import Overrides
from inspector.core.ledger import LedgerEntry
from inspector.core.tokens.counter import TokenCounter
from inspector.session.session import Session

Key = tuple[str, str]
"""What a row is about: ``manifest``, ``card`` or ``bucket``, and its id (a field's name)."""

_FRACTION = re.compile(r"\.(\d*?)0*Z$")
_NO_SECONDS = re.compile(r"(T\d\d:\d\d)Z$")


class RowChange(StrEnum):
    """How a row of a manifest differs from the replay."""

    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field of a row; None is an absent value."""

    field: str
    expected: Any
    actual: Any


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One row that is not what the inputs lead to.

    ``index`` is its place in the manifest, for one that is missing None. ``rule`` and ``sentence``
    say what the replay decided, "" where it has no such row.
    """

    key: Key
    change: RowChange
    index: int | None
    fields: tuple[FieldDifference, ...]
    rule: str = ""
    sentence: str = ""

    @property
    def subject(self) -> str:
        """The card's or bucket's id, or the name of the manifest's field."""
        return self.key[1]


@dataclass(frozen=True)
class Replay:
    """Every difference between a manifest and what its inputs lead to.

    ``moved`` is the index of the first card that stands elsewhere, None where the order is right.
    """

    session: Session  # what was replayed
    counter: str  # what counted its tokens
    plain: PlainRun
    differences: tuple[RowDifference, ...]
    moved: int | None

    @cached_property
    def card_names(self) -> Mapping[str, str]:
        """What the inputs call each card."""
        rows = self.plain.manifest[CARDS]
        return {row["node_id"]: row["canonical_name"] for row in rows}

    @property
    def reproduces(self) -> bool:
        """Whether the inputs lead to this manifest."""
        return not self.differences and self.moved is None

    @cached_property
    def by_key(self) -> Mapping[Key, RowDifference]:
        """The differences by what they are about; of an id that repeats the first."""
        found: dict[Key, RowDifference] = {}
        for one in self.differences:
            found.setdefault(one.key, one)
        return found


def replay(value: Any, session: Session, tokens: TokenCounter) -> Replay:
    """Replay a session and compare a manifest's JSON value with what comes of it.

    Fields that are not in the format are left alone. Numbers are equal by value, times by the
    moment they name. Raises ``ValueError`` for a session without a request.
    """
    plain = plain_run(session, tokens, value)
    return compared(value, session, tokens.name, plain)


def compared(value: Any, session: Session, counter: str, plain: PlainRun) -> Replay:
    """Compare a manifest's JSON value with a replay of it; ``counter`` counted the tokens."""
    given = value if isinstance(value, dict) else {}
    wanted = plain.manifest
    head = [name for name in wanted if name not in (CARDS, BUCKETS)]
    found = list(_head(given, wanted, head))
    cards, moved = _rows("card", ManifestCard, given.get(CARDS, []), wanted[CARDS])
    buckets, _ = _rows("bucket", ManifestBucket, given.get(BUCKETS, []), wanted[BUCKETS])
    found += (_with_rule(one, plain) for one in cards)
    found += buckets
    return Replay(session, counter, plain, tuple(found), moved)


def _head(
    given: Mapping[str, Any], wanted: Mapping[str, Any], names: Sequence[str]
) -> Iterator[RowDifference]:
    for name in names:
        field = WhatIfManifest.model_fields[name]
        default = None if field.is_required() else field.default
        actual, expected = given.get(name, default), wanted[name]
        if not _same(name, actual, expected):
            difference = FieldDifference(name, expected, actual)
            yield RowDifference(("manifest", name), RowChange.CHANGED, None, (difference,))


def _rows(
    kind: str, model: type[BaseModel], given: Any, wanted: Sequence[Mapping[str, Any]]
) -> tuple[list[RowDifference], int | None]:
    """Return the rows that differ, and the index of the first known one that stands elsewhere."""
    id_field = "node_id" if kind == "card" else "bucket_id"
    expected = {row[id_field]: row for row in wanted}
    seen: dict[str, int] = {}
    found: list[RowDifference] = []
    for index, row in enumerate(given if isinstance(given, list) else []):
        name = row.get(id_field) if isinstance(row, dict) else None
        if not isinstance(name, str) or name not in expected or name in seen:
            key = (kind, name if isinstance(name, str) else f"#{index}")
            found.append(RowDifference(key, RowChange.EXTRA, index, ()))
            continue
        seen[name] = index
        fields = tuple(_fields(model, row, expected[name]))
        if fields:
            found.append(RowDifference((kind, name), RowChange.CHANGED, index, fields))
    missing = (name for name in expected if name not in seen)
    found += (RowDifference((kind, name), RowChange.MISSING, None, ()) for name in missing)
    order = (name for name in expected if name in seen)
    moved = (index for (name, index), due in zip(seen.items(), order, strict=True) if name != due)
    return found, next(moved, None)


def _fields(
    model: type[BaseModel], row: Mapping[str, Any], expected: Mapping[str, Any]
) -> Iterator[FieldDifference]:
    if row == expected and _flags(row) == _flags(expected):
        return
    given = _normalized(model, row)
    for name in model.model_fields:
        one, other = given.get(name), expected.get(name)
        if not _same(name, one, other):
            yield FieldDifference(name, other, one)


def _normalized(model: type[BaseModel], row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row with its default values; one that breaks the format as it is."""
    try:
        return model.model_validate(row).model_dump(mode="json")
    except ValidationError:
        return row


def _flags(row: Mapping[str, Any]) -> list[bool]:
    """Tell true from 1, which are equal to Python but not in JSON."""
    return [isinstance(value, bool) for value in row.values()]


def _same(name: str, one: Any, other: Any) -> bool:
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if name == "timestamp" and isinstance(one, str):
        return _moment(one) == _moment(str(other))
    if name == "source_bundle_ids":
        return bool((one or []) == (other or []))  # none is the same as an empty list
    if name == WHAT_IF:
        return bool(_overrides(one) == _overrides(other))
    return bool(one == other)


def _overrides(value: Any) -> Any:
    """Return overrides with their default values, so that none is the same as an empty list."""
    try:
        return Overrides.model_validate(value)
    except ValidationError:
        return value


def _moment(text: str) -> str:
    """Spell a UTC time in one way: with seconds, and no zeros at the end of a fraction."""
    text = _NO_SECONDS.sub(r"\1:00Z", text)
    return _FRACTION.sub(lambda found: f".{found[1]}Z" if found[1] else "Z", text)


def _with_rule(one: RowDifference, plain: PlainRun) -> RowDifference:
    """Say of a card what the replay decided about it."""
    if one.change is RowChange.EXTRA or one.subject not in plain.reasons:
        return one
    reason, numbers = plain.reasons[one.subject]
    values = {"tokens": 0, **numbers}
    entry = LedgerEntry(one.subject, "card", one.subject, "knowledge", reason, **values)
    return replace(one, rule=entry.rule, sentence=entry.sentence)
