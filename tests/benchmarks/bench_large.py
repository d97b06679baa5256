"""A file of a gigabyte: until its first and all cards are there, what they hold, their manifest.

``./dev bench large [CARDS]`` (1,000,000 of about 1 KB by default) takes a few minutes, 1 GB in the
folder for temporary files and some in memory. Processor time, and PSS (Linux). Nothing is asserted.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from inspector.__main__ import collect_seldom
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from inspector.core.manifest_json import manifest_json, manifest_sha256
from inspector.files import load_candidates, manifest_bytes
from inspector.files.bounds import LARGEST_MB, VARIABLE
from inspector.files.first_cards import first_cards
from tests.benchmarks.bench_load import cards
from tests.shared.injection_input import CHARACTERS, request

_AT_ONCE = 10_000
_MB = 1 << 20


def held() -> float:
    """Return what the process holds, in MB."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


@contextmanager
def most_held() -> Iterator[list[float]]:
    """Give the most that is held meanwhile, looked at 50 times a second."""
    found, done = [held()], Event()

    def look() -> None:
        while not done.wait(0.02):
            found[0] = max(found[0], held())

    looking = Thread(target=look)
    looking.start()
    try:
        yield found
    finally:
        done.set()
        looking.join()


def measured(name: str, work: Callable[[], Any]) -> Any:
    """Print the time and the memory of some work; return what it gives."""
    before = held()
    with most_held() as most:
        busy, begun = time.process_time(), time.perf_counter()
        made = work()
        busy, passed = time.process_time() - busy, time.perf_counter() - begun
    held_now = f"{held():7,.0f} MB held, {most[0] - before:+7,.0f} at most"
    print(f"{name:<34}{busy:8.2f} s, {passed:8.2f} s on the clock, {held_now}", flush=True)
    return made


def write(path: Path, number: int) -> None:
    """Write a set, a part at a time."""
    with path.open("w", encoding="utf-8") as file:
        file.write('{"schema_version": 1, "set_id": "large", "knowledge_cards": [')
        records = cards(min(number, _AT_ONCE))
        for place in range(number):
            record = records[place % _AT_ONCE] | {"node_id": f"card-{place:07}"}
            file.write(f"{', ' if place else ''}{json.dumps(record)}")
        file.write("]}")


def main(number: int) -> None:
    """Print the table."""
    collect_seldom()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.json"
        write(path, number)
        os.environ[VARIABLE] = str(LARGEST_MB)
        print(f"{number:,} cards, {path.stat().st_size / _MB:,.0f} MB")
        measured("the first rows, without verdicts", lambda: first_cards(path))
        loaded = measured("until all cards are there", lambda: load_candidates(path)).value
    counted = measured("counting", lambda: count_candidates(loaded, CHARACTERS))
    injector = Injector(prepare(request(), counted, 0))
    report = measured("a run", lambda: injector.run(DEFAULT_POLICY))
    measured("fingerprint of the manifest", lambda: manifest_sha256(report))
    measured("manifest in pieces", lambda: sum(map(len, manifest_json(report))))
    print(f"{len(measured('manifest to bytes', lambda: manifest_bytes(report))) / _MB:,.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1_000_000)
