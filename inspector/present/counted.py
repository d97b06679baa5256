"""Numbers of things with their noun (one card, two cards), and whether a sum is as it has to be."""

from __future__ import annotations

from inspector.language import localized, tr, tr_n


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
