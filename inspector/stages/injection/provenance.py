"""Where a card came from, and what was forced on it: what a run says beside its verdicts.

Where it came from and how it was made is as the manifest has it: columns, values, lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.candidates.card import Attribution
from inspector.core.candidates.interned import ABSENT, InternedBuilder
from inspector.core.candidates.request import Request, default_request
from inspector.core.injection.overrides import FIELDS, FORCEABLE, Forced, Overrides
from inspector.core.injection.prepare import RankedCards
from inspector.language import in_sentence_case, localized, tr
from inspector.present.table import Codes, Column, Elide, Kind
from inspector.session.edits import force
from inspector.session.store import Edit

ATTRIBUTION_COLUMNS = (
    Column("resolution_source", "Resolution source", "How the card was found.", Kind.ENUM,
           ("resolution",), visible=False, width=15),
    Column("primary_tag", "Primary tag", "The card's main tag.", Kind.ENUM, ("tag",),
           visible=False, width=15),
    Column("hedge_mode", "Hedge mode", "How cautiously the card is worded.", Kind.ENUM, ("hedge",),
           visible=False, width=12),
    Column("force_level", "Force level", "How strongly the card was requested.", Kind.ENUM,
           ("force",), visible=False, width=12),
    Column("source_bundle_ids", "Source bundles", "The bundles that the card was made from.",
           Kind.TEXT, ("bundle", "bundles"), visible=False, width=24, elide=Elide.MIDDLE),
)  # fmt: skip
"""Columns of the tables that hold cards; their ids are the fields of the manifest."""


def attribution_codes(cards: RankedCards, others: int, field: str) -> Codes:
    """Return the values of a column, cards by rank, then so many rows that are no cards."""
    found = cards.columns.attributions
    builder = InternedBuilder()
    builder.extend(attribution_text(one, field) or None for one in found.values)
    values = builder.build()
    codes = np.zeros(len(cards.order) + others, dtype=np.int32)
    rows = np.flatnonzero(found.codes != ABSENT)
    codes[cards.rank_of_row[rows]] = values.codes[found.codes[rows]] + 1
    return Codes(codes, ("", *values.vocabulary))


def attribution_text(card: object, field: str) -> str:
    """Return a field of where a card came from as text, "" for nothing."""
    value: str | tuple[str, ...] | None = getattr(card, field)
    return ", ".join(value) if isinstance(value, tuple) else value or ""


def attribution_lines(attribution: Attribution) -> Iterator[tuple[str, str]]:
    """Yield title and value of everything that is known of where a card came from."""
    for column in ATTRIBUTION_COLUMNS:
        if value := attribution_text(attribution, column.id):
            yield tr(column.title), value


_TITLES = {
    Forced.PINNED: tr("Pin"),
    Forced.KEPT: tr("Never suppress"),
    Forced.EXCLUDED: tr("Exclude"),
    Forced.INLINED: tr("Full text first"),
    Forced.LISTED: tr("Title only"),
}


@dataclass(frozen=True, slots=True)
class OverrideChoice:
    """One thing that can be forced; ``holds`` tells whether it is."""

    forced: Forced
    title: str
    holds: bool

    @property
    def label(self) -> str:
        """What an undo step of it is called."""
        title = in_sentence_case(self.title)
        return (
            tr("Take back: {title}", title=title)
            if self.holds
            else tr("What-if: {title}", title=title)
        )


def choices_for(subject: str, overrides: Overrides) -> tuple[OverrideChoice, ...]:
    """Return what can be forced on a subject, written ``kind:id``; nothing on a balance row."""
    kind, _, name = subject.partition(":")
    holds = overrides.of(reference_of_subject(name))
    return tuple(
        OverrideChoice(forced, _TITLES[forced], holds is forced)
        for forced in FORCEABLE.get(kind, ())
    )


_MARK = "what-if"
_MADE = {
    Forced.PINNED: tr("pinned"),
    Forced.KEPT: tr("never suppressed"),
    Forced.EXCLUDED: tr("excluded"),
    Forced.INLINED: tr("with full text first"),
    Forced.LISTED: tr("by title only"),
}


def what_if_text(overrides: Overrides) -> str:
    """Return what is overridden, in one line; "" where nothing is."""
    if not overrides:
        return ""
    counts = {forced: len(set(getattr(overrides, FIELDS[forced]))) for forced in Forced}
    parts = [f"{localized(count)} {_MADE[forced]}" for forced, count in counts.items() if count]
    if overrides.relevance_floor is not None:
        parts.append(tr("relevance from {floor:g}", floor=overrides.relevance_floor))
    if overrides.top_k is not None:
        parts.append(tr("top {count:,}", count=overrides.top_k))
    return tr("What-if: {parts}. The sources are as they were.", parts=", ".join(parts))


def what_if_name(name: str, overrides: Overrides) -> str:
    """Return a file's name with a mark before its first suffix where something is overridden."""
    if not overrides:
        return name
    stem, dot, suffixes = PurePath(name).name.partition(".")
    return f"{stem}.{_MARK}{dot}{suffixes}"


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that excludes a candidate by an override; its source stays as it is."""
    return force((subject,), Forced.EXCLUDED)


def known_of(request: Request) -> dict[str, str]:
    """Return the id, time and model of a request by their titles.

    What is the default request's, because no input says it, is left out.
    """
    default = default_request()
    known = {
        tr("Request"): (request.trace_id, default.trace_id),
        tr("Made at"): (request.timestamp, default.timestamp),
        tr("Model"): (request.model.name, default.model.name),
    }
    return {title: said for title, (said, usual) in known.items() if said != usual}
