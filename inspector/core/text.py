"""Facts about text that the specifications count in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from typing import Any

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which stands for no character: Python texts have no whole ones."""

_DIGITS = re.compile(r"(?<![\w.,#-])[1-9]\d{3,}(?![\w-])")


def utf16_length(text: str) -> int:
    """Return the length of ``text`` in UTF-16 code units (what JavaScript calls its length).

    A lone surrogate is one unit, as it is there.
    """
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# Controls but for line ends and tabs, marks of direction, separators, lone surrogates.
_ACTING = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Return a text in which nothing can act on a terminal or turn its neighbours round.

    Each control, mark of direction and lone surrogate becomes an escape as in JSON (``\\u001b``),
    so that a JSON text stays the same value. Line ends and tabs stay.
    """
    return text if text.isprintable() else _ACTING.sub(_escaped, text)


def writable(text: str) -> str:
    """Return a text that UTF-8 can carry: each lone surrogate becomes an escape as in JSON."""
    return text if text.isascii() else LONE_SURROGATE.sub(_escaped, text)


def in_markup(text: str) -> str:
    """Return a text as it stands in HTML, XML or SVG, where nothing of it can act."""
    return escape(visible(text))


_CODE = re.compile(r"(?<![\w./\\-])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?![\w/\\-]|\.\w)")


def in_words(text: str) -> str:
    """Return a text with the names that code has in it as words; those of files stay."""
    return _CODE.sub(lambda found: found[0].replace("_", " "), text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def in_groups(text: str, write: Callable[[int], str] = "{:,}".format) -> str:
    """Return a sentence whose whole numbers of four and more digits are written in groups.

    ``write`` writes a number; a window that speaks another language writes it that language's way.
    """
    return _DIGITS.sub(lambda found: write(int(found.group())), text)


def utf16_prefix(text: str, units: int) -> str:
    """Return the longest beginning of ``text`` within so many UTF-16 code units."""
    if utf16_length(text) <= units:
        return text
    kept = text[:units]
    while utf16_length(kept) > units:
        kept = kept[:-1]
    return kept


def json_value(text: str | bytes | bytearray) -> Any:
    """Return the value of a JSON text. Raises ``ValueError`` for what is none.

    NaN and the infinities are none, which Python would read, nor is what lies too deep for it.
    """
    try:
        return json.loads(text, parse_constant=_no_json)
    except RecursionError:
        raise ValueError("it is too deep") from None


def _no_json(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
