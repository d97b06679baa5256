"""Numbers as people write them: shares as ``40 %``, splits as ``40 : 60``, cards as ``2 cards``."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from inspector.language import localized, tr, tr_n


def percent(share: float) -> str:
    """Return a share as a percentage with as many decimals as it has, four at most."""
    text = tr("{number:.4f}", number=100 * share)
    return text.rstrip("0").rstrip(".,")


def shown_share(part: float, places: int = 1) -> float:
    """Return the share that stands for a part where a percentage has so many decimals.

    0 and 100 % are claims, that there is nothing and that a limit is reached or all is there: they
    stand only for what is that. 99.96 % is 99.9, and 100.01 % of a limit is 100.1.
    """
    part, step = round(part, 12), 10.0 ** -(places + 2)  # a mean of ones may miss 1 by an ulp
    if 0 < part < 1:
        return min(max(round(part, places + 2), step), 1 - step)
    return max(round(part, places + 2), 1 + step) if part > 1 else part


def share_text(part: float, places: int = 1) -> str:
    """Return a share in a few decimals; 0 and 100 % stand only for what is that."""
    return localized(shown_share(part, places), f".{places}%")


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


def counted_cards(count: int) -> str:
    """Return a number of cards in words."""
    return tr_n("1 card", "{count:,} cards", count, count=count)


def counted_files(count: int) -> str:
    """Return a number of files in words."""
    return tr_n("1 file", "{files:,} files", count, files=count)


def counted_chunks(count: int) -> str:
    """Return a number of chunks in words."""
    return tr_n("1 chunk", "{count:,} chunks", count, count=count)


def counted_requests(count: int) -> str:
    """Return a number of requests in words."""
    return tr_n("1 request", "{count:,} requests", count, count=count)


def counted_rows(count: int) -> str:
    """Return a number of rows in words."""
    return tr_n("1 row", "{rows:,} rows", count, rows=count)


def counted_items(count: int) -> str:
    """Return a number of cards, files and summaries in words."""
    return tr_n("1 item", "{count:,} items", count, count=count)


def counted_tokens(count: int) -> str:
    """Return a number of tokens in words."""
    return tr_n("1 token", "{tokens:,} tokens", count, tokens=count)


def reconciled_text(total: float, budget: float) -> str:
    """Return whether rows add up to the budget, in words."""
    if total == budget:
        return tr("Reconciled: adds up to {budget}", budget=localized(budget))
    return tr(
        "NOT RECONCILED: adds up to {total}, the budget is {budget}",
        total=localized(total),
        budget=localized(budget),
    )
