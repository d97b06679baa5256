"""Measure placing chunks and finding the optimum; prints a table.

./dev bench window
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.optimum import optimum
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport

NOW = 1_775_217_600_000
DAY = 86_400_000
REPEATS = 5

SIZES = ((1_000, 32_000), (10_000, 32_000), (100_000, 32_000), (100_000, 128_000))


def make_chunks(count: int) -> list[Chunk]:
    """Return chunks of all types, half of them with metadata; the same on every run."""
    chance = random.Random(count)
    kinds = list(ChunkType)
    return [
        Chunk(
            id=f"c{number}",
            type=chance.choice(kinds),
            tokens=chance.randint(20, 900),
            timestamp_ms=NOW - chance.randint(0, 40 * DAY),
            metadata={
                "rag_match_metadata": {"relevance": chance.random()},
                "revenue_impact": chance.randint(0, 300_000),
                "urgency": "high",
                "client_tier": "enterprise",
            }
            if number % 2
            else None,
        )
        for number in range(count)
    ]


def best_of(action: Callable[[], object]) -> float:
    """Return the shortest of a few runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return min(times) * 1000


def report_of(chunks: list[Chunk], available: int) -> WindowReport:
    """Place chunks as the app does."""
    return place(chunks, now_ms=NOW, available_tokens=available)


def main() -> None:
    """Print one line per size."""
    columns = ("chunks", "tokens", "place ms", "rows ms", "events ms", "optimum ms", "gap")
    print("".join(f"{name:>12}" for name in columns))
    for count, available in SIZES:
        chunks = make_chunks(count)
        report = report_of(chunks, available)
        found = optimum(report)
        cells = (
            f"{count:,}",
            f"{available:,}",
            f"{best_of(lambda some=chunks, most=available: report_of(some, most)):.1f}",
            f"{best_of(lambda one=report: list(one.ledger.entries)):.1f}",
            f"{best_of(lambda one=report: one.events):.1f}",
            f"{best_of(lambda one=report: optimum(one)):.1f}",
            "none" if found.gap_share is None else f"{found.gap_share:.1%}",
        )
        print("".join(f"{cell:>12}" for cell in cells))


if __name__ == "__main__":
    main()
