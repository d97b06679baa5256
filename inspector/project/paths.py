"""Paths below a project's root, one plain spelling for each, and folders opened along them.

A path is relative, has slashes, and is in NFC. What could mean another place on another system
(drives, backslashes, ``..``), or could not be shown on one line, is no path.

Folders are opened one name at a time, so that no link is ever followed. Where the system can open a
name relative to an open folder (``dir_fd``), a link that is put in the place of a folder between
two steps leads nowhere. Elsewhere (Windows) every step is checked before and after.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

LONGEST_NAME = 255
"""Bytes of UTF-8 that a name may have; no common file system takes more."""

LONGEST_PATH = 4096
"""Bytes of UTF-8 that a path may have."""

_DRIVE = re.compile(r"[A-Za-z]:")
# Control characters, invisible and direction-changing ones, lone surrogates, separators of lines
# and paragraphs: a name with them reads as another one, or as two.
_UNCLEAR = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class BadPath:
    """Why a text is no path of the project."""

    detail: str


def parts_of(path: str) -> tuple[str, ...] | BadPath:
    """Split a path that somebody asked for into names, in NFC.

    Empty parts and ``.`` say nothing and are left out; ``..`` is never resolved.
    """
    plain = unicodedata.normalize("NFC", path)
    parts = tuple(part for part in plain.split("/") if part not in {"", "."})
    wrong = wrong_with_path(plain)
    if wrong is None:
        wrong = wrong_with_path("/".join(parts)) if parts else "the path is the root itself"
    for part in parts:
        wrong = wrong or wrong_with_name(part)
    if wrong is None and len("/".join(parts).encode()) > LONGEST_PATH:
        wrong = PATH_TOO_LONG
    return parts if wrong is None else BadPath(wrong)


def wrong_with_path(path: str) -> str | None:
    """Say why a text can be no path, as far as its beginning tells; None where it can."""
    if not path:
        return "the path is empty"
    if path.startswith("/"):
        return "the path is absolute"
    if _DRIVE.match(path):
        return "the path starts with a drive"
    return wrong_with_name(path.partition("/")[0])


def wrong_with_name(name: str) -> str | None:
    """Say why a name can be no part of a path, None where it can."""
    if name == "..":
        return "the path has .."
    if "\\" in name:
        return "the path has a backslash"
    if not (name.isascii() and name.isprintable()) and any(
        unicodedata.category(char) in _UNCLEAR for char in name
    ):
        return "the name has control, invisible or undecodable characters"
    return _NAME_TOO_LONG if len(name.encode()) > LONGEST_NAME else None


_NAME_TOO_LONG = f"the name has more than {LONGEST_NAME} bytes"
PATH_TOO_LONG = f"the path has more than {LONGEST_PATH:,} bytes"


def shown_path(path: str) -> str:
    """Return any path as one printable line; two different paths never look the same."""
    if path.isascii() and path.isprintable() and "\\" not in path:
        return path
    return "".join(
        char.encode("unicode_escape").decode()
        if char == "\\" or unicodedata.category(char) in _UNCLEAR
        else char
        for char in path
    )


def name_of(on_disk: str) -> str:
    """Return what a path calls an entry of a folder: its bytes as UTF-8, in NFC.

    The names that Python gives depend on the locale. Bytes that are no UTF-8 stay lone surrogates.
    """
    if on_disk.isascii():
        return on_disk
    name = os.fsencode(on_disk).decode("utf-8", "surrogateescape")
    return unicodedata.normalize("NFC", name)


def caseless(name: str) -> str:
    """Return what a file system that ignores case and composition takes a name for."""
    if name.isascii():
        return name.lower()
    folded = unicodedata.normalize("NFD", name).casefold()
    return unicodedata.normalize("NFC", folded)


def in_bytes(path: str) -> bytes:
    """Return the key that puts paths in bytewise order (Builder INV-CONTEXT-1)."""
    return path.encode("utf-8", "surrogateescape")


_HAS_RELATIVE_OPEN = os.open in os.supports_dir_fd and os.listdir in os.supports_fd
_FOLDER_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
# Not to wait for the other end of a pipe, and not to make a terminal ours.
_FILE_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class FolderEntry(NamedTuple):
    """A name in a folder and what stands there; a link is described itself, not its target."""

    name: str
    status: os.stat_result


class Folder(Protocol):
    """An open folder. Every method raises ``OSError``, and none follows a link."""

    def entries(self) -> list[FolderEntry]:
        """Return everything in the folder, in the bytewise order of names."""
        ...

    def names(self) -> list[str]:
        """Return the names in the folder, in any order."""
        ...

    def status(self, name: str) -> os.stat_result:
        """Describe what stands at a name."""
        ...

    def link_text(self, name: str) -> str:
        """Return what a symbolic link says."""
        ...

    def open_file(self, name: str) -> int:
        """Open what stands at a name for reading, and return its descriptor.

        Only for what ``status`` just called a regular file.
        """
        ...

    def open_folder(self, name: str) -> Folder:
        """Open a folder in this one."""
        ...

    def close(self) -> None:
        """Let go of the folder."""
        ...


def is_link(status: os.stat_result) -> bool:
    """Whether a name leads somewhere else: a symbolic link, or a junction of Windows."""
    attributes = getattr(status, "st_file_attributes", 0)
    return stat.S_ISLNK(status.st_mode) or bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def real_root(root: str | os.PathLike[str]) -> str:
    """Return where a root is, links to it resolved; as it was given where it can be nowhere."""
    try:
        return os.path.realpath(root)
    except (OSError, ValueError):
        return os.fspath(root)


@contextlib.contextmanager
def opened_folder(root: str, names: Sequence[str] = ()) -> Iterator[Folder]:
    """Open the folder that ``names`` lead to from the root. Raises ``OSError``, and ``ValueError``
    for a root with a NUL character.
    """
    folder: Folder = _opened_root(root)
    try:
        for name in names:
            inner = folder.open_folder(name)
            folder.close()
            folder = inner
        yield folder
    finally:
        folder.close()


def _opened_root(root: str) -> Folder:
    if _HAS_RELATIVE_OPEN:
        return _OpenFolder(os.open(root, _FOLDER_FLAGS))
    return _NamedFolder(root)


class _OpenFolder:
    """A folder held by its descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def entries(self) -> list[FolderEntry]:
        return _described(self.names(), self.status)

    def names(self) -> list[str]:
        return os.listdir(self._descriptor)  # noqa: PTH208

    def status(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)

    def link_text(self, name: str) -> str:
        return os.readlink(name, dir_fd=self._descriptor)

    def open_file(self, name: str) -> int:
        return os.open(name, _FILE_FLAGS, dir_fd=self._descriptor)

    def open_folder(self, name: str) -> Folder:
        return _OpenFolder(os.open(name, _FOLDER_FLAGS, dir_fd=self._descriptor))

    def close(self) -> None:
        os.close(self._descriptor)


