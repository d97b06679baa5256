"""The folder of this user's own for what the program keeps by itself from one start to the next."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

PROGRAM = "context-budget-inspector"  # the name that the preferences have, too


def state_folder() -> Path:
    """Return the folder; it need not be there."""
    return user_state_path(PROGRAM, appauthor=False)


def rescue_folder() -> Path:
    """Return the folder of the copies of what is not saved; it need not be there."""
    return state_folder() / "unsaved"
