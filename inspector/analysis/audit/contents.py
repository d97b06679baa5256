"""What can be read of a manifest, also of one that breaks the format somewhere.

A check that needs a part that cannot be read is left out: the part itself is a finding already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from inspector.core.injection.card import ENTITY
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    UnifiedInjectionManifest,
)
from inspector.core.scalars import SafeInteger

CARDS, BUCKETS = "knowledge_cards", "bucket_cards"
TOTAL = "total_budget_tokens"
KNOWLEDGE = "knowledge_card_budget_tokens"
BUCKET = "bucket_content_budget_tokens"
USED = "total_tokens_used"
DETECTIONS = "overlap_detections"
SUPPRESSED = "cards_suppressed_by_bucket_overlap"
NUMBERS = (TOTAL, KNOWLEDGE, BUCKET, USED, DETECTIONS, SUPPRESSED)
OVERLAP_REASON = "bucket_file_overlap"

_WHAT_IF = "what_if"
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
    ``readable_buckets`` are those that can. ``model`` is None where anything is wrong. ``what_if``
    says that it was made under overrides.
    """

    model: UnifiedInjectionManifest | None
    numbers: Mapping[str, int | None]
    state: str | None
    readable_cards: tuple[Row[ManifestCard], ...]
    readable_buckets: tuple[Row[ManifestBucket], ...]
    cards: tuple[Row[ManifestCard], ...] | None
    buckets: tuple[Row[ManifestBucket], ...] | None
    what_if: bool = False

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
    try:
        model = UnifiedInjectionManifest.model_validate(value)
    except ValidationError:
        return _salvaged(value if isinstance(value, dict) else {})
    cards = tuple(Row(index, card) for index, card in enumerate(model.knowledge_cards))
    buckets = tuple(Row(index, bucket) for index, bucket in enumerate(model.bucket_cards))
    numbers = {name: getattr(model, name) for name in NUMBERS}
    what_if = _WHAT_IF in value
    return Contents(model, numbers, model.degraded_state, cards, buckets, cards, buckets, what_if)


def _salvaged(value: Mapping[str, Any]) -> Contents:
    cards, all_cards = _rows(ManifestCard, value.get(CARDS, []))
    buckets, all_buckets = _rows(ManifestBucket, value.get(BUCKETS, []))
    state = value.get("degraded_state", "none")
    return Contents(
        None,
        {name: _number(value, name) for name in NUMBERS},
        state if state in _STATES else None,
        cards,
        buckets,
        cards if all_cards else None,
        buckets if all_buckets else None,
        _WHAT_IF in value,
    )


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
        except ValidationError:
            continue