class _NamedFolder:
    """A folder known by its path, where the system cannot open relative to a descriptor."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._itself = os.lstat(path)
        if is_link(self._itself) or not stat.S_ISDIR(self._itself.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))

    def entries(self) -> list[FolderEntry]:
        return _described(self.names(), self.status)

    def names(self) -> list[str]:
        names = os.listdir(self._path)  # noqa: PTH208
        self._check()
        return names

    def status(self, name: str) -> os.stat_result:
        status = os.lstat(self._inside(name))
        self._check()
        return status

    def link_text(self, name: str) -> str:
        return os.readlink(self._inside(name))  # noqa: PTH115

    def open_file(self, name: str) -> int:
        before = self.status(name)
        if is_link(before):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        descriptor = os.open(self._inside(name), _FILE_FLAGS)
        try:
            self._check()
            if not os.path.samestat(before, os.fstat(descriptor)):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def open_folder(self, name: str) -> Folder:
        folder = _NamedFolder(self._inside(name))
        self._check()
        return folder

    def close(self) -> None:
        pass

    def _inside(self, name: str) -> str:
        return os.path.join(self._path, name)  # noqa: PTH118

    def _check(self) -> None:
        """Raise when another folder, or a link, has taken this one's place."""
        now = os.lstat(self._path)
        if is_link(now) or not os.path.samestat(self._itself, now):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _described(names: Iterable[str], status: Callable[[str], os.stat_result]) -> list[FolderEntry]:
    """Describe names in bytewise order, those left out that are gone since they were listed."""
    entries = []
    for name in sorted(names, key=os.fsencode):
        with contextlib.suppress(FileNotFoundError):
            entries.append(FolderEntry(name, status(name)))
    return entries
