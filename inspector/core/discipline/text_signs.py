"""Signs of what a text is: a diff, a JSON patch, a rewritten file, code or words (Discipline C5).

These are the heuristics of the specification's implementation. They are quick and they are wrong
at times, in both directions; ``strict`` checking parses instead.

White space, line ends and lines as ECMAScript's regular expressions see them.

The heuristic signs of diffs are defined by programs in that language. Python's own classes differ
in characters such as U+0085, U+001C and U+FEFF, so they are spelled out here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.core.arguments import require

LINE_ENDS = "\n\r\u2028\u2029"
SPACES = (
    "\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000\ufeff" + LINE_ENDS
)

SPACE = f"[{SPACES}]"
NOT_SPACE = f"[^{SPACES}]"
NOT_LINE_END = f"[^{LINE_ENDS}]"
LINE_START = rf"(?:\A|(?<=[{LINE_ENDS}]))"


def trim(text: str) -> str:
    """Return ``text`` without white space and line ends at both sides."""
    return text.strip(SPACES)


_DIFF_SIGNS = tuple(
    # What is looked for first, because a text of 60 MB may have none of them.
    (sign, re.compile(LINE_START + re.escape(sign) + rest))
    for sign, rest in (
        ("---", rf"{SPACE}+{NOT_SPACE}"),
        ("+++", rf"{SPACE}+{NOT_SPACE}"),
        ("@@", rf"{SPACE}+-[0-9]"),
    )
)
_PATCH_SIGNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\A\[{SPACE}*\{{",
        rf'"op"{SPACE}*:{SPACE}*"(?:add|remove|replace|move|copy|test)"',
        rf'"path"{SPACE}*:{SPACE}*"/',
    )
)
_SIGNS_NEEDED = 2

_PATH_LINE = re.compile(rf"(?:---|\+\+\+){SPACE}+(?:[ab]/)?({NOT_LINE_END}+)")

_REWRITTEN_LINES = 15
_DIFF_SHARE = 0.1


def looks_like_unified_diff(text: str) -> bool:
    """Say whether two of the three kinds of header line of a unified diff occur."""
    require(str, text=text)
    return (
        sum(sign in text and form.search(text) is not None for sign, form in _DIFF_SIGNS)
        >= _SIGNS_NEEDED
    )


def looks_like_json_patch(text: str) -> bool:
    """Say whether a text begins like an array and has two of three signs of a JSON patch."""
    require(str, text=text)
    trimmed = trim(text)
    if not trimmed.startswith("["):
        return False
    return sum(sign.search(trimmed) is not None for sign in _PATCH_SIGNS) >= _SIGNS_NEEDED


def looks_like_full_file_rewrite(text: str) -> bool:
    """Say whether a text is long and hardly any of its lines has a diff's prefix.

    A rewrite has more than 15 lines of content without a prefix, and less than a tenth with one.
    """
    require(str, text=text)
    if looks_like_unified_diff(text) or looks_like_json_patch(text):
        return False
    lines = text.split("\n")
    prefixed = sum(line.startswith(("+", "-", "@@")) for line in lines)
    plain = sum(not line.startswith(("+", "-", "@@")) and trim(line) != "" for line in lines)
    return plain > _REWRITTEN_LINES and prefixed / (prefixed + plain) < _DIFF_SHARE


def header_paths(text: str) -> list[str]:
    """Return the paths of all lines that begin like a file header, each once, in order."""
    paths: dict[str, None] = {}
    for line in text.split("\n"):
        match = _PATH_LINE.fullmatch(line)
        path = trim(match[1]) if match else ""
        if path and path != "/dev/null":
            paths[path] = None
    return list(paths)


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
