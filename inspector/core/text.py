"""Facts about text that the specifications count in."""

from __future__ import annotations


def utf16_length(text: str) -> int:
    """Return the length of ``text`` in UTF-16 code units (what JavaScript calls its length).

    A lone surrogate is one unit, as it is there.
    """
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
