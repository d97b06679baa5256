"""Where rescue copies are: in this user's state folder, never beside the user's files."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

_PROGRAM = "context-budget-inspector"  # the name that the preferences have, too


def default_rescue_folder() -> Path:
    """Return the folder of this user's rescue copies; it need not be there."""
    return user_state_path(_PROGRAM, appauthor=False) / "unsaved"
