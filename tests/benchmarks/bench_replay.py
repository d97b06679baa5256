"""Recall on real history beside three plain ways of filling the same room, as one table.

    python -m tests.benchmarks.bench_replay FOLDER… [--commits N]

Each folder is a git checkout. Every way gets the target first, whole where it fits, and fills the
rest with whole files in its own order, passing over what does not fit; the builder's lines are
those of ``inspector replay``. Shares are means over all commits of all folders.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.analysis.replay.cases import ReplayCase, replay_cases
from inspector.analysis.replay.running import RememberingScanner, Replay, replay, signal_orders
from inspector.core.builder.config import BuilderConfig, SignalWeights
from inspector.core.lexical import LexicalIndex
from inspector.core.tokens import MemoCounter, TokenCounter, counter_by_name
from inspector.project.history.commits import Commits
from inspector.project.history.objects import open_objects
from inspector.project.secrets import secret_scanner
from inspector.project.texts import SourceText

BUDGETS = (4_000, 8_000, 16_000, 32_000)
OVERHEAD = 12  # tokens of a heading and a fence
CAPACITY = 200_000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--commits", type=int, default=40)
    options = parser.parse_args()
    counter = MemoCounter(counter_by_name("o200k_base"), capacity=CAPACITY)
    cache = scanner_cache_folder(default_cache_folder())
    scanner = RememberingScanner(secret_scanner(cache_dir=cache))
    configs = {
        "builder, document's scoring": BuilderConfig(include_optional=True),
        "builder, with signals": BuilderConfig(include_optional=True, signals=SignalWeights()),
    }
    rows: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    refused: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for folder in options.folders:
        with open_objects(folder) as objects:
            cases = list(replay_cases(Commits(objects), BuilderConfig(), options.commits))
        print(f"{folder}: {len(cases)} commits", flush=True)
        for name, config in configs.items():
            found = replay(cases, BUDGETS, config, counter, scanner)
            _told(folder, name, found)
            for build in found.builds:
                rows[name][build.budget].append((build.recall, build.recall_whole))
                refused[name][build.budget] += bool(build.code)
        for case in cases:
            for name, order in _plain_orders(case):
                for budget in BUDGETS:
                    share = _filled(case, order, budget, counter)
                    rows[name][budget].append((share, share))
    print("\n| recall (whole) | " + " | ".join(f"{budget:,}" for budget in BUDGETS) + " |")
    print("| --- |" + " --- |" * len(BUDGETS))
    for name, by_budget in rows.items():
        cells = []
        for budget in BUDGETS:
            pairs = by_budget[budget]
            recall, whole = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            cells.append(f"{recall:.2f} ({whole:.2f})")
        print(f"| {name} | {' | '.join(cells)} |")
    for name, numbers in refused.items():
        print(f"refused, {name}: {dict(numbers)}")


def _told(folder: str, name: str, found: Replay) -> None:
    figures = ", ".join(
        f"{one.budget}: {one.recall.mean:.3f} ({one.recall_whole.mean:.3f})"
        for one in found.budgets
    )
    print(f"{folder}: {name}: {figures}", flush=True)


def _plain_orders(case: ReplayCase) -> Iterator[tuple[str, Sequence[str]]]:
    """Whole files by words of the subject, by relations, and by changes together."""
    texts = {
        path: text.text
        for path, text in case.snapshot.texts.items()
        if isinstance(text, SourceText) and path != case.target
    }
    paths = list(texts)
    index = LexicalIndex(f"{path} {text}" for path, text in texts.items())
    scores = index.scores(case.subject)
    yield "whole files by BM25", [paths[at] for at in sorted(scores, key=lambda at: -scores[at])]
    orders = signal_orders(case, SignalWeights())
    yield "import neighbours", orders["edges"]
    yield "co-change", orders["co_change"]


def _filled(case: ReplayCase, order: Sequence[str], budget: int, counter: TokenCounter) -> float:
    room, found = budget, set()
    for path in (case.target, *order):
        text = case.snapshot.texts.get(path)
        if isinstance(text, SourceText):
            tokens = counter.count(text.text) + OVERHEAD
            if tokens <= room:
                room -= tokens
                found.add(path)
    return len(found & set(case.wanted)) / len(case.wanted)


if __name__ == "__main__":
    main()
