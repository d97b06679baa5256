"""Where in a file a card's knowledge stands: the paragraph that shares most words with it.

A hint for the eye, nothing else: no verdict depends on it. The time is bounded by what is read of
the texts, never by what they contain.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from inspector.present.table.cells import without_surrogates

SHOWN_CHARACTERS = 200_000  # of one text; what comes after is not shown and not looked at
READ_WORDS = 400  # of the card
LONGEST_PARAGRAPH = 4_000  # characters; a longer stretch without a blank line is cut into several

_WORD = re.compile(r"[^\W_]{3,}")
_GAP = re.compile(r"\n[ \t\r]*\n")


def shown_text(text: str) -> str:
    """Return a text as it can be shown: line ends as one character, no lone surrogates."""
    return without_surrogates(text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a text, in code points, and how much of the card's words it has (0 to 1)."""

    start: int
    end: int
    likeness: float


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Return where the paragraphs of a text begin and end; blank lines lie between them."""
    found = []
    begin = 0
    for gap in _GAP.finditer(text):
        found += _pieces(text, begin, gap.start())
        begin = gap.end()
    return [*found, *_pieces(text, begin, len(text))]


def _pieces(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Cut a stretch without blank lines into pieces of bounded length, at line ends if it can."""
    pieces = []
    while end - begin > LONGEST_PARAGRAPH:
        cut = text.rfind("\n", begin, begin + LONGEST_PARAGRAPH)
        cut = cut if cut > begin else begin + LONGEST_PARAGRAPH
        pieces.append((begin, cut))
        begin = cut
    pieces.append((begin, end))
    return [
        (start, stop)
        for start, stop in ((_skip(text, one, two), two) for one, two in pieces)
        if start < stop and text[start:stop].strip()
    ]


def _skip(text: str, begin: int, end: int) -> int:
    while begin < end and text[begin].isspace():
        begin += 1
    return begin


def most_similar(card: str, file: str) -> Match | None:
    """Return the paragraph of ``file`` most like ``card``; None where no word is shared.

    Words that stand in few paragraphs count more; of equals the first paragraph is taken. Words
    have three letters or digits at least and are compared without regard to case.
    """
    wanted = frozenset(_WORD.findall(card.lower())[:READ_WORDS])
    parts = paragraphs(file[:SHOWN_CHARACTERS])
    words = [frozenset(_WORD.findall(file[start:end].lower())) & wanted for start, end in parts]
    spread = Counter(word for shared in words for word in shared)
    if not spread:
        return None
    weight = {word: math.log(1 + len(parts) / count) for word, count in spread.items()}
    # Summed in a fixed order, so that the same texts give the same bits.
    scores = [math.fsum(weight[word] for word in sorted(shared)) for shared in words]
    best = max(range(len(parts)), key=lambda place: (scores[place], -place))
    start, end = parts[best]
    return Match(start, end, len(words[best]) / len(wanted))
