"""Measure saving, finding and removing runs; prints a table.

./dev bench history
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from inspector.files.history import (
    Comparator,
    History,
    MetricCondition,
    Query,
    RunRecord,
    history_path,
    open_history,
)

RUNS = 20_000
AT_ONCE = 1_000
CARDS = (100, 10_000, 100_000)


def digest(text: str) -> str:
    """Return the SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()


def manifest(cards: int) -> bytes:
    """Return JSON of the size and the look of a manifest with so many cards."""
    chance = random.Random(cards)
    rows = [
        {
            "node_id": f"card-{number:06}",
            "node_kind": chance.choice(["entity", "event", "procedure"]),
            "canonical_name": f"{chance.choice(['Filing', 'Letter', 'Person'])} {number}",
            "rendering_tier": chance.choice(["compact", "standard", "full"]),
            "token_count": chance.randint(20, 400),
            "relevance_score": chance.random(),
            "suppressed": chance.random() < 0.9,
        }
        for number in range(cards)
    ]
    return json.dumps({"trace_id": "t", "knowledge_cards": rows}, separators=(",", ":")).encode()


def run(number: int, result: bytes) -> RunRecord:
    """Return a run with the metrics that the app saves."""
    day, minute = divmod(number, 24 * 60)
    return RunRecord(
        stage="injection",
        recorded_at=f"2026-04-{1 + day % 28:02}T{minute // 60:02}:{minute % 60:02}Z",
        title=f"Session {number % 50}, request {number}",
        version="0.1.0",
        inputs={part: digest(f"{part} {number % 97}") for part in ("policy", "set", "request")},
        configuration=b'{"strategy":"coverage"}',
        result=result,
        metrics={"tokens_used": number % 6000, "model": f"model-{number % 3}", "balances": True},
        verdicts={"included": 40, "dropped": number % 500, "suppressed": 7},
    )


@contextmanager
def new_history() -> Iterator[History]:
    """Give an empty history in a folder that goes when the block is done."""
    with tempfile.TemporaryDirectory() as folder:
        history = open_history(history_path(folder)).value
        assert history is not None
        with history:
            yield history


def milliseconds(action: Callable[[], object]) -> float:
    """Return how long one call takes."""
    begin = time.perf_counter()
    action()
    return (time.perf_counter() - begin) * 1000


def line(name: str, took: float, more: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:<44}{took:>12,.1f} ms  {more}".rstrip())


def saving_one_by_one() -> None:
    """Measure what a run costs on its own, by the size of its result."""
    for cards in CARDS:
        results = [manifest(cards) + b" " * number for number in range(5)]
        with new_history() as history:
            records = [run(number, result) for number, result in enumerate(results)]
            saved = sorted(milliseconds(lambda one=one: history.add(one)) for one in records)
            size = f"{len(results[0]) / 1e6:.2f} MB of JSON"
            line(f"save a result of {cards:,} cards", saved[2], size)
            line("  and read it again", milliseconds(lambda: history.get(1)))


def many_runs() -> None:
    """Measure a history of many runs."""
    queries = {
        "the latest 100": Query(),
        "by fingerprint": Query(fingerprint=digest("policy 5")[:12]),
        "by words": Query(text="session 7"),
        "by metric": Query(metrics=(MetricCondition("tokens_used", Comparator.MORE, 5990),)),
        "by verdict": Query(verdict="dropped"),
        "by time": Query(since="2026-04-05T00:00:00Z", until="2026-04-06T00:00:00Z"),
    }
    with new_history() as history:
        records = [run(number, b'{"n":%d}' % number) for number in range(RUNS)]
        parts = [records[first : first + AT_ONCE] for first in range(0, RUNS, AT_ONCE)]
        took = milliseconds(lambda: [history.add_many(part) for part in parts])
        size = history.path.stat().st_size
        line(f"save {RUNS:,} runs, {AT_ONCE:,} at once", took, f"{size / RUNS:,.0f} bytes a run")
        for name, query in queries.items():
            found = history.count(query)
            took = milliseconds(lambda query=query: history.search(query, limit=100))
            line(f"find {name}", took, f"{found:,} found")
        line("count by words", milliseconds(lambda: history.count(Query(text="session 7"))))
        line("check everything", milliseconds(history.check))
        line("remove all but 1,000", milliseconds(lambda: history.prune(keep=1000)))
        left = history.path.stat().st_size
        print(f"{size / 1e6:.1f} MB before, {left / 1e6:.1f} MB after")


def main() -> None:
    """Print both tables."""
    saving_one_by_one()
    many_runs()


if __name__ == "__main__":
    main()
