"""White space, line ends and lines as ECMAScript's regular expressions see them.

The heuristic signs of diffs are defined by programs in that language. Python's own classes differ
in characters such as U+0085, U+001C and U+FEFF, so they are spelled out here.
"""

from __future__ import annotations

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
