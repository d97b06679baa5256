"""Knowledge cards as columns: what exists once per card is a list or an array, never an object.

A set may hold a million cards. A ``Card`` is made when somebody looks at one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, overload

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card import Attribution, Card, DeclaredCounts, Renderings
from inspector.core.injection.interned import ABSENT, Int32, Interned, InternedBuilder

Int64 = npt.NDArray[np.int64]
NO_ATTRIBUTION = Attribution()


class Texts(Protocol):
    """Where renderings live: held in memory, or left in a mapped file and read when asked for."""

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        ...


class HeldTexts:
    """Renderings held in memory, three a card."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Sequence[str | None]) -> None:
        """Take the texts of all cards: compact, standard, full, compact, standard, …"""
        self._texts = texts

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        return self._texts[3 * card + tier]


class _TakenTexts:
    """The renderings of some rows of other columns."""

    __slots__ = ("_rows", "_texts")

    def __init__(self, texts: Texts, rows: Sequence[int]) -> None:
        self._texts = texts
        self._rows = rows

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        return self._texts.get(self._rows[card], tier)


class _JoinedTexts:
    """The renderings of some cards, then those of others."""

    __slots__ = ("_first", "_many", "_second")

    def __init__(self, first: Texts, many: int, second: Texts) -> None:
        self._first = first
        self._many = many
        self._second = second

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        if card < self._many:
            return self._first.get(card, tier)
        return self._second.get(card - self._many, tier)


