"""A build as the window shows it: the report, and what is looked up in it again and again.

The keys of what a build is about: ``kind:id``, the same in tables, charts and notes.

Paths that hold a secret in their names, and how they are told instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import BundleReport, FateKind, FileFate, FitStep, SourceView
from inspector.core.ledger import LedgerEntry
from inspector.project.index import IndexedFile, ProjectIndex
from inspector.project.secrets.telling import without_secrets
from inspector.session.session import Session
from inspector.stages.builder.build_lines import fate_sentence
from inspector.stages.builder.file_tree import FileTree, file_tree
from inspector.stages.builder.runs import BuilderResult

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
