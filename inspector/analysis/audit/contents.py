"""What can be read of a manifest, also of one that breaks the format somewhere.

A check that needs a part that cannot be read is left out: the part itself is a finding already.

Overlap counts and the degraded state against the rows they sum up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from inspector.analysis.audit.finding import Check, Finding, term
from inspector.core.candidates.card import ENTITY
from inspector.core.injection.manifest import (
    ManifestBucket,
    ManifestCard,
    UnifiedInjectionManifest,
)
from inspector.core.injection.overrides import BARRED, NO_OVERRIDES, Overrides
from inspector.core.problems import pointer
from inspector.core.reasons import Reason
from inspector.core.scalars import SafeInteger
from inspector.plurals import count_of

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
class ManifestRow(Generic[R]):
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
    readable_cards: tuple[ManifestRow[ManifestCard], ...]
    readable_buckets: tuple[ManifestRow[ManifestBucket], ...]
    cards: tuple[ManifestRow[ManifestCard], ...] | None
    buckets: tuple[ManifestRow[ManifestBucket], ...] | None
    overrides: Overrides | None = None
    between_counts: frozenset[str] = frozenset()

    def number(self, name: str) -> int | None:
        """Return one of the manifest's numbers, None where it cannot be read."""
        return self.numbers[name]

    @cached_property
    def injected(self) -> tuple[ManifestRow[ManifestCard], ...]:
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
    whole, between_counts = _whole(value)
    if whole is not None:  # each row was read with it
        cards, all_cards = _numbered(whole.knowledge_cards), True
        buckets, all_buckets = _numbered(whole.bucket_cards), True
    else:
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
        between_counts,
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


def _rows(model: type[R], value: Any) -> tuple[tuple[ManifestRow[R], ...], bool]:
    """Return the rows that can be read, and whether these are all."""
    if not isinstance(value, list):
        return (), False
    found = tuple(_readable(model, value))
    return found, len(found) == len(value)


def _readable(model: type[R], value: list[Any]) -> Iterator[ManifestRow[R]]:
    for index, entry in enumerate(value):
        try:
            yield ManifestRow(index, model.model_validate(entry))
        except ValidationError as error:
            fields = {str(one["loc"][0]) for one in error.errors() if _is_between(one)}
            if len(fields) != error.error_count():
                continue
            # Too long in UTF-16 units only: read without these texts, which stay as they are.
            shortened = {name: "" if name in fields else part for name, part in entry.items()}
            kept = {name: entry[name] for name in fields}
            yield ManifestRow(index, model.model_validate(shortened).model_copy(update=kept))


def _whole(value: Any) -> tuple[UnifiedInjectionManifest | None, frozenset[str]]:
    """Return the manifest, or None and the places of texts too long in UTF-16 units alone."""
    try:
        return UnifiedInjectionManifest.model_validate(value), frozenset()
    except ValidationError as error:
        return None, frozenset(pointer(*one["loc"]) for one in error.errors() if _is_between(one))


def _numbered(rows: Iterable[R]) -> tuple[ManifestRow[R], ...]:
    return tuple(ManifestRow(index, row) for index, row in enumerate(rows))


def _is_between(error: Any) -> bool:
    return bool(error["type"] == "too_long" and len(error["input"]) <= error["ctx"]["limit"])


_STATE = "degraded_state"
_UNUSABLE = {Reason.NO_RENDERING.code, Reason.UNCOUNTABLE.code}
_ALWAYS_POSSIBLE = {
    Reason.NOTHING_TO_INJECT.code,
    *WHAT_IF_REASONS,
    *_UNUSABLE,
}


def state_checks(contents: Contents) -> Iterator[Finding]:
    """Check counts of overlap and what the manifest says of its own state (Injection §3, §5)."""
    if contents.overrides is not None:
        message = f"Produced with {_what_if(contents.overrides)}."
        yield Check.WHAT_IF.found(message, WHAT_IF)
    yield from _overlap(contents)
    yield from _nothing_allowed(contents)
    yield from _state(contents)


