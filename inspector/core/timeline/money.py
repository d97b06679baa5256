"""What requests cost, by recorded usage and a table of prices, and where the cache was missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inspector.core.arrays import Float64, Int64
from inspector.core.model_facts import KnownModel
from inspector.core.timeline.log import LogRequest, Usage

_MILLION = 1_000_000
_MISSED_FROM = 1_024  # tokens; caches are read in steps, and a smaller difference is no miss


class Prices(NamedTuple):
    """What a million tokens of a request cost, in US dollars."""

    fresh: float
    written: float
    written_for_an_hour: float
    read: float
    output: float


def prices_of(facts: KnownModel | None, usage: Usage) -> Prices | None:
    """Return the prices of a request; None where one that is needed is unknown.

    What is not priced apart costs what other input costs.
    """
    held = facts.prices_at(usage.sent) if facts is not None else None
    if held is None or held.input is None or (usage.output and held.output is None):
        return None
    written = held.input if held.cache_write is None else held.cache_write
    return Prices(
        held.input,
        written,
        written if held.cache_write_1h is None else held.cache_write_1h,
        held.input if held.cache_read is None else held.cache_read,
        held.output or 0,
    )


class Cost(NamedTuple):
    """What a request cost in US dollars, by what was sent and what came back."""

    fresh: float
    written: float
    read: float
    output: float

    @property
    def sent(self) -> float:
        """What everything that was sent cost."""
        return self.fresh + self.written + self.read

    @property
    def total(self) -> float:
        """All of it."""
        return self.sent + self.output


class Miss(NamedTuple):
    """A request that read less from the cache than the one before it had left there."""

    request: int
    tokens: int
    """What was sent again although it had been in the cache."""
    cost: float | None
    """What that cost more than reading it would have."""
    block: int | None
    """The block in which the prefix broke; None where that is before the first."""
    idle_ms: int | None
    """The time since the request before."""


def cost_of(usage: Usage, prices: Prices) -> Cost:
    """Return what a request cost. Output that was not logged costs nothing here."""
    return Cost(
        usage.fresh * prices.fresh / _MILLION,
        usage.written * _of_written(usage, prices) / _MILLION,
        usage.read * prices.read / _MILLION,
        (usage.output or 0) * prices.output / _MILLION,
    )


def _of_written(usage: Usage, prices: Prices) -> float:
    """Return the price of what was written to the cache, be it for minutes or for an hour."""
    if not usage.written:
        return prices.written
    hour = min(usage.written_for_an_hour, usage.written) / usage.written
    return prices.written + hour * (prices.written_for_an_hour - prices.written)


def apportioned(sizes: Float64, usage: Usage, prices: Prices) -> Float64:
    """Return what each of several blocks in turn takes of a request's cost, in US dollars.

    The cache holds a prefix: what is sent first was read from it, what follows was written to it,
    and the end is fresh.
    """
    ends = np.cumsum(sizes)
    starts = ends - sizes
    cached, stored = usage.read, usage.read + usage.written
    read = np.clip(np.minimum(ends, cached) - starts, 0, None)
    written = np.clip(np.minimum(ends, stored) - np.maximum(starts, cached), 0, None)
    fresh = sizes - read - written
    paid: Float64 = read * prices.read + written * _of_written(usage, prices) + fresh * prices.fresh
    return paid / _MILLION


def miss_of(
    requests: Sequence[LogRequest],
    number: int,
    path: Sequence[int],
    starts: Int64,
    prices: Prices | None,
) -> Miss | None:
    """Return where a request missed what the one before it left in the cache.

    After a compaction, and where the one before sent more, another prefix was meant to be sent.
    """
    request = requests[number]
    if request.parent < 0 or request.compaction is not None or request.usage is None:
        return None
    before = requests[request.parent].usage
    if before is None or not (before.caches and request.usage.caches):
        return None
    missed = min(before.read + before.written, request.usage.sent) - request.usage.read
    if missed < _MISSED_FROM:
        return None
    paid_more = None
    if prices is not None:
        again = prices.written if request.usage.written else prices.fresh
        paid_more = missed * (again - prices.read) / _MILLION
    place = int(np.searchsorted(starts, request.usage.read, side="right")) - 1
    times = (requests[request.parent].time_ms, request.time_ms)
    idle = None if times[0] is None or times[1] is None else times[1] - times[0]
    return Miss(number, missed, paid_more, path[place] if place >= 0 else None, idle)
