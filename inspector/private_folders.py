"""Folders that nobody else can look into or put anything in."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_PRIVATE = 0o700


def private_folder(path: Path) -> Path:
    """Return a folder of this user's own, made if need be, with the folders above it.

    One that is open to others is closed to them. Raises ``OSError`` where there is something else
    of that name, a symbolic link to a folder included, or a folder of somebody else's.
    """
    path.mkdir(_PRIVATE, parents=True, exist_ok=True)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "it is a link, not a folder", str(path))
    if hasattr(os, "getuid"):  # elsewhere a user's folders are private by where they are
        if status.st_uid != os.getuid():
            raise PermissionError(errno.EPERM, "the folder belongs to another user", str(path))
        if stat.S_IMODE(status.st_mode) != _PRIVATE:
            path.chmod(_PRIVATE)
    return path
