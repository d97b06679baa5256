"""What can be read of a manifest, also of one that breaks the format somewhere.

A check that needs a part that cannot be read is left out: the part itself is a finding already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from inspector.core.candidates.card import ENTITY
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    UnifiedInjectionManifest,
)
from inspector.core.injection.overrides import BARRED, NO_OVERRIDES, Overrides
from inspector.core.problems import pointer
from inspector.core.scalars import SafeInteger

WHAT_IF_REASONS = frozenset(reason.code for reason in BARRED if reason is not None)
CARDS, BUCKETS = "knowledge_cards", "bucket_cards"
TOTAL = "total_budget_tokens"
KNOWLEDGE = "knowledge_card_budget_tokens"
BUCKET = "bucket_content_budget_tokens"
USED = "total_tokens_used"
DETECTIONS = "overlap_detections"
SUPPRESSED = "cards_suppressed_by_bucket_overlap"
NUMBERS = (TOTAL, KNOWLEDGE, BUCKET, USED, DETECTIONS, SUPPRESSED)
OVERLAP_REASON = "bucket_file_overlap"

WHAT_IF = "what_if"
_STATES = ("none", "partial", "unavailable")
_INTEGER: TypeAdapter[int] = TypeAdapter(SafeInteger)

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Row(Generic[R]):
    """A card or a bucket with its index in the manifest."""

    index: int
    entry: R


@dataclass(frozen=True)
class Contents:
    """The readable parts of a manifest.

    ``cards`` and ``buckets`` are None where not all of them can be read; ``readable_cards`` and
    ``readable_buckets`` are those that can. ``overrides`` are those that it says it was made under,
    None where it names none. ``between_counts`` are the places of texts that are too long in UTF-16
    units and not in code points, as newer versions of the document's validator count.
    """

    numbers: Mapping[str, int | None]
    state: str | None
    readable_cards: tuple[Row[ManifestCard], ...]
    readable_buckets: tuple[Row[ManifestBucket], ...]
    cards: tuple[Row[ManifestCard], ...] | None
    buckets: tuple[Row[ManifestBucket], ...] | None
    overrides: Overrides | None = None
    between_counts: frozenset[str] = frozenset()

    def number(self, name: str) -> int | None:
        """Return one of the manifest's numbers, None where it cannot be read."""
        return self.numbers[name]

    @cached_property
    def injected(self) -> tuple[Row[ManifestCard], ...]:
        """The readable cards that are in."""
        return tuple(row for row in self.readable_cards if not row.entry.suppressed)

    @cached_property
    def card_tokens(self) -> int | None:
        """Tokens of all cards that are in, None where a card cannot be read."""
        if self.cards is None:
            return None
        return sum(row.entry.token_count for row in self.injected)

    @cached_property
    def bucket_tokens(self) -> int | None:
        """Tokens of all buckets, None where a bucket cannot be read."""
        if self.buckets is None:
            return None
        return sum(row.entry.token_count for row in self.buckets)

    @cached_property
    def card_layout(self) -> int | None:
        """Tokens around the cards that are in: what the sum leaves over."""
        used, cards, buckets = self.number(USED), self.card_tokens, self.bucket_tokens
        return None if used is None or cards is None or buckets is None else used - cards - buckets

    @cached_property
    def entities(self) -> int:
        """How many entity cards are in."""
        return sum(row.entry.node_kind == ENTITY for row in self.injected)

    @cached_property
    def files_inlined(self) -> int:
        """How many files are inlined, in all readable buckets."""
        return sum(row.entry.files_inlined for row in self.readable_buckets)


def contents_of(value: Any) -> Contents:
    """Return what can be read of a manifest's JSON value."""
    given: Mapping[str, Any] = value if isinstance(value, dict) else {}
    cards, all_cards = _rows(ManifestCard, given.get(CARDS, []))
    buckets, all_buckets = _rows(ManifestBucket, given.get(BUCKETS, []))
    state = given.get("degraded_state", "none")
    return Contents(
        {name: _number(given, name) for name in NUMBERS},
        state if state in _STATES else None,
        cards,
        buckets,
        cards if all_cards else None,
        buckets if all_buckets else None,
        _overrides(given.get(WHAT_IF)) if WHAT_IF in given else None,
        _between_counts(value),
    )


def _overrides(value: Any) -> Overrides:
    try:
        return Overrides.model_validate(value)
    except ValidationError:
        return NO_OVERRIDES


def _number(value: Mapping[str, Any], name: str) -> int | None:
    field = UnifiedInjectionManifest.model_fields[name]
    if name not in value:
        return None if field.is_required() else int(field.default)
    try:
        return _INTEGER.validate_python(value[name])
    except ValidationError:
        return None


def _rows(model: type[R], value: Any) -> tuple[tuple[Row[R], ...], bool]:
    """Return the rows that can be read, and whether these are all."""
    if not isinstance(value, list):
        return (), False
    found = tuple(_readable(model, value))
    return found, len(found) == len(value)


def _readable(model: type[R], value: list[Any]) -> Iterator[Row[R]]:
    for index, entry in enumerate(value):
        try:
            yield Row(index, model.model_validate(entry))
        except ValidationError as error:
            fields = {str(one["loc"][0]) for one in error.errors() if _is_between(one)}
            if len(fields) != error.error_count():
                continue
            # Too long in UTF-16 units only: read without these texts, which stay as they are.
            shortened = {name: "" if name in fields else part for name, part in entry.items()}
            kept = {name: entry[name] for name in fields}
            yield Row(index, model.model_validate(shortened).model_copy(update=kept))


def _between_counts(value: Any) -> frozenset[str]:
    """Return the places of texts that are too long in UTF-16 units, not in code points."""
    try:
        UnifiedInjectionManifest.model_validate(value)
    except ValidationError as error:
        return frozenset(pointer(*one["loc"]) for one in error.errors() if _is_between(one))
    return frozenset()


def _is_between(error: Any) -> bool:
    return bool(error["type"] == "too_long" and len(error["input"]) <= error["ctx"]["limit"])
