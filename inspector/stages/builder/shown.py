"""A build as the window shows it: the report, the files as a tree, what is looked up in both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import BundleReport, FateKind, FileFate, FitStep, SourceView
from inspector.core.ledger import LedgerEntry
from inspector.language import localized
from inspector.project.index import IndexedFile, ProjectIndex
from inspector.project.secrets.redaction import without_secrets
from inspector.session.session import Session
from inspector.stages.builder.build_lines import fate_sentence
from inspector.stages.builder.runs import BuilderResult
from inspector.stages.builder.words import FATE_WORDS

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


WHOLE = "bundle:whole"
"""The build as a whole."""


def file_key(path: str) -> str:
    """Return the key of a file."""
    return f"file:{path}"


def path_of(key: str) -> str:
    """Return the path of a file that a key names or whose definition it names, "" for none."""
    kind, _, rest = key.partition(":")
    if kind == "symbol":
        return rest.rpartition("#")[0]
    return rest if kind == "file" else ""


def entry_key(entry: LedgerEntry) -> str:
    """Return the key of a row of the ledger."""
    return f"{entry.kind}:{entry.subject}"


def step_key(number: int) -> str:
    """Return the key of a step of fitting."""
    return f"fit:{number}"


def redaction_key(place: int) -> str:
    """Return the key of a redaction, by its place in the report."""
    return f"redaction:{place}"


NOTHING_HIDDEN: Mapping[str, str] = MappingProxyType({})


def told_paths(paths: Iterable[str]) -> Mapping[str, str]:
    """Return what is shown of each path that cannot be shown as it is, by path.

    A build screens the paths that it tells of. A view of a whole project shows all others as well:
    they are looked through as one text, which takes a fraction of a second for fifty thousand.
    """
    from inspector.project.secrets import PatternScanner

    listed = list(paths)
    found = PatternScanner().scan("\n".join(listed))
    told: dict[str, str] = {}
    start = place = 0
    for path in listed if found else ():
        end = start + len(path)
        while place < len(found) and found[place].end <= start:
            place += 1
        if place < len(found) and found[place].start < end:
            told[path] = without_secrets(path)
        start = end + 1
    return told


@dataclass(frozen=True, eq=False)
class Shown:
    """One result that has a report. What is worked out is kept, and may be so in a worker.

    Every path here is as it may be shown. One that holds a secret is told in another way, ``told``
    says how; what is asked by such a path is found all the same.
    """

    result: BuilderResult
    index: ProjectIndex
    report: BundleReport
    told: Mapping[str, str] = field(default_factory=lambda: NOTHING_HIDDEN)

    @property
    def session(self) -> Session:
        """The session that the result is of."""
        return self.result.session

    @cached_property
    def entries(self) -> Mapping[str, LedgerEntry]:
        """The rows of the ledger by key."""
        return {entry_key(entry): entry for entry in self.report.ledger.entries}

    @cached_property
    def ranks(self) -> Mapping[str, RankedFile]:
        """Ranked candidates by path."""
        return {file.path: file for file in self.report.ranking}

    @cached_property
    def fates(self) -> Mapping[str, FateKind]:
        """What became of every path of the project, in bytewise order."""
        raw = {path: told for told, path in self._raw.items()}
        return {raw.get(path, path): fate.kind for path, fate in self.report.fates.items()}

    @cached_property
    def tree(self) -> FileTree:
        """All files as a tree."""
        return file_tree(self.fates)

    @cached_property
    def _raw(self) -> Mapping[str, str]:
        """The path of the index for each that is told in another way."""
        raw: dict[str, str] = {}
        for path in self.index.files:
            told = self.told.get(path) or self.report.fates[path].path
            if told != path:
                number = 2
                shown = told
                while shown in raw or shown in self.index.files:
                    shown, number = f"{told} ({number})", number + 1
                raw[shown] = path
        return raw

    @property
    def hidden(self) -> frozenset[str]:
        """The paths of the index that are told in another way."""
        return frozenset(self._raw.values())

    def is_hidden(self, path: str) -> bool:
        """Whether a shown path stands for one that cannot be shown."""
        return path in self._raw

    def fate(self, path: str) -> FileFate | None:
        """Return what became of a path, None where the project does not have it."""
        return self.report.fates.get(self._raw.get(path, path))

    def file(self, path: str) -> IndexedFile | None:
        """Return what the index has of a path."""
        return self.index.files.get(self._raw.get(path, path))

    def view(self, path: str) -> SourceView | None:
        """Return what may be read of a file, None where it was not read or is hidden."""
        return self.report.source_views.get(path)

    def sentence(self, path: str) -> str:
        """Say what became of a path of the project, and why."""
        fate = self.fate(path)
        return "" if fate is None else fate_sentence(self.report, fate)

    @cached_property
    def steps_of(self) -> Mapping[str, tuple[FitStep, ...]]:
        """Steps of fitting by the path of the file that they are about."""
        found: dict[str, list[FitStep]] = {}
        for step in self.report.fit_steps:
            if step.path:
                found.setdefault(step.path, []).append(step)
        return {path: tuple(steps) for path, steps in found.items()}

    @cached_property
    def targets(self) -> frozenset[str]:
        """The paths of what the call works on."""
        return frozenset(self.report.manifest.selection.target_files) | frozenset(
            path for path, file in self.ranks.items() if file.hops == 0
        )


def shown_of(result: BuilderResult, told: Mapping[str, str] = NOTHING_HIDDEN) -> Shown | None:
    """Return what can be shown of a result; None where nothing was built.

    ``told`` is how paths are told that cannot be shown as they are.
    """
    if result.index is None or result.report is None:
        return None
    shown = Shown(result, result.index, result.report, told)
    _ = shown.tree, shown.entries, shown.ranks  # now, in the worker, and not when it is painted
    return shown


def folder_tokens(shown: Shown, tree: FileTree) -> dict[int, int]:
    """Return the tokens of blocks below each folder that has some."""
    sums: dict[int, int] = {}
    for path in shown.ranks:
        fate = shown.fate(path)
        tokens = fate.tokens if fate is not None and path in tree.places else 0
        number = tree.nodes[tree.places[path]].above if tokens else -1
        while number >= 0:
            sums[number] = sums.get(number, 0) + tokens
            number = tree.nodes[number].above
    return sums
