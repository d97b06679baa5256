"""Where the builder keeps what it may make again: parsed facts of projects and compiled rules.

Nothing of it holds contents of files or values of secrets.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes

from platformdirs import user_cache_path, user_data_path

from inspector.core.problems import Place, Problem, Severity
from inspector.locks import read_regular
from inspector.resources import PROGRAM

_KEY_BYTES = 32
_DIGITS = 32  # of a hash, enough to tell the projects of one user apart


def default_cache_folder() -> Path:
    """Return the folder in this user's cache; it need not be there."""
    return user_cache_path(PROGRAM, appauthor=False)


def user_finding_key() -> bytes | Problem:
    """Return the key of this user's ids of findings, made the first time; or why there is none.

    It is in the user's data, because with it a guessed value could be told from an id.
    """
    path = user_data_path(PROGRAM, appauthor=False) / "finding.key"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(token_bytes(_KEY_BYTES))
            except OSError:
                path.unlink()  # half a key would be in the way for ever
                raise
        key = read_regular(path, _KEY_BYTES + 1)
        why = "" if len(key) == _KEY_BYTES else f"it has not the {_KEY_BYTES} bytes of a key"
    except OSError as error:
        key, why = b"", error.strerror or str(error)
    if not why:
        return key
    return Problem(
        Severity.WARNING,
        "builder.no-finding-key",
        f"Findings of secrets have no ids, so none can be allowed: {why}.",
        "Move what stands there aside, or let the program write there; a new key is made.",
        Place(str(path)),
    )


def index_cache_path(cache: Path, root: str) -> Path:
    """Return the file for facts of the project at ``root``; it need not be there."""
    place = os.path.normcase(os.path.realpath(root))
    digest = hashlib.sha256(os.fsencode(place)).hexdigest()[:_DIGITS]
    return cache / "projects" / f"{digest}.sqlite3"


def scanner_cache_folder(cache: Path) -> Path | None:
    """Return the folder for compiled rules, made where it is not there; None where it cannot be.

    Nor where anything but files is in it: who reads the rules would wait for a pipe.
    """
    folder = cache / "secret-rules"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        usable = all(one.is_file() for one in folder.iterdir())
    except OSError:
        return None  # rules are then compiled at every start
    return folder if usable else None


def rules_not_kept(cache: Path) -> tuple[Problem, ...]:
    """Return what keeps compiled rules from being kept, nothing where they are."""
    folder = scanner_cache_folder(cache)
    if folder is not None and os.access(folder, os.W_OK):
        return ()
    return (
        Problem(
            Severity.NOTE,
            "builder.rules-not-kept",
            "The rules that find secrets cannot be kept, so each start compiles them anew.",
            "Move what stands there aside, or let the program write there.",
            Place(str(cache / "secret-rules")),
        ),
    )
