"""Objects of a git repository, read by one process that runs nothing of the checkout.

Only ``git cat-file --batch`` is started: it compares, filters and converts nothing. Hooks, file
watchers, external diffs, filters, pagers and fetching on demand stay off whatever the checkout's
configuration says; the user's and the system's configuration are not read at all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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


class HistoryError(Exception):
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
        """Return an object. Raises ``HistoryError`` where the repository does not have it."""
        try:
            self._asked.write(name.encode() + b"\n")
            self._asked.flush()
            header = self._answered.readline().split()
        except OSError as error:
            raise HistoryError("git ended before it gave an object") from error
        if len(header) != 3:  # name, kind, size; or the name with "missing"
            raise HistoryError(f"the history has no object {name}")
        size = int(header[2])
        data = self._answered.read(size + 1)[:-1]
        if len(data) != size:
            raise HistoryError("git ended in the middle of an object")
        return GitObject(header[0].decode(), header[1].decode(), data)


@contextmanager
def open_objects(folder: str | os.PathLike[str]) -> Iterator[GitObjects]:
    """Open the repository that a folder is a checkout of, or is.

    Raises ``HistoryError`` where there is no git, or no repository that this user may read.
    """
    git = shutil.which("git")
    if git is None:
        raise HistoryError("git is not installed")
    if not os.path.isdir(folder):  # noqa: PTH112  # accepts what is no valid Path, too
        raise HistoryError("the folder is not there")
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
            raise HistoryError("git cannot be talked to")
        try:
            yield GitObjects(process.stdin, process.stdout)
        finally:
            with suppress(OSError):  # it ended by itself, as where there is no repository
                process.stdin.close()
            process.stdout.close()
            process.terminate()
