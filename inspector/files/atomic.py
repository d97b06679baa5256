"""Writing a file so that there is always a whole one: the old or the new."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import uuid
from typing import BinaryIO

from inspector.files.source import PathLike

_USUAL = 0o666
_PRIVATE = 0o600


def write_atomically(path: PathLike, data: bytes, *, private: bool = False) -> None:
    """Replace or make a file. Raises ``OSError``; the old file is then untouched.

    The bytes go to a new file in the same folder, reach the disk, and then take the old file's
    name and permissions; with ``private``, only its owner may read and write it. A symbolic link
    stays, and what it leads to is replaced. Only regular files are replaced, never a folder, a
    device or a pipe.
    """
    name = os.fspath(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "the path holds a NUL character", name)
    target = os.path.realpath(name)
    folder = os.path.dirname(target)  # noqa: PTH120
    usual = _mode_for(target)
    mode = _PRIVATE if private else usual
    if not _replaced_by_unnamed(folder, target, data, mode):
        _replace_by_named(folder, target, data, mode)
    _sync_folder(folder)


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
        temporary = os.path.join(folder, f".inspector-{uuid.uuid4().hex}.tmp")  # noqa: PTH118
        try:
            # A folder is named, which is not looked at, because only then links are followed.
            os.link(f"/proc/self/fd/{handle}", temporary, src_dir_fd=handle, follow_symlinks=True)
        except OSError:
            return False
    _take_name(temporary, target)
    return True


def _replace_by_named(folder: str, target: str, data: bytes, mode: int) -> None:
    handle, temporary = tempfile.mkstemp(suffix=".tmp", prefix=".inspector-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            _write_through(file, data)
        os.chmod(temporary, mode)  # noqa: PTH101
    except BaseException:
        _remove(temporary)
        raise
    _take_name(temporary, target)


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
