"""Values kept as bytes, each made again when it is looked at: a hundred thousand take little room.

A request as an object takes ten times what it takes packed, nearly all of it for its scores. A
packed value also goes to another process as it is.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from inspector.lazy import LazySequence

T = TypeVar("T")

_LEVEL = 1  # of compression: the quickest


@dataclass(frozen=True, slots=True)
class Packed(Generic[T]):
    """One value as bytes."""

    data: bytes

    @classmethod
    def of(cls, value: T) -> Packed[T]:
        """Pack a value, which has to be one that other processes could be handed."""
        return cls(zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), _LEVEL))

    def value(self) -> T:
        """Return an equal value; each call makes one."""
        # Nothing but this program has packed it: packed values are in no file.
        return cast("T", pickle.loads(zlib.decompress(self.data)))  # noqa: S301


class PackedSequence(LazySequence[T]):
    """Values in order, each packed; one that is read is made for it."""

    def __init__(self, values: Iterable[T]) -> None:
        """Pack values one after the other, so that they are never all there at once."""
        self._packed = [Packed.of(value) for value in values]

    def __len__(self) -> int:
        return len(self._packed)

    def made(self, place: int) -> T:
        """Unpack the value at a place."""
        return self._packed[place].value()
