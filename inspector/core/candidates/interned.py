"""Columns of which many rows share a value: codes into the different ones."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Generic, TypeVar, cast

import numpy as np
import numpy.typing as npt

from inspector.core.scalars import blank_is_none

Int32 = npt.NDArray[np.int32]
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
