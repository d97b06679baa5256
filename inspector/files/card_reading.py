"""Reading cards: a fast way for records that are right, a slow one that says what is wrong.

The fast way never decides that a record is wrong. Whatever it cannot vouch for (a field of another
type, an unknown one, a repeated key, a text of unusual length) goes to the slow way, and both give
the same card for every record that both take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET, Meta, Raw, UnsetType
from msgspec.structs import astuple

from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import CARD_FIELDS, CardField, Storage, Tier
from inspector.core.candidates.interned import ABSENT
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length

# An integer beyond 2^53 - 1 is rounded when it is read, which is worth a warning.
Score = Annotated[float, Meta(ge=-SAFE_INTEGER, le=SAFE_INTEGER)]
Natural = Annotated[int, Meta(ge=0, le=SAFE_INTEGER)]


class FastRenderings(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The texts of a card, as they are written: most of a set, and no text is made of them here."""

    compact: Raw = Raw()
    standard: Raw = Raw()
    full: Raw = Raw()


class FastCounts(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The declared tokens of a card."""

    compact: Natural | UnsetType | None = UNSET
    standard: Natural | UnsetType | None = UNSET
    full: Natural | UnsetType | None = UNSET


class LooseRenderings(FastRenderings, forbid_unknown_fields=False, gc=False):
    """The texts of a card, whatever stands beside them."""


class LooseCounts(FastCounts, forbid_unknown_fields=False, gc=False):
    """The declared tokens of a card, whatever stands beside them."""


def _type_of(field: CardField, tiers: Any, counts: Any) -> Any:
    """Return what a field's value may be in JSON, without UNSET for one that is not there."""
    if field.storage is Storage.TIERS:
        return tiers
    if field.storage is Storage.COUNTS:
        return counts | None
    if field.storage is Storage.SCALAR:
        return Score
    text = str if field.limit is None else Annotated[str, Meta(max_length=field.limit)]
    if field.several:
        return tuple[text, ...]  # type: ignore[valid-type]
    return text if field.required else text | None


def _struct(tiers: Any, counts: Any, *, strict: bool) -> Any:
    types = [(field, _type_of(field, tiers, counts)) for field in CARD_FIELDS]
    return msgspec.defstruct(
        "FastCard",
        [
            (field.name, kind) if field.required else (field.name, kind | UnsetType, UNSET)
            for field, kind in sorted(types, key=lambda one: not one[0].required)
        ],
        forbid_unknown_fields=strict,
        gc=False,
    )


FastCard = _struct(FastRenderings, FastCounts, strict=True)
"""The fields of a card as they stand in its record; what the record does not have is unset."""

_OPEN_CARD = _struct(FastRenderings, FastCounts, strict=False)
_LOOSE_CARD = _struct(LooseRenderings, LooseCounts, strict=False)

_DECODER = msgspec.json.Decoder(list[FastCard])  # type: ignore[valid-type]
_OPEN = msgspec.json.Decoder(list[_OPEN_CARD])  # type: ignore[valid-type]
_MEMBERS = msgspec.json.Decoder(list[dict[str, Raw]])
_LOOSE = msgspec.json.Decoder(_LOOSE_CARD)
_RAW = msgspec.json.Decoder(list[Raw])
_WRONG = (msgspec.MsgspecError, UnicodeError, RecursionError)
_PLAIN_LEVELS = 50  # half of what a record may have, itself included
_BACKSLASH, _QUOTE = ord("\\"), ord('"')
_NULL = ord("n")  # begins nothing else in JSON
_TEXT_OR_NULL = (_QUOTE, _NULL)
_LOWER_CASE = 0x20
_FOUR_BYTES = 0xF0  # a character beyond U+FFFF starts with this byte or a greater one

_BY_NAME = {field.name: field for field in CARD_FIELDS}
_FIELDS = [_BY_NAME[name] for name in FastCard.__struct_fields__]
_BOUNDED = [field.name for field in _FIELDS if field.limit is not None]
_NO_TEXTS, _NO_COUNTS = FastRenderings(), FastCounts()
_NO_DECLARED = np.array([], dtype=np.int64)


class FastCards(NamedTuple):
    """What records hold, field by field, with the default of what one does not have.

    ``columns`` has every field but texts and counts. ``has_text`` has three bytes a card, 1 where
    the tier has a text; ``declared`` three counts. ``written`` is how many keys and texts there
    are, if no key is repeated.
    """

    columns: Mapping[str, Sequence[Any]]
    has_text: bytes
    declared: Int64
    written: int


def read_fast(records: bytes, count: int) -> FastCards | None:
    """Return the cards of JSON records with commas between them.

    None where the slow way has to look at one of them, or they are not as many as expected.
    """
    return _read(_DECODER, records, count, quotes_beside=0)


def read_beside_unknown(records: bytes, count: int) -> tuple[FastCards, Mapping[str, int]] | None:
    """Return the cards of records in which nothing but unknown fields is odd.

    With them comes how many records have which of these fields. None as from ``read_fast``, and
    where something may be odd about the value of such a field, too.
    """
    try:
        members = _MEMBERS.decode(b"[%b]" % records)
    except _WRONG:
        return None
    unknown = [(name, one[name]) for one in members for name in one.keys() - _BY_NAME.keys()]
    texts = _plain_texts([value for _, value in unknown])
    if texts is None:
        return None
    cards = _read(_OPEN, records, count, quotes_beside=2 * (texts + len(unknown)))
    return None if cards is None else (cards, Counter(name for name, _ in unknown))


def _plain_texts(values: Sequence[Raw]) -> int | None:
    """Return how many keys and texts are in JSON values; None where one may be odd."""
    written = b",".join(values)
    if b"\\" in written:
        return None
    try:
        texts = _texts_in(msgspec.json.decode(b"[%b]" % written), _PLAIN_LEVELS)
    except (*_WRONG, ValueError):
        return None
    # Fewer than are written where a key is repeated.
    return texts if 2 * texts == written.count(b'"') else None


def _texts_in(value: Any, levels: int) -> int:
    """Count keys and texts; raise ``ValueError`` for numbers and depths that may need a word."""
    if isinstance(value, str):
        return 1
    if isinstance(value, dict | list):
        if levels == 0:
            raise ValueError
        inside = value.values() if isinstance(value, dict) else value
        keys = len(value) if isinstance(value, dict) else 0
        return keys + sum(_texts_in(one, levels - 1) for one in inside)
    if isinstance(value, float | int) and abs(value) > SAFE_INTEGER:
        raise ValueError
    return 0


def _read(
    decoder: msgspec.json.Decoder[Any], records: bytes, count: int, *, quotes_beside: int
) -> FastCards | None:
    """Return cards, unless they have other quotes than theirs and those that stand beside them."""
    try:
        read = decoder.decode(b"[%b]" % records)
    except _WRONG:
        return None
    cards = by_field(read) if len(read) == count else None
    if cards is None:
        return None
    # A repeated key leaves no trace in a card, but its quotes are in the text. A quote begins or
    # ends a key or a text, so the cards tell how few there can be, and no record with too many can
    # hide behind another.
    escaped, surrogates = _escapes(records)
    # An array is searched in a sixth of the time that bytes are.
    quotes = np.count_nonzero(np.frombuffer(records, dtype=np.uint8) == _QUOTE) - escaped
    if quotes != 2 * cards.written + quotes_beside:
        return None
    # Only characters beyond U+FFFF are longer in UTF-16 units than in code points.
    astral = surrogates or _has_four_bytes(records)
    return None if astral and not _short_enough(cards.columns) else cards


def read_loose(record: bytes) -> Any:
    """Return the card of one JSON record in spite of unknown fields and repeated keys.

    The caller has reported those. None where a field of the card is not right.
    """
    try:
        card = _LOOSE.decode(record)
    except _WRONG:
        return None
    raws = astuple(card.renderings or _NO_TEXTS)
    if any(len(raw) and memoryview(raw)[0] not in _TEXT_OR_NULL for raw in raws):
        return None
    return (
        card if _short_enough({name: (getattr(card, name) or (),) for name in _BOUNDED}) else None
    )


def by_field(read: Sequence[Any]) -> FastCards | None:
    """Return what some cards hold; None where a rendering is no text."""
    columns: dict[str, Sequence[Any]] = {}
    has_text, declared, written = b"", _NO_DECLARED, 0
    for field, values in zip(_FIELDS, zip(*map(astuple, read), strict=True), strict=True):
        if field.storage is Storage.TIERS:
            texts = _texts(values)
            if texts is None:
                return None
            has_text, found = texts
        elif field.storage is Storage.COUNTS:
            declared, found = _declared(values)
        else:
            columns[field.name], found = _column(field, values)
        written += found
    return FastCards(columns, has_text, declared, written)


def _column(field: CardField, values: tuple[Any, ...]) -> tuple[Sequence[Any], int]:
    """Return the values of a field, and how many keys and texts they are written with."""
    many = len(values)
    texts = 0 if field.storage is Storage.SCALAR else 1
    # What nearly every column is, told without a step of Python for a card.
    if field.required or (texts and not field.several and all(values)):
        return values, (1 + texts) * many
    if values == (UNSET,) * many:
        return (field.default,) * many, 0
    given = [value for value in values if value is not UNSET]
    if field.several:
        texts_in = sum(map(len, given))
    else:
        texts_in = texts * sum(value is not None for value in given)
    filled = [field.default if value is UNSET else value for value in values]
    return filled, len(given) + texts_in


def _texts(values: tuple[Any, ...]) -> tuple[bytes, int] | None:
    """Return which tiers have a text, and how many keys and texts; None where one is no text."""
    given = values if all(values) else [one or _NO_TEXTS for one in values]
    raws = list(chain.from_iterable(map(astuple, given)))
    lengths = np.fromiter(map(len, raws), dtype=np.int64, count=len(raws))
    # One sign more, for what is missing after all that is there.
    signs = np.frombuffer(b"".join(raws) + b"n", dtype=np.uint8)
    first = signs[np.cumsum(lengths) - lengths]
    there = lengths > 0
    is_text = (first == _QUOTE) & there
    if (there & ~is_text & (first != _NULL)).any():
        return None
    keys = sum(map(bool, values)) + int(np.count_nonzero(there))
    has_text: Bools = is_text & (lengths > len('""'))
    return has_text.tobytes(), keys + int(np.count_nonzero(is_text))


def _declared(values: tuple[Any, ...]) -> tuple[Int64, int]:
    """Return the declared counts, and how many keys they are written with."""
    many = len(values) * len(Tier)
    if values == (UNSET,) * len(values):
        return np.full(many, ABSENT, dtype=np.int64), 0
    keys = sum(value is not UNSET for value in values)
    held = values if all(values) else [one or _NO_COUNTS for one in values]
    counts = list(chain.from_iterable(map(astuple, held)))
    try:
        return np.array(counts, dtype=np.int64), keys + many
    except TypeError:  # some are null, or are not there
        keys += sum(count is not UNSET for count in counts)
        known = [ABSENT if count is None or count is UNSET else count for count in counts]
        return np.array(known, dtype=np.int64), keys


def are_single(lines: list[bytes]) -> bool:
    """Whether each line holds one JSON value, with nothing around it."""
    try:
        values = _RAW.decode(b"[" + b",".join(lines) + b"]")
    except _WRONG:
        return False
    return list(map(len, values)) == list(map(len, lines))


def _escapes(records: bytes) -> tuple[int, bool]:
    """Return how many quotes are escaped in JSON, and whether any escape is of a surrogate."""
    if b"\\" not in records:
        return 0, False
    data = np.frombuffer(records, dtype=np.uint8)
    escaped = np.flatnonzero(data == _BACKSLASH) + 1
    if (data[escaped] == _BACKSLASH).any():
        # Without the pairs of backslashes, one that is left escapes what follows it.
        data = np.frombuffer(records.replace(b"\\\\", b""), dtype=np.uint8)
        escaped = np.flatnonzero(data == _BACKSLASH) + 1
    signs = data[escaped]
    units = data[escaped[signs == ord("u")] + 1] | _LOWER_CASE
    return int(np.count_nonzero(signs == _QUOTE)), bool((units == ord("d")).any())


def _has_four_bytes(records: bytes) -> bool:
    """Whether a character beyond U+FFFF stands in a text as it is."""
    if records.isascii():
        return False
    return int(np.frombuffer(records, dtype=np.uint8).max()) >= _FOUR_BYTES


def _short_enough(columns: Mapping[str, Sequence[Any]]) -> bool:
    """Tell whether bounded texts keep their bounds in UTF-16 units, not only in code points."""
    for name, values in columns.items():
        field = _BY_NAME[name]
        if field.limit is not None:
            texts: Iterable[Any] = chain.from_iterable(values) if field.several else values
            # Half of the bound is enough for any text, and most texts are no longer.
            long = [text for text in texts if text and 2 * len(text) > field.limit]
            if any(utf16_length(text) > field.limit for text in long):
                return False
    return True
