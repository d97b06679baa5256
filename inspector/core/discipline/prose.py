"""Telling a short answer in words from code (Discipline C5).

An executor may answer a modification task with a sentence or two: what it did, or why it could
not. Anything longer, and anything that reads like code, has to be a diff. Only the beginning and
the end of each line are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

PROSE_LINES = 9  # ten lines are enough to judge a text as a rewritten file
PROSE_CHARS = 2000  # a longer artifact may not stand inline in a prompt either

FENCES = ("```", "~~~")

_CODE_LINE = re.compile(
    r"""
      .*[{};]                                                       # a block or a statement ends
    | [{}\])]+[,;]?                                                 # only closing brackets
    | from\s+[\w.]+\s+import\s.* | import\s.*["'].*                # from x import y, import "x"
    | import\s+[\w.]+(?:\s+as\s+\w+)?                               # import x, import x as y
    | \#\s*include\s*[<"].*  | \#!.*                                # include, shebang
    | </?[A-Za-z][^<>]*>.*                                          # an element of markup
    | @[\w.]+(?:\(.*\))?                                            # a decorator
    | (?:(?:async|class|def|fn|func|function|interface|struct)\s)+.*[:)]  # a declaration begins
    | (?:const|let|var|val)\s+\w+\s*[:=].*                          # a declared value
    | [\w.\[\]]+\s*(?:[-+*/|&]|:)?=\s*[^\s=](?:.*[^.!?])?         # an assignment
    | [\w.]+\(.*\)                                                  # a call
    | [-+][^\s+\-0-9].*                                             # a line of a diff, no bullet
    """,
    re.VERBOSE,
)


def is_short_prose(lines: Iterable[str]) -> bool:
    """Say whether lines are at most nine of words and 2,000 characters, and none reads like code.

    Blank lines do not count. An object in braces is no prose either.
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) > PROSE_LINES or sum(map(len, filled)) > PROSE_CHARS:
        return False
    if filled and filled[0][0] + filled[-1][-1] == "{}":
        return False
    return not any(line.startswith(FENCES) or _CODE_LINE.fullmatch(line) for line in filled)
