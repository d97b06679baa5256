"""Reading a shipped vocabulary: unpacked, checked against its hash, never downloaded."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from inspector.core.tokens.encodings import Encoding
from inspector.resources import read_bytes


class VocabularyError(RuntimeError):
    """A shipped vocabulary is damaged: counting with it would give wrong numbers."""


def load_vocabulary(
    encoding: Encoding, read: Callable[[str], bytes] = read_bytes
) -> dict[bytes, int]:
    """Return the rank of every token of an encoding.

    ``read`` gives the bytes of a resource by name. Raises ``VocabularyError`` when they do not
    unpack or their SHA-256 is not the encoding's; a missing file raises what ``read`` raises.
    """
    try:
        data = zlib.decompress(read(encoding.vocabulary))
    except zlib.error as error:
        raise VocabularyError(_damaged(encoding, "it does not unpack")) from error
    found = hashlib.sha256(data).hexdigest()
    if found != encoding.sha256:
        raise VocabularyError(
            _damaged(encoding, f"its SHA-256 is {found} instead of {encoding.sha256}")
        )
    first = 4 + int.from_bytes(data[:4], "big")
    places = pairwise(accumulate(data[4:first], initial=first))
    return {data[start:end]: rank for rank, (start, end) in enumerate(places)}


def pack_vocabulary(tokens: Sequence[bytes]) -> bytes:
    """Return tokens, in the order of their ranks, as they ship (before they are compressed)."""
    return len(tokens).to_bytes(4, "big") + bytes(map(len, tokens)) + b"".join(tokens)


def _damaged(encoding: Encoding, how: str) -> str:
    return f"The vocabulary {encoding.vocabulary} is damaged: {how}. Install the program again."
