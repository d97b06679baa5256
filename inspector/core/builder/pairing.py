"""Which test belongs to which file, by the names that people give them."""

from __future__ import annotations

import re

_TEST_NAME = re.compile(r"^test_|_test\.|\.(test|spec)\.|Tests?\.[a-z]+$")
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__"})
_AFFIXES = re.compile(r"^test_|_test$|\.(test|spec)$|(?<=[a-z0-9])Tests?$|^_+")
_LEAST = 3  # letters that names have to share
EXACT, PREFIX, WORD = 1.0, 0.5, 0.4
"""How much a pair of names says: the same name, the start of the other, a word of it."""


def is_test(path: str) -> bool:
    """Whether a file is a test, by its name or one of its folders."""
    *folders, name = path.split("/")
    return bool(_TEST_NAME.search(name) or _TEST_FOLDERS & set(folders))


def pair_strength(path: str, other: str) -> float:
    """How much the names say that one file tests the other: 0 for nothing."""
    if is_test(path) == is_test(other):
        return 0.0
    first, second = _subject(path), _subject(other)
    if len(first) < _LEAST or len(second) < _LEAST:
        return 0.0
    if first == second:
        return EXACT
    if first.startswith(second) or second.startswith(first):
        return PREFIX
    return WORD if first in second.split("_") or second in first.split("_") else 0.0


def _subject(path: str) -> str:
    """The name without what makes it a test's, a private one's or a language's."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return _AFFIXES.sub("", _AFFIXES.sub("", stem)).casefold()
