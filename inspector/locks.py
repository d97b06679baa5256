"""What the program keeps: opened only where it is a file, locked, in folders of its owner's own.

A pipe or a device in a file's place may wait for ever. Locks are taken away by the system from a
program that ends, however it ends.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from io import BufferedRandom, BufferedReader
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PRIVATE = 0o600


class FileLock:
    """An exclusive lock on a file, which is made if need be and is never removed by the lock.

    It belongs to whoever opened the file, not to a process id: it is free the moment its holder is
    gone, and no later process with the same id is taken for the holder.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        """Whether this is the holder."""
        return self._handle is not None

    def take(self) -> bool:
        """Take the lock if nobody has it; return whether this is the holder now.

        Raises ``OSError`` where the file cannot be made, or the system has no locks for it.
        """
        if self._handle is not None:
            return True
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        handle = os.open(self._path, flags, _PRIVATE)
        try:
            taken = lock(handle) and is_still(handle, self._path)
        except BaseException:
            os.close(handle)
            raise
        if not taken:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        """Give the lock back, if it is held."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def lock(handle: int) -> bool:
    """Lock an open file until it is closed, if nobody has; return whether it is locked now.

    Raises ``OSError`` where the system has no locks for it.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            # Not `lockf`: its locks are lost when the process closes the file anywhere else.
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def is_still(handle: int, path: Path) -> bool:
    """Whether an open file is still the one of that name: its last holder may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


_PRIVATE_FOLDERS_PRIVATE = 0o700


def private_folder(path: Path) -> Path:
    """Return a folder of this user's own, made if need be, with the folders above it.

    One that is open to others is closed to them. Raises ``OSError`` where there is something else
    of that name, a symbolic link to a folder included, or a folder of somebody else's.
    """
    path.mkdir(_PRIVATE_FOLDERS_PRIVATE, parents=True, exist_ok=True)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "it is a link, not a folder", str(path))
    if hasattr(os, "getuid"):  # elsewhere a user's folders are private by where they are
        if status.st_uid != os.getuid():
            raise PermissionError(errno.EPERM, "the folder belongs to another user", str(path))
        if stat.S_IMODE(status.st_mode) != _PRIVATE_FOLDERS_PRIVATE:
            path.chmod(_PRIVATE_FOLDERS_PRIVATE)
    return path


_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK"))


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a regular file to read its bytes.

    Raises ``OSError`` for everything else, a link that leads to nothing or in a circle included.
    """
    return os.fdopen(_handle(os.fspath(path), os.O_RDONLY), "rb")


def open_to_change(path: str | os.PathLike[str]) -> BufferedRandom:
    """Open a regular file to read and to write its bytes, made if need be; raises as above."""
    return os.fdopen(_handle(os.fspath(path), os.O_RDWR | os.O_CREAT), "r+b")


def read_regular(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """Return the first ``most`` bytes of a regular file, or all; raises as ``open_regular``."""
    with open_regular(path) as file:
        return file.read(most)


def _handle(name: str, flags: int) -> int:
    """Open no device, and wait for no pipe, also one that took the file's place a moment ago."""
    try:
        _refuse_others(os.stat(name), name)  # noqa: PTH116  # accepts what is no valid Path, too
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    handle = os.open(name, _FLAGS | flags, 0o600)
    try:
        _refuse_others(os.fstat(handle), name)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _refuse_others(status: os.stat_result, name: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a device, a pipe or a socket, not a file", name)
