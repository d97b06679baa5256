"""From a byte offset to a line and a column that an editor shows."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

_STRIDE = 1 << 16  # bytes between two counted marks


class Lines:
    """Lines and columns of a UTF-8 text, from 1, columns in code points.

    The tables are made when the first place is asked for, so a text without problems costs nothing
    and a line of 100 MB costs no more than any other.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a byte offset."""
        offset = min(offset, len(self._data))
        line = int(np.searchsorted(self._breaks, offset))
        start = int(self._breaks[line - 1]) + 1 if line else 0
        column = offset - start - (self._trailing(offset) - self._trailing(start))
        return line + 1, column + 1

    @cached_property
    def _bytes(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self._data, dtype=np.uint8)

    @cached_property
    def _breaks(self) -> npt.NDArray[np.int64]:
        return np.flatnonzero(self._bytes == ord("\n"))

    @cached_property
    def _marks(self) -> npt.NDArray[np.int64] | None:
        """UTF-8 trailing bytes before every multiple of the stride; None where there are none."""
        if self._data.isascii():
            return None
        counts = [
            int(np.count_nonzero(_is_trailing(self._bytes[start : start + _STRIDE])))
            for start in range(0, len(self._data), _STRIDE)
        ]
        return np.cumsum([0, *counts])

    def _trailing(self, offset: int) -> int:
        if self._marks is None:
            return 0
        mark = offset // _STRIDE
        part = self._bytes[mark * _STRIDE : offset]
        return int(self._marks[mark]) + int(np.count_nonzero(_is_trailing(part)))


def _is_trailing(part: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    trailing: npt.NDArray[np.bool_] = (part & 0xC0) == 0x80
    return trailing
