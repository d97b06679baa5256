"""The commits of a history that can be replayed, each with its target and its wanted files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from inspector.core.builder.inputs import BuilderConfig, SignalWeights
from inspector.core.builder.signals import is_test
from inspector.project.commits import CommitChange, Commits, ProjectHistory, open_objects
from inspector.project.index import IndexedFile
from inspector.project.snapshots import CommitSnapshot, Snapshots

MOST_FILES = 10
"""Source files that a commit touches at most; larger ones are sweeps over a project."""


@dataclass(frozen=True, slots=True)
class ReplayTask:
    """One commit as a task: one touched file is given, and the others are wanted.

    Wanted are the other source files (of a language with a grammar) that the commit changes or
    deletes and that may be sent.
    """

    commit: str
    subject: str
    target: str
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayCase(ReplayTask):
    """A task with the project at the commit's parent; ``history`` ends before the commit."""

    snapshot: CommitSnapshot = field(repr=False)
    history: ProjectHistory = field(repr=False)

    @property
    def task(self) -> ReplayTask:
        """What is kept of it when it is done: without the project, which is large."""
        return ReplayTask(self.commit, self.subject, self.target, self.wanted)


def replay_cases(commits: Commits, config: BuilderConfig, most: int) -> Iterator[ReplayCase]:
    """Give the newest commits that touch 2 to 10 source files, up to ``most`` of them.

    The target is the touched file with the most changed lines; a test is one only where nothing
    else was touched. Merges are passed over. Raises ``CommitError``.
    """
    snapshots = Snapshots(commits, config)
    walk = commits.changes()
    ahead: list[CommitChange] = []
    reach = (config.signals or SignalWeights()).most_changes
    given = place = 0
    while given < most:
        while len(ahead) <= place + reach and (change := next(walk, None)) is not None:
            ahead.append(change)
        if place >= len(ahead):
            return
        change = ahead[place]
        place += 1
        if len(change.touched) < 2:  # there has to be another file
            continue
        counted = (p for p, blob, _ in change.touched if _counts(snapshots.file(p, blob)))
        touched = list(islice(counted, MOST_FILES + 1))
        if not 2 <= len(touched) <= MOST_FILES:
            continue
        parent = commits.commit(change.commit.parents[0])
        target = _target(commits, change, touched)
        earlier = tuple(one.paths for one in ahead[place : place + reach])
        given += 1
        yield ReplayCase(
            change.commit.name,
            change.commit.subject,
            target,
            tuple(path for path in touched if path != target),
            snapshots.at(parent.tree),
            ProjectHistory(parent.name, earlier),
        )


def read_cases(
    folder: str,
    config: BuilderConfig,
    most: int,
    watch: Callable[[int], bool] = lambda _read: True,
) -> Iterator[ReplayCase]:
    """Give the cases of a checkout, one at a time; where ``watch`` ends it, there are no more.

    Only objects of the checkout are read. Raises ``CommitError``.
    """
    with open_objects(folder) as objects:
        for read, case in enumerate(replay_cases(Commits(objects), config, most), 1):
            yield case
            if not watch(read):
                return


def _counts(file: IndexedFile) -> bool:
    return file.exclusion is None and file.language is not None


def _target(commits: Commits, change: CommitChange, touched: list[str]) -> str:
    blobs = {path: (before, after) for path, before, after in change.touched}
    choice = [path for path in touched if not is_test(path)] or touched
    return max(choice, key=lambda path: _changed_lines(commits, *blobs[path]))


def _changed_lines(commits: Commits, before: str, after: str) -> int:
    """Lines that only one of two versions has; moved ones do not count."""
    old = Counter(commits.blob(before).split(b"\n"))
    new = Counter(commits.blob(after).split(b"\n")) if after else Counter[bytes]()
    return (old - new).total() + (new - old).total()
