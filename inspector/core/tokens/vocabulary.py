"""Reading a shipped vocabulary: unpacked, checked against its hash, never downloaded."""

from __future__ import annotations

import hashlib
import lzma
from binascii import a2b_base64
from collections.abc import Callable

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
        data = lzma.decompress(read(encoding.vocabulary))
    except (lzma.LZMAError, EOFError) as error:
        raise VocabularyError(_damaged(encoding, "it does not unpack")) from error
    found = hashlib.sha256(data).hexdigest()
    if found != encoding.sha256:
        raise VocabularyError(
            _damaged(encoding, f"its SHA-256 is {found} instead of {encoding.sha256}")
        )
    ranks = {}
    for line in data.splitlines():
        token, _, rank = line.partition(b" ")
        ranks[a2b_base64(token)] = int(rank)
    return ranks


def _damaged(encoding: Encoding, how: str) -> str:
    return f"The vocabulary {encoding.vocabulary} is damaged: {how}. Install the program again."
