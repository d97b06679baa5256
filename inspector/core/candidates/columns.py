"""Knowledge cards as columns: what exists once per card is a list or an array, never an object.

A set may hold a million cards. A ``Card`` is made when somebody looks at one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from inspector.core.arrays import Bools, Float64, Int32, Int64
from inspector.core.candidates.card import (
    ATTRIBUTED,
    COLUMNS,
    Attribution,
    Card,
    CardField,
    DeclaredCounts,
    Renderings,
    Storage,
    Tier,
    fields_held_as,
)
from inspector.core.candidates.interned import (
    ABSENT,
    Interned,
    InternedBuilder,
    RowIndex,
    Shared,
    SharedBuilder,
)
from inspector.lazy import LazySequence

NO_ATTRIBUTION = Attribution()


class RenderingTexts(Protocol):
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


Three = tuple[str | None, str | None, str | None]


class EncodedTexts:
    """Renderings left in the records that they came with, decoded when somebody asks.

    The bytes are held, not mapped from the disk: a file that changes or shrinks under a map would
    change the set, or end the program.
    """

    __slots__ = ("_data", "_decode", "_ends", "_held", "_last", "_starts")

    def __init__(
        self,
        decode: Callable[[memoryview], Any],
        data: bytes,
        starts: array[int],
        ends: array[int],
        held: Mapping[int, Three],
    ) -> None:
        """Take where the record of each card starts and ends, and texts that are held instead.

        ``decode`` makes of a record's bytes what has ``renderings`` with a text by tier.
        """
        self._decode = decode
        self._data = memoryview(data)
        self._starts = starts
        self._ends = ends
        self._held = held
        # All tiers of one card are mostly asked for together. A pair, replaced as a whole, is the
        # same for every thread that reads it.
        self._last: tuple[int, Three] = (-1, (None, None, None))

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        held = self._held.get(card)
        if held is not None:
            return held[tier]
        last, texts = self._last
        if last != card:
            record = self._decode(self._data[self._starts[card] : self._ends[card]])
            found = record.renderings
            texts = (found.compact, found.standard, found.full)
            self._last = (card, texts)
        return texts[tier]


class _TakenTexts:
    """The renderings of some rows of other columns."""

    __slots__ = ("_rows", "_texts")

    def __init__(self, texts: RenderingTexts, rows: Sequence[int]) -> None:
        self._texts = texts
        self._rows = rows

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        return self._texts.get(self._rows[card], tier)


class _JoinedTexts:
    """The renderings of some cards, then those of others."""

    __slots__ = ("_first", "_many", "_second")

    def __init__(self, first: RenderingTexts, many: int, second: RenderingTexts) -> None:
        self._first = first
        self._many = many
        self._second = second

    def get(self, card: int, tier: int) -> str | None:
        """Return the rendering of one card at one tier, None where it is missing."""
        if card < self._many:
            return self._first.get(card, tier)
        return self._second.get(card - self._many, tier)


class _NoTexts:
    """Stands where renderings were, once they are counted."""

    __slots__ = ()

    def get(self, card: int, tier: int) -> str | None:
        """Return None: no text is kept."""
        del card, tier
        return None


FieldValues = list[str] | Interned | Float64
"""One field of all cards, held as its ``Storage`` says."""


class CardColumns(LazySequence[Card]):
    """All knowledge cards of a set, one column a field.

    ``columns`` are by name of the field, one for each of ``COLUMNS``. ``declared`` holds declared
    tokens by card and tier, ``present`` whether the tier exists: its rendering is there, or the
    card came without any text and declares the tier's tokens.
    """

    def __init__(
        self,
        columns: Mapping[str, Any],
        *,
        texts: RenderingTexts,
        has_text: Bools,
        declared: Int64,
        attributions: Shared[Attribution],
    ) -> None:
        self.columns: Mapping[str, FieldValues] = columns
        self.node_ids: list[str] = columns["node_id"]
        self.names: list[str] = columns["canonical_name"]
        self.kinds: Interned = columns["node_kind"]
        self.relevance: Float64 = columns["relevance_score"]
        self.matters: Interned = columns["matter_id"]
        self.sources: Interned = columns["provenance_source"]
        self.references: Interned = columns["provenance_source_ref"]
        self.texts = texts
        self.has_text = has_text
        self.declared = declared
        self.attributions = attributions  # those that are not empty

    @cached_property
    def present(self) -> Bools:
        """Which tiers exist for each card (rows × 3)."""
        textless = ~self.has_text.any(axis=1, keepdims=True)
        present: Bools = self.has_text | (textless & (self.declared != ABSENT))
        return present

    @cached_property
    def id_ranks(self) -> Int32:
        """The place of each card when all are sorted by ``node_id`` (code points)."""
        order = sorted(range(len(self.node_ids)), key=self.node_ids.__getitem__)
        ranks = np.empty(len(order), dtype=np.int32)
        ranks[order] = np.arange(len(order), dtype=np.int32)
        return ranks

    @cached_property
    def row_of(self) -> RowIndex:
        """The row of each ``node_id``; the first one where an id repeats."""
        return RowIndex(self.node_ids)

    def attribution(self, row: int) -> Attribution:
        """Return where the card of one row came from."""
        return self.attributions.get(row) or NO_ATTRIBUTION

    def take(self, rows: Sequence[int]) -> CardColumns:
        """Return the cards of some rows, in the order of these; texts stay where they are."""
        chosen = np.array(rows, dtype=np.int64)
        return CardColumns(
            {name: _taken(column, rows) for name, column in self.columns.items()},
            texts=_TakenTexts(self.texts, rows),
            has_text=self.has_text[chosen],
            declared=self.declared[chosen],
            attributions=self.attributions.take(chosen),
        )

    def joined(self, other: CardColumns) -> CardColumns:
        """Return these cards, then those of ``other``; texts stay where they are."""
        many = len(self)
        return CardColumns(
            {name: _joined(column, other.columns[name]) for name, column in self.columns.items()},
            texts=_JoinedTexts(self.texts, many, other.texts),
            has_text=np.concatenate([self.has_text, other.has_text]),
            declared=np.concatenate([self.declared, other.declared]),
            attributions=self.attributions.joined(other.attributions),
        )

    def without_texts(self) -> CardColumns:
        """Return the cards without any text of their own: ids stand for names, sizes stay."""
        texts = {field.name: self.node_ids for field in fields_held_as(Storage.TEXT)}
        return CardColumns(
            {**self.columns, **texts},
            texts=_NoTexts(),
            has_text=self.has_text,
            declared=self.declared,
            attributions=no_attributions(len(self)),
        )

    def __len__(self) -> int:
        return len(self.node_ids)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardColumns):
            return NotImplemented
        return self is other or (
            self.node_ids == other.node_ids
            and all(a == b for a, b in zip(self, other, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]  # equal by content, and content may be large

    def made(self, row: int) -> Card:
        """Make the card of one row."""
        counts = [None if count == ABSENT else int(count) for count in self.declared[row]]
        texts = [self.texts.get(row, tier) for tier in range(3)]
        values: dict[str, Any] = dict(self.attribution(row))
        values |= {name: _plain(column[row]) for name, column in self.columns.items()}
        return Card.model_construct(
            **values,
            renderings=Renderings.model_construct(
                compact=texts[0], standard=texts[1], full=texts[2]
            ),
            token_counts=None
            if counts == [None, None, None]
            else DeclaredCounts.model_construct(
                compact=counts[0], standard=counts[1], full=counts[2]
            ),
        )


def no_attributions(count: int) -> Shared[Attribution]:
    """Return the attributions of cards of which it is not said where they came from."""
    return Shared(np.full(count, ABSENT, dtype=np.int32), ())


def _plain(value: str | np.float64 | None) -> str | float | None:
    return float(value) if isinstance(value, np.float64) else value


def _taken(column: FieldValues, rows: Sequence[int]) -> FieldValues:
    if isinstance(column, list):
        return [column[row] for row in rows]
    if isinstance(column, Interned):
        return column.take(rows)
    return column[np.array(rows, dtype=np.int64)]


def _joined(mine: FieldValues, theirs: Any) -> FieldValues:
    if isinstance(mine, list):
        return [*mine, *theirs]
    if isinstance(mine, Interned):
        codes, other, vocabulary = mine.in_one_vocabulary(theirs)
        return Interned(np.concatenate([codes, other]), vocabulary)
    return np.concatenate([mine, theirs])


class ColumnsBuilder:
    """Collects cards into columns, many at a time. The caller has validated the values."""

    def __init__(self) -> None:
        self._columns: dict[str, InternedBuilder | array[float] | list[Any]] = {
            field.name: _begun(field) for field in COLUMNS
        }
        self._count = 0
        self._has_text = bytearray()
        self._declared = array("q")
        self._attributions = SharedBuilder(tuple(field.default for field in ATTRIBUTED))

    def __len__(self) -> int:
        return self._count

    def extend(
        self,
        columns: Mapping[str, Iterable[Any]],
        *,
        has_text: bytes | bytearray,
        declared: Sequence[int] | Int64,
    ) -> None:
        """Add many cards, column by column; ``build`` is then given where their texts live.

        ``columns`` has the values of each of ``COLUMNS`` and ``ATTRIBUTED``; ``has_text`` three
        bytes a card, 1 where the tier has a text; ``declared`` three counts a card, ``ABSENT``
        where there is none.
        """
        for name, column in self._columns.items():
            column.extend(columns[name])
        self._attributions.extend(zip(*(columns[one.name] for one in ATTRIBUTED), strict=True))
        self._has_text += has_text
        self._declared.frombytes(np.asarray(declared, dtype=np.int64).tobytes())
        self._count += len(declared) // len(Tier)

    def build(self, texts: RenderingTexts) -> CardColumns:
        """Return the finished columns."""
        return CardColumns(
            {field.name: _built(field, self._columns[field.name]) for field in COLUMNS},
            texts=texts,
            has_text=np.frombuffer(bytes(self._has_text), dtype=np.bool_).reshape(-1, 3),
            declared=np.array(self._declared, dtype=np.int64).reshape(-1, 3),
            attributions=self._attributions.shared(_attribution),
        )


def _attribution(values: tuple[Any, ...]) -> Attribution:
    fields = zip(ATTRIBUTED, values, strict=True)
    return Attribution(**{field.name: value for field, value in fields})


def _begun(field: CardField) -> InternedBuilder | array[float] | list[Any]:
    if field.storage is Storage.INTERNED:
        return InternedBuilder()
    return array("d") if field.storage is Storage.SCALAR else []


def _built(field: CardField, values: InternedBuilder | array[float] | list[Any]) -> FieldValues:
    if isinstance(values, InternedBuilder):
        return values.build() if field.required else values.build_ids()
    return np.array(values, dtype=np.float64) if isinstance(values, array) else values


def columns_of(cards: Iterable[Card | Any]) -> CardColumns:
    """Turn cards (or mappings, which are validated) into columns."""
    checked = [one if isinstance(one, Card) else Card.model_validate(one) for one in cards]
    texts = [getattr(one.renderings, tier.label) for one in checked for tier in Tier]
    counts = [getattr(one.token_counts, tier.label, None) for one in checked for tier in Tier]
    builder = ColumnsBuilder()
    builder.extend(
        {
            field.name: [getattr(one, field.name) for one in checked]
            for field in (*COLUMNS, *ATTRIBUTED)
        },
        has_text=bytes(map(bool, texts)),
        declared=[ABSENT if count is None else count for count in counts],
    )
    return builder.build(HeldTexts(texts))
