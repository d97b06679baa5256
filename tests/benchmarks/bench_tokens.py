"""How fast tokens are counted: python tests/benchmarks/bench_tokens.py [encoding].

Ways of doing the same are measured in turns, several rounds each, and printed as ratios of their
medians: those hold from machine to machine, times do not. The texts are cut from the standard
library's sources.
"""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import tiktoken  # noqa: E402 - needs the path

from inspector.core.tokens import MemoCounter, tiktoken_counter  # noqa: E402
from inspector.core.tokens.counter import ENCODINGS  # noqa: E402
from inspector.core.tokens.exact import TiktokenCounter, load_vocabulary  # noqa: E402

ROUNDS = 5
CARD = 400  # characters


def cards(characters: int) -> list[str]:
    """Different texts of the length of a card."""
    sources = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    text = "".join(path.read_text("utf-8", "replace") for path in sources)[:characters]
    return [text[start : start + CARD] for start in range(0, len(text), CARD)]


def compare(title: str, ways: dict[str, Callable[[], object]]) -> None:
    """Time the ways in turns; the first is what the others are compared with."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            times[name].append(time.perf_counter() - start)
    print(title)
    base = median(next(iter(times.values())))
    for name, measured in times.items():
        taken = median(measured)
        print(f"  {name:<28}{taken * 1000:10.1f} ms   {base / taken:6.2f} x as fast")


def main(encoding: str) -> None:
    """Measure and print."""
    counter = tiktoken_counter(encoding)
    counter.prepare()
    compare(
        "loading",
        {
            "unpack, check, read": lambda: load_vocabulary(ENCODINGS[encoding]),
            "all, up to the first count": lambda: TiktokenCounter(ENCODINGS[encoding]).count(""),
        },
    )
    plain = tiktoken.Encoding(
        encoding,
        pat_str=ENCODINGS[encoding].pattern,
        mergeable_ranks=load_vocabulary(ENCODINGS[encoding]).ranks(),
        special_tokens={},
    )

    def raw(texts: list[str]) -> list[int]:
        return [len(plain.encode_ordinary(text)) for text in texts]

    def loop(texts: list[str]) -> list[int]:
        return [counter.count(text) for text in texts]

    texts = cards(8_000_000)
    full = MemoCounter(counter)
    assert full.count_many(texts) == counter.count_many(texts) == loop(texts) == raw(texts)
    compare(
        f"{len(texts):,} texts of {CARD} characters",
        {
            "tiktoken alone, one by one": lambda: raw(texts),
            "count, one by one": lambda: loop(texts),
            "count_many": lambda: counter.count_many(texts),
            "an empty memo, count_many": lambda: MemoCounter(counter).count_many(texts),
            "a full memo, one by one": lambda: [full.count(text) for text in texts],
            "a full memo, count_many": lambda: full.count_many(texts),
        },
    )
    whole = "".join(texts)
    runs = {
        "one text": whole,
        "letters": "a" * 900_000,
        "signs": "-" * 900_000,
        "different letters": "".join(filter(str.isalpha, whole)).lower()[:900_000],
        "spaces": " " * 700_000,  # tiktoken gives up on a million
    }
    for name, text in runs.items():
        compare(
            f"{name}, {len(text):,} characters",
            {
                "tiktoken alone": lambda text=text: raw([text]),
                "count": lambda text=text: counter.count(text),
            },
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "o200k_base")
