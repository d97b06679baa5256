"""Writing a file so that there is always a whole one: the old or the new."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile

from inspector.files.source import PathLike

_USUAL = 0o666


def write_atomically(path: PathLike, data: bytes) -> None:
    """Replace or make a file. Raises ``OSError``; the old file is then untouched.

    The bytes go to a new file in the same folder, reach the disk, and then take the old file's
    name and permissions. A symbolic link stays, and what it leads to is replaced. Only regular
    files are replaced, never a folder, a device or a pipe.
    """
    name = os.fspath(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "the path holds a NUL character", name)
    target = os.path.realpath(name)
    folder = os.path.dirname(target)  # noqa: PTH120
    mode = _mode_for(target)
    handle, temporary = tempfile.mkstemp(suffix=".tmp", prefix=".inspector-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)  # noqa: PTH101
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise
    _sync_folder(folder)


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
