"""The files of a project as a tree: folders with sums, files with their fates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.core.builder.report import FateKind
from inspector.language import localized
from inspector.stages.builder.names import FATE_WORDS

IN_BUNDLE = frozenset({FateKind.INCLUDED, FateKind.SLICED, FateKind.REDACTED})
"""The fates of files that are in the bundle, at least in part."""


class TreeFilter(StrEnum):
    """Which files a tree has."""

    ALL = "all files"
    ASKED = "referenced"
    IN = "in the bundle"
    CUT = "cut or redacted"
    OUT = "referenced, and out"
    NEVER = "blocked"


_KINDS: dict[TreeFilter, frozenset[FateKind]] = {
    TreeFilter.ALL: frozenset(FateKind),
    TreeFilter.ASKED: frozenset(FateKind) - {FateKind.NO_CANDIDATE, FateKind.EXCLUDED},
    TreeFilter.IN: IN_BUNDLE,
    TreeFilter.CUT: frozenset({FateKind.SLICED, FateKind.REDACTED}),
    TreeFilter.OUT: frozenset({FateKind.REMOVED, FateKind.OPTIONAL, FateKind.REFUSED}),
    TreeFilter.NEVER: frozenset({FateKind.EXCLUDED}),
}


@dataclass(slots=True)
class TreeNode:
    """A folder or a file. ``fate`` is None for a folder that is looked into.

    ``counts`` are the fates of the files below a folder.
    """

    path: str
    name: str
    above: int
    row: int = 0
    fate: FateKind | None = None
    below: list[int] = field(default_factory=list)
    counts: dict[FateKind, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class FileTree:
    """All nodes; the first is the project's folder."""

    nodes: tuple[TreeNode, ...]
    files: int
    places: Mapping[str, int]
    """The numbers of nodes by path."""

    def to_open(self, most: int) -> list[int]:
        """Return the folders that lead to what was asked for, at most so many of them."""
        found = []
        for number, node in enumerate(self.nodes[1:], 1):
            asked = sum(node.counts.get(kind, 0) for kind in _KINDS[TreeFilter.ASKED])
            if node.below and asked:
                found.append(number)
                if len(found) == most:
                    break
        return found


def file_tree(
    fates: Mapping[str, FateKind], wanted: TreeFilter = TreeFilter.ALL, text: str = ""
) -> FileTree:
    """Return the tree of the files that a filter and a text, in their paths, let through."""
    kinds, sought = _KINDS[wanted], text.strip().casefold()
    nodes = [TreeNode("", "", -1)]
    folders = {"": 0}
    places: dict[str, int] = {}
    files = 0
    for path, kind in fates.items():
        if kind not in kinds or (sought and sought not in path.casefold()):
            continue
        folder, _, name = path.rpartition("/")
        above = folders.get(folder)
        if above is None:
            above = _folder(folder, nodes, folders)
        places[path] = len(nodes)
        nodes[above].below.append(len(nodes))
        nodes.append(TreeNode(path, name, above, fate=kind))
        files += 1
    _arrange(nodes)
    for path, number in folders.items():
        places.setdefault(path, number)
    return FileTree(tuple(nodes), files, places)


def _folder(path: str, nodes: list[TreeNode], folders: dict[str, int]) -> int:
    """Add a folder, and those above it that are not there yet."""
    above_path, _, name = path.rpartition("/")
    above = folders.get(above_path)
    if above is None:
        above = _folder(above_path, nodes, folders)
    number = folders[path] = len(nodes)
    nodes[above].below.append(number)
    nodes.append(TreeNode(path, name, above))
    return number


def _arrange(nodes: list[TreeNode]) -> None:
    """Put folders before files, and sum up what is below each folder."""
    for node in nodes:
        if node.below:
            node.below.sort(key=lambda number: (nodes[number].fate is not None, nodes[number].name))
            for row, number in enumerate(node.below):
                nodes[number].row = row
    for node in reversed(nodes):  # a folder has a lower number than what is below it
        if node.above >= 0:
            counts = nodes[node.above].counts
            own = node.counts if node.fate is None else {node.fate: 1}
            for kind, number in own.items():
                counts[kind] = counts.get(kind, 0) + number


def counts_text(counts: Iterable[tuple[FateKind, int]]) -> str:
    """Return fates of files below a folder in words: "3 whole, 1 cut"."""
    order = list(FateKind)
    told = sorted(counts, key=lambda one: order.index(one[0]))
    return ", ".join(
        f"{localized(number)} {FATE_WORDS[kind]}"
        for kind, number in told
        if number and kind is not FateKind.NO_CANDIDATE
    )
