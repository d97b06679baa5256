"""Where words occur in a text, found without looking at every code point in Python."""

from __future__ import annotations

from collections.abc import Iterator


def occurrences(text: str, word: str) -> Iterator[int]:
    """Yield where a word begins, from left to right; occurrences do not overlap."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def stands_free(text: str, at: int) -> bool:
    """Whether no longer word leads up to a place; an escape such as ``\\n`` is no word."""
    before = text[max(0, at - 2) : at]
    if before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] in {"_", "-"}):
        return before in _ESCAPES
    return True


_ESCAPES = frozenset({"\\n", "\\r", "\\t"})
