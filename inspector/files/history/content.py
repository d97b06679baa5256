"""Large values as they lie in the database: compressed where that makes them smaller."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass

_PLAIN = "plain"
_ZLIB = "zlib"
# At this level a manifest shrinks nearly as far as at the highest, in a fraction of the time.
_LEVEL = 6


@dataclass(frozen=True, slots=True)
class Packed:
    """A value ready to be stored; ``size`` is its length before packing, in bytes."""

    fingerprint: str
    size: int
    packing: str
    body: bytes

    def unpacked(self) -> bytes:
        """Return the value. Raises ``ValueError`` when it is not the one that was packed."""
        if self.packing == _PLAIN:
            data = self.body
        elif self.packing == _ZLIB:
            data = self._inflated()
        else:
            raise ValueError("packed in an unknown way")
        if hashlib.sha256(data).hexdigest() != self.fingerprint:
            raise ValueError("does not have its fingerprint")
        return data

    def _inflated(self) -> bytes:
        try:
            # Never more than was announced, whatever a damaged body would unfold to.
            return zlib.decompressobj().decompress(self.body, max(1, self.size))
        except zlib.error as error:
            raise ValueError("cannot be unpacked") from error


def pack(data: bytes) -> Packed:
    """Return a value packed for storing."""
    print_ = hashlib.sha256(data).hexdigest()
    small = zlib.compress(data, _LEVEL)
    if len(small) < len(data):
        return Packed(print_, len(data), _ZLIB, small)
    return Packed(print_, len(data), _PLAIN, data)
