"""Optional signals that speak for a file beside the document's weights (Builder ranking).

Each signal orders files by itself; the orders are fused by reciprocal rank, so that no signal needs
a scale of its own. Nothing here reads contents: words are those of paths and outlines, and a test
belongs to a file by the names that people give them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from inspector.core.builder.inputs import BuildRequest, SignalWeights
from inspector.core.builder.targets import Target
from inspector.project.commits import ProjectHistory
from inspector.project.index import ProjectIndex
from inspector.project.paths import in_bytes

_TEST_NAME = re.compile(r"^test_|_test\.|\.(test|spec)\.|Tests?\.[a-z]+$")
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__"})
_AFFIXES = re.compile(r"^test_|_test$|\.(test|spec)$|(?<=[a-z0-9])Tests?$|^_+")
_LEAST = 3  # letters that names have to share
EXACT, PREFIX, WORD = 1.0, 0.5, 0.4
"""How much a pair of names says: the same name, the start of the other, a word of it."""


def is_test(path: str) -> bool:
    """Whether a file is a test, by its name or one of its folders."""
    *folders, name = path.split("/")
    return bool(_TEST_NAME.search(name) or _TEST_FOLDERS & set(folders))


def pair_strength(path: str, other: str) -> float:
    """How much the names say that one file tests the other: 0 for nothing."""
    if is_test(path) == is_test(other):
        return 0.0
    first, second = _subject(path), _subject(other)
    if len(first) < _LEAST or len(second) < _LEAST:
        return 0.0
    if first == second:
        return EXACT
    if first.startswith(second) or second.startswith(first):
        return PREFIX
    return WORD if first in second.split("_") or second in first.split("_") else 0.0


def _subject(path: str) -> str:
    """The name without what makes it a test's, a private one's or a language's."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return _AFFIXES.sub("", _AFFIXES.sub("", stem)).casefold()


_SOFTENED = 10  # ranks before the first, so that the first few count nearly alike
_DIGITS = 9


class SignalKind(StrEnum):
    """What orders files beside the document's score."""

    WORDS = "words"  # of intent and step, in paths and outlines
    TARGET_WORDS = "target_words"  # names that the targets define
    CO_CHANGE = "co_change"  # changed in the same commits as a target
    TEST_PAIR = "test_pair"  # a target's test, or what a target tests
    EDGES = "edges"  # relations with a target, counted


@dataclass(frozen=True, slots=True)
class Signalled:
    """What signals say of one file: its share of the best (0 to 1), and its place in each order."""

    share: float
    places: tuple[tuple[SignalKind, int], ...]


Orders = Mapping[SignalKind, Sequence[str]]


def orders_of(
    index: ProjectIndex,
    targets: Sequence[Target],
    request: BuildRequest,
    history: ProjectHistory | None,
) -> Orders:
    """Files in the order of each signal, without the targets and what is excluded."""
    paths = {target.path for target in targets}
    step = request.plan_step
    asked = " ".join((_text_of(request.intent), step.description if step else ""))
    own = " ".join(
        f"{path} {' '.join(one.name for one in index.files[path].symbols)}"
        for path in sorted(paths, key=in_bytes)
    )
    scores = {
        SignalKind.WORDS: index.files_by_words(asked),
        SignalKind.TARGET_WORDS: index.files_by_words(own),
        SignalKind.CO_CHANGE: history.together(paths) if history else {},
        SignalKind.TEST_PAIR: _pairs(index, paths),
        SignalKind.EDGES: _edges(index, paths),
    }
    return {
        kind: sorted(
            (
                path
                for path, score in found.items()
                if score > 0
                and path not in paths
                and path in index.files
                and index.files[path].exclusion is None
            ),
            key=lambda path: (-round(found[path], _DIGITS), in_bytes(path)),
        )
        for kind, found in scores.items()
    }


def fused(orders: Orders, weights: SignalWeights) -> dict[str, Signalled]:
    """Fuse orders by weighted reciprocal rank: the best files, the best first."""
    sums: dict[str, float] = defaultdict(float)
    places: dict[str, list[tuple[SignalKind, int]]] = defaultdict(list)
    for kind in SignalKind:
        weight = getattr(weights, kind.value)
        for place, path in enumerate(orders[kind] if weight else (), 1):
            sums[path] += weight / (_SOFTENED + place)
            places[path].append((kind, place))
    best = max(sums.values(), default=1.0)
    ranked = sorted(sums, key=lambda path: (-round(sums[path], _DIGITS), in_bytes(path)))
    return {
        path: Signalled(round(sums[path] / best, _DIGITS), tuple(places[path]))
        for path in ranked[: weights.most_files]
    }


def _pairs(index: ProjectIndex, paths: set[str]) -> dict[str, float]:
    sources = [path for path, file in index.files.items() if file.language is not None]
    return {path: max(pair_strength(path, one) for one in paths) for path in sources if paths}


def _edges(index: ProjectIndex, paths: set[str]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for path in sorted(paths, key=in_bytes):
        for relation in index.relations_from.get(path, ()):
            found[relation.target_path] += 1
        for relation in index.relations_to.get(path, ()):
            found[relation.source_path] += 1
    return found


def _text_of(value: Any) -> str:
    """Every text in a JSON value."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return " ".join(_text_of(member) for member in value.values())
    return " ".join(map(_text_of, value)) if isinstance(value, list | tuple) else ""
