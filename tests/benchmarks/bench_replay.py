"""Recall on real history beside other ways of filling the same room, as one table.

    python -m tests.benchmarks.bench_replay FOLDER… [--commits N] [--aider PYTHON]

Each folder is a git checkout. Every way gets the target first, whole where it fits. Three fill the
rest with whole files in their own order, passing over what does not fit. With an interpreter that
has aider (see ``aider_map``), its repository map gets the rest; it is counted in two ways: a file
is found where the map shows a definition of it, or, as for the builder, all of them. The builder's
lines are those of ``inspector replay``. Shares are means over all commits of all folders.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.analysis.replay import CommitReplay, replay, signal_orders
from inspector.analysis.replay_cases import ReplayCase, replay_cases
from inspector.core.builder.inputs import BuilderConfig, SignalWeights
from inspector.core.lexical import LexicalIndex
from inspector.core.tokens import MemoCounter, TokenCounter, counter_by_name
from inspector.project.commits import Commits, open_objects
from inspector.project.contents import SourceText
from inspector.project.findings import RememberingScanner
from inspector.project.secrets import secret_scanner

BUDGETS = (4_000, 8_000, 16_000, 32_000)
OVERHEAD = 12  # tokens of a heading and a fence
CAPACITY = 200_000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--commits", type=int, default=40)
    parser.add_argument("--aider", metavar="PYTHON")
    options = parser.parse_args()
    with ExitStack() as stack:
        aider = stack.enter_context(Aider(options.aider)) if options.aider else None
        compare(options, aider)


def compare(options: argparse.Namespace, aider: Aider | None) -> None:
    """Print the figures of every folder, then the table."""
    counter = MemoCounter(counter_by_name("o200k_base"), capacity=CAPACITY)
    cache = scanner_cache_folder(default_cache_folder())
    scanner = RememberingScanner(secret_scanner(cache_dir=cache))
    configs = {
        "builder, document's scoring": BuilderConfig(),
        "builder, with optional context": BuilderConfig(include_optional=True),
        "builder, with signals": BuilderConfig(signals=SignalWeights()),
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
            for name, budget, share in aider.shares(case, counter) if aider else ():
                rows[name][budget].append((share, 0.0))
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


class Aider:
    """Aider's repository map, asked for in an interpreter that has it."""

    def __init__(self, python: str) -> None:
        self._python = python
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._root = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._process = self._stack.enter_context(
            subprocess.Popen(
                [self._python, str(Path(__file__).with_name("aider_map.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            )
        )
        return self

    def __exit__(self, *_raised: object) -> None:
        self._process.kill()
        self._stack.close()

    def shares(self, case: ReplayCase, counter: TokenCounter) -> Iterator[tuple[str, int, float]]:
        """The share of wanted files in the map, for every way of counting and every budget."""
        self._check_out(case)
        texts = case.snapshot.texts
        target = texts.get(case.target)
        needed = counter.count(target.text) + OVERHEAD if isinstance(target, SourceText) else 0
        words = [word for word in re.split(r"\W+", case.subject) if word]
        shown: list[dict[str, str]] = []
        for fits in (True, False):  # the target is in the chat where it fits
            rooms = [one - needed * fits for one in BUDGETS if (needed <= one) is fits]
            if rooms:
                task = {"root": str(self._root), "target": case.target, "words": words}
                shown = self._asked(task | {"in_chat": fits, "rooms": rooms}) + shown
        for budget, parts in zip(BUDGETS, shown, strict=True):
            found = [path for path in case.wanted if path in parts]
            full = [path for path in found if _shows_all(case, path, parts[path])]
            yield "aider's map, one definition or more", budget, len(found) / len(case.wanted)
            yield "aider's map, every definition", budget, len(full) / len(case.wanted)

    def _asked(self, task: dict[str, object]) -> list[dict[str, str]]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def _check_out(self, case: ReplayCase) -> None:
        """Make the folder what the parent was; unchanged files keep their times, so their tags."""
        texts = {
            path: text.text
            for path, text in case.snapshot.texts.items()
            if isinstance(text, SourceText)
        }
        for file in [one for one in self._root.rglob("*") if one.is_file()]:
            path = file.relative_to(self._root).as_posix()
            if path not in texts and not path.startswith(".aider"):
                file.unlink()
        for path, text in texts.items():
            file = self._root / path
            if not file.is_file() or file.read_bytes() != text.encode():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text.encode())


def _shows_all(case: ReplayCase, path: str, part: str) -> bool:
    """Whether a part of a map names all that the signatures of the file would show."""
    names = {one.name for one in case.snapshot.index.files[path].symbols if one.parsed_cleanly}
    return names <= set(re.findall(r"\w+", part))


def _told(folder: str, name: str, found: CommitReplay) -> None:
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
