"""A folder of sessions: the logs in it, and those of the agents that they started."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import AccountDraft
from inspector.files.findings import Findings
from inspector.files.importers.imported import Imported
from inspector.files.source import PathLike, Source, shown, without_packing
from inspector.locks import read_regular

_ENDINGS = (".jsonl", ".json", ".traj")
_DEEPEST = 4  # a project, its sessions, their folders, and one of agents below
_MOST = 500
_LOOKED_INTO = 4
_BEGINNING = 1 << 18  # bytes

Read = Callable[[PathLike, Findings], Imported | None]


def files_in(path: PathLike) -> list[Path]:
    """Return the files below a folder, in order of their names; [] where one is no data."""
    found = list(islice(_below(Path(os.fspath(path)), 0), _MOST + 1))
    data = all(without_packing(one.name.lower()).endswith(_ENDINGS) for one in found)
    return found if data and len(found) <= _MOST else []


def _below(folder: Path, depth: int) -> Iterator[Path]:
    try:
        inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    except OSError:
        return
    for one in inside:
        if one.is_file():
            yield one
        elif one.is_dir() and depth < _DEEPEST and not one.is_symlink():
            yield from _below(one, depth + 1)


def is_folder_of_sessions(path: PathLike, is_session: Callable[[Path], bool]) -> bool:
    """Whether a folder holds nothing but data, and one of its first lines of JSON is a session."""
    files = [one for one in files_in(path) if ".jsonl" in one.name.lower()]
    return any(is_session(one) for one in files[:_LOOKED_INTO])


def beginning_of(path: Path) -> Source | None:
    """Return the first lines of a file, None where they cannot be read as text."""
    try:
        data = read_regular(path, _BEGINNING)
        whole = data if len(data) < _BEGINNING else data[: data.rfind(b"\n") + 1]
        whole.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return Source(shown(path), whole)


def read_sessions(path: PathLike, found: Findings, read: Read) -> Imported | None:
    """Return the sessions of a folder as one list of placements, each called by its file.

    A file that holds no session is left out with its reason; the others' accounts are joined.
    """
    account = AccountDraft()
    payloads = []
    root = Path(os.fspath(path))
    for file in files_in(path):
        inner = Findings()
        imported = read(file, inner)
        if imported is None or not imported.payloads:
            account.met()
            account.left("a file that holds no session", Place(shown(file)))
            continue
        found.take(inner)
        account.add(imported.account)
        name = file.relative_to(root).as_posix()
        payloads += [replace(one, name=f"{name}: {one.name}") for one in imported.payloads]
    if not payloads:
        message = "The folder holds no session that could be read."
        fix = "Open one of its files to see why."
        found.add(Problem(Severity.ERROR, "import.folder", message, fix, Place(shown(path))))
        return None
    title = "folder of sessions"
    return Imported(title, payloads=tuple(payloads), account=account.closed())
