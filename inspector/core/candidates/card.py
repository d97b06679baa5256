"""One knowledge card, the table of its fields, and the facts about tiers that all else shares.

A field is written here and nowhere else: what reads, holds, mixes, hashes and copies cards goes by
``CARD_FIELDS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Annotated, Any, get_args, get_origin

from inspector.core.model import Document
from inspector.core.scalars import (
    AnyText,
    Natural,
    Number,
    OptionalId,
    Text40,
    Text80,
    Text120,
    Text200,
    text_limit,
)

PROCEDURE = "procedure"
INTERACTION_POLICY = "interaction_policy"
ENTITY = "entity"


class Tier(IntEnum):
    """A rendering of a card, from the smallest to the largest (Injection §5)."""

    COMPACT = 0
    STANDARD = 1
    FULL = 2

    @property
    def label(self) -> str:
        """The tier's name in the manifest."""
        return self.name.lower()


TIERS = tuple(tier.label for tier in Tier)
"""The names of the renderings, the smallest first."""


class Storage(Enum):
    """How a field of many cards is held."""

    TEXT = "text"  # a list: a text a card, most of them different
    INTERNED = "interned"  # codes into the few different texts; optional ones are ids
    SCALAR = "scalar"  # an array of numbers
    TIERS = "tiers"  # texts by tier, which stay where they were read
    COUNTS = "counts"  # an array of numbers by tier
    ATTRIBUTION = "attribution"  # together, for the cards that have any; decides nothing


class Renderings(Document):
    """A card's texts. A tier whose rendering is missing does not exist for the card."""

    compact: AnyText | None = None
    """The text at compact."""

    standard: AnyText | None = None
    """The text at standard."""

    full: AnyText | None = None
    """The text at full."""


class DeclaredCounts(Document):
    """Tokens of a card's renderings as its producer counted them."""

    compact: Natural | None = None
    """Tokens of the text at compact."""

    standard: Natural | None = None
    """Tokens of the text at standard."""

    full: Natural | None = None
    """Tokens of the text at full."""


class Attribution(Document):
    """Where a card came from and how it was made, carried into the manifest (Injection §5)."""

    resolution_source: Text40 | None = None
    """How the card was found."""

    primary_tag: Text80 | None = None
    """Its main tag."""

    hedge_mode: Text80 | None = None
    """How cautiously it is worded."""

    force_level: Text80 | None = None
    """How strongly it was requested."""

    source_bundle_ids: tuple[Text120, ...] = ()
    """The bundles it was made from."""


class Card(Attribution):
    """A candidate knowledge card."""

    node_id: Annotated[Text120, Storage.TEXT]
    """Identifies the card in its set."""

    node_kind: Annotated[Text40, Storage.INTERNED]
    """What the card is about: entity, event, procedure, interaction_policy, …"""

    canonical_name: Annotated[Text200, Storage.TEXT]
    """The name people know it by."""

    relevance_score: Annotated[Number, Storage.SCALAR]
    """How relevant the card is; higher is taken first. A request may override it."""

    matter_id: Annotated[OptionalId, Storage.INTERNED] = None
    """The matter (case, project, topic) the card belongs to."""

    provenance_source: Annotated[OptionalId, Storage.INTERNED] = None
    """Where the knowledge was extracted from: bucket_file, conversation, …"""

    provenance_source_ref: Annotated[OptionalId, Storage.INTERNED] = None
    """For bucket_file: ``{bucket_id}:{file_id}``."""

    renderings: Annotated[Renderings, Storage.TIERS] = Renderings()
    """The card's texts by tier."""

    token_counts: Annotated[DeclaredCounts | None, Storage.COUNTS] = None
    """Declared tokens by tier. They are used as given and compared with counted ones."""


@dataclass(frozen=True, slots=True)
class CardField:
    """One field of a card.

    ``limit`` is the most UTF-16 units of its text, or of each of its texts, None for any number.
    """

    name: str
    storage: Storage
    required: bool
    default: Any
    several: bool  # a list of texts
    limit: int | None


def _fields() -> Iterator[CardField]:
    for name, field in Card.model_fields.items():
        own = [one for one in field.metadata if isinstance(one, Storage)]
        types = list(_types((field.annotation, *field.metadata)))
        yield CardField(
            name=name,
            storage=own[0] if own else Storage.ATTRIBUTION,
            required=field.is_required(),
            default=field.default,
            several=any(get_origin(one) is tuple for one in types),
            limit=next(filter(None, map(text_limit, types)), None),
        )


def _types(parts: tuple[Any, ...]) -> Iterator[Any]:
    """Yield types and what annotates them, from the outside in."""
    for part in parts:
        yield part
        yield from _types(get_args(part))


CARD_FIELDS = tuple(_fields())
"""Every field of a card. One without a storage of its own is part of its ``Attribution``."""


def fields_held_as(*storages: Storage) -> tuple[CardField, ...]:
    """Return the fields that are held in some ways, way by way, each in the card's order."""
    return tuple(field for storage in storages for field in CARD_FIELDS if field.storage is storage)


ATTRIBUTED = fields_held_as(Storage.ATTRIBUTION)
"""The fields of an ``Attribution``."""

COLUMNS = fields_held_as(Storage.SCALAR, Storage.TEXT, Storage.INTERNED)
"""The fields with a column of their own, in the order in which a fingerprint has them."""
