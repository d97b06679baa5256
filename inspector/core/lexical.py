"""Lexical relevance: BM25 over words, for candidates that came with a query but without a score.

Deterministic: words are folded the same way everywhere, sums run in sorted order, and scores are
rounded to 1e-9, so the same texts give the same bytes on every machine.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DIGITS = 9

# The usual constants: how quickly a repeated word stops adding, and how much long texts pay.
_SATURATION, _LENGTH = 1.2, 0.75


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded; names are also taken apart (``loadFile``)."""
    found = []
    for match in _WORD.finditer(text):
        word = match.group()
        parts = _CAMEL.split(word)
        found.append(word.casefold())
        if len(parts) > 1:
            found.extend(part.casefold() for part in parts)
    return found


class LexicalIndex:
    """BM25 over a fixed list of texts. Scores are parts (0 to 1) of the best a query could get."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Index texts; a text is known by its place in the list."""
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._lengths: list[int] = []
        for place, text in enumerate(texts):
            counted = Counter(words(text))
            self._lengths.append(counted.total())
            for word, count in counted.items():
                self._postings[word][place] = count
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 0.0

    def scores(
        self,
        query: str,
        weights: Mapping[str, float] | None = None,
        *,
        among: Collection[int] | None = None,
    ) -> dict[int, float]:
        """Return the score of each text that shares a word with the query, by its place.

        ``weights`` multiply the share of single words; a word that is not in it counts once. Of
        ``among``, where it is given, no other text is scored.
        """
        found: dict[int, float] = defaultdict(float)
        best = 0.0
        for word in sorted(set(words(query))):
            postings = self._postings.get(word, {})
            rarity = math.log1p((len(self._lengths) - len(postings) + 0.5) / (len(postings) + 0.5))
            share = rarity * (1.0 if weights is None else weights.get(word, 1.0))
            best += share * (_SATURATION + 1)
            here = postings if among is None else [one for one in among if one in postings]
            for place in here:
                count = postings[place]
                length = self._lengths[place] / self._mean if self._mean else 0.0
                damped = count + _SATURATION * (1 - _LENGTH + _LENGTH * length)
                found[place] += share * count * (_SATURATION + 1) / damped
        if best <= 0:
            return {}
        return {place: round(score / best, _DIGITS) for place, score in sorted(found.items())}
