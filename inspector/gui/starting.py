"""Before there is a window: what is asked for, and whether another window answers it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.gui.first_window import (
    ANSWERS_WITHIN,
    Call,
    FirstWindow,
    StartOutcome,
    display_of,
    meet,
    meeting_place,
)
from inspector.gui.named_files import Named, named_files

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
