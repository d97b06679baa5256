"""Columns in little room: codes into the values that many rows share, and the row of each id."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar, cast

import numpy as np

from inspector.core.arrays import Int32, Int64
from inspector.core.scalars import blank_is_none

ABSENT = -1  # in count and code columns: the card does not have one
NO_CODE = -2  # for a text that is not in a vocabulary: no row has it


Value = TypeVar("Value")
Made = TypeVar("Made")


class Shared(Generic[Value]):
    """A column of values that many rows share: codes into ``values``, ``ABSENT`` for none."""

    __slots__ = ("codes", "values")

    def __init__(self, codes: Int32, values: tuple[Value, ...]) -> None:
        self.codes = codes
        self.values = values

    def get(self, row: int) -> Value | None:
        """Return the value of a row, None where it has none."""
        code = int(self.codes[row])
        return None if code == ABSENT else self.values[code]

    def take(self, rows: Int64) -> Shared[Value]:
        """Return some rows, with the values that are left."""
        used, places = np.unique(self.codes[rows], return_inverse=True)
        without = int(bool(len(used)) and used[0] == ABSENT)
        left = tuple(self.values[code] for code in used[without:].tolist())
        return Shared((places - without).astype(np.int32), left)

    def joined(self, other: Shared[Value]) -> Shared[Value]:
        """Return these rows, then those of ``other``."""
        others = np.where(other.codes == ABSENT, ABSENT, other.codes + len(self.values))
        codes = np.concatenate([self.codes, others.astype(np.int32)])
        return Shared(codes, self.values + other.values)


class _Known(dict[Value, int]):
    """Codes of values, one more for each that is new; the first is that of no value."""

    def __missing__(self, value: Value) -> int:
        code = self[value] = len(self) - 1
        return code


class SharedBuilder(Generic[Value]):
    """Collects a column of values many rows at a time; ``none`` is given for a row without one."""

    __slots__ = ("_codes", "_known")

    def __init__(self, none: Value) -> None:
        self._codes = array("i")
        self._known: _Known[Value] = _Known({none: ABSENT})

    def extend(self, values: Iterable[Value]) -> None:
        """Add the values of the next rows."""
        self._codes.extend(array("i", list(map(self._known.__getitem__, values))))

    @property
    def different(self) -> tuple[Value, ...]:
        """The different values, in the order in which they came."""
        return tuple(islice(self._known, 1, None))

    def shared(self, make: Callable[[Value], Made]) -> Shared[Made]:
        """Return the finished column, with what is made of each value."""
        return Shared(np.array(self._codes, dtype=np.int32), tuple(map(make, self.different)))


class Interned:
    """A text column with few different values: codes into a vocabulary, ``ABSENT`` for none.

    ``code_of`` has the code of each text of the vocabulary.
    """

    __slots__ = ("code_of", "codes", "vocabulary")

    def __init__(self, codes: Int32, vocabulary: tuple[str, ...]) -> None:
        self.codes = codes
        self.vocabulary = vocabulary
        self.code_of = {text: code for code, text in enumerate(vocabulary)}

    def __getitem__(self, row: int) -> str | None:
        code = int(self.codes[row])
        return None if code == ABSENT else self.vocabulary[code]

    def take(self, rows: Iterable[int]) -> Interned:
        """Return some rows, with only the words that are left of the vocabulary.

        What runs on a few rows must not cost the whole set.
        """
        builder = InternedBuilder()
        builder.extend(self[row] for row in rows)
        return builder.build()

    def in_one_vocabulary(self, other: Interned) -> tuple[Int32, Int32, tuple[str, ...]]:
        """Return the codes of both columns in one vocabulary, which begins with this one's."""
        known = dict(self.code_of)
        found = [known.setdefault(text, len(known)) for text in other.vocabulary]
        recode = np.array([*found, ABSENT], dtype=np.int32)  # the last place stands for none
        return self.codes, recode[other.codes], tuple(known)


class InternedBuilder(SharedBuilder[str | None]):
    """Collects an ``Interned`` column."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(None)

    @property
    def _vocabulary(self) -> tuple[str, ...]:
        return cast("tuple[str, ...]", self.different)

    def build(self) -> Interned:
        """Return the finished column."""
        return Interned(np.array(self._codes, dtype=np.int32), self._vocabulary)

    def build_ids(self) -> Interned:
        """Return the finished column of an optional id: a blank one is none."""
        given = [blank_is_none(text) for text in self._vocabulary]
        vocabulary = tuple(text for text in given if text is not None)
        place_of = {text: place for place, text in enumerate(vocabulary)}
        places = [ABSENT if text is None else place_of[text] for text in given]
        codes = np.array([*places, ABSENT], dtype=np.int32)[
            np.array(self._codes, dtype=np.intp)
        ]  # the last place stands for none
        return Interned(codes, vocabulary)


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

    def rows(self, ids: Sequence[str]) -> Int64:
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
