"""Telling words from code and from structured text (Discipline C5).

An executor may answer a modification task with a sentence or two: what it did, or why it could
not. Anything longer, and anything that reads like a file, has to be a diff. Words are recognised,
not code: what does not read as sentences, or as a list that a sentence introduces, counts as the
content of a file, whatever language it is in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

PROSE_LINES = 9  # ten lines are enough to judge a text as a rewritten file
PROSE_CHARS = 2000  # a longer artifact may not stand inline in a prompt either
FILE_LINES = 5  # lines of a file's content that are a file

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
_STRUCTURE = re.compile(
    r"""
      (?:[-*]\s+)?["']?[\w./-]+["']?\s*:(?:\s.*)?                   # a key and its value
    | \[.*\]                                                        # the head of a section
    | (?:\#+|//+|--+|/\*+|\*|<!--|%+|\(\*)(?!\w).*                  # a heading or a comment
    | \|.*\|                                                        # a row of a table
    | (?:[^\s,;|]*[,;|\t]){2,}\S*                                   # a row of values
    | [A-Z0-9][A-Z0-9\s."'(),_-]+[.(]?                              # a statement in capitals
    """,
    re.VERBOSE,
)
_REMARK = re.compile(r"(?:\*\*|__)?[A-Z]\w*(?:\*\*|__)?\s*:(?:\*\*|__)?(?:\s+\S+){3,}")  # Cause: …
_BULLET = re.compile(r"\s{0,3}(?:[-*+•]|\d+[.)])\s+\S")
_HEADING = re.compile(r"\#{1,6}\s+\S")
_UNDERLINE = re.compile(r"-{3,}|={3,}|~{3,}|\^{3,}")
_SENTENCE_END = re.compile(r"[.!?…:][\"'”’»)\]`*_]*$")
_MARKED_UP = re.compile(r"`[^`]*`|https?://\S+|\*\*|__")
_SYMBOL = re.compile(r"[{}\[\]<>=;|\\$#@&^~_]")


def is_short_prose(lines: Sequence[str]) -> bool:
    """Say whether lines are at most nine of words and 2,000 characters, and no file's content.

    Blank lines do not count. An object in braces is no prose either.
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) > PROSE_LINES or sum(map(len, filled)) > PROSE_CHARS:
        return False
    return is_prose(lines)


def is_prose(lines: Sequence[str]) -> bool:
    """Say whether lines of any number are words: no line of code, fewer than five of a file."""
    filled = [line.strip() for line in lines if line.strip()]
    if filled and filled[0][0] + filled[-1][-1] == "{}":
        return False
    if any(line.startswith(FENCES) or _CODE_LINE.fullmatch(line) for line in filled):
        return False
    if len(filled) >= FILE_LINES and _is_document(filled):
        return False
    return _lines_of_a_file(lines) < FILE_LINES


def has_words(lines: Sequence[str]) -> bool:
    """Say whether at least one paragraph or item of a list at the margin reads as words."""
    return any(
        not block[0][0].isspace() and (_reads_as_sentences(block) or any(map(_is_point, block)))
        for block in _blocks(lines)
    )


def _is_point(line: str) -> bool:
    """Say whether a line is an item of a list in words."""
    return _BULLET.match(line) is not None and not _is_entry(line) and len(line.split()) > 3


def _is_document(filled: Sequence[str]) -> bool:
    """Say whether a text has a file's structure: a title, an underlined one, several headings."""
    headings = [_HEADING.match(line) is not None for line in filled]
    return headings[0] or sum(headings) > 1 or any(map(_UNDERLINE.fullmatch, filled))


def _lines_of_a_file(lines: Sequence[str]) -> int:
    """Count the lines that do not read as words."""
    count = 0
    introduced = False
    for block in _blocks(lines):
        bullets = next((at for at, line in enumerate(block) if _BULLET.match(line)), len(block))
        head, items = block[:bullets], block[bullets:]
        sentences = bool(head) and _reads_as_sentences(head)
        ended = sentences and _SENTENCE_END.search(head[-1].rstrip()) is not None
        introduced = introduced or sentences
        if not ended:  # one line may be words without an end; five are a list
            count += len(head)
        if introduced:
            count += sum(_is_entry(line) for line in items)
        else:
            count += len(items)
    return count


def _is_entry(line: str) -> bool:
    """Say whether an item of a list is a value, not words."""
    text = line.strip()
    words = len(re.sub(r"^(?:[-*+•]|\d+[.)])\s+", "", text).split())
    return words < 2 or (_STRUCTURE.fullmatch(text) is not None and not _SENTENCE_END.search(text))


def _reads_as_sentences(block: Sequence[str]) -> bool:
    """Say whether the lines of a paragraph are sentences that came to an end.

    A single line need not end like one.
    """
    lines = [line.strip() for line in block]
    text = " ".join(lines)
    plain = _MARKED_UP.sub("", text)
    words = plain.split()
    if any(line.startswith(("    ", "\t")) for line in block):
        return False
    if any('"""' in line or "'''" in line or _CODE_LINE.fullmatch(line) for line in lines):
        return False
    if any(_STRUCTURE.fullmatch(line) and not _REMARK.match(line) for line in lines):
        return len(lines) == 1 and text.endswith(":") and " " not in text
    if len(words) < 2 * len(lines) or len(_SYMBOL.findall(plain)) * 20 > len(plain):
        return len(lines) == 1 and _SYMBOL.search(plain) is None
    ended = _SENTENCE_END.search(text) is not None
    return ended or len(lines) == 1


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]
