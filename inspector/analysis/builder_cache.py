"""Where the builder keeps what it may make again: parsed facts of projects and compiled rules.

Nothing of it holds contents of files or values of secrets.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from platformdirs import user_cache_path

_PROGRAM = "context-budget-inspector"  # the name that preferences and history have, too
_DIGITS = 32  # of a hash, enough to tell the projects of one user apart


def default_cache_folder() -> Path:
    """Return the folder in this user's cache; it need not be there."""
    return user_cache_path(_PROGRAM, appauthor=False)


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
