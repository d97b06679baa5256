"""Curves beyond what memory should hold: their arrays lie in files that are mapped.

The system keeps in memory what is looked at and takes it back when it needs the room, so a corpus
of a hundred thousand requests needs disk, not memory. The files have no names and go with the
process.
"""

from __future__ import annotations

import mmap
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.curve import RequestCurve
from inspector.analysis.corpus.workload import Curves, Refused

Kind = TypeVar("Kind", np.int64, np.float64)

_IN_MEMORY = 2**28  # bytes of curves that stay in memory
_SEGMENT = 2**28  # bytes of a file
_PAGE = 64  # bytes that arrays begin at


class Spill:
    """Takes curves and gives them back with their arrays in files, once there are too many."""

    def __init__(self, folder: Path | None = None, in_memory: int = _IN_MEMORY) -> None:
        """Take the folder of the files; where none is given, that of temporary files."""
        self._folder = folder
        self._left = in_memory
        self._segment: npt.NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self._used = self._length = 0

    @property
    def on_disk(self) -> int:
        """Bytes that the files have."""
        return self._length

    def keep(self, curves: Curves) -> Curves:
        """Return the same curves, in a file if memory has its share. Raises ``OSError``."""
        if isinstance(curves, Refused):
            return curves
        self._left -= sum(curve.starts.nbytes + curve.facts.nbytes for curve in curves)
        return curves if self._left >= 0 else tuple(self._kept(curve) for curve in curves)

    def _kept(self, curve: RequestCurve) -> RequestCurve:
        return replace(curve, starts=self._stored(curve.starts), facts=self._stored(curve.facts))

    def _stored(self, array: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
        size = array.nbytes
        if self._used + size > len(self._segment):
            self._grow(max(_SEGMENT, size))
        place = self._segment[self._used : self._used + size].view(array.dtype)
        place = place.reshape(array.shape)
        place[...] = array
        self._used += -(-size // _PAGE) * _PAGE
        return place

    def _grow(self, size: int) -> None:
        size = -(-size // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        with tempfile.TemporaryFile(dir=self._folder) as file:
            file.truncate(size)
            mapped = mmap.mmap(file.fileno(), size)  # holds the file for as long as it is used
        self._segment = np.frombuffer(mapped, dtype=np.uint8)
        self._length += size
        self._used = 0
