"""Where cards came from and how they were made, as the manifest has it: columns, values, lines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inspector.core.candidates.card import Attribution
from inspector.core.candidates.interned import ABSENT, InternedBuilder
from inspector.core.injection.prepare import RankedCards
from inspector.language import tr
from inspector.present.table import Codes, Column, Elide, Kind

ATTRIBUTION_COLUMNS = (
    Column(
        "resolution_source",
        "Resolution source",
        "How the card was found.",
        Kind.ENUM,
        ("resolution",),
        visible=False,
        width=15,
    ),
    Column(
        "primary_tag",
        "Primary tag",
        "The card's main tag.",
        Kind.ENUM,
        ("tag",),
        visible=False,
        width=15,
    ),
    Column(
        "hedge_mode",
        "Hedge mode",
        "How cautiously the card is worded.",
        Kind.ENUM,
        ("hedge",),
        visible=False,
        width=12,
    ),
    Column(
        "force_level",
        "Force level",
        "How strongly the card was requested.",
        Kind.ENUM,
        ("force",),
        visible=False,
        width=12,
    ),
    Column(
        "source_bundle_ids",
        "Source bundles",
        "The bundles that the card was made from.",
        Kind.TEXT,
        ("bundle", "bundles"),
        visible=False,
        width=24,
        elide=Elide.MIDDLE,
    ),
)
"""Columns of the tables that hold cards; their ids are the fields of the manifest."""


def attribution_codes(cards: RankedCards, others: int, field: str) -> Codes:
    """Return the values of a column, cards by rank, then so many rows that are no cards."""
    found = cards.columns.attributions
    builder = InternedBuilder()
    builder.extend(_written(attribution, field) for attribution in found.values)
    values = builder.build()
    codes = np.zeros(len(cards.order) + others, dtype=np.int32)
    rows = np.flatnonzero(found.codes != ABSENT)
    codes[cards.rank_of_row[rows]] = values.codes[found.codes[rows]] + 1
    return Codes(codes, ("", *values.vocabulary))


def _written(attribution: Attribution, field: str) -> str | None:
    value = getattr(attribution, field)
    return ", ".join(value) or None if isinstance(value, tuple) else value


def attribution_lines(attribution: Attribution) -> Iterator[tuple[str, str]]:
    """Yield title and value of everything that is known of where a card came from."""
    for column in ATTRIBUTION_COLUMNS:
        value = _written(attribution, column.id)
        if value:
            yield tr(column.title), value
