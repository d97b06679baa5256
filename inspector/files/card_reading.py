"""Reading cards: a fast way for records that are right, a slow one that says what is wrong.

The fast way never decides that a record is wrong. Whatever it cannot vouch for (a field of another
type, an unknown one, a repeated key, a text of unusual length) goes to the slow way, and both give
the same card for every record that both take.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import UNSET, Meta, UnsetType

from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length

Text40 = Annotated[str, Meta(max_length=40)]
Text80 = Annotated[str, Meta(max_length=80)]
Text120 = Annotated[str, Meta(max_length=120)]
Text200 = Annotated[str, Meta(max_length=200)]
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


class FastCard(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The fields of a card; what the record does not have is unset."""

    node_id: Text120
    node_kind: Text40
    canonical_name: Text200
    relevance_score: Score
    matter_id: str | UnsetType | None = UNSET
    provenance_source: str | UnsetType | None = UNSET
    provenance_source_ref: str | UnsetType | None = UNSET
    renderings: FastRenderings | UnsetType = UNSET
    token_counts: FastCounts | UnsetType | None = UNSET
    resolution_source: Text40 | UnsetType | None = UNSET
    primary_tag: Text80 | UnsetType | None = UNSET
    hedge_mode: Text80 | UnsetType | None = UNSET
    force_level: Text80 | UnsetType | None = UNSET
    source_bundle_ids: tuple[Text120, ...] | UnsetType = UNSET


class LooseRenderings(FastRenderings, forbid_unknown_fields=False, gc=False):
    """The texts of a card, whatever stands beside them."""


class LooseCounts(FastCounts, forbid_unknown_fields=False, gc=False):
    """The declared tokens of a card, whatever stands beside them."""


class LooseCard(FastCard, forbid_unknown_fields=False, gc=False):
    """The fields of a card, whatever stands beside them."""

    renderings: LooseRenderings | UnsetType = UNSET
    token_counts: LooseCounts | UnsetType | None = UNSET


_DECODER = msgspec.json.Decoder(list[FastCard])
_RAW = msgspec.json.Decoder(list[msgspec.Raw])
_LOOSE = msgspec.json.Decoder(LooseCard)
_BACKSLASH = ord("\\")
_LOWER_CASE = 0x20
_FOUR_BYTES = 0xF0  # a character beyond U+FFFF starts with this byte or a greater one
_REQUIRED_QUOTES = 7  # pairs of quotes: four keys, three texts


def read_fast(records: bytes, count: int) -> list[FastCard] | None:
    """Return the cards of JSON records with commas between them.

    None where the slow way has to look at one of them, or they are not as many as expected.
    """
    try:
        cards = _DECODER.decode(b"[" + records + b"]")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    # A repeated key leaves no trace in a card, but its quotes are in the text. A quote begins or
    # ends a key or a text, so the cards tell how few there can be, and no record with too many can
    # hide behind another.
    escaped, surrogates = _escapes(records)
    quotes = records.count(b'"') - escaped
    if len(cards) != count or quotes != 2 * sum(map(_quoted, cards)):
        return None
    # Only characters beyond U+FFFF are longer in UTF-16 units than in code points.
    astral = surrogates or _has_four_bytes(records)
    return None if astral and not all(map(_short_enough, cards)) else cards


def read_loose(record: bytes) -> FastCard | None:
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
    return int(np.count_nonzero(signs == ord('"'))), bool((units == ord("d")).any())


def _has_four_bytes(records: bytes) -> bool:
    """Whether a character beyond U+FFFF stands in a text as it is."""
    if records.isascii():
        return False
    return int(np.frombuffer(records, dtype=np.uint8).max()) >= _FOUR_BYTES


def _quoted(card: FastCard) -> int:
    """Return how many keys and texts the record of a card has if none is repeated."""
    count = _REQUIRED_QUOTES
    for text in (
        card.matter_id,
        card.provenance_source,
        card.provenance_source_ref,
        card.resolution_source,
        card.primary_tag,
        card.hedge_mode,
        card.force_level,
    ):
        if text is not UNSET:
            count += 1 if text is None else 2
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
    bundles = card.source_bundle_ids
    return count if bundles is UNSET else count + 1 + len(bundles)


def _short_enough(card: FastCard) -> bool:
    """Tell whether bounded texts keep their bounds in UTF-16 units, not only in code points."""
    bounded: list[tuple[Any, int]] = [
        (card.node_id, 120),
        (card.node_kind, 40),
        (card.canonical_name, 200),
        (card.resolution_source, 40),
        (card.primary_tag, 80),
        (card.hedge_mode, 80),
        (card.force_level, 80),
    ]
    if card.source_bundle_ids:
        bounded += ((bundle, 120) for bundle in card.source_bundle_ids)
    # Half of the bound is enough for any text, and most texts are no longer.
    return all(
        not text or 2 * len(text) <= most or utf16_length(text) <= most for text, most in bounded
    )
