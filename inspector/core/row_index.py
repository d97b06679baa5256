"""The row of each id, in twelve bytes an id: a dict of a million takes sixty."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

_AT_ONCE = 1 << 14
_NOWHERE = -1


class RowIndex(Mapping[str, int]):
    """The row of each id; the first one where an id repeats.

    Ids are searched for among sorted hashes and then compared themselves, so that nothing that is
    found depends on hashes.
    """

    __slots__ = ("_hashes", "_ids", "_rows", "repeats")

    def __init__(self, ids: Sequence[str]) -> None:
        """Take the id of each row."""
        self._ids = ids
        hashes = np.empty(len(ids), dtype=np.int64)
        for start in range(0, len(ids), _AT_ONCE):  # other threads go on between two
            some = ids[start : start + _AT_ONCE]
            hashes[start : start + _AT_ONCE] = np.fromiter(map(hash, some), np.int64, len(some))
        rows = np.argsort(hashes, kind="stable")  # of the same hash, the first row comes first
        hashes = hashes[rows]
        # What is asked of a view of memory one by one is Python's numbers, which is quicker.
        self._hashes, self._rows = hashes.data, rows.astype(np.int32).data
        same = rows[1:][hashes[1:] == hashes[:-1]].tolist()
        self.repeats: list[int] = sorted(row for row in same if self[ids[row]] != row)
        """The rows of ids that an earlier row has."""

    def __getitem__(self, node_id: str) -> int:
        row = self.get(node_id)
        if row is None:
            raise KeyError(node_id)
        return row

    def get(self, node_id: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """Return the row of an id, and ``default`` for one that is not there."""
        sought = hash(node_id)
        place = bisect_left(self._hashes, sought)
        while place < len(self._hashes) and self._hashes[place] == sought:
            row = self._rows[place]
            if self._ids[row] == node_id:
                return row
            place += 1
        return default

    def rows(self, ids: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the row of each of many ids, -1 for one that is not there."""
        sought = np.fromiter(map(hash, ids), dtype=np.int64, count=len(ids))
        places = np.searchsorted(np.asarray(self._hashes), sought)
        places[places == len(self._ids)] = 0
        rows = np.asarray(self._rows)[places].tolist() if self._ids else [_NOWHERE] * len(ids)
        found = (
            row if row != _NOWHERE and self._ids[row] == one else self.get(one, _NOWHERE)
            for one, row in zip(ids, rows, strict=True)
        )
        return np.fromiter(found, dtype=np.int64, count=len(ids))

    def __reduce__(self) -> tuple[type[RowIndex], tuple[Sequence[str]]]:
        # Another process has other hashes.
        return RowIndex, (self._ids,)

    def __contains__(self, node_id: object) -> bool:
        return isinstance(node_id, str) and self.get(node_id) is not None

    def __iter__(self) -> Iterator[str]:
        repeats = set(self.repeats)
        return (one for row, one in enumerate(self._ids) if row not in repeats)

    def __len__(self) -> int:
        return len(self._ids) - len(self.repeats)
