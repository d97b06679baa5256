"""JSON as RFC 8785 writes it, which every language can: the sums of receipts of other engines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

_LONGEST, _MOST_ZEROS = 21, 6  # digits before the point, places behind it, without an exponent


def canonical(value: Any) -> str:
    """Return a JSON value with sorted keys, without spaces, its numbers as ECMAScript has them.

    Whole numbers keep all their digits. Raises ``ValueError`` for NaN and infinities.
    """
    if isinstance(value, Mapping):
        members = sorted(value.items(), key=lambda one: one[0].encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(one)}" for name, one in members) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        return _number(value)
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    sign, figures, exponent = Decimal(repr(value)).normalize().as_tuple()
    if not isinstance(exponent, int):
        message = "JSON has no such number"
        raise ValueError(message)
    digits = "".join(map(str, figures))
    point = len(digits) + exponent  # where it stands, counted from the first digit
    if value == 0:
        return "0"
    if len(digits) <= point <= _LONGEST:
        text = digits.ljust(point, "0")
    elif 0 < point <= _LONGEST:
        text = f"{digits[:point]}.{digits[point:]}"
    elif -_MOST_ZEROS < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        mantissa = digits[0] + (f".{digits[1:]}" if digits[1:] else "")
        text = f"{mantissa}e{point - 1:+d}"
    return f"-{text}" if sign else text
