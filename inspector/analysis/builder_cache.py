"""Where the builder keeps what it may make again: parsed facts of projects and compiled rules.

Nothing of it holds contents of files or values of secrets.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes

from platformdirs import user_cache_path, user_data_path

_PROGRAM = "context-budget-inspector"  # the name that preferences and history have, too
_KEY_BYTES = 32
_DIGITS = 32  # of a hash, enough to tell the projects of one user apart


def default_cache_folder() -> Path:
    """Return the folder in this user's cache; it need not be there."""
    return user_cache_path(_PROGRAM, appauthor=False)


def user_finding_key() -> bytes | None:
    """Return the key of this user's ids of findings, made the first time; None where it cannot be.

    It is in the user's data, because with it a guessed value could be told from an id.
    """
    path = user_data_path(_PROGRAM, appauthor=False) / "finding.key"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(token_bytes(_KEY_BYTES))
        # A pipe in its place would wait for ever; whatever is no plain file holds no key.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            key = file.read(_KEY_BYTES + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
    except OSError:
        return None
    return key if len(key) == _KEY_BYTES else None


def index_cache_path(cache: Path, root: str) -> Path:
    """Return the file for facts of the project at ``root``; it need not be there."""
    place = os.path.normcase(os.path.realpath(root))
    digest = hashlib.sha256(os.fsencode(place)).hexdigest()[:_DIGITS]
    return cache / "projects" / f"{digest}.sqlite3"


def scanner_cache_folder(cache: Path) -> Path | None:
    """Return the folder for compiled rules, made where it is not there; None where it cannot be."""
    folder = cache / "secret-rules"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None  # rules are then compiled at every start
    return folder
