"""Before there is a window: what the command line names, and whether another window takes it.

Files are named by paths, and by addresses as file managers write them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from inspector.gui.first_window import (
    ANSWERS_WITHIN,
    Call,
    FirstWindow,
    StartOutcome,
    display_of,
    meet,
    meeting_place,
)
from inspector.resources import resource_path, sample_sessions

NO_DISPLAY = 3  # exit code where no window can be shown
_NO_ANSWER_TEXT = (
    f"inspector: the window that is open did not answer within {ANSWERS_WITHIN:.0f} seconds."
    " This is another one.\n"
)


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A window to be opened. ``first`` is what makes it the one that later starts call."""

    named: Named
    first: FirstWindow | None = None


def prepare(arguments: Sequence[str], environment: Mapping[str, str]) -> Start | None:
    """Return the window to be opened; None where one that is open has taken the files.

    Where nothing can be handed over safely, because the
    place for that is not this user's alone or cannot be made, each start has a window of its own.
    """
    named = named_files(arguments, _current_folder())
    display = display_of(environment)
    if named.new_window or display is None:
        return Start(named)
    call = Call(
        tuple(str(file) for file in named.files),
        named.refused,
        environment.get("XDG_ACTIVATION_TOKEN", ""),
    )
    try:
        met = meet(meeting_place(environment, display), call)
    except OSError:
        return Start(named)
    if met is StartOutcome.HANDED_OVER:
        return None
    if met is StartOutcome.APART:
        sys.stderr.write(_NO_ANSWER_TEXT)
        return Start(named)
    return Start(named, met)


def _current_folder() -> Path:
    """Return the folder in which relative paths start; one that was removed has no files."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


NEW_WINDOW = "--new-window"
SAMPLE = "sample:"  # before the name of a sample that ships with the program
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")  # two letters: C:// is a drive
_THIS_MACHINE = ("", "localhost")


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody asked for. ``files`` are absolute; ``refused`` are no files of this machine."""

    files: tuple[Path, ...] = ()
    refused: tuple[str, ...] = ()
    new_window: bool = False


def named_files(arguments: Sequence[str], folder: Path) -> Named:
    """Understand arguments: paths, ``file:`` addresses, ``sample:NAME``, and ``--new-window``.

    Relative paths start at ``folder``. A name such as ``./file://x`` is always a path.
    """
    files: list[Path] = []
    refused: list[str] = []
    new_window = False
    options_end = False
    for argument in arguments:
        if not options_end and argument in ("--", NEW_WINDOW):
            options_end = argument == "--"
            new_window = new_window or argument == NEW_WINDOW
            continue
        path = path_of(argument)
        if path is None:
            refused.append(argument)
        else:
            files.append(folder / path)
    return Named(tuple(files), tuple(refused), new_window)


def path_of(name: str) -> Path | None:
    """Return the path that a name or an address stands for; None where it is none of here."""
    if not name or "\0" in name:
        return None
    if name.startswith(SAMPLE):
        session = sample_sessions().get(name.removeprefix(SAMPLE))
        return None if session is None else Path(str(resource_path(session)))
    if not name.startswith("file:") and not _ADDRESS.match(name):
        return Path(name)
    try:
        parts = urlsplit(name)
    except ValueError:
        return None
    path = os.fsdecode(unquote_to_bytes(parts.path))
    is_here = parts.scheme.lower() == "file" and parts.netloc.lower() in _THIS_MACHINE
    if not is_here or not path.startswith("/") or "\0" in path:
        return None
    # An address of Windows has a slash before the drive.
    return Path(path[1:] if re.match(r"/[A-Za-z]:", path) and os.name == "nt" else path)
