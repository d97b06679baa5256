"""Writing a file so that there is always a whole one: the old or the new."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import uuid
from pathlib import Path
from typing import BinaryIO

from inspector.core.arguments import require
from inspector.files.source import PathLike
from inspector.locks import is_still, lock

_NAME = re.compile(r"\.inspector-[0-9a-f]{32}\.tmp")
_HOLDS = os.name == "posix"  # elsewhere an open file cannot take another one's name
_FLAGS = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
_CAREFULLY = sum(getattr(os, flag, 0) for flag in _FLAGS)
_USUAL = 0o666
_PRIVATE = 0o600


def write_atomically(path: PathLike, data: bytes, *, private: bool = False) -> None:
    """Replace or make a file. Raises ``OSError``; the old file is then untouched.

    The bytes go to a new file in the same folder, reach the disk, and then take the old file's
    name and permissions; with ``private``, only its owner may read and write it. A symbolic link
    stays, and what it leads to is replaced. Only regular files are replaced, never a folder, a
    device or a pipe.
    """
    require(str | os.PathLike, path=path)
    require(bytes | bytearray | memoryview, data=data)
    name = os.fspath(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "the path holds a NUL character", name)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise OSError(errno.EINVAL, "no file can have this name", name) from None
    target = os.path.realpath(name)
    folder = os.path.dirname(target)  # noqa: PTH120
    try:
        usual = _mode_for(target)
        mode = _PRIVATE if private else usual
        if not _replaced_by_unnamed(folder, target, data, mode):
            _replace_by_named(folder, target, data, mode)
    except OSError as error:
        # Of the name that was asked for: that of the file in between says nothing to anybody.
        raise OSError(error.errno, error.strerror, name) from error
    _sync_folder(folder)


def sweep(folder: PathLike) -> int:
    """Remove what programs that are gone left in a folder; return how many files that were.

    Between getting a name and taking the target's, a file of ours has a name of its own, and is
    locked by who writes it. So what nobody holds was left by a program that was killed. Other files
    are not touched, and what cannot be removed stays.
    """
    if not _HOLDS:
        return 0
    try:
        with os.scandir(folder) as entries:
            left = [entry.path for entry in entries if _NAME.fullmatch(entry.name)]
    except OSError:
        return 0
    return sum(map(_swept, left))


def _swept(path: str) -> bool:
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY | _CAREFULLY)
        try:
            found = os.fstat(handle)
            own = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            if own and lock(handle) and is_still(handle, Path(path)):
                os.unlink(path)  # noqa: PTH108
                return True
        finally:
            os.close(handle)
    return False


def _replaced_by_unnamed(folder: str, target: str, data: bytes, mode: int) -> bool:
    """Replace a file by one that had no name before; return False where there is no such thing.

    Nothing is left of it when the program is killed while it writes.
    """
    unnamed = getattr(os, "O_TMPFILE", 0)
    if not unnamed:
        return False
    try:
        handle = os.open(folder, unnamed | os.O_WRONLY | os.O_CLOEXEC, _PRIVATE)
    except OSError:  # not on every file system; whatever else it is, the other way meets it too
        return False
    with os.fdopen(handle, "wb") as file:
        _write_through(file, data)
        os.chmod(handle, mode)  # noqa: PTH101
        _hold(handle)
        temporary = _new_name(folder)
        try:
            with contextlib.suppress(FileExistsError):
                _give_name(handle, target)
                return True
            _give_name(handle, temporary)
        except OSError:
            return False
        _take_name(temporary, target)
    return True


def _give_name(handle: int, name: str) -> None:
    # A folder is named, which is not looked at, because only then links are followed.
    os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=handle, follow_symlinks=True)


def _replace_by_named(folder: str, target: str, data: bytes, mode: int) -> None:
    handle, temporary = _named(folder)
    with os.fdopen(handle, "wb") as file:
        try:
            _write_through(file, data)
            os.chmod(temporary, mode)  # noqa: PTH101
        except BaseException:
            file.close()
            _remove(temporary)
            raise
        if _HOLDS:  # to the end
            _take_name(temporary, target)
            return
    _take_name(temporary, target)


def _named(folder: str) -> tuple[int, str]:
    """Return a new file and its name."""
    while True:
        temporary = _new_name(folder)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFULLY, _PRIVATE)
        _hold(handle)
        # Whoever sweeps may have found it before it was held.
        if not _HOLDS or os.fstat(handle).st_nlink:
            return handle, temporary
        os.close(handle)


def _new_name(folder: str) -> str:
    return os.path.join(folder, f".inspector-{uuid.uuid4().hex}.tmp")  # noqa: PTH118


def _hold(handle: int) -> None:
    """Lock a file where that is possible; where it is not, nobody can sweep it either."""
    if _HOLDS:
        with contextlib.suppress(OSError):
            lock(handle)


def _write_through(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _take_name(temporary: str, target: str) -> None:
    try:
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        _remove(temporary)
        raise


def _remove(temporary: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(temporary)  # noqa: PTH108


def _mode_for(target: str) -> int:
    """Return the permissions of the file that is replaced, or those a new file usually gets."""
    try:
        mode = os.stat(target).st_mode  # noqa: PTH116
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return _USUAL & ~mask
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device, a pipe or a socket, not a file", target)
    return stat.S_IMODE(mode)


def _sync_folder(folder: str) -> None:
    """Make the new name reach the disk, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
