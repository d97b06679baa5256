"""The optional faster counter beside tiktoken: the same numbers on many strings, and how fast.

``python -m tests.benchmarks.bench_fast_tokens [STRINGS]`` (1,000,000 by default).
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from inspector.core.tokens import tiktoken_counter
from inspector.core.tokens.byte_pairs import SETTLED, fast_batch
from inspector.core.tokens.counter import ENCODINGS

PARTS = (
    *("'s", "'S", "'LL", "'re", "ſ", "'ſ", " ", "  ", "\n\n", "\r\n", "123", "1234567", "ab"),
    *("ABC", "Éa", "中文", "ก็", "😀", "\t", "-", "!!!", "\u00a0", "\u3000", "’", "“", "ё", "한국"),
)
BATCH = 50_000


def strings(count: int, seed: int) -> list[str]:
    """Return strings of every kind: random characters, words of code, telling parts."""
    rng = random.Random(seed)
    words = Path(random.__file__).read_text("utf-8").split()
    ranges = ((32, 127), (0xA0, 0x250), (0x250, 0x2000), (0x2000, 0xD800), (0xE000, 0x110000))

    def character() -> str:
        return chr(rng.randrange(*rng.choice(ranges[: rng.randrange(1, 6)])))

    def text() -> str:
        kind = rng.random()
        if kind < 0.35:
            return "".join(character() for _ in range(rng.randrange(1, 30)))
        if kind < 0.7:
            return " ".join(rng.choice(words) for _ in range(rng.randrange(1, 30)))
        return "".join(rng.choice((*PARTS, rng.choice(words))) for _ in range(rng.randrange(1, 30)))

    return [text() for _ in range(count)]


def long_strings() -> list[str]:
    """Return pieces of source, as long as cards and files are."""
    folder = Path(random.__file__).parent
    text = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
    return [text[start : start + 1500] for start in range(0, len(text), 1500)]


def main(count: int) -> None:
    """Print agreement and ratio for every encoding."""
    for name in ENCODINGS:
        exact = tiktoken_counter(name)
        exact.prepare()
        began = time.perf_counter()
        fast = fast_batch(name, exact.count)
        loading = time.perf_counter() - began
        if fast is None:
            print(f"{name}: no faster counter is installed")
            continue
        differ = handed = 0
        for start in range(0, count, BATCH):
            batch = strings(min(BATCH, count - start), start)
            handed += sum(SETTLED.fullmatch(text) is not None for text in batch)
            counted = fast.count_many(batch, exact.count)
            differ += sum(a != exact.count(b) for a, b in zip(counted, batch, strict=True))
        print(f"{name}: {count:,} strings, {handed:,} handed over, {differ} differ")
        texts = long_strings()
        ratios = []
        for _ in range(5):
            began = time.perf_counter()
            slow = [exact.count(text) for text in texts]
            between = time.perf_counter()
            same = fast.count_many(texts, exact.count) == slow
            ratios.append((between - began) / (time.perf_counter() - between))
            assert same
        size = sum(map(len, texts)) / 1e6
        print(
            f"  {size:.1f} million characters of source: {sorted(ratios)[2]:.1f} x one thread of"
            f" tiktoken; loading takes {loading:.1f} s"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
