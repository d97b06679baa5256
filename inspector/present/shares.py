"""Shares of a budget as people write them: ``40 %``, and both sides of a split as ``40 : 60``."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from inspector.language import localized, tr


def percent(share: float) -> str:
    """Return a share as a percentage with as many decimals as it has, four at most."""
    text = tr("{number:.4f}", number=100 * share)
    return text.rstrip("0").rstrip(".,")


def part_text(part: float) -> str:
    """Return a part of something as ``40 %``, with four decimals at most."""
    return tr("{number} %", number=percent(part))


def exact_part_text(part: float) -> str:
    """Return a part as ``40 %`` with all of its decimals: it reads back the same."""
    return tr("{number} %", number=_written(Decimal(repr(float(part))).scaleb(2)))


def split_text(share: float) -> str:
    """Return a knowledge share as ``40 : 60``, with four decimals at most."""
    return f"{percent(share)} : {percent(round(1 - share, 12))}"


def exact_split_text(share: float) -> str:
    """Return a knowledge share as ``40 : 60`` with all of its decimals: it reads back the same."""
    knowledge = Decimal(repr(float(share))).scaleb(2)
    return " : ".join(_written(one) for one in (knowledge, 100 - knowledge))


def share_of_text(text: str) -> float | None:
    """Return the knowledge share that somebody wrote, from 0 to 1; None for no such share.

    ``0.4``, ``40``, ``40 %``, ``40 : 60`` and ``2 : 3`` are the same; ``1`` is all of it.
    """
    parts = [one.strip().removesuffix("%").strip() for one in text.replace(",", ".").split(":")]
    try:
        numbers = [Decimal(one) for one in parts]
    except InvalidOperation:
        return None
    if not all(one.is_finite() and one >= 0 for one in numbers):
        return None
    first, *rest = numbers
    whole = sum(numbers) if rest else Decimal(1 if first <= 1 and "%" not in text else 100)
    return float(first / whole) if len(rest) <= 1 and first <= whole > 0 else None


def _written(number: Decimal) -> str:
    return localized(number.normalize(), "f")
