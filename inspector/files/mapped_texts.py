"""Renderings that stay in the bytes of the file they came from."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import msgspec

Three = tuple[str | None, str | None, str | None]


class _Renderings(msgspec.Struct, gc=False, frozen=True):
    compact: str | None = None
    standard: str | None = None
    full: str | None = None


class _Record(msgspec.Struct, gc=False):
    renderings: _Renderings = _Renderings()


_RECORD = msgspec.json.Decoder(_Record)


class MappedTexts:
    """Texts of cards, decoded from the file's bytes when somebody asks.

    The bytes are held, not mapped from the disk: a file that changes or shrinks under a map would
    change the set, or end the program.
    """

    __slots__ = ("_data", "_ends", "_held", "_last", "_starts")

    def __init__(
        self, data: bytes, starts: array[int], ends: array[int], held: Mapping[int, Three]
    ) -> None:
        """Take where the record of each card starts and ends, and texts that are held instead."""
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
            record = _RECORD.decode(self._data[self._starts[card] : self._ends[card]])
            found = record.renderings
            texts = (found.compact, found.standard, found.full)
            self._last = (card, texts)
        return texts[tier]
