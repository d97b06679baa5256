"""Signs by which a text looks like a diff, a JSON patch or a rewritten file (Discipline C5).

These are the heuristics of the specification's implementation. They are quick and they are wrong
at times, in both directions; ``strict`` checking parses instead.

White space, line ends and lines as ECMAScript's regular expressions see them.

The heuristic signs of diffs are defined by programs in that language. Python's own classes differ
in characters such as U+0085, U+001C and U+FEFF, so they are spelled out here.
"""

from __future__ import annotations

import re

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
