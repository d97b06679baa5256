"""One knowledge card, and the facts about tiers that everything else shares."""

from __future__ import annotations

from enum import IntEnum

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

    node_id: Text120
    """Identifies the card in its set."""

    node_kind: Text40
    """What the card is about: entity, event, procedure, interaction_policy, …"""

    canonical_name: Text200
    """The name people know it by."""

    relevance_score: Number
    """How relevant the card is; higher is taken first. A request may override it."""

    matter_id: OptionalId = None
    """The matter (case, project, topic) the card belongs to."""

    provenance_source: OptionalId = None
    """Where the knowledge was extracted from: bucket_file, conversation, …"""

    provenance_source_ref: OptionalId = None
    """For bucket_file: ``{bucket_id}:{file_id}``."""

    renderings: Renderings = Renderings()
    """The card's texts by tier."""

    token_counts: DeclaredCounts | None = None
    """Declared tokens by tier. They are used as given and compared with counted ones."""
