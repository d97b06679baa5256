"""JSON text as the artifact registry stores it: indented, and the same bytes as ECMAScript's.

An artifact's id is the hash of these bytes, so programs in other languages find the same content
under the same id. What ECMAScript does that Python's own writer does not: keys that are array
indices come first, in numeric order, and numbers are written its way (``1e-7``, ``5`` for 5.0).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from inspector.core.canonical import canonical_json

_INDENT = "  "
_LAST_INDEX = 2**32 - 2  # array indices end here; a larger number is an ordinary key


def indented_json(value: Any) -> str:
    """Return ``value`` as JSON with two spaces a level, non-ASCII text as it is.

    Integers keep all their digits. Raises ``ValueError`` for what JSON cannot carry: NaN,
    infinities, keys that are no text, values of other types, and nesting too deep to walk.
    """
    try:
        return _write(value, "\n")
    except RecursionError:
        raise ValueError("the value is nested too deeply to be stored as JSON") from None


def _write(value: Any, line: str) -> str:
    """Write one value; ``line`` is a line break with the current indentation."""
    if isinstance(value, Mapping):
        inner = line + _INDENT
        members = [
            f"{_text(key)}: {_write(value[key], inner)}" for key in sorted(value, key=_key_order)
        ]
        return _bracketed("{", members, inner, line, "}")
    if isinstance(value, list | tuple):
        inner = line + _INDENT
        return _bracketed("[", [_write(item, inner) for item in value], inner, line, "]")
    if isinstance(value, float):
        return number_text(value)
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    return _text(value)


def _bracketed(opening: str, parts: list[str], inner: str, line: str, closing: str) -> str:
    if not parts:
        return opening + closing
    return opening + inner + ("," + inner).join(parts) + line + closing


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"JSON has no {type(value).__name__} here")
    return json.dumps(value, ensure_ascii=False)


def _key_order(key: Any) -> tuple[bool, int]:
    """Sort array indices first and by number; the rest keep their order."""
    if isinstance(key, str) and key.isascii() and key.isdigit() and str(int(key[:11])) == key:
        index = int(key)
        if index <= _LAST_INDEX:
            return (False, index)
    return (True, 0)


def number_text(number: float) -> str:
    """Return a finite number as ECMAScript writes it: ``12.5``, ``5`` for 5.0, ``1e-7``.

    Raises ``ValueError`` for NaN and infinities.
    """
    if isinstance(number, int):
        return str(number)
    if not math.isfinite(number):
        raise ValueError("JSON has no NaN and no infinities")
    return canonical_json(number).decode("ascii")
