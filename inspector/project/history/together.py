"""Which files of a project change together."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from inspector.project.history.commits import Commits
from inspector.project.history.objects import open_objects

_MOST_FILES = 30  # of a change that still says something about each two of them


@dataclass(frozen=True, slots=True)
class ProjectHistory:
    """The latest changes of a project. ``commit`` is the newest that was read.

    ``changes`` are the paths of each change, the newest first.
    """

    commit: str
    changes: tuple[tuple[str, ...], ...]

    def together(self, paths: Iterable[str]) -> Mapping[str, float]:
        """How often files changed with one of ``paths``: each time 1, shared by those that did."""
        wanted = set(paths)
        found: dict[str, float] = defaultdict(float)
        for change in self.changes:
            if not 1 < len(change) <= _MOST_FILES or wanted.isdisjoint(change):
                continue
            for path in change:
                if path not in wanted:
                    found[path] += 1 / (len(change) - 1)
        return found


def read_history(folder: str | os.PathLike[str], most: int) -> ProjectHistory:
    """Read up to ``most`` changes of the checkout in a folder. Raises ``HistoryError``."""
    with open_objects(folder) as objects:
        commits = Commits(objects)
        head = commits.commit("HEAD").name
        return ProjectHistory(head, tuple(one.paths for one in islice(commits.changes(), most)))
