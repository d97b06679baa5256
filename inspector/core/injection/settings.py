"""Settings of the injection step that the specification leaves to whoever runs it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import Fraction


class Strategy(StrEnum):
    """How cards are given their renderings within the knowledge budget (Injection §4.6e)."""

    COVERAGE = "coverage"  # every card small first, then larger in order of relevance
    DEPTH = "depth"  # every card as large as it fits, in order of relevance
    OPTIMAL = "optimal"  # the selection of greatest value under the same caps


class TierWeights(Document):
    """How much of a card's relevance each rendering is worth (strategy ``optimal``)."""

    compact: Annotated[Fraction, Field(title="Compact")] = 0.6
    """Part of its relevance that a card at compact is worth."""

    standard: Annotated[Fraction, Field(title="Standard")] = 0.85
    """Part of its relevance that a card at standard is worth."""

    full: Annotated[Fraction, Field(title="Full")] = 1.0
    """Part of its relevance that a card at full is worth."""


class InjectionSettings(Document):
    """Settings of the injection step. Recorded with every result."""

    background_part: Annotated[Fraction, Field(title="Backgrounds, at most")] = 0.25
    """Part of the bucket budget that may be set aside for backgrounds before files are chosen."""

    tier_weights: TierWeights = TierWeights()
    """What renderings are worth to the strategy ``optimal``."""


DEFAULT_SETTINGS = InjectionSettings()
