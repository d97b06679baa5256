"""Of hot states, relevance and YAML the cost grows with the size of a file and no faster."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from inspector import resources
from tests.files.test_growth_of_runs import _bends, _file

HOT_STATE = json.loads(
    Path(str(resources.resource_path("samples/discipline/hot-state.json"))).read_text("utf-8")
)
DISCIPLINE = ["discipline", "--no-history"]
RELEVANCE = ["relevance", "--no-history", "--mode", "M", "--urgency", "high", "--config"]
POLICY = "max_injection_tokens_absolute: 4000\n"

Names = list[str]


def _hot(**parts: Callable[[int], Any]) -> Callable[[int], str]:
    return lambda size: json.dumps(HOT_STATE | {name: made(size) for name, made in parts.items()})


def _nodes(bytes_each: int, **parts: Callable[[Names], Any]) -> Callable[[int], str]:
    """Return what makes a configuration whose nodes take about so many bytes each."""

    def made(size: int) -> str:
        names = [f"n{at:05}" for at in range(size // bytes_each)]
        table = {"node_token_estimates": dict.fromkeys(names, 9)}
        return json.dumps(table | {part: make(names) for part, make in parts.items()})

    return made


def _yaml(line: Callable[[int], str], head: str = "") -> Callable[[int], str]:
    return lambda size: POLICY + head + "".join(line(at) for at in range(size // len(line(100))))


SHAPES: dict[str, tuple[str, list[str], Callable[[int], str]]] = {
    "decisions": (
        "a.json",
        DISCIPLINE,
        _hot(accepted_decisions=lambda size: [f"Keep {at}." for at in range(size // 14)]),
    ),
    "one decision again and again": (
        "a.json",
        DISCIPLINE,
        _hot(accepted_decisions=lambda size: ["Keep it."] * (size // 12)),
    ),
    "decisions that are none": (
        "a.json",
        DISCIPLINE,
        _hot(accepted_decisions=lambda size: [{}] * (size // 4)),
    ),
    "a long objective": ("a.json", DISCIPLINE, _hot(objective=lambda size: "word " * (size // 5))),
    "an objective without spaces": ("a.json", DISCIPLINE, _hot(objective=lambda size: "é" * size)),
    "artifacts": (
        "a.json",
        DISCIPLINE,
        _hot(artifact_refs=lambda size: [f"artifact:{at}" for at in range(size // 15)]),
    ),
    "fields that are not known": (
        "a.json",
        DISCIPLINE,
        lambda size: json.dumps(HOT_STATE | {f"field_{at}": at for at in range(size // 17)}),
    ),
    "nodes": ("a.json", RELEVANCE, _nodes(14)),
    "a mask without nodes": ("a.json", RELEVANCE, _nodes(14, template_masks=lambda _: {"M": {}})),
    "masks": (
        "a.json",
        RELEVANCE,
        _nodes(30, template_masks=lambda names: {"M": dict.fromkeys(names, False)}),
    ),
    "nodes that urgency brings in": (
        "a.json",
        RELEVANCE,
        _nodes(24, urgency_overrides=lambda names: names[::-1], template_masks=lambda _: {"M": {}}),
    ),
    "names that no node has": (
        "a.json",
        RELEVANCE,
        _nodes(26, urgency_overrides=lambda names: [f"m{name}" for name in names]),
    ),
    "dependencies in a chain": (
        "a.json",
        RELEVANCE,
        _nodes(40, dependencies=lambda names: {a: [b] for a, b in pairwise(names[::-1])}),
    ),
    "dependencies in circles": (
        "a.json",
        RELEVANCE,
        _nodes(48, dependencies=lambda names: {a: [b, names[0]] for a, b in pairwise(names)}),
    ),
    "rules that ask one thing": (
        "a.json",
        RELEVANCE,
        _nodes(50, signal_rules=lambda names: {name: [{"when": {"s": 1}}] for name in names}),
    ),
    "rules that ask each its own": (
        "a.json",
        RELEVANCE,
        _nodes(60, signal_rules=lambda names: {n: [{"when": {f"{n}_gt": 1}}] for n in names}),
    ),
    "rules without their lists": (
        "a.json",
        RELEVANCE,
        _nodes(60, signal_rules=lambda names: {n: {"when": {"s_gt": True}} for n in names}),
    ),
    "anchors of YAML": ("a.yaml", ["lint"], _yaml(lambda at: f"k{at:04}: &a{at:04} x\n")),
    "aliases of a list of YAML": (
        "a.yaml",
        ["lint"],
        _yaml(lambda at: f"k{at:04}: *a\n", "a: &a [1, 2, 3]\n"),
    ),
    "flows of YAML": (
        "a.yaml",
        ["lint"],
        lambda size: f"{POLICY}k: [{'{a: [1]}, ' * (size // 10)}]\n",
    ),
    "folded lines of YAML": ("a.yaml", ["lint"], _yaml(lambda at: f"  line {at:04}\n", "k: >\n")),
    "quoted lines of YAML": (
        "a.yaml",
        ["lint"],
        lambda size: f'{POLICY}k: "' + "a word\n  " * (size // 9) + '"\n',
    ),
    "comments of YAML": ("a.yaml", ["lint"], _yaml(lambda at: f"# comment {at:04}\n")),
    "documents of YAML": ("a.yaml", ["lint"], _yaml(lambda at: f"---\nk: {at:04}\n")),
    "depth of YAML": ("a.yaml", ["lint"], lambda size: f"{POLICY}k: {'[' * (size // 2)}\n"),
    "tags of YAML": ("a.yaml", ["lint"], _yaml(lambda at: f"k{at:04}: !!str 1\n")),
}


@pytest.mark.parametrize("name", SHAPES)
def test_calls_grow_with_settings_and_no_faster(name: str, tmp_path: Path) -> None:
    file, command, made = SHAPES[name]
    assert not _bends(tmp_path, _file(file, command, made))