class CardColumns(Sequence[Card]):
    """All knowledge cards of a set, one column a field, rows made on demand.

    ``declared`` holds declared tokens by card and tier, ``present`` whether the tier exists: its
    rendering is there, or the card came without any text and declares the tier's tokens.
    """

    def __init__(
        self,
        *,
        node_ids: list[str],
        names: list[str],
        kinds: Interned,
        relevance: npt.NDArray[np.float64],
        matters: Interned,
        sources: Interned,
        references: Interned,
        texts: Texts,
        has_text: npt.NDArray[np.bool_],
        declared: Int64,
        attributions: dict[int, Attribution],
    ) -> None:
        self.node_ids = node_ids
        self.names = names
        self.kinds = kinds
        self.relevance = relevance
        self.matters = matters
        self.sources = sources
        self.references = references
        self.texts = texts
        self.has_text = has_text
        self.declared = declared
        self.attributions = attributions  # by row, those that are not empty

    @cached_property
    def present(self) -> npt.NDArray[np.bool_]:
        """Which tiers exist for each card (rows × 3)."""
        textless = ~self.has_text.any(axis=1, keepdims=True)
        present: npt.NDArray[np.bool_] = self.has_text | (textless & (self.declared != ABSENT))
        return present

    @cached_property
    def id_ranks(self) -> Int32:
        """The place of each card when all are sorted by ``node_id`` (code points)."""
        order = sorted(range(len(self.node_ids)), key=self.node_ids.__getitem__)
        ranks = np.empty(len(order), dtype=np.int32)
        ranks[order] = np.arange(len(order), dtype=np.int32)
        return ranks

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each ``node_id``; the first one where an id repeats."""
        rows = range(len(self.node_ids) - 1, -1, -1)
        return dict(zip(reversed(self.node_ids), rows, strict=True))

    def attribution(self, row: int) -> Attribution:
        """Return where the card of one row came from."""
        return self.attributions.get(row, NO_ATTRIBUTION)

    def take(self, rows: Sequence[int]) -> CardColumns:
        """Return the cards of some rows, in the order of these; texts stay where they are."""
        chosen = np.array(rows, dtype=np.int64)

        def codes(column: Interned) -> Interned:
            # Only the words that are left: what runs on a few rows must not cost the whole set.
            builder = InternedBuilder()
            builder.extend(column[row] for row in rows)
            return builder.build()

        return CardColumns(
            node_ids=[self.node_ids[row] for row in rows],
            names=[self.names[row] for row in rows],
            kinds=codes(self.kinds),
            relevance=self.relevance[chosen],
            matters=codes(self.matters),
            sources=codes(self.sources),
            references=codes(self.references),
            texts=_TakenTexts(self.texts, rows),
            has_text=self.has_text[chosen],
            declared=self.declared[chosen],
            attributions={
                place: self.attributions[row]
                for place, row in enumerate(rows)
                if row in self.attributions
            },
        )

    def joined(self, other: CardColumns) -> CardColumns:
        """Return these cards, then those of ``other``; texts stay where they are."""

        def codes(mine: Interned, theirs: Interned) -> Interned:
            known = {text: code for code, text in enumerate(mine.vocabulary)}
            found = [known.setdefault(text, len(known)) for text in theirs.vocabulary]
            recode = np.array([*found, ABSENT], dtype=np.int32)  # the last place stands for none
            return Interned(np.concatenate([mine.codes, recode[theirs.codes]]), tuple(known))

        many = len(self)
        return CardColumns(
            node_ids=[*self.node_ids, *other.node_ids],
            names=[*self.names, *other.names],
            kinds=codes(self.kinds, other.kinds),
            relevance=np.concatenate([self.relevance, other.relevance]),
            matters=codes(self.matters, other.matters),
            sources=codes(self.sources, other.sources),
            references=codes(self.references, other.references),
            texts=_JoinedTexts(self.texts, many, other.texts),
            has_text=np.concatenate([self.has_text, other.has_text]),
            declared=np.concatenate([self.declared, other.declared]),
            attributions=self.attributions
            | {many + row: value for row, value in other.attributions.items()},
        )

    def __len__(self) -> int:
        return len(self.node_ids)

    def __iter__(self) -> Iterator[Card]:
        return (self.card(row) for row in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> list[Card]: ...
    def __getitem__(self, index: int | slice) -> Card | list[Card]:
        if isinstance(index, slice):
            return [self.card(row) for row in range(*index.indices(len(self)))]
        row = index + len(self) if index < 0 else index
        if not 0 <= row < len(self):
            raise IndexError(index)
        return self.card(row)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardColumns):
            return NotImplemented
        return self is other or (
            self.node_ids == other.node_ids
            and all(a == b for a, b in zip(self, other, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]  # equal by content, and content may be large

    def card(self, row: int) -> Card:
        """Make the card of one row."""
        counts = [None if count == ABSENT else int(count) for count in self.declared[row]]
        texts = [self.texts.get(row, tier) for tier in range(3)]
        return Card.model_construct(
            **dict(self.attribution(row)),
            node_id=self.node_ids[row],
            node_kind=self.kinds[row] or "",
            canonical_name=self.names[row],
            relevance_score=float(self.relevance[row]),
            matter_id=self.matters[row],
            provenance_source=self.sources[row],
            provenance_source_ref=self.references[row],
            renderings=Renderings.model_construct(
                compact=texts[0], standard=texts[1], full=texts[2]
            ),
            token_counts=None
            if counts == [None, None, None]
            else DeclaredCounts.model_construct(
                compact=counts[0], standard=counts[1], full=counts[2]
            ),
        )


class ColumnsBuilder:
    """Collects cards into columns, one ``append`` a card. The caller has validated the values."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._names: list[str] = []
        self._kinds = InternedBuilder()
        self._relevance: list[float] = []
        self._matters = InternedBuilder()
        self._sources = InternedBuilder()
        self._references = InternedBuilder()
        self._texts: list[str | None] = []
        self._has_text = bytearray()
        self._declared: list[int] = []
        self._attributions: dict[int, Attribution] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def append(
        self,
        node_id: str,
        kind: str,
        name: str,
        relevance: float,
        matter: str | None,
        source: str | None,
        reference: str | None,
        texts: tuple[str | None, str | None, str | None],
        counts: tuple[int | None, int | None, int | None],
        attribution: Attribution | None,
    ) -> None:
        """Add one card and hold its texts."""
        if attribution is not None and attribution != NO_ATTRIBUTION:
            self._attributions[len(self._ids)] = attribution
        self._ids.append(node_id)
        self._names.append(name)
        self._kinds.append(kind)
        self._relevance.append(relevance)
        self._matters.append(matter)
        self._sources.append(source)
        self._references.append(reference)
        self._has_text += bytes(bool(text) for text in texts)
        self._declared += [ABSENT if count is None else count for count in counts]
        self._texts += texts

    def extend(
        self,
        *,
        node_ids: Sequence[str],
        kinds: Iterable[str],
        names: Iterable[str],
        relevance: Iterable[float],
        matters: Iterable[str | None],
        sources: Iterable[str | None],
        references: Iterable[str | None],
        has_text: bytes | bytearray,
        declared: Iterable[int],
        attributions: Mapping[int, Attribution],
    ) -> None:
        """Add many cards, column by column; ``build`` is then given where their texts live.

        ``has_text`` has three bytes a card, 1 where the tier has a text; ``declared`` three counts
        a card, ``ABSENT`` where there is none; ``attributions`` those that are not empty, by their
        place among these cards.
        """
        first = len(self._ids)
        self._attributions |= {first + place: value for place, value in attributions.items()}
        self._ids += node_ids
        self._names += names
        self._kinds.extend(kinds)
        self._relevance += relevance
        self._matters.extend(matters)
        self._sources.extend(sources)
        self._references.extend(references)
        self._has_text += has_text
        self._declared += declared

    def build(self, texts: Texts | None = None) -> CardColumns:
        """Return the finished columns."""
        return CardColumns(
            node_ids=self._ids,
            names=self._names,
            kinds=self._kinds.build(),
            relevance=np.array(self._relevance, dtype=np.float64),
            matters=self._matters.build_ids(),
            sources=self._sources.build_ids(),
            references=self._references.build_ids(),
            texts=texts or HeldTexts(self._texts),
            has_text=np.frombuffer(bytes(self._has_text), dtype=np.bool_).reshape(-1, 3),
            declared=np.array(self._declared, dtype=np.int64).reshape(-1, 3),
            attributions=self._attributions,
        )


def columns_of(cards: Iterable[Card | Any]) -> CardColumns:
    """Turn cards (or mappings, which are validated) into columns."""
    builder = ColumnsBuilder()
    for record in cards:
        card = record if isinstance(record, Card) else Card.model_validate(record)
        counts = card.token_counts
        builder.append(
            card.node_id,
            card.node_kind,
            card.canonical_name,
            card.relevance_score,
            card.matter_id,
            card.provenance_source,
            card.provenance_source_ref,
            (card.renderings.compact, card.renderings.standard, card.renderings.full),
            (counts.compact, counts.standard, counts.full) if counts else (None, None, None),
            Attribution.model_construct(
                **{name: getattr(card, name) for name in Attribution.model_fields}
            ),
        )
    return builder.build()
