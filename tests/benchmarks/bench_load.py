"""How fast candidate sets load, against a pydantic list of the same cards, and what a card holds.

``python -m tests.benchmarks.bench_load [CARDS]`` (100,000 by default). Times are of the processor,
the best of some rounds; the bytes are those held beside the file's own.
"""

import gc
import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from inspector.core.candidates.card import Card
from inspector.files import load_candidates

WORDS = (  # noqa: SIM905
    "the court held that notice was given by the agent under section four of the agreement which "
    "had been signed in quarterly reports naïve café München and so on before the motion was filed"
).split()
ROUNDS = 4
KINDS = ("entity", "event", "procedure", "interaction_policy")


def text(random: Random, words: int) -> str:
    return " ".join(random.choices(WORDS, k=words))


def cards(number: int) -> list[dict[str, Any]]:
    random = Random(7)
    return [
        {
            "node_id": f"card-{place:07}",
            "node_kind": random.choice(KINDS),
            "canonical_name": text(random, 4),
            "relevance_score": round(random.random(), 4),
            "matter_id": f"matter-{place % 40}",
            "provenance_source": "bucket_file",
            "provenance_source_ref": f"bucket-{place % 7}:file-{place % 300}",
            "primary_tag": random.choice(WORDS),
            "renderings": {
                "compact": text(random, 12),
                "standard": text(random, 30),
                "full": text(random, 70),
            },
            "token_counts": {"compact": 15, "standard": 38, "full": 90},
        }
        for place in range(number)
    ]


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def held(path: Path, number: int) -> float:
    """Return the bytes a loaded card holds beside the bytes of the file."""
    size = path.stat().st_size
    gc.collect()
    tracemalloc.start()
    loaded = load_candidates(path)
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert loaded.value is not None
    assert len(loaded.value.knowledge_cards) == number
    return (traced - size) / number


def forms(records: list[dict[str, Any]]) -> dict[str, str]:
    dirty = [record | {"embedding_model": "x"} for record in records]
    whole = {"schema_version": 1, "set_id": "bench", "knowledge_cards": records}
    return {
        "set.json": json.dumps(whole, ensure_ascii=False),
        "indented.json": json.dumps(whole, ensure_ascii=False, indent=1),
        "escaped.json": json.dumps(whole),
        "cards.jsonl": "\n".join(json.dumps(record, ensure_ascii=False) for record in records),
        "unknown-field.jsonl": "\n".join(json.dumps(record) for record in dirty),
    }


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        records = cards(number)
        paths = [Path(folder) / name for name in forms(records)]
        for path, content in zip(paths, forms(records).values(), strict=True):
            path.write_text(content, encoding="utf-8")
        as_list = json.dumps(records, ensure_ascii=False).encode()
        del records, content  # Objects that are alive slow down every collection of garbage.
        adapter = TypeAdapter(list[Card])
        plain = float("inf")
        took = dict.fromkeys(paths, float("inf"))
        for _ in range(ROUNDS):  # By turns, so that other work on the machine slows down all alike.
            plain = min(plain, seconds(lambda: adapter.validate_json(as_list)))
            for path in paths:
                took[path] = min(took[path], seconds(partial(load_candidates, path)))
        print(f"{number:,} cards, {len(as_list) / 1e6:.0f} MB")
        print(f"{'pydantic list':24}{plain:8.2f} s {plain / number * 1e6:6.1f} µs a card")
        for path, spent in took.items():
            print(
                f"{path.name:24}{spent:8.2f} s {spent / number * 1e6:6.1f} µs a card, ratio"
                f" {plain / spent:4.1f}, holds {held(path, number):4.0f} bytes a card"
            )


if __name__ == "__main__":
    main()
