"""Where words occur in a text, found without looking at every code point in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def occurrences(text: str, word: str) -> Iterator[int]:
    """Yield where a word begins, from left to right; occurrences do not overlap."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


class Words:
    """Words that are looked for together: those that begin alike cost one search."""

    def __init__(self, words: Iterable[str]) -> None:
        self._longer: dict[str, tuple[str, ...]] = {}
        known = sorted(set(words))
        for word in known:
            # In order, the shortest beginning comes first; an empty one would be everywhere.
            first = next((one for one in self._longer if word.startswith(one)), word)
            self._longer[first] = (*self._longer.get(first, ()), word)

    def places(self, text: str) -> dict[str, list[int]]:
        """Return where each word begins that occurs, from left to right, as ``occurrences``."""
        found: dict[str, list[int]] = {}
        for first, words in self._longer.items():
            for at in occurrences(text, first):
                for word in words:
                    if word is first or text.startswith(word, at):
                        found.setdefault(word, []).append(at)
        return found


def stands_free(text: str, at: int) -> bool:
    """Whether no longer word leads up to a place; an escape such as ``\\n`` is no word."""
    before = text[max(0, at - 2) : at]
    if before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] in {"_", "-"}):
        return before in _ESCAPES
    return True


_ESCAPES = frozenset({"\\n", "\\r", "\\t"})
