"""Whether any of many texts holds another one, asked so often that no answer may look at them all.

A record of a hundred thousand messages has as many ids that none of its texts holds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools

_LOOKED = 1 << 25  # characters that are looked through before a table of what there is pays
_BITS = 26
_MIXED = np.uint64(0x9E3779B97F4A7C15)


class SubstringIndex:
    """What stands in texts, one below the other. Exact: a part is there, or it is not."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._whole = "\n".join(texts)
        self._texts = frozenset(texts)
        self._tables: dict[int, Bools] = {}
        self._at = 0
        self._looked = 0

    def __contains__(self, part: str) -> bool:
        if part in self._texts:
            return True
        if self._looked > _LOOKED and any(self._is_strange(part, width) for width in (8, 4)):
            return False
        # What is asked for mostly follows what was found last.
        found = self._whole.find(part, self._at)
        self._looked += (len(self._whole) if found < 0 else found) - self._at
        if found < 0:
            found = self._whole.find(part, 0, self._at + len(part))
            self._looked += self._at if found < 0 else found
        self._at = max(found, 0) if found >= 0 else self._at
        return found >= 0

    def _is_strange(self, part: str, width: int) -> bool:
        """Whether a part has so many bytes in a row that no text has; then it is nowhere."""
        data = part.encode("utf-8", "surrogatepass")
        if len(data) < width:
            return False
        table = self._table(width)
        return not bool(table[_places(data[:_HEAD], width)].all())

    def _table(self, width: int) -> Bools:
        """Return which runs of so many bytes there are, made when it is first asked for."""
        known = self._tables.get(width)
        if known is not None:
            return known
        self._tables[width] = table = np.zeros(1 << _BITS, dtype=np.bool_)
        data = self._whole.encode("utf-8", "surrogatepass")
        for start in range(0, len(data), _PIECE):
            table[_places(data[start : start + _PIECE + width - 1], width)] = True
        return table


_HEAD = 256  # bytes of a part that tell whether it is strange
_PIECE = 1 << 20


def _places(data: bytes, width: int) -> npt.NDArray[np.uint64]:
    """Return the places in a table of every run of so many bytes."""
    number = np.dtype("<u4") if width == 4 else np.dtype("<u8")
    runs = [
        np.frombuffer(data, number, (len(data) - at) // width, at)
        for at in range(min(width, len(data) - width + 1))
    ]
    if not runs:
        return np.zeros(0, dtype=np.uint64)
    return (np.concatenate(runs).astype(np.uint64) * _MIXED) >> np.uint64(64 - _BITS)
