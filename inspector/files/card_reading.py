"""Reading cards: a fast way for records that are right, a slow one that says what is wrong.

The fast way never decides that a record is wrong. Whatever it cannot vouch for (a field of another
type, an unknown one, a repeated key, a text of unusual length) goes to the slow way, and both give
the same card for every record that both take.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import UNSET, Meta, UnsetType

from inspector.core.candidates.card import CARD_FIELDS, CardField, Storage, fields_held_as
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length

# An integer beyond 2^53 - 1 is rounded when it is read, which is worth a warning.
Score = Annotated[float, Meta(ge=-SAFE_INTEGER, le=SAFE_INTEGER)]
Natural = Annotated[int, Meta(ge=0, le=SAFE_INTEGER)]


class FastRenderings(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The texts of a card."""

    compact: str | UnsetType | None = UNSET
    standard: str | UnsetType | None = UNSET
    full: str | UnsetType | None = UNSET


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

_LOOSE_CARD = _struct(LooseRenderings, LooseCounts, strict=False)

_DECODER = msgspec.json.Decoder(list[FastCard])  # type: ignore[valid-type]
_LOOSE = msgspec.json.Decoder(_LOOSE_CARD)
_RAW = msgspec.json.Decoder(list[msgspec.Raw])
_BACKSLASH, _QUOTE = ord("\\"), ord('"')
_LOWER_CASE = 0x20
_FOUR_BYTES = 0xF0  # a character beyond U+FFFF starts with this byte or a greater one

_PLAIN = fields_held_as(Storage.TEXT, Storage.INTERNED, Storage.ATTRIBUTION)
_NEEDED = [field for field in CARD_FIELDS if field.required]
# Pairs of quotes of what every record has: a key a field, and a text unless it is a number.
_REQUIRED_QUOTES = len(_NEEDED) + len([one for one in _NEEDED if one in _PLAIN])


_optional_texts = attrgetter(*(f.name for f in _PLAIN if not f.required and not f.several))
_OPTIONAL_NUMBERS = [one.name for one in fields_held_as(Storage.SCALAR) if not one.required]
_LISTS = [one.name for one in _PLAIN if one.several]
_BOUNDED = [(one.name, one.limit) for one in _PLAIN if one.limit is not None and not one.several]
_bounded_texts = attrgetter(*(name for name, _ in _BOUNDED))
_LIMITS = [limit for _, limit in _BOUNDED]
_BOUNDED_LISTS = [(one.name, one.limit) for one in _PLAIN if one.limit is not None and one.several]


def read_fast(records: bytes, count: int) -> list[Any] | None:
    """Return the cards of JSON records with commas between them.

    None where the slow way has to look at one of them, or they are not as many as expected.
    """
    try:
        cards = _DECODER.decode(b"[%b]" % records)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    # A repeated key leaves no trace in a card, but its quotes are in the text. A quote begins or
    # ends a key or a text, so the cards tell how few there can be, and no record with too many can
    # hide behind another.
    escaped, surrogates = _escapes(records)
    # An array is searched in a sixth of the time that bytes are.
    quotes = np.count_nonzero(np.frombuffer(records, dtype=np.uint8) == _QUOTE) - escaped
    if len(cards) != count or quotes != 2 * sum(map(_quoted, cards)):
        return None
    # Only characters beyond U+FFFF are longer in UTF-16 units than in code points.
    astral = surrogates or _has_four_bytes(records)
    return None if astral and not all(map(_short_enough, cards)) else cards


def read_loose(record: bytes) -> Any:
    """Return the card of one JSON record in spite of unknown fields and repeated keys.

    The caller has reported those. None where a field of the card is not right.
    """
    try:
        card = _LOOSE.decode(record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return card if _short_enough(card) else None


def are_single(lines: list[bytes]) -> bool:
    """Whether each line holds one JSON value, with nothing around it."""
    try:
        values = _RAW.decode(b"[" + b",".join(lines) + b"]")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
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


def _quoted(card: Any) -> int:
    """Return how many keys and texts the record of a card has if none is repeated."""
    count = _REQUIRED_QUOTES
    for text in _optional_texts(card):
        if text is not UNSET:
            count += 1 if text is None else 2
    for name in _OPTIONAL_NUMBERS:
        count += getattr(card, name) is not UNSET
    texts = card.renderings
    if texts is not UNSET:
        count += 1
        for text in (texts.compact, texts.standard, texts.full):
            if text is not UNSET:
                count += 1 if text is None else 2
    counts = card.token_counts
    if counts is not UNSET:
        count += 1
        if counts is not None:
            count += (counts.compact is not UNSET) + (counts.standard is not UNSET)
            count += counts.full is not UNSET
    for name in _LISTS:
        several = getattr(card, name)
        if several is not UNSET:
            count += 1 + len(several)
    return count


def _short_enough(card: Any) -> bool:
    """Tell whether bounded texts keep their bounds in UTF-16 units, not only in code points."""
    bounded: list[tuple[Any, int]] = list(zip(_bounded_texts(card), _LIMITS, strict=True))
    for name, most in _BOUNDED_LISTS:
        bounded += ((text, most) for text in getattr(card, name) or ())
    # Half of the bound is enough for any text, and most texts are no longer.
    return all(
        not text or 2 * len(text) <= most or utf16_length(text) <= most for text, most in bounded
    )