def _what_if(overrides: Overrides) -> str:
    """Return what a manifest was made under, in words."""
    parts = []
    if overrides.count:
        parts.append(f"{count_of(overrides.count, 'manual override')} of cards, files or summaries")
    if overrides.relevance_floor is not None:
        parts.append(f"a floor of relevance of {overrides.relevance_floor:g}")
    if overrides.top_k is not None:
        parts.append(f"a top-k of {overrides.top_k:,}")
    return ", ".join(parts) or "no overrides"


def _overlap(contents: Contents) -> Iterator[Finding]:
    if contents.cards is None:
        return
    covered = [row for row in contents.cards if row.entry.suppression_reason == OVERLAP_REASON]
    said, detections = contents.number(SUPPRESSED), contents.number(DETECTIONS)
    if said is not None and said != len(covered):
        message = (
            f"{count_of(said, 'card')} counted as suppressed by overlap; listed: {len(covered):,}."
        )
        counted = (term("counted", said), term(f"cards with {OVERLAP_REASON}", len(covered)))
        yield Check.OVERLAP_COUNT.found(message, SUPPRESSED, terms=counted)
    if contents.buckets is None:
        return
    backgrounds = sum(row.entry.background_suppressed_by_overlap for row in contents.buckets)
    if detections is not None and detections != len(covered) + backgrounds:
        message = (
            f"{count_of(detections, 'overlap')} counted; suppressed by overlap:"
            f" {count_of(len(covered), 'card')} and {count_of(backgrounds, 'background')}."
        )
        terms = (
            term("cards suppressed by overlap", len(covered)),
            term("backgrounds suppressed", backgrounds),
            term("together", len(covered) + backgrounds),
            term("counted", detections),
        )
        yield Check.DETECTION_COUNT.found(message, DETECTIONS, terms=terms)
    if covered and not contents.files_inlined:
        row = covered[0]
        message = (
            f"{count_of(len(covered), 'card')} suppressed because of a file in full text, but no"
            " file is in full text."
        )
        where = (CARDS, row.index, "suppression_reason")
        yield Check.OVERLAP_WITHOUT_FILE.found(message, *where, subject=row.entry.node_id)


def _nothing_allowed(contents: Contents) -> Iterator[Finding]:
    total = contents.number(TOTAL)
    if total is None:
        return
    for row in contents.readable_cards:
        card = row.entry
        where = (CARDS, row.index, "suppression_reason")
        if total > 0 and card.suppression_reason == Reason.NOTHING_TO_INJECT.code:
            message = f"The card is out because the budget is 0; the budget is {total:,}."
            yield Check.NOTHING_ALLOWED.found(message, *where, subject=card.node_id)
        elif total == 0 and card.suppressed and card.suppression_reason not in _ALWAYS_POSSIBLE:
            message = "With a budget of 0 a card is out for that, not for this reason."
            yield Check.NOTHING_ALLOWED.found(message, *where, subject=card.node_id)


def _state(contents: Contents) -> Iterator[Finding]:
    total, used, state = contents.number(TOTAL), contents.number(USED), contents.state
    cards, buckets = contents.cards, contents.buckets
    if total is None or used is None or state is None or cards is None or buckets is None:
        return
    terms = (term("total", total), term("used", used), term("candidate cards", len(cards)))
    if state != "unavailable" and (total == 0 or (cards and used == 0)):
        message = f"Nothing could be injected, and the state is {state}, not unavailable."
        yield Check.STATE.found(message, _STATE, terms=terms)
    elif state == "unavailable" and total > 0 and (used > 0 or not (cards or buckets)):
        message = "The state is unavailable: nothing could be injected. The numbers say otherwise."
        yield Check.STATE.found(message, _STATE, terms=terms)
    elif state == "none" and any(row.entry.suppression_reason in _UNUSABLE for row in cards):
        message = "A card has no usable rendering, so the state is partial at least; it is none."
        yield Check.STATE.found(message, _STATE)
