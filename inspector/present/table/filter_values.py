"""The values a filter compares with: numbers and ranges as people type them."""

from __future__ import annotations

import re

_NUMBER = r"[-+]?(?:[0-9][0-9_,]*(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?%?"
_ONE = re.compile(_NUMBER)
_RANGE = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")
_EXACT = 2**63  # beyond it columns hold no integers


def read_number(text: str) -> float | None:
    """Return a number as typed (``1,200``, ``0.25``, ``40%``), None if it is none.

    Integers stay integers, so that large ones compare exactly.
    """
    if not _ONE.fullmatch(text):
        return None
    digits = text.rstrip("%").replace(",", "").replace("_", "")
    number = float(digits)
    if text.endswith("%"):
        return number / 100
    if abs(number) < _EXACT and digits.lstrip("+-").isdigit():
        return int(digits)
    return number


def read_range(text: str) -> tuple[float | None, float | None] | None:
    """Return the bounds of ``100..200``, ``100..`` or ``..200``, None if it is no range."""
    match = _RANGE.fullmatch(text)
    if match is None or text == "..":
        return None
    low, high = (None if part is None else read_number(part) for part in match.groups())
    return low, high
