"""Objects of a git repository, its commits, what each touched, and what changes together."""

from __future__ import annotations

import heapq
import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import IO

_SAFE = (
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.untrackedCache=false"),
    *("-c", "protocol.allow=never"),
    "--no-pager",
    "--no-replace-objects",
    "--literal-pathspecs",
)
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP")
_SET = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",  # a list of none: nothing is fetched, whatever a remote is
}


class CommitError(Exception):
    """The history cannot be read; the message says why, without contents."""


@dataclass(frozen=True, slots=True)
class GitObject:
    """One object: its name in hex, its kind (``commit``, ``tree``, ``blob``) and its bytes."""

    name: str
    kind: str
    data: bytes


class GitObjects:
    """Gives objects by name, for as long as ``open_objects`` is open."""

    def __init__(self, asked: IO[bytes], answered: IO[bytes]) -> None:
        self._asked = asked
        self._answered = answered

    def read(self, name: str) -> GitObject:
        """Return an object. Raises ``CommitError`` where the repository does not have it."""
        try:
            self._asked.write(name.encode() + b"\n")
            self._asked.flush()
            header = self._answered.readline().split()
        except OSError as error:
            raise CommitError("git ended before it gave an object") from error
        if len(header) != 3:  # name, kind, size; or the name with "missing"
            raise CommitError(f"the history has no object {name}")
        size = int(header[2])
        data = self._answered.read(size + 1)[:-1]
        if len(data) != size:
            raise CommitError("git ended in the middle of an object")
        return GitObject(header[0].decode(), header[1].decode(), data)


@contextmanager
def open_objects(folder: str | os.PathLike[str]) -> Iterator[GitObjects]:
    """Open the repository that a folder is a checkout of, or is.

    Raises ``CommitError`` where there is no git, or no repository that this user may read.
    """
    git = shutil.which("git")
    if git is None:
        raise CommitError("git is not installed")
    if not os.path.isdir(folder):  # noqa: PTH112  # accepts what is no valid Path, too
        raise CommitError("the folder is not there")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise CommitError("the folder may not be read")
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _SET
    with subprocess.Popen(  # noqa: S603  # the program that the user installed, and fixed options
        [git, *_SAFE, "cat-file", "--batch"],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise CommitError("git cannot be talked to")
        try:
            yield GitObjects(process.stdin, process.stdout)
        finally:
            with suppress(OSError):  # it ended by itself, as where there is no repository
                process.stdin.close()
            process.stdout.close()
            process.terminate()


_FOLDER = "40000"
_FILES = frozenset({"100644", "100755", "100664"})
_TREES = 4_096
_AUTHORED = re.compile(rb" (\d+) [+-]\d{4}$")


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. ``time`` is the committer's, in seconds; ``subject`` its message's first line."""

    name: str
    tree: str
    parents: tuple[str, ...]
    time: int
    subject: str


@dataclass(frozen=True, slots=True)
class CommitChange:
    """A commit with one parent, and its files.

    ``touched`` pairs each path that the parent has and the commit changes or deletes with the
    object's names before and after ("" for deleted), in order of path. ``added`` are new paths.
    """

    commit: Commit
    touched: tuple[tuple[str, str, str], ...]
    added: tuple[str, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path of the change."""
        return (*(path for path, _, _ in self.touched), *self.added)


class Commits:
    """Reads commits and trees of an open repository."""

    def __init__(self, objects: GitObjects) -> None:
        self._objects = objects
        self._tree = lru_cache(_TREES)(self._read_tree)

    def commit(self, name: str) -> Commit:
        """Return a commit by its name, or that of a branch or ``HEAD``."""
        found = self._objects.read(name)
        if found.kind != "commit":
            raise CommitError(f"{name} is no commit")
        head, _, message = found.data.partition(b"\n\n")
        tree, time, parents = "", 0, []
        for line in head.split(b"\n"):
            word, _, rest = line.partition(b" ")
            if word == b"tree":
                tree = rest.decode()
            elif word == b"parent":
                parents.append(rest.decode())
            elif word == b"committer" and (at := _AUTHORED.search(rest)):
                time = int(at.group(1))
        subject = message.strip().split(b"\n", 1)[0].decode("utf-8", "replace")
        return Commit(found.name, tree, tuple(parents), time, subject)

    def changes(self, start: str = "HEAD") -> Iterator[CommitChange]:
        """Give every change with one parent, the newest first; a commit before what it is made on.

        A history that was cut off (a shallow clone) ends where it was cut.
        """
        first = self.commit(start)
        ahead = [(-first.time, first.name, first)]
        seen = {first.name}
        while ahead:
            commit = heapq.heappop(ahead)[2]
            parents = []
            for name in commit.parents:
                try:
                    parents.append(self.commit(name))
                except CommitError:
                    continue
            for parent in parents:
                if parent.name not in seen:
                    seen.add(parent.name)
                    heapq.heappush(ahead, (-parent.time, parent.name, parent))
            if len(commit.parents) == 1 and parents:
                touched: list[tuple[str, str, str]] = []
                added: list[str] = []
                self._compare(parents[0].tree, commit.tree, "", touched, added)
                yield CommitChange(commit, tuple(sorted(touched)), tuple(sorted(added)))

    def files(self, tree: str, folder: str = "") -> Iterator[tuple[str, str]]:
        """Give the path and the object's name of every regular file of a tree."""
        for name, (mode, child) in self._tree(tree).items():
            if mode == _FOLDER:
                yield from self.files(child, f"{folder}{name}/")
            elif mode in _FILES:
                yield f"{folder}{name}", child

    def blob(self, name: str) -> bytes:
        """Return the bytes of a file."""
        return self._objects.read(name).data

    def _compare(
        self,
        before: str,
        after: str,
        folder: str,
        touched: list[tuple[str, str, str]],
        added: list[str],
    ) -> None:
        if before == after:
            return
        old = self._tree(before) if before else {}
        new = self._tree(after) if after else {}
        for name in old.keys() | new.keys():
            mode, was = old.get(name, ("", ""))
            mode_now, now = new.get(name, ("", ""))
            if (mode, was) == (mode_now, now):
                continue
            path = folder + name
            if _FOLDER in (mode, mode_now):
                inside = was if mode == _FOLDER else "", now if mode_now == _FOLDER else ""
                self._compare(*inside, path + "/", touched, added)
            if mode in _FILES:
                touched.append((path, was, now if mode_now in _FILES else ""))
            elif mode_now in _FILES:
                added.append(path)

    def _read_tree(self, name: str) -> dict[str, tuple[str, str]]:
        data = self._objects.read(name).data
        width = len(name) // 2  # bytes of a name: 20, or 32 where names are SHA-256
        entries: dict[str, tuple[str, str]] = {}
        position = 0
        while position < len(data):
            space = data.index(b" ", position)
            end = data.index(b"\0", space)
            child = data[end + 1 : end + 1 + width].hex()
            path = data[space + 1 : end].decode("utf-8", "surrogateescape")
            entries[path] = data[position:space].decode("ascii"), child
            position = end + 1 + width
        return entries


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
    """Read up to ``most`` changes of the checkout in a folder. Raises ``CommitError``."""
    with open_objects(folder) as objects:
        commits = Commits(objects)
        head = commits.commit("HEAD").name
        return ProjectHistory(head, tuple(one.paths for one in islice(commits.changes(), most)))
