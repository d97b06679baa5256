"""Columns of which many rows share a value: codes into the different ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from inspector.core.scalars import blank_is_none

Int32 = npt.NDArray[np.int32]
ABSENT = -1  # in count and code columns: the card does not have one
NO_CODE = -2  # for a text that is not in a vocabulary: no row has it


Value = TypeVar("Value")


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

    def take(self, rows: npt.NDArray[np.int64]) -> Shared[Value]:
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


class SharedBuilder(Generic[Value]):
    """Collects a ``Shared`` column; rows share a value if they are given the same object."""

    __slots__ = ("_code_of", "_codes", "_values")

    def __init__(self) -> None:
        self._codes = array("i")
        self._code_of: dict[int, int] = {}
        self._values: list[Value] = []

    def extend(self, count: int, values: Mapping[int, Value]) -> None:
        """Add so many rows, with the values that some of them have by their place among these."""
        codes = np.full(count, ABSENT, dtype=np.int32)
        try:
            found = list(map(self._code_of.__getitem__, map(id, values.values())))
        except KeyError:  # one that is new
            found = list(map(self._code, values.values()))
        codes[np.fromiter(values, dtype=np.int64, count=len(values))] = found
        self._codes.frombytes(codes.tobytes())

    def _code(self, value: Value) -> int:
        code = self._code_of.get(id(value))
        if code is None:  # the value is held, so that no other gets its id
            code = self._code_of[id(value)] = len(self._values)
            self._values.append(value)
        return code

    def build(self) -> Shared[Value]:
        """Return the finished column."""
        return Shared(np.array(self._codes, dtype=np.int32), tuple(self._values))


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


class _Known(dict[str | None, int]):
    """Codes of texts, one more for each that is new. None has been given ``ABSENT``."""

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self) - 1
        return code


class InternedBuilder:
    """Collects an ``Interned`` column value by value."""

    __slots__ = ("_codes", "_known")

    def __init__(self) -> None:
        self._codes = array("i")
        self._known = _Known({None: ABSENT})

    def extend(self, texts: Iterable[str | None]) -> None:
        """Add the values of the next rows."""
        self._codes.extend(map(self._known.__getitem__, texts))

    @property
    def _vocabulary(self) -> tuple[str, ...]:
        return tuple(text for text in self._known if text is not None)

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
